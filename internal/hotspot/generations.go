package hotspot

import "github.com/jvmlint/jvmlint/internal/jvmflag"

// sizeGenerations cuts the heap of the Serial and the Parallel collector into
// a young and an old generation, both in whole units.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/genArguments.cpp (JDK 17 to 25)
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/shared/collectorPolicy.cpp (JDK 11)
func (s *startup) sizeGenerations(unit uint64) *jvmflag.Refusal {
	s.spaceUnit = unit
	heapUnit := s.n("GCCardSizeInBytes") * page
	if refusal := s.alignHeap(heapUnit, "rounded up to whole cards"); refusal != nil {
		return refusal
	}
	g := generations{startup: s, unit: unit, heapUnit: heapUnit, leastYoung: 3 * unit, leastOld: unit}
	g.raiseHeap()
	g.fitYoungFlags()
	if s.n("NewRatio") < 1 {
		return s.stops("NewRatio", "Invalid young gen ratio specified")
	}
	g.fitOldFlags()
	g.fitBoth()
	g.split()
	return nil
}

// generations are the young and the old generation while they are sized.
type generations struct {
	*startup
	unit, heapUnit       uint64
	leastYoung, leastOld uint64
}

// raiseHeap makes room for the smallest of both generations.
func (g *generations) raiseHeap() {
	const why = "the smallest young and old generation"
	least := alignUp(g.leastYoung+g.leastOld, g.heapUnit)
	if g.n("MaxHeapSize") < least {
		g.ergo("MaxHeapSize", least, why)
	}
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
		g.ergo("NewSize", g.below(g.n("NewSize"), g.n("InitialHeapSize")), why)
	}
	bounded := max(g.leastYoung, alignDown(g.below(g.n("NewSize"), g.n("MaxHeapSize")), g.unit))
	g.round("NewSize", bounded, why)
	if !g.isDefault("MaxNewSize") {
		switch largest := g.n("MaxNewSize"); {
		case largest >= g.n("MaxHeapSize"):
			g.ergo("MaxNewSize", g.n("MaxHeapSize")-g.unit, why)
			if g.n("NewSize") > g.n("MaxNewSize") {
				g.ergo("NewSize", g.n("MaxNewSize"), why)
			}
		case largest < g.n("NewSize"):
			g.ergo("MaxNewSize", g.n("NewSize"), "NewSize")
		default:
			g.round("MaxNewSize", alignDown(largest, g.unit), why)
		}
	}
	if g.n("NewSize") > g.n("MaxNewSize") {
		g.ergo("MaxNewSize", g.n("NewSize"), "NewSize")
	}
}

// fitOldFlags does so for OldSize. An OldSize without a heap size makes the
// heap as large as NewRatio asks for.
func (g *generations) fitOldFlags() {
	if g.jdk >= 25 {
		g.keepOrigin("OldSize", g.leastOld, "")
		return
	}
	const why = "fitted to the heap"
	g.round("OldSize", max(g.n("OldSize"), g.leastOld), why)
	g.round("OldSize", alignDown(g.n("OldSize"), g.unit), why)
	if g.isCommandLine("OldSize") && g.isDefault("MaxHeapSize") {
		ratio := g.n("NewRatio")
		heap := alignUp(g.n("OldSize")/ratio*(ratio+1), g.heapUnit)
		g.ergo("MaxHeapSize", heap, "OldSize and NewRatio")
		g.ergo("InitialHeapSize", heap, "OldSize and NewRatio")
	}
}

// fitBoth shrinks both to a heap that is given, or lets the heap grow.
func (g *generations) fitBoth() {
	young, old, heap := g.n("NewSize"), g.n("OldSize"), g.n("MaxHeapSize")
	switch {
	case young+old <= heap:
	case g.isCommandLine("MaxHeapSize"):
		shrunk := uint64(float64(young) * (float64(heap) / float64(young+old)))
		young = max(g.leastYoung, alignDown(shrunk, g.unit))
		g.ergo("NewSize", young, "shrunk to the heap")
		g.ergo("OldSize", heap-young, "shrunk to the heap")
	default:
		g.ergo("MaxHeapSize", alignUp(young+old, g.heapUnit), "NewSize + OldSize")
	}
}

// byRatio is the share of the young generation.
func (g *generations) byRatio(heap uint64) uint64 {
	return alignDownBounded(heap/(g.n("NewRatio")+1), g.unit)
}

// split sets the sizes that the generations start with, and the largest of
// the young one.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/genArguments.cpp, GenArguments::initialize_size_info
func (g *generations) split() {
	largest, initial, least := g.n("MaxHeapSize"), g.n("InitialHeapSize"), g.n("MinHeapSize")
	newSize := g.n("NewSize")
	mostYoung := g.n("MaxNewSize")
	if g.isDefault("MaxNewSize") {
		mostYoung = min(max(g.byRatio(largest), newSize), mostYoung)
	}
	young, leastYoung := newSize, g.leastYoung
	switch {
	case largest == initial:
		if g.isCommandLine("NewSize") {
			mostYoung = newSize
		}
		young = mostYoung
		if largest == least {
			leastYoung = mostYoung
		}
	case g.isCommandLine("NewSize"):
		young = min(mostYoung, g.below(newSize, initial))
		leastYoung = g.below(young, least)
	default:
		young = min(mostYoung, max(g.byRatio(initial), newSize))
		if g.jdk >= 25 {
			leastYoung = min(g.byRatio(least), young)
		}
	}
	mostOld := max(largest-mostYoung, g.unit)
	old := min(max(initial-young, g.unit), mostOld)
	if g.isCommandLine("OldSize") {
		old = min(g.n("OldSize"), mostOld)
	}
	if old+young != initial {
		wanted := initial - old
		switch flag := g.n("MaxNewSize"); {
		case initial < old || wanted < leastYoung:
			young, old = leastYoung, initial-leastYoung
		case wanted > flag: // not mostYoung, so NewRatio does not bound it
			young, old = flag, initial-flag
		default:
			young = wanted
		}
	}
	mostYoung = max(mostYoung, young)
	const why = "NewRatio of the heap"
	g.rounded("NewSize", young, why)
	g.rounded("MaxNewSize", mostYoung, why)
	g.rounded("OldSize", old, "the rest of the heap")
}
