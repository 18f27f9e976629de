package hotspot

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

const fatalError = "# A fatal error has been detected by the Java Runtime Environment:"

// crashes is a JVM that reports a fatal error of its own, behind what it says before.
func (f *flags) crashes(at string, lines ...string) *jvmflag.Refusal {
	r := f.ends(at, jvmflag.BadValue, append(lines, fatalError)...)
	if len(lines) == 0 {
		r.Fault = jvmflag.Crash
	}
	return r
}

// checkArchives counts the archives of class data: one, and one on top of it.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::init_shared_archive_paths (JDK 17 to 25)
func checkArchives(s *startup) *jvmflag.Refusal {
	const flag, most = "SharedArchiveFile", 2
	if s.jdk < 13 || strings.Count(s.text(flag), ":") < most {
		return nil
	}
	return because(jvmflag.BadValue, s.stops(flag, "Cannot have more than 2 archive files specified in the -XX:SharedArchiveFile option"))
}

// checkDirectives reads what compilers are told.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/compiler/directivesParser.cpp (JDK 11 to 25)
func checkDirectives(s *startup) *jvmflag.Refusal {
	const file, replay, data, library = "CompilerDirectivesFile", "ReplayCompiles", "ReplayDataFile", "AOTLibrary"
	switch {
	case s.text(file) != "" && s.missing(s.text(file)):
		return because(jvmflag.MissingFile, s.faults(file, "Could not load file: "+s.text(file)))
	case s.on(replay) && s.text(data) == "" && s.jdk >= 21:
		return with(s.ends(replay, jvmflag.MissingFile, "ERROR: no compiler replay data file specified (use -XX:ReplayDataFile=replay_pid12345.txt)."), data)
	case s.text(library) != "" && s.missing(s.text(library)) && s.has(library) && s.jdk < 16:
		return s.ends(library, jvmflag.MissingFile, "error opening file: "+s.text(library)+": cannot open shared object file: No such file or directory")
	}
	return nil
}

// checkVerifySubSet reads the parts that are to be verified.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/memory/universe.cpp, initialize_verify_flags (JDK 11 to 25)
func checkVerifySubSet(s *startup) *jvmflag.Refusal {
	const flag = "VerifySubSet"
	for _, word := range strings.FieldsFunc(s.text(flag), func(r rune) bool { return r == ' ' || r == ',' }) {
		known := []string{"threads", "heap", "symbol_table", "string_table", "codecache", "dictionary", "classloader_data_graph", "metaspace", "jni_handles", "codecache_oops"}
		if s.jdk >= 16 {
			known = append(known, "resolved_method_table", "stringdedup")
		}
		if !slices.Contains(known, word) {
			return because(jvmflag.BadValue, s.stops(flag, fmt.Sprintf("VerifySubSet: '%s' memory sub-system is unknown, please correct it", word)))
		}
	}
	return nil
}

// checkSegments finds the JVM crash where the segments of the code cache leave its entries out of line, which it
// never checks. The units are measured on 17.0.9, 21.0.8 and 25.0.2.
func checkSegments(s *startup) *jvmflag.Refusal {
	const flag = "CodeCacheSegmentSize"
	unit := release.Choose(s.jdk, release.Since[uint64](17, 4), release.Since[uint64](21, 32), release.Since[uint64](25, 2))
	if s.interpreterOnly() {
		unit = min(unit, 16)
	}
	if s.isCommandLine(flag) && s.n(flag)%unit != 0 {
		return s.crashes(flag)
	}
	return nil
}

// checkSmallHeap is the least heap in which ZGC starts, measured: that of 21.0.8 (generational) and 25.0.2 needs
// more than one page of 2 MiB, that of 11.0.13 a page over its reserve.
func checkSmallHeap(s *startup) *jvmflag.Refusal {
	for _, entries := range []string{"G1RSetRegionEntries", "G1RSetSparseRegionEntries"} {
		if s.collector.Kind == G1 && s.isSet(entries) && int64(s.n(entries)) < 1 { // which the constraint lets pass on other channels
			return s.crashes(entries)
		}
	}
	heap := s.n("MaxHeapSize")
	switch {
	case s.collector.Kind != Z:
		return s.checkSmallYoung()
	case s.wantsPages():
		return onMachine("a system without large pages", s.lacksMemory("UseLargePages", "java.lang.OutOfMemoryError: Java heap too small"))
	case s.jdk < 16 && heap < s.relocationHeadroom()+granule:
		return s.lacksMemory("MaxHeapSize", "java.lang.OutOfMemoryError: Java heap too small")
	case s.generationalZ() && heap < 4*mega:
		return s.lacksMemory("MaxHeapSize", "java.lang.OutOfMemoryError: Java heap space")
	}
	return nil
}

// checkAggressiveBoxes finds the smallest young generation of Parallel too small for the 20,000 Integer objects that
// AggressiveOpts keeps: measured on 8u252 and 11.0.13, it takes 2 MiB.
func checkAggressiveBoxes(s *startup) *jvmflag.Refusal {
	const flag, enough = "NewSize", 2 * mega
	if !s.on("AggressiveOpts") || !s.isDefault("AutoBoxCacheMax") || s.collector.Kind != Parallel || s.n(flag) >= enough {
		return nil
	}
	return s.collectsTooEarly(flag)
}

// collectsTooEarly is a young generation that is full before Java starts.
func (s *startup) collectsTooEarly(at string) *jvmflag.Refusal {
	const flag = "NewSize"
	return with(s.stops(at, "GC triggered before VM initialization completed. Try increasing NewSize, current value "+properUnit(s.n(flag))+"."), flag)
}

// checkSmallYoung is the least young generation in which java -version starts without a collection, which comes too
// early then, measured on 11.0.13, 17.0.9, 21.0.8 and 25.0.2. The objects of a class data archive, which most builds
// have, take room: up to JDK 20 too much of two regions of G1, later of two that are the smallest.
func (s *startup) checkSmallYoung() *jvmflag.Refusal {
	const flag, heap = "NewSize", "MaxHeapSize"
	archived := !s.stripped && s.looksForArchive()
	switch young := s.n(flag); s.collector.Kind {
	case G1:
		region := s.n("G1HeapRegionSize")
		few := s.n(heap) <= 2*region
		if s.jdk >= 26 && s.mapsArchive() && s.n(heap) <= max(region, 2*mega) { // measured
			return s.collectsTooEarly(heap)
		}
		if few && archived && (s.jdk < 21 || region == leastRegion) {
			return onMachine("a JDK with a class data archive", s.collectsTooEarly(heap))
		}
	case Serial, CMS:
		survivor := max(align.Down(young/(s.n("SurvivorRatio")+2), s.spaceUnit), s.spaceUnit)
		least := either.Of(archived && s.jdk < 21, 256*kilo, 192*kilo)
		if eden := young - min(2*survivor, young); eden < least || s.tlabOver(eden) {
			return s.collectsTooEarly(flag)
		}
	case Parallel:
		if s.tlabOver(young) {
			return s.collectsTooEarly(flag)
		}
	}
	return nil
}

// tlabOver reports whether threads ask for buffers that do not fit into bytes. JDK 26 gives them smaller ones then.
func (s *startup) tlabOver(room uint64) bool {
	const flag = "TLABSize"
	return s.jdk < 26 && s.isSet(flag) && s.n(flag) > room
}

// room is the metaspace in bytes below which not even an exception can be
// loaded, and the least that Java starts with.
type room struct{ nothing, least uint64 }

// checkMetaspaceRoom is the least metaspace in which java -version starts without a class data archive, measured on
// 17.0.9, 21.0.8 and 25.0.2. JDK 11 asks for more before it gets here.
func checkMetaspaceRoom(s *startup) *jvmflag.Refusal {
	const flag = "MaxMetaspaceSize"
	old := room{1792 * kilo, 2816 * kilo}
	if s.on("UseCompressedClassPointers") { // then JDK 11 asks for more before
		old = room{}
	}
	r := release.Choose(s.jdk, release.Since(11, old), release.Since(16, room{2304 * kilo, 3008 * kilo}), release.Since(21, room{2688 * kilo, 3712 * kilo}), release.Since(25, room{2304 * kilo, 3584 * kilo}),
		release.Since(26, room{2880 * kilo, 3904 * kilo}), release.Since(28, room{3584 * kilo, 4608 * kilo}))
	if s.jdk >= 26 && s.mapsArchive() { // which holds the classes of the start
		r = room{128 * kilo, 128 * kilo}
	}
	switch size := s.n(flag); {
	case size < r.nothing:
		return s.lacksMemory(flag, "OutOfMemoryError: Metaspace")
	case size < r.least:
		return s.lacksMemory(flag, "java.lang.OutOfMemoryError: Metaspace")
	}
	return nil
}

// checkLocalReferences is the least number of local references of native code
// that Java starts with, measured. 0 and less set no limit.
func checkLocalReferences(s *startup) *jvmflag.Refusal {
	const flag = "MaxJNILocalCapacity"
	n, least := int64(s.n(flag)), release.Choose(s.jdk, release.Since[int64](11, 163), release.Since[int64](16, 41), release.Since[int64](25, 42))
	if !s.isCommandLine(flag) || n <= 0 || n >= least {
		return nil
	}
	message := "java.lang.NullPointerException"
	switch {
	case s.jdk < 16:
		message = "java.lang.InternalError: null property: java.home"
	case n < 7:
		message = "java.lang.InternalError: platform encoding not initialized"
	}
	return because(jvmflag.BadValue, s.stops(flag, message))
}

// checkBoxes makes room for the cache of boxed integers: a reference and an object for each.
func checkBoxes(s *startup) *jvmflag.Refusal {
	const flag, object = "AutoBoxCacheMax", 20
	n := s.n(flag)
	switch {
	case !s.isCommandLine(flag):
	case n >= 1<<31-130:
		return s.lacksMemory(flag, "java.lang.OutOfMemoryError: Requested array size exceeds VM limit")
	case n*object > s.n("MaxHeapSize"):
		return s.lacksMemory(flag, "java.lang.OutOfMemoryError: Java heap space", "MaxHeapSize")
	}
	return nil
}
