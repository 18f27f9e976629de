package hotspot

import (
	"fmt"
	"math"

	"github.com/jvmlint/jvmlint/internal/either"
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
	{"SurvivorAlignmentInBytes", 11, 16, afterErgo, where(func(s *startup, flag string) bool { return s.n(flag) != 0 },
		firstOf(holds(powerOfTwo, " must be power of 2"), least("ObjectAlignmentInBytes")))},
}

func checkParallelThreads(s *startup, flag string) *fault {
	kind, most := s.collector.Kind, uint64(1<<31-1)
	if kind == CMS {
		most /= 10
	}
	switch {
	case (kind == Parallel || kind == CMS) && s.n(flag) > most:
		return says(s.given(flag)+" must be less than or equal to "+digits(most)+" for "+kind.String()+" GC", flag)
	case kind == CMS:
		return checkDrainThreshold(s, "CMSWorkQueueDrainThreshold")
	}
	return nil
}

func checkMaxTenuring(s *startup, flag string) *fault {
	never, always := s.on("NeverTenure"), s.on("AlwaysTenure")
	if s.n(flag) != 0 || !never && always {
		return nil
	}
	return says(fmt.Sprintf("MaxTenuringThreshold (0) should match to NeverTenure=false && AlwaysTenure=true. "+
		"But we have NeverTenure=%t AlwaysTenure=%t", never, always), flag, "NeverTenure", "AlwaysTenure")
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
		header := either.Of(s.on("UseCompressedClassPointers"), uint64(2), 3)
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
		const line = uint64(64) // of the CPU's cache
		step := either.Of(s.isCommandLine("AllocatePrefetchStepSize"), s.n("AllocatePrefetchStepSize"), line)
		reserve = max(reserve, (s.prefetchDistance()+step*lines)/word)
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

// heapConstraints are those of sizes of the heap.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/jvmFlagConstraintsGC.cpp (JDK 11 to 25)
var heapConstraints = []constraint{
	{"MinHeapSize", 17, 0, afterErgo, alignable},
	{"InitialHeapSize", 11, 0, afterErgo, alignable},
	{"MaxHeapSize", 11, 0, afterErgo, firstOf(alignable, checkSoftReferences)},
	{"SoftMaxHeapSize", 17, 0, afterMemoryInit, checkSoftMaxHeap},
	{"SoftRefLRUPolicyMSPerMB", 11, 0, afterMemoryInit, checkSoftReferences},
	{"HeapBaseMinAddress", 11, 0, afterErgo, firstOf(unless(func(s *startup) bool {
		most := math.MaxUint64 - s.n("MaxHeapSize")
		return !s.on("UseCompressedOops") || !s.isErgonomic("MaxHeapSize") || s.n("HeapBaseMinAddress") <= most
	}, "%s or %s is too large. Sum of them must be less than or equal to maximum of size_t (18446744073709551615)",
		"HeapBaseMinAddress", "MaxHeapSize"), alignable)},
	{"NewSize", 11, 0, afterErgo,
		under(holds(func(n uint64) bool { return n <= (1<<32-1)*mega }, " must be less than ergonomic maximum value"), G1)},
	{"SurvivorRatio", 11, 0, afterMemoryInit,
		given(within("ergonomic SurvivorRatio maximum", func(s *startup) uint64 { return s.n("MaxHeapSize") / s.spaceUnit }))},
}

// alignable keeps a size from overflowing when it is rounded up.
var alignable = within("aligned maximum value", func(s *startup) uint64 {
	alignment := max(page*s.n("GCCardSizeInBytes"), page)
	if s.collector.Kind == G1 {
		alignment = largestRegion(s.jdk)
	}
	if s.collector.Kind == Shenandoah && s.jdk == 26 { // measured on 26.0.2
		alignment = align.PowerOfTwoUp(s.n("ShenandoahMaxRegionSize") + 1)
	}
	return align.Down(^uint64(0)-alignment, alignment)
})

// checkSoftReferences keeps the time that soft references live, in ms for each MiB of the heap, within 64 bits.
var checkSoftReferences = unless(func(s *startup) bool {
	life := int64(s.n("SoftRefLRUPolicyMSPerMB"))
	return life <= 0 || s.n("MaxHeapSize")/mega <= ^uint64(0)/uint64(life)
}, "Desired lifetime of SoftReferences cannot be expressed correctly. %s or %s is too large", "MaxHeapSize", "SoftRefLRUPolicyMSPerMB")

func checkSoftMaxHeap(s *startup, flag string) *fault {
	const most = "MaxHeapSize"
	if !s.isSet(flag) || s.n(flag) <= s.n(most) {
		return nil
	}
	wrong := says("SoftMaxHeapSize must be less than or equal to the maximum heap size", flag, most)
	wrong.relation = notOver(flag, most)
	return wrong
}

// g1Constraints are those of G1.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/jvmFlagConstraintsG1.cpp (JDK 11 to 25)
var g1Constraints = []constraint{
	{"G1RSetRegionEntries", 11, 17, afterErgo, under(positive(""), G1)},
	{"G1RSetSparseRegionEntries", 11, 17, afterErgo, under(positive(""), G1)},
	{"G1RemSetArrayOfCardsEntries", 21, 0, afterErgo, under(positive("."), G1)},
	{"G1RemSetHowlNumBuckets", 21, 0, afterErgo, under(given(holds(powerOfTwo,
		" must be a power of two and greater than or equal to 1.")), G1)},
	{"G1RemSetHowlMaxNumBuckets", 21, 0, afterErgo, under(given(checkHowlMaxBuckets), G1)},
	{"G1HeapRegionSize", 28, 0, afterErgo, under(given(holds(func(n uint64) bool { return n == 0 || n >= leastRegion },
		" must be greater than or equal to ergonomic heap region minimum size (1M)")), G1)},
	{"G1NewSizePercent", 11, 0, afterErgo, under(most("G1MaxNewSizePercent"), G1)},
	{"G1MaxNewSizePercent", 11, 0, afterErgo, under(least("G1NewSizePercent"), G1)},
	{"MaxGCPauseMillis", 11, 0, afterErgo, under(given(below("GCPauseIntervalMillis")), G1)},
	{"GCPauseIntervalMillis", 11, 0, afterErgo, under(given(checkPauseInterval), G1)},
	{"G1CPUUsageExpandThreshold", 26, 0, afterErgo, under(fromOne(10), G1)},
	{"G1CPUUsageShrinkThreshold", 26, 0, afterErgo, under(fromOne(10), G1)},
	{"G1SATBBufferSize", 25, 25, afterErgo, checkSATBBufferInTurn},
	{"G1SATBBufferSize", 26, 0, afterErgo, under(fromOne(math.MaxUint32), G1)},
}

// fromOne is a range that PrintFlagsRanges does not show (25 to 28, measured).
func fromOne(most uint64) check {
	return holds(func(n uint64) bool { return n >= 1 && n <= most }, fmt.Sprintf(" must be in range [1, %d]", most))
}

// checkHowlMaxBuckets swaps two words of the flag's name, as HotSpot does.
func checkHowlMaxBuckets(s *startup, flag string) *fault {
	if powerOfTwo(s.n(flag)) {
		return nil
	}
	return says("G1RemSetMaxHowlNumBuckets ("+s.decimal(flag)+") must be a power of two.", flag)
}

func checkPauseInterval(s *startup, flag string) *fault {
	const goal = "MaxGCPauseMillis"
	switch {
	case s.n(flag) < 1:
		return says(s.given(flag)+" must be greater than or equal to 1", flag)
	case s.isDefault(goal):
		return says("GCPauseIntervalMillis cannot be set without setting MaxGCPauseMillis", flag, goal)
	}
	return s.must(flag, jvmflag.MoreThan, s.limit(goal))
}

// checkSATBBufferInTurn is the check of JDK 25, which looks at the size while it reads options:
// it sees G1 only where an option before chose it. Measured on 25.0.2.
func checkSATBBufferInTurn(s *startup, flag string) *fault {
	for _, set := range s.history {
		switch {
		case set.Flag.Name == "UseG1GC" && set.Bool():
			return fromOne(math.MaxUint32)(s, flag)
		case set.Flag.Name == flag:
			return nil
		}
	}
	return nil
}

// cmsConstraints are those of the concurrent mark-sweep collector.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/cms/jvmFlagConstraintsCMS.cpp
var cmsConstraints = []constraint{
	{"CMSOldPLABMin", 11, 11, afterMemoryInit, under(firstOf(most("CMSOldPLABMax"), cmsPLAB), CMS)},
	{"CMSOldPLABMax", 11, 11, afterMemoryInit, under(cmsPLAB, CMS)},
	{"CMSPrecleanDenominator", 11, 11, afterErgo, under(unless(func(s *startup) bool {
		return s.n("CMSPrecleanDenominator") > s.n("CMSPrecleanNumerator")
	}, "%s must be strickly greater than %s", "CMSPrecleanDenominator", "CMSPrecleanNumerator"), CMS)}, // in HotSpot's spelling
	{"CMSPrecleanNumerator", 11, 11, afterErgo, under(below("CMSPrecleanDenominator"), CMS)},
	{"CMSBitMapYieldQuantum", 11, 11, afterMemoryInit, under(given(within("bitmap size", (*startup).oldOfCMS,
		" whose size corresponds to the size of old generation of the Java heap")), CMS)},
	{"CMSConcMarkMultiple", 11, 11, afterMemoryInit, under(inOldOfCMS, CMS)},
	{"CMSRescanMultiple", 11, 11, afterMemoryInit, under(firstOf(inOldOfCMS, wholeWords), CMS)},
	{"CMSSamplingGrain", 11, 11, afterMemoryInit, under(within("ergonomic maximum", func(s *startup) uint64 {
		survivor := max(align.Down(s.n("MaxNewSize")/(s.n("SurvivorRatio")+2), s.spaceUnit), s.spaceUnit)
		return ^uint64(0) - (s.n("MaxNewSize") - survivor)
	}), CMS)},
	{"CMSWorkQueueDrainThreshold", 11, 11, afterErgo, under(checkDrainThreshold, CMS)},
	{"ParGCCardsPerStrideChunk", 11, 11, afterMemoryInit, under(checkStrideChunk, CMS)},
	{"ParGCStridesPerThread", 11, 11, afterErgo, under(within("ergonomic maximum", func(s *startup) uint64 {
		return (1<<31 - 1) / max(s.n("ParallelGCThreads"), 1)
	}), CMS)},
}

var cmsPLAB = within("ergonomic PLAB maximum size", (*startup).largestTLAB)

var checkDrainThreshold = unless(func(s *startup) bool {
	return s.n("ParallelGCThreads") <= (1<<31-1)/max(s.n("CMSWorkQueueDrainThreshold"), 1)
}, "%s or %s is too large", "ParallelGCThreads", "CMSWorkQueueDrainThreshold")

// oldOfCMS is the old generation at its largest, in words.
func (s *startup) oldOfCMS() uint64 { return (s.n("MaxHeapSize") - s.n("MaxNewSize")) / word }

// inOldOfCMS keeps the cards of a task within the old generation.
var inOldOfCMS = within("ergonomic maximum", func(s *startup) uint64 {
	const cardWords, wordBits = 64, 64
	return s.oldOfCMS() / (cardWords * wordBits)
}, " which is based on the maximum size of the old generation of the Java heap")

// checkStrideChunk keeps the cards that a thread takes at once within the card table, and their
// number within 64 bits.
func checkStrideChunk(s *startup, flag string) *fault {
	const cardWords = 64
	cards := s.n("MaxHeapSize") / word / cardWords
	if s.n(flag) > cards {
		return mustOf(flag, jvmflag.AtMost, cards, fmt.Sprintf("%s is too large for the heap size and must be less than or equal to card table size (%d)", s.given(flag), cards))
	}
	return s.must(flag, jvmflag.AtMost, named("ergonomic maximum", ^uint64(0)/max(s.n("ParallelGCThreads")*s.n("ParGCStridesPerThread"), 1)))
}
