package hotspot

import (
	"cmp"
	"fmt"
	"math"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// sizeHeapOf8 lets the collector cut the heap.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/memory/universe.cpp, Universe::initialize_heap (JDK 8)
func sizeHeapOf8(s *startup) *jvmflag.Refusal {
	switch s.collector.Kind {
	case G1:
		return s.sizeG1Of8()
	case Parallel:
		refusal := s.sizeGenerationsOf8(512 * kilo)
		for _, name := range []string{"MinSurvivorRatio", "InitialSurvivorRatio"} {
			s.resize(name, max(s.n(name), 3), "the minimum")
		}
		return refusal
	}
	return s.sizeGenerationsOf8(64 * kilo)
}

// alignHeapOf8 is alignHeap, and rounds the steps in which the heap grows.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/memory/collectorPolicy.cpp, CollectorPolicy::initialize_flags (JDK 8)
func (s *startup) alignHeapOf8(unit, heapUnit uint64) *jvmflag.Refusal {
	const rounding = "rounded up to whole units of the heap"
	s.spaceUnit = unit
	if refusal := s.alignHeap(heapUnit, rounding); refusal != nil {
		return refusal
	}
	s.ergo("MinHeapDeltaBytes", wrappedUp(s.n("MinHeapDeltaBytes"), unit), rounding)
	return nil
}

// roundedUp rounds up to whole units. JDK 8 lets the number overflow.
func (s *startup) roundedUp(n, to uint64) uint64 {
	if s.jdk < 9 {
		return wrappedUp(n, to)
	}
	return align.Up(n, to)
}

// wrappedUp rounds up to a multiple of a power of two as HotSpot does: a number near the end of 64 bits becomes 0.
func wrappedUp(n, to uint64) uint64 { return (n + to - 1) &^ (to - 1) }

// generationsOf8 are the young and the old generation while they are sized.
type generationsOf8 struct {
	generations
	leastYoung, leastOld uint64 // the least that they shrink to
	young, mostYoung     uint64
	old, mostOld         uint64
}

// sizeGenerationsOf8 cuts the heap into a young and an old generation.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/memory/collectorPolicy.cpp, TwoGenerationCollectorPolicy (JDK 8)
func (s *startup) sizeGenerationsOf8(unit uint64) *jvmflag.Refusal {
	g := &generationsOf8{generations: generations{startup: s, unit: unit, heapUnit: s.n("GCCardSizeInBytes") * page}}
	if refusal := g.inUnits(g.fitFlags); refusal != nil {
		return refusal
	}
	if s.n("NewRatio")+1 == 0 && s.isDefault("MaxNewSize") {
		return s.diesOf8("NewRatio")
	}
	g.sizeYoung()
	if s.n("NewRatio")+1 == 0 && s.n("MaxHeapSize") != s.n("MinHeapSize") && !s.isCommandLine("NewSize") {
		return s.diesOf8("NewRatio")
	}
	g.write()
	g.sizeOld()
	g.write()
	return nil
}

// fitFlags brings the sizes in line with each other and with whole units.
func (g *generationsOf8) fitFlags() *jvmflag.Refusal {
	g.heapGiven = g.heapGiven || g.isCommandLine("MaxHeapSize")
	if refusal := g.alignHeapOf8(g.unit, g.heapUnit); refusal != nil {
		return refusal
	}
	g.raiseHeap()
	g.fitYoungFlags()
	if g.n("SurvivorRatio") < 1 || g.n("NewRatio") < 1 {
		at := either.Of(g.n("SurvivorRatio") < 1, "SurvivorRatio", "NewRatio")
		return with(g.stops(at, "Invalid young gen ratio specified"), "NewSize")
	}
	g.resize("OldSize", align.Down(g.n("OldSize"), g.unit), "rounded down to whole units")
	g.growToOldSize()
	g.shrinkBoth()
	return nil
}

// fitYoungFlags brings NewSize and MaxNewSize in line with heap and units.
func (g *generationsOf8) fitYoungFlags() {
	const why = "fitted to the heap"
	g.rounded("NewSize", max(g.smallestYoung(), align.Down(g.n("NewSize"), g.unit)), why)
	tell := func(line string) { g.warn("MaxNewSize", "%s", line) }
	if !g.isDefault("MaxNewSize") && !g.leaveRoomForOld(tell) {
		g.resize("MaxNewSize", align.DownBounded(g.n("MaxNewSize"), g.unit), why)
	}
	if young, largest := g.n("NewSize"), g.n("MaxNewSize"); young > largest {
		if g.isCommandLine("MaxNewSize") {
			g.warn("NewSize", "NewSize (%dk) is greater than the MaxNewSize (%dk). A new max generation size of %dk will be used.", young/kilo, largest/kilo, young/kilo)
		}
		g.ergo("MaxNewSize", young, "NewSize")
	}
}

// sizeYoung chooses the least, the first and the largest size of the young generation.
func (g *generationsOf8) sizeYoung() {
	largest, initial, smallest := g.n("MaxHeapSize"), g.n("InitialHeapSize"), g.n("MinHeapSize")
	size := g.n("NewSize")
	most := g.n("MaxNewSize")
	if g.isDefault("MaxNewSize") {
		most = min(max(g.byRatio(largest), size), most)
	}
	if largest == smallest {
		g.leastYoung, g.young, g.mostYoung = most, most, most
		return
	}
	least, first := size, size
	switch {
	case g.isCommandLine("NewSize"):
		most = max(most, size)
	case g.isErgonomic("NewSize"):
		first = max(g.byRatio(initial), size)
		most = max(most, size)
	default:
		least = max(g.byRatio(smallest), size)
		first = max(g.byRatio(initial), size)
	}
	g.mostYoung = g.below(most, largest)
	least = min(g.below(least, smallest), g.mostYoung)
	g.young = max(min(g.below(first, initial), g.mostYoung), least)
	g.leastYoung = min(least, g.young)
}

// sizeOld gives the old generation the rest, or what OldSize asks for.
func (g *generationsOf8) sizeOld() {
	largest, initial, smallest := g.n("MaxHeapSize"), g.n("InitialHeapSize"), g.n("MinHeapSize")
	g.mostOld = max(largest-g.mostYoung, g.unit)
	if !g.isCommandLine("OldSize") {
		g.leastOld = max(smallest-g.leastYoung, g.unit)
		g.old = max(initial-g.young, g.unit)
		g.ergo("OldSize", g.old, "the rest of the heap")
	} else {
		g.takeOldSize(largest, initial, smallest)
	}
	g.leastOld = min(g.leastOld, g.mostOld)
	g.old = min(max(g.old, g.leastOld), g.mostOld)
}

// takeOldSize lets an OldSize that is given win over the young generation.
func (g *generationsOf8) takeOldSize(largest, initial, smallest uint64) {
	old := g.n("OldSize")
	g.leastOld, g.old = min(old, smallest-g.leastYoung), old
	if g.leastOld+g.leastYoung+g.unit < smallest {
		g.warn("OldSize", "Inconsistency between minimum heap size and minimum generation sizes: using minimum heap = %d", smallest)
	}
	if old > g.mostOld {
		g.warn("OldSize", "Inconsistency between maximum heap size and maximum generation sizes: using maximum heap = %d -XX:OldSize flag is being ignored", largest)
	}
	leastOld := g.leastOld
	adjust := func(young, old *uint64, heap uint64) {
		switch {
		case *young+*old <= heap:
		case heap < *young+leastOld && heap >= leastOld+g.smallestYoung():
			*young = align.DownBounded(heap-leastOld, g.unit)
		default:
			*old = align.DownBounded(heap-*young, g.unit)
		}
	}
	adjust(&g.leastYoung, &g.leastOld, smallest)
	leastOld = g.leastOld
	adjust(&g.young, &g.old, initial)
}

// write puts the sizes back into the flags.
func (g *generationsOf8) write() {
	const why = "NewRatio of the heap"
	g.resize("NewSize", g.young, why)
	g.resize("MaxNewSize", g.mostYoung, why)
	if g.old != 0 {
		g.resize("OldSize", g.old, "the rest of the heap")
	}
}

// sizeG1Of8 cuts the heap into regions, and creates what marks them.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/g1CollectorPolicy.cpp, G1CollectorPolicy::G1CollectorPolicy (JDK 8)
func (s *startup) sizeG1Of8() *jvmflag.Refusal {
	s.setRegionSize()
	for _, name := range []string{"G1RSetSparseRegionEntries", "G1RSetRegionEntries"} {
		if !s.isDefault(name) && int64(s.n(name)) <= 0 {
			return s.diesOf8(name, "guarantee(G1RSetSparseRegionEntries > 0 && G1RSetRegionEntries > 0) failed: Sanity")
		}
	}
	if refusal := s.checkG1Policy(); refusal != nil {
		return refusal
	}
	region := s.n("G1HeapRegionSize")
	if s.n("SurvivorRatio") < 1 {
		return s.stops("SurvivorRatio", "Invalid survivor ratio specified")
	}
	if refusal := s.alignHeapOf8(region, max(region, s.n("GCCardSizeInBytes")*page)); refusal != nil {
		return refusal
	}
	s.warnOfYoungSizes()
	// All are asked for at once: none of these leaves a word behind.
	if refusal := cmp.Or(s.createWorkers("Cannot create worker GC thread. Out of system resources."), s.createRefinement(),
		s.checkReservedHeap(s.n("MaxHeapSize"))); refusal != nil {
		return refusal
	}
	if refusal := cmp.Or(s.createMarking(), s.createRegionTables()); refusal != nil {
		return refusal
	}
	if refusal := s.commits("InitialHeapSize", s.n("InitialHeapSize")); refusal != nil {
		return refusal
	}
	if s.n("NewRatio")+1 == 0 && s.isCommandLine("NewRatio") && !s.isCommandLine("NewSize") && !s.isCommandLine("MaxNewSize") {
		return s.diesOf8("NewRatio")
	}
	s.young = s.g1Young(s.n("MaxHeapSize") / region)
	most, why := s.mostYoungRegions(s.n("MaxHeapSize") / region)
	s.resize("MaxNewSize", uint64(uint32(most))*region, why)
	return nil
}

// checkG1Policy holds buffers against the region and the pause goal against its interval.
func (s *startup) checkG1Policy() *jvmflag.Refusal {
	words := s.n("G1HeapRegionSize") / 8
	for _, buffer := range []string{"Old", "Young"} {
		if flag := buffer + "PLABSize"; s.n(flag) > words {
			return s.stops(flag, fmt.Sprintf("%s should be at most %d", flag, words))
		}
	}
	const goal, interval = "MaxGCPauseMillis", "GCPauseIntervalMillis"
	switch {
	case !s.isDefault(goal) && s.n(goal) < 1:
		return s.stops(goal, "MaxGCPauseMillis should be greater than 0")
	case !s.isDefault(interval) && s.n(interval) < 1:
		return s.stops(interval, "GCPauseIntervalMillis should be greater than 0")
	case s.isDefault(goal) && !s.isDefault(interval):
		return with(s.stops(interval, "GCPauseIntervalMillis cannot be set without setting MaxGCPauseMillis"), goal)
	}
	s.setPauseGoal()
	if s.n(goal) >= s.n(interval) {
		of := func(flag string) jvmflag.Bound {
			return jvmflag.Bound{Flag: flag, Number: digits(uint64(uint32(s.n(flag))))}
		}
		must := jvmflag.Relation{Left: of(goal), Must: jvmflag.LessThan, Right: of(interval)}
		refusal := with(s.stops(goal, written(must.Left)+" should be "+must.Must.String()+" "+written(must.Right)), interval)
		refusal.Relation = &must
		return refusal
	}
	for _, bound := range []struct {
		flag string
		most uint64
	}{{"G1ConfidencePercent", 100}, {"G1ReservePercent", 50}} {
		if s.n(bound.flag) > bound.most {
			s.warn(bound.flag, "%s is set to a value that is too large, it's been updated to %d", bound.flag, bound.most)
		}
	}
	return nil
}

// warnOfYoungSizes names options that others overrule.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/g1CollectorPolicy.cpp, G1YoungGenSizer::G1YoungGenSizer (JDK 8)
func (s *startup) warnOfYoungSizes() {
	newGiven, maxGiven := s.isCommandLine("NewSize"), s.isCommandLine("MaxNewSize")
	if s.isCommandLine("NewRatio") {
		if !newGiven && !maxGiven {
			return
		}
		s.warn("NewRatio", "-XX:NewSize and -XX:MaxNewSize override -XX:NewRatio")
	}
	if young, largest := s.n("NewSize"), s.n("MaxNewSize"); young > largest {
		if maxGiven {
			s.warn("NewSize", "NewSize (%dk) is greater than the MaxNewSize (%dk). A new max generation size of %dk will be used.", young/kilo, largest/kilo, young/kilo)
		}
		s.keepOrigin("MaxNewSize", young, "NewSize")
	}
}

// createRefinement starts a thread more than the flag says.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/concurrentG1Refine.cpp, ConcurrentG1Refine::ConcurrentG1Refine (JDK 8)
func (s *startup) createRefinement() *jvmflag.Refusal {
	const flag = "G1ConcRefinementThreads"
	switch n := uint32(s.n(flag)); {
	case n == math.MaxUint32:
		return s.diesOf8(flag)
	case n > threadsOfSystem:
		return s.lacksMemory(flag, "java.lang.OutOfMemoryError: unable to create new native thread")
	}
	return nil
}

// createMarking chooses the marking threads and sizes their stack. It warns of
// what is wrong, and then fails as a whole.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/concurrentMark.cpp, ConcurrentMark::ConcurrentMark (JDK 8)
func (s *startup) createMarking() *jvmflag.Refusal {
	const failed = "Could not create/initialize ConcurrentMark"
	parallel := s.n("ParallelGCThreads")
	if s.n("ConcGCThreads") > parallel {
		s.warn("ConcGCThreads", "Can't have more ConcGCThreads (%d) than ParallelGCThreads (%d).", s.n("ConcGCThreads"), parallel)
		return s.shutsDown("ConcGCThreads", failed)
	}
	if s.isDefault("ConcGCThreads") || s.n("ConcGCThreads") == 0 {
		s.ergo("ConcGCThreads", max((uint64(uint32(parallel))+2)/4, 1), "a quarter of ParallelGCThreads")
	}
	const size, largest = "MarkStackSize", "MarkStackSizeMax"
	if s.isDefault(size) {
		s.ergo(size, min(s.n(largest), max(s.n(size), uint64(uint32(s.n("ConcGCThreads"))*uint32(taskQueue)))), "a full queue for each of ConcGCThreads, at least 4m entries")
		return nil
	}
	if n, most := s.n(size), s.n(largest); n < 1 || n > most {
		if s.isDefault(largest) {
			s.warn(size, "Invalid value specified for MarkStackSize (%d): must be between 1 and %d", n, most)
		} else {
			s.warn(size, "Invalid value specified for MarkStackSize (%d) or for MarkStackSizeMax (%d)", n, most)
		}
		return s.shutsDown(size, failed)
	}
	return nil
}

// createRegionTables makes the remembered set of the first region.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/sparsePRT.cpp, RSHashTable::RSHashTable (JDK 8)
func (s *startup) createRegionTables() *jvmflag.Refusal {
	const flag = "G1RSetSparseRegionEntries"
	const entries, card, head, least = 16, 4, 8, 4 // entries of a table; bytes; bytes; cards
	if s.isDefault(flag) {
		return nil
	}
	cards := max(int64(int32(s.n(flag))&^3), least)
	return s.allocates(flag, uint64(entries*(card*cards+head)))
}

// shutsDown gives up before the heap is whole, and the launcher says so, too.
func (s *startup) shutsDown(at, message string) *jvmflag.Refusal {
	refusal := s.stops(at, message)
	refusal.Cause, refusal.Lines = jvmflag.SizeConflict, append(refusal.Lines, jvmflag.Farewell[:]...)
	return refusal
}
