package hotspot

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// JDK 8 has no bounds for many numbers. What is too large or too small then fails where it is put to use: with a
// word of its own, for want of memory or in a crash.

// freeAddresses is the longest range of free addresses, in bytes, that a process
// of Linux on x86-64 finds: what lies below the launcher's own code.
const freeAddresses = 0x555555554000

// threadsOfSystem is about how many threads Linux grants a process: each takes two of 65530 mappings.
const threadsOfSystem = 32000

// diesOf8 is the first of what a crash of JDK 8 prints. The lines behind, but for what
// HotSpot itself found wrong, hold addresses and differ from run to run.
func (f *flags) diesOf8(at string, found ...string) *jvmflag.Refusal {
	r := f.crashes(at)
	r.Lines = append(r.Lines, lists.Of(found, func(line string) string { return "#  " + line })...)
	return r
}

// noMemory is what the system does not grant.
func (f *flags) noMemory(at string, what ...string) *jvmflag.Refusal {
	lines := lists.Of(what, func(line string) string { return "# " + line })
	return f.ends(at, jvmflag.SizeConflict, append([]string{"# There is insufficient memory for the Java Runtime Environment to continue."}, lines...)...)
}

// commits asks the system for memory, in bytes, one size after the other: the first that
// is not granted ends the JVM. At which address is not known.
func (s *startup) commits(at string, sizes ...uint64) *jvmflag.Refusal {
	for _, size := range sizes {
		if size > s.granted {
			s.warn(at, "INFO: os::commit_memory(0x…, %d, 0) failed; error='Cannot allocate memory' (errno=12)", size)
			return s.noMemory(at, fmt.Sprintf("Native memory allocation (mmap) failed to map %d bytes for committing reserved memory.", size))
		}
	}
	return nil
}

func (s *startup) allocates(at string, size uint64) *jvmflag.Refusal {
	if size > s.granted {
		return s.noMemory(at, fmt.Sprintf("Native memory allocation (malloc) failed to allocate %d bytes for AllocateHeap", size))
	}
	return nil
}

// checkTables are the tables that come first, and code that comes before the heap.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/init.cpp, vm_init_globals (JDK 8)
func checkTables(s *startup) *jvmflag.Refusal {
	const logEvent = 280                                   // bytes
	if n := int32(s.n("LogEventsBufferEntries")); n != 0 { // a negative one is taken for a huge one
		if refusal := s.allocates("LogEventsBufferEntries", uint64(int64(n))*logEvent); refusal != nil {
			return refusal
		}
	}
	const mallocs = 1_500_000 // words that a start allocates, about
	if n := s.n("MallocMaxTestWords"); n > 0 && n <= mallocs {
		return s.noMemory("MallocMaxTestWords", "Native memory allocation (malloc) failed to allocate")
	}
	const regionPointer = 8 // bytes of a remembered set's entry
	if n := s.n("G1RSetRegionEntries"); s.collector.Kind == G1 && n > s.granted/regionPointer {
		return s.noMemory("G1RSetRegionEntries", "Native memory allocation (malloc) failed to allocate")
	}
	if only := s.text("CompileOnly"); only != "" && strings.TrimSpace(only) == "" {
		return s.diesOf8("CompileOnly")
	}
	if n := int32(s.n("PerfMaxStringConstLength") + 1); n < 0 && s.on("UsePerfData") {
		return s.diesOf8("PerfMaxStringConstLength")
	}
	return checkCPUOf8(s)
}

// checkStubs is code that does not fit its buffer.
func checkStubs(s *startup) *jvmflag.Refusal {
	const flag, most = "OptoLoopAlignment", 637
	if n := int32(s.n(flag)); n == 0 || n == math.MinInt32 || n > most {
		return s.diesOf8(flag)
	}
	return nil
}

// createHeap reserves the heap that has been sized, and what collects it.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/memory/universe.cpp, Universe::reserve_heap (JDK 8)
func createHeap(s *startup) *jvmflag.Refusal {
	if s.collector.Kind == G1 {
		return nil // done while it was sized
	}
	if s.on("UseParNewGC") {
		if refusal := s.createWorkers("Cannot create worker GC thread. Out of system resources."); refusal != nil {
			return refusal
		}
	}
	if s.collector.Kind != Parallel && s.n("MaxNewSize") > s.n("MaxHeapSize") { // what is left for the old one is below 0
		return with(s.stops("NewSize", "The size of the object heap + VM data exceeds the maximum representable size"), "MaxHeapSize")
	}
	if refusal := s.checkReservedHeap(s.n("MaxHeapSize")); refusal != nil {
		return refusal
	}
	if s.collector.Kind == Parallel && s.n("OldSize") == 0 {
		return with(s.stops("OldSize", "Could not reserve enough space for object heap"), "MaxHeapSize")
	}
	if refusal := s.commits("InitialHeapSize", s.n("NewSize"), s.n("OldSize")); refusal != nil {
		return refusal
	}
	switch s.collector.Kind {
	case CMS:
		return s.createCMS()
	case Parallel:
		const bitmaps = 32 // share of the heap; they and the threads are there from the start
		if refusal := s.createWorkers("Cannot create GC thread. Out of system resources."); refusal != nil {
			return refusal
		}
		return s.commits("MaxHeapSize", s.n("MaxHeapSize")/(bitmaps*s.objectWords()))
	}
	return nil
}

func (s *startup) checkReservedHeap(size uint64) *jvmflag.Refusal {
	if size >= freeAddresses {
		unit := release.Choose(s.jdk, release.Since(8, "KB"), release.Since(25, " KB"))
		return s.stops("MaxHeapSize", fmt.Sprintf("Could not reserve enough space for %d%s object heap", size/kilo, unit))
	}
	return nil
}

// createWorkers starts the threads that collect in parallel.
func (s *startup) createWorkers(failure string) *jvmflag.Refusal {
	const flag, pointer = "ParallelGCThreads", 8 // bytes
	threads := s.n(flag)
	if s.collector.Kind == G1 {
		threads = uint64(uint32(threads))
	}
	switch {
	case threads > math.MaxUint64/pointer || threads*pointer > s.granted:
		return s.noMemory(flag, fmt.Sprintf("Native memory allocation (malloc) failed to allocate %d bytes for AllocateHeap", threads*pointer))
	case threads > threadsOfSystem:
		return s.noMemory(flag, failure)
	case threads > 0 && s.stackTooLarge("VMThreadStackSize"):
		return s.noMemory("VMThreadStackSize", failure)
	}
	return nil
}

// stackTooLarge tells that the system does not grant a stack of a flag's KiB.
func (s *startup) stackTooLarge(flag string) bool {
	n := s.n(flag)
	return int64(n) > 0 && n*kilo > s.granted
}

// checkMetaspace wants a first chunk of metaspace.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/memory/metaspace.cpp, Metaspace::global_initialize (JDK 8)
func checkMetaspace(s *startup) *jvmflag.Refusal {
	if flag := s.sharing(); flag != "" {
		return s.stops(flag, "Unable to use shared archive.")
	}
	const flag, word = "InitialBootClassLoaderMetaspaceSize", 8
	chunk := s.n(flag) / word * word
	if list := wrappedUp(2*chunk, page); list == 0 || list >= freeAddresses {
		return s.stops(flag, "Unable to setup metadata virtual space list.")
	}
	if refusal := s.commits(flag, chunk); refusal != nil {
		return refusal
	}
	return cmp.Or(s.createTable("SymbolTableSize"), s.createTable("StringTableSize"))
}

// createTable makes a table of symbols or strings, whose size has 32 bits.
func (s *startup) createTable(flag string) *jvmflag.Refusal {
	const bucketSize = 8
	n := int32(s.n(flag))
	if n == 0 {
		return s.diesOf8(flag)
	}
	return s.allocates(flag, uint64(int64(n)*bucketSize))
}

// sharing is the flag with which the JVM starts with an archive of classes only; empty where it need not have one. JDK 8
// comes without one; that somebody has made one is not modelled.
func (s *startup) sharing() string {
	name, _ := lists.First([]string{"RequireSharedSpaces", "PrintSharedArchiveAndExit"}, s.on)
	return name
}

// checkSharing wants compressed pointers for an archive.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, Arguments::set_shared_spaces_flags (JDK 8)
func checkSharing(s *startup) *jvmflag.Refusal {
	if s.sharing() == "" || s.on("UseCompressedOops") && s.on("UseCompressedClassPointers") {
		return nil
	}
	s.say(s.sharing(), jvmflag.SizeConflict, "Class data sharing is inconsistent with other specified options.")
	return with(s.stops(s.sharing(), "Unable to use shared archive.: UseCompressedOops and UseCompressedClassPointers must be on for UseSharedSpaces."),
		"UseCompressedOops", "UseCompressedClassPointers", "UseSharedSpaces")
}

// checkInterpreter is code of the interpreter that grows with a profile.
func checkInterpreter(s *startup) *jvmflag.Refusal {
	const width, arguments = "TypeProfileWidth", "TypeProfileArgsLimit"
	const mostWidth, mostArguments = 32, 92 // measured
	switch n := int32(s.n(width)); {
	case !s.on("ProfileInterpreter"):
	case n > mostWidth || n == math.MinInt32:
		return s.diesOf8(width)
	case int64(s.n(arguments)) > mostArguments:
		return s.diesOf8(arguments)
	}
	return nil
}
