package hotspot

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// sizeGenerations cuts the heap of the Serial and the Parallel collector into
// a young and an old generation, both in whole units.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/genArguments.cpp (JDK 17 to 25)
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/shared/collectorPolicy.cpp (JDK 11)
func (s *startup) sizeGenerations(unit uint64) *jvmflag.Refusal {
	g := &generations{startup: s, unit: unit, heapUnit: s.n("GCCardSizeInBytes") * page}
	if s.on("UseLargePages") {
		g.heapUnit = max(g.heapUnit, largePage)
	}
	if refusal := g.inUnits(g.fit); refusal != nil {
		return refusal
	}
	g.split()
	return nil
}

// unitOfParallel is a large page from JDK 26 on, where the heap has room for four: measured on 26 to 28.
func (s *startup) unitOfParallel() uint64 {
	heap := s.n("MaxHeapSize")
	switch {
	case s.jdk < 26 || !s.on("UseLargePages"):
	case heap < 4*largePage:
		s.logs("MaxHeapSize", "gc,heap", fmt.Sprintf("MaxHeapSize (%d) must be large enough for 4 * page-size; Disabling UseLargePages for heap", heap))
	default:
		return largePage
	}
	return 512 * kilo
}

// inUnits fits the sizes, and up to JDK 25 does so again with large pages for units where Parallel has them and room
// for them.
func (g *generations) inUnits(fit func() *jvmflag.Refusal) *jvmflag.Refusal {
	if refusal := fit(); refusal != nil {
		return refusal
	}
	pages := release.Choose(g.jdk, release.Since[uint64](8, 8), release.Since[uint64](17, 4)) // of the largest heap
	large := g.jdk < 26 && g.collector.Kind == Parallel && g.on("UseLargePages")
	if !large || g.n("MaxHeapSize") < pages*largePage || g.n("MinHeapSize") < 4*largePage {
		return nil
	}
	g.unit = largePage
	return fit()
}

// fit brings the sizes in line with each other and with whole units.
func (g *generations) fit() *jvmflag.Refusal {
	g.spaceUnit, g.heapGiven = g.unit, g.isCommandLine("MaxHeapSize")
	if refusal := g.alignHeap(g.heapUnit, "rounded up to whole cards"); refusal != nil {
		return refusal
	}
	g.raiseHeap()
	g.fitYoungFlags()
	if g.n("NewRatio") < 1 || g.collector.Kind == CMS && g.n("SurvivorRatio") < 1 {
		return with(g.stops("NewRatio", "Invalid young gen ratio specified"), "NewSize")
	}
	g.fitOldFlags()
	g.fitBoth()
	return nil
}

// generations are the young and the old generation while they are sized.
type generations struct {
	*startup
	unit, heapUnit uint64
	heapGiven      bool // by the command line, before it is rounded
}

// smallestYoung has room for eden and two survivor spaces; the smallest old generation is a unit.
func (g *generations) smallestYoung() uint64 { return 3 * g.unit }

// raiseHeap makes room for the smallest of both generations.
func (g *generations) raiseHeap() {
	const why = "the smallest young and old generation"
	least := g.roundedUp(g.smallestYoung()+g.unit, g.heapUnit)
	g.resize("MaxHeapSize", max(g.n("MaxHeapSize"), least), why)
	if g.n("MinHeapSize") < least {
		g.ergo("MinHeapSize", least, why)
		if g.n("InitialHeapSize") < least {
			g.ergo("InitialHeapSize", least, why)
		}
	}
}

// below keeps a size at least a unit below another.
func (g *generations) below(n, bound uint64) uint64 { return min(n, bound-g.unit) }

// fitYoungFlags brings NewSize and MaxNewSize in line with heap and units.
func (g *generations) fitYoungFlags() {
	const why = "fitted to the heap"
	if g.isCommandLine("NewSize") && g.n("NewSize") >= g.n("InitialHeapSize") {
		g.warnOfLargeYoung(g.below(g.n("NewSize"), g.n("InitialHeapSize")))
		g.ergo("NewSize", g.below(g.n("NewSize"), g.n("InitialHeapSize")), why)
	}
	bounded := max(g.smallestYoung(), align.Down(g.below(g.n("NewSize"), g.n("MaxHeapSize")), g.unit))
	g.round("NewSize", bounded, why)
	tell := func(line string) { g.logs("MaxNewSize", "gc,ergo", line) }
	if !g.isDefault("MaxNewSize") && !g.leaveRoomForOld(tell) {
		g.round("MaxNewSize", align.Down(g.n("MaxNewSize"), g.unit), why)
	}
	if g.n("NewSize") > g.n("MaxNewSize") {
		g.ergo("MaxNewSize", g.n("NewSize"), "NewSize")
	}
}

// leaveRoomForOld lowers a MaxNewSize that is all of the heap or more, and NewSize with it. It reports whether it did.
func (g *generations) leaveRoomForOld(tell func(line string)) bool {
	const why = "fitted to the heap"
	largest, heap := g.n("MaxNewSize"), g.n("MaxHeapSize")
	if largest < heap {
		return false
	}
	most := heap - g.unit
	if g.isCommandLine("MaxNewSize") {
		tell(fmt.Sprintf("MaxNewSize (%dk) is equal to or greater than the entire heap (%dk).  A new max generation size of %dk will be used.",
			largest/kilo, heap/kilo, most/kilo))
	}
	g.ergo("MaxNewSize", most, why)
	if g.n("NewSize") > most {
		g.ergo("NewSize", most, why)
	}
	return true
}

// fitOldFlags does so for OldSize.
func (g *generations) fitOldFlags() {
	if g.jdk >= 25 {
		g.keepOrigin("OldSize", g.unit, "")
		return
	}
	const why = "fitted to the heap"
	g.round("OldSize", max(g.n("OldSize"), g.unit), why)
	g.round("OldSize", align.Down(g.n("OldSize"), g.unit), why)
	g.growToOldSize()
}

// growToOldSize makes the heap as large as NewRatio asks for beside an OldSize that is given without it.
func (g *generations) growToOldSize() {
	if g.isCommandLine("OldSize") && g.isDefault("MaxHeapSize") {
		ratio := g.n("NewRatio")
		heap := g.roundedUp(g.n("OldSize")/ratio*(ratio+1), g.heapUnit)
		g.ergo("MaxHeapSize", heap, "OldSize and NewRatio")
		g.ergo("InitialHeapSize", heap, "OldSize and NewRatio")
	}
}

// shrinkBoth fits both to a heap that is given, or lets the heap grow.
func (g *generations) shrinkBoth() {
	young, old, heap := g.n("NewSize"), g.n("OldSize"), g.n("MaxHeapSize")
	switch {
	case young+old <= heap:
	case g.heapGiven:
		shrunk := truncated(float64(young) * (float64(heap) / float64(young+old)))
		young = max(g.smallestYoung(), align.Down(shrunk, g.unit))
		g.ergo("NewSize", young, "shrunk to the heap")
		g.ergo("OldSize", heap-young, "shrunk to the heap")
	default:
		g.ergo("MaxHeapSize", g.roundedUp(young+old, g.heapUnit), "NewSize + OldSize")
	}
}

// fitBoth is shrinkBoth; an OldSize alone leaves the rest of the initial heap to the young generation.
func (g *generations) fitBoth() {
	g.shrinkBoth()
	old, initial := g.n("OldSize"), g.n("InitialHeapSize")
	if !g.isCommandLine("OldSize") || g.isCommandLine("NewSize") || old >= initial {
		return
	}
	if young := initial - old; young >= g.smallestYoung() && young <= g.n("MaxNewSize") {
		g.ergo("NewSize", young, "what OldSize leaves of the initial heap")
	}
}

// byRatio is the share of the young generation.
func (g *generations) byRatio(heap uint64) uint64 {
	if g.n("NewRatio")+1 == 0 {
		return g.unit
	}
	return align.DownBounded(heap/(g.n("NewRatio")+1), g.unit)
}

// split sets the sizes that the generations start with, and the largest of the young one.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/genArguments.cpp, GenArguments::initialize_size_info
func (g *generations) split() {
	least, young, most := g.youngSizes()
	largest, initial := g.n("MaxHeapSize"), g.n("InitialHeapSize")
	mostOld := max(largest-most, g.unit)
	old := min(max(initial-young, g.unit), mostOld)
	if g.isCommandLine("OldSize") {
		g.warnOfOld(mostOld, min(initial-young, g.n("MinHeapSize")-least))
		old = min(g.n("OldSize"), mostOld)
	}
	if old+young != initial {
		g.logs("OldSize", "gc,ergo", "Inconsistency between generation sizes and heap size, resizing the generations to fit the heap.")
		young = clamp(initial-min(old, initial), least, most)
		old = initial - young
	}
	const why = "NewRatio of the heap"
	g.rounded("NewSize", young, why)
	g.rounded("MaxNewSize", most, why)
	g.rounded("OldSize", old, "the rest of the heap")
}

// youngSizes are the least, the first and the largest size of the young
// generation that its own flags, or else NewRatio, ask for.
func (g *generations) youngSizes() (least, first, most uint64) {
	largest, initial, smallest := g.n("MaxHeapSize"), g.n("InitialHeapSize"), g.n("MinHeapSize")
	given := g.isCommandLine("NewSize")
	least, first, most = g.smallestYoung(), g.n("NewSize"), g.n("MaxNewSize")
	if g.isDefault("MaxNewSize") {
		most = min(max(g.byRatio(largest), first), most)
	}
	switch {
	case largest == initial:
		if given {
			most = first
		}
		first = most
		if largest == smallest {
			least = most
		}
	case given:
		first = min(most, g.below(first, initial))
		least = g.below(first, smallest)
	default:
		first = min(most, max(g.byRatio(initial), first))
		if g.jdk >= 25 {
			least = min(g.byRatio(smallest), first)
		}
	}
	return least, first, most
}

// setCMS chooses threads and sizes of the young generation, which ParNew collects.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/cms/cmsArguments.cpp, CMSArguments::initialize (JDK 9 to 13)
func (s *startup) setCMS() *jvmflag.Refusal {
	s.noAdaptiveSizes("UseConcMarkSweepGC")
	if s.noParallelThreads() {
		return s.needsThreads("ParNew")
	}
	s.setParallelThreads()
	s.setPLABs("UseConcMarkSweepGC")
	s.setLocalOverflow()
	s.sizeYoungOfCMS()
	s.setTenuringOfCMS()
	return nil
}

func (s *startup) setPLABs(why string) {
	s.setDefault("YoungPLABSize", 1024, why)
	s.setDefault("OldPLABSize", 1024, why)
}

// setLocalOverflow keeps what overflows a queue beside it: a list through the objects needs whole pointers.
func (s *startup) setLocalOverflow() {
	const overflow = "ParGCUseLocalOverflow"
	if !s.on("UseCompressedOops") || s.on(overflow) {
		return
	}
	if !s.isDefault(overflow) {
		s.warn(overflow, "Forcing +ParGCUseLocalOverflow: needed if using compressed references")
	}
	s.keepOrigin(overflow, 1, "UseCompressedOops")
}

// sizeYoungOfCMS sizes the young generation for short pauses where nobody does.
func (s *startup) sizeYoungOfCMS() {
	const why = "CMSYoungGenPerWorker and NewRatio"
	if !s.isDefault("MaxNewSize") || !s.isDefault("NewRatio") {
		return
	}
	heap := align.Down(s.n("MaxHeapSize"), page*s.n("GCCardSizeInBytes"))
	forWorkers := align.Down(s.n("CMSYoungGenPerWorker")*max(1, s.n("ParallelGCThreads"))*13/10, 8)
	preferred := (min(heap/(s.n("NewRatio")+1), forWorkers) + page - 1) / page * page
	if s.isDefault("NewSize") {
		s.ergo("MaxNewSize", preferred, why)
	} else {
		s.ergo("MaxNewSize", max(s.n("NewSize"), preferred), why)
	}
	young := preferred
	if s.isCommandLine("NewSize") {
		young = s.n("NewSize")
	}
	if heap <= young || s.n("MinHeapSize") <= young {
		return
	}
	s.ergoDefault("NewSize", min(preferred, max(s.n("NewSize"), young)), why)
	if s.isDefault("OldSize") && heap > s.n("NewSize") {
		s.ergo("OldSize", min(s.n("NewRatio")*s.n("NewSize"), heap-s.n("NewSize")), "NewRatio")
	}
}

// setTenuringOfCMS promotes what survives six collections.
func (s *startup) setTenuringOfCMS() {
	if s.isDefault("MaxTenuringThreshold") && s.isDefault("SurvivorRatio") {
		s.ergo("MaxTenuringThreshold", 6, "UseConcMarkSweepGC")
	}
	if s.isDefault("SurvivorRatio") && s.n("MaxTenuringThreshold") == 0 {
		s.ergo("SurvivorRatio", max(1024, s.n("SurvivorRatio")), "nothing survives in the young generation")
	}
}

// setMarkersOfCMS gives a quarter of the parallel threads to concurrent marking; one alone is none.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/cms/concurrentMarkSweepGeneration.cpp, CMSCollector::CMSCollector (JDK 8 to 13)
func (s *startup) setMarkersOfCMS() {
	const flag, several = "ConcGCThreads", "CMSConcurrentMTEnabled"
	if s.on(several) && s.isDefault(flag) {
		s.keepOrigin(flag, (s.n("ParallelGCThreads")+3)/4, "a quarter of ParallelGCThreads, rounded up")
	}
	if !s.on(several) || s.n(flag) <= 1 {
		s.keepOrigin(several, 0, "one thread is enough")
		s.keepOrigin(flag, 0, "one thread is enough")
	}
}
