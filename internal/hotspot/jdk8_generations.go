package hotspot

import (
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
			if s.n(name) < 3 {
				s.ergo(name, 3, "the minimum")
			}
		}
		return refusal
	}
	return s.sizeGenerationsOf8(64 * kilo)
}

// alignHeapOf8 checks the heap sizes against each other and rounds them up to whole units of the heap.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/memory/collectorPolicy.cpp, CollectorPolicy::initialize_flags (JDK 8)
func (s *startup) alignHeapOf8(unit, heapUnit uint64) *jvmflag.Refusal {
	const rounding = "rounded up to whole units of the heap"
	s.spaceUnit = unit
	least, initial, largest := s.n("MinHeapSize"), s.n("InitialHeapSize"), s.n("MaxHeapSize")
	switch {
	case s.isCommandLine("MaxHeapSize") && s.isCommandLine("InitialHeapSize") && initial > largest:
		return s.initialOverMax()
	case s.isCommandLine("MaxHeapSize") && largest < least:
		return s.minOver("MinHeapSize", "MaxHeapSize")
	case initial < mega:
		return s.stops("InitialHeapSize", "Too small initial heap")
	case least < mega:
		return with(s.stops("InitialHeapSize", "Too small minimum heap"), "MinHeapSize")
	}
	s.keepOrigin("MinHeapSize", wrappedUp(least, heapUnit), rounding)
	for _, name := range []string{"InitialHeapSize", "MaxHeapSize"} {
		s.round(name, wrappedUp(s.n(name), heapUnit), rounding)
	}
	if s.isCommandLine("InitialHeapSize") && s.n("InitialHeapSize") < s.n("MinHeapSize") {
		return s.minOver("InitialHeapSize", "InitialHeapSize")
	}
	s.fitInitialHeap()
	s.ergo("MinHeapDeltaBytes", wrappedUp(s.n("MinHeapDeltaBytes"), unit), rounding)
	return nil
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
	if refusal := g.fitFlags(); refusal != nil {
		return refusal
	}
	if s.collector.Kind == Parallel && s.on("UseLargePages") && s.n("MaxHeapSize") >= 8*largePage && s.n("MinHeapSize") >= 4*largePage {
		g.unit = largePage
		if refusal := g.fitFlags(); refusal != nil {
			return refusal
		}
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
		at := "NewRatio"
		if g.n("SurvivorRatio") < 1 {
			at = "SurvivorRatio"
		}
		return with(g.stops(at, "Invalid young gen ratio specified"), "NewSize")
	}
	if old := g.n("OldSize"); old%g.unit != 0 {
		g.ergo("OldSize", align.Down(old, g.unit), "rounded down to whole units")
	}
	g.growToOldSize()
	g.shrinkBoth()
	return nil
}

// fitYoungFlags brings NewSize and MaxNewSize in line with heap and units.
func (g *generationsOf8) fitYoungFlags() {
	const why = "fitted to the heap"
	g.rounded("NewSize", max(g.smallestYoung(), align.Down(g.n("NewSize"), g.unit)), why)
	if heap := g.n("MaxHeapSize"); !g.isDefault("MaxNewSize") {
		switch largest := g.n("MaxNewSize"); {
		case largest >= heap:
			if g.isCommandLine("MaxNewSize") {
				g.warn("MaxNewSize", "MaxNewSize (%dk) is equal to or greater than the entire heap (%dk).  A new max generation size of %dk will be used.",
					largest/kilo, heap/kilo, (heap-g.unit)/kilo)
			}
			g.ergo("MaxNewSize", heap-g.unit, why)
			if g.n("NewSize") > g.n("MaxNewSize") {
				g.ergo("NewSize", g.n("MaxNewSize"), why)
			}
		case largest < g.unit:
			g.ergo("MaxNewSize", g.unit, why)
		case largest%g.unit != 0:
			g.ergo("MaxNewSize", align.Down(largest, g.unit), why)
		}
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
	for _, size := range []struct {
		flag string
		n    uint64
	}{{"NewSize", g.young}, {"MaxNewSize", g.mostYoung}} {
		if g.n(size.flag) != size.n {
			g.ergo(size.flag, size.n, why)
		}
	}
	if g.old != 0 && g.n("OldSize") != g.old {
		g.ergo("OldSize", g.old, "the rest of the heap")
	}
}
