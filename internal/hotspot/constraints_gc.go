package hotspot

import (
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// gcConstraints are those that more than one collector shares.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/jvmFlagConstraintsGC.cpp (JDK 17 to 25)
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/shared/jvmFlagConstraintsGC.cpp (JDK 11)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/parallel/jvmFlagConstraintsParallel.cpp (JDK 11 to 25)
var gcConstraints = []constraint{
	{"ParallelGCThreads", 11, 21, afterErgo, checkParallelThreads},
	{"ConcGCThreads", 11, 17, afterErgo, under(most("ParallelGCThreads"), G1, CMS)},
	{"YoungPLABSize", 11, 0, afterMemoryInit, under(checkPLAB, G1, Parallel, CMS)},
	{"OldPLABSize", 11, 0, afterMemoryInit, checkOldPLAB},
	{"MinHeapFreeRatio", 11, 0, afterErgo, most("MaxHeapFreeRatio")},
	{"MaxHeapFreeRatio", 11, 0, afterErgo, least("MinHeapFreeRatio")},
	{"ArrayMarkingMinStride", 27, 0, afterErgo, most("ObjArrayMarkingStride")},
	{"MarkStackSize", 11, 0, afterErgo, most("MarkStackSizeMax")},
	{"MinMetaspaceFreeRatio", 11, 0, afterErgo, most("MaxMetaspaceFreeRatio")},
	{"MaxMetaspaceFreeRatio", 11, 0, afterErgo, least("MinMetaspaceFreeRatio")},
	{"InitialTenuringThreshold", 11, 0, afterErgo, under(most("MaxTenuringThreshold"), Parallel)},
	{"MaxTenuringThreshold", 11, 0, afterErgo,
		firstOf(under(least("InitialTenuringThreshold"), Parallel), checkMaxTenuring)},
	{"MinTLABSize", 11, 0, afterMemoryInit, checkMinTLAB},
	{"TLABSize", 11, 0, afterMemoryInit,
		given(firstOf(least("MinTLABSize"), within("ergonomic TLAB maximum size", largestTLABBytes)))},
	{"SurvivorAlignmentInBytes", 11, 16, afterErgo, checkSurvivorAlignment},
}

func checkParallelThreads(s *startup, flag string) *fault {
	n, most, collector := s.n(flag), uint64(1<<31-1), ""
	switch s.collector.Kind {
	case Parallel:
		collector = "Parallel"
	case CMS:
		most, collector = (1<<31-1)/10, "CMS"
	}
	switch {
	case collector != "" && n > most:
		return says(s.given(flag)+" must be less than or equal to "+digits(most)+" for "+collector+" GC", flag)
	case s.collector.Kind == CMS:
		return checkDrainThreshold(s, "CMSWorkQueueDrainThreshold")
	}
	return nil
}

func checkMaxTenuring(s *startup, flag string) *fault {
	never, always := s.on("NeverTenure"), s.on("AlwaysTenure")
	if s.n(flag) != 0 || !never && always {
		return nil
	}
	words := map[bool]string{true: "true", false: "false"}
	return says("MaxTenuringThreshold (0) should match to NeverTenure=false && AlwaysTenure=true. But we have NeverTenure="+
		words[never]+" AlwaysTenure="+words[always], flag, "NeverTenure", "AlwaysTenure")
}

// Sizes of the buffers that threads and collectors allocate from, in words of 8 bytes, as the heap bounds them.

const word = 8

// objectWords is the alignment of objects.
func (s *startup) objectWords() uint64 { return max(s.n("ObjectAlignmentInBytes")/word, 1) }

// largestTLAB is as large as the collector allows: what an int array can fill, or less than makes a humongous object.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/collectedHeap.cpp, CollectedHeap::max_tlab_size (JDK 11 to 25)
func (s *startup) largestTLAB() uint64 {
	var words uint64
	switch s.collector.Kind {
	case G1:
		words = s.n("G1HeapRegionSize") / word / 2
	case Shenandoah:
		words = s.region / word
		if s.jdk >= 26 { // measured
			words = min(words, 256*kilo/word)
		}
		if s.jdk < 25 && s.n("ShenandoahHumongousThreshold") != 0 {
			words = min(words, words*s.n("ShenandoahHumongousThreshold")/100)
		}
		if s.jdk < 25 && s.has("ShenandoahElasticTLAB") && !s.on("ShenandoahElasticTLAB") {
			words = min(words, s.region/word/8)
		}
	case Z:
		words = 256 * kilo
		if s.jdk >= 25 {
			words = 256 * kilo / word
		}
	default:
		header := uint64(2)
		if !s.on("UseCompressedClassPointers") {
			header = 3
		}
		words = header + 4*((1<<31-1)/word)
		if s.collector.Kind == Epsilon {
			words = min(words, align.Up(max(s.n("EpsilonMaxTLABSize"), s.n("MinTLABSize"))/word, s.objectWords()))
		}
	}
	return align.Down(words, s.objectWords())
}

// fillerReserve is the room at the end of a buffer for an object that fills
// it; none is needed where every gap holds one.
func (s *startup) fillerReserve() uint64 {
	const smallest = 2
	if smallest > s.objectWords() {
		return align.Up(smallest, s.objectWords())
	}
	return 0
}

// tlabReserve is room for the prefetches of compiled code behind a buffer.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/threadLocalAllocBuffer.cpp, startup_initialization (JDK 11 to 25)
func (s *startup) tlabReserve() uint64 {
	reserve := s.fillerReserve()
	if s.compiler().c2 {
		lines := max(s.n("AllocatePrefetchLines"), s.n("AllocateInstancePrefetchLines")) + 2
		reserve = max(reserve, (s.prefetchDistance()+s.prefetchStep()*lines)/word)
	}
	return align.Up(reserve, s.objectWords())
}

// prefetchDistance is 256 bytes on AMD's CPUs and 192 on Intel's of today,
// where it is not given. The larger one counts here.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/cpu/x86/vm_version_x86.hpp, allocate_prefetch_distance (JDK 11 to 25)
func (s *startup) prefetchDistance() uint64 {
	if n := s.n("AllocatePrefetchDistance"); n <= 512 && s.isCommandLine("AllocatePrefetchDistance") {
		return n
	}
	return 256
}

// prefetchStep is a line of the CPU's cache where it is not given.
func (s *startup) prefetchStep() uint64 {
	if s.isCommandLine("AllocatePrefetchStepSize") {
		return s.n("AllocatePrefetchStepSize")
	}
	return 64
}

func checkMinTLAB(s *startup, flag string) *fault {
	if reserve := s.tlabReserve() * word; s.jdk < 27 && s.n(flag) < reserve {
		return s.must(flag, jvmflag.AtLeast, named("reserved area in TLAB", reserve))
	}
	return within("ergonomic TLAB maximum", largestTLABBytes)(s, flag)
}

func largestTLABBytes(s *startup) uint64 { return s.largestTLAB() * word }

// checkPLAB bounds the buffers that collector threads copy into. From JDK 21
// on, one that is not given grows with the smallest.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/plab.cpp (JDK 21 to 25)
func checkPLAB(s *startup, flag string) *fault {
	n, most := s.n(flag), s.largestTLAB()
	smallest := align.Up(max(s.n("MinTLABSize")/word, 2), s.objectWords())
	if s.jdk >= 21 {
		smallest += s.fillerReserve()
		if s.isDefault(flag) {
			n = max(n, align.Up(s.n("MinTLABSize")/word, s.objectWords())+s.fillerReserve())
		}
	}
	given := jvmflag.Bound{Flag: flag, Number: digits(n)}
	switch {
	case n < smallest && (s.jdk < 25 || s.isCommandLine(flag)):
		return must(given, jvmflag.AtLeast, jvmflag.Bound{Name: "ergonomic PLAB minimum size", Number: digits(smallest)})
	case n > most:
		return must(given, jvmflag.AtMost, jvmflag.Bound{Name: "ergonomic PLAB maximum size", Number: digits(most)})
	}
	return nil
}

// checkOldPLAB lets CMS count blocks where others count words.
func checkOldPLAB(s *startup, flag string) *fault {
	switch {
	case s.collector.Kind != CMS:
		return under(checkPLAB, G1, Parallel)(s, flag)
	case s.n(flag) == 0:
		return says(s.given(flag)+" must be greater than 0", flag) // without a line break behind it
	}
	return cmsPLAB(s, flag)
}

func checkSurvivorAlignment(s *startup, flag string) *fault {
	if s.n(flag) == 0 {
		return nil
	}
	return firstOf(holds(powerOfTwo, " must be power of 2"), least("ObjectAlignmentInBytes"))(s, flag)
}
