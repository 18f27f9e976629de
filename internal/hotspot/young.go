package hotspot

import "github.com/jvmlint/jvmlint/internal/source"

// G1Young is how large G1 may make the young generation of a heap at its
// maximum, in bytes of whole regions.
type G1Young struct {
	Least, Most source.Value
	Fixed       bool // options give the size, and the pause goal has no part in it
}

// mostYoungRegions is how far the young generation may grow in a heap of so
// many regions.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1YoungGenSizer.cpp (JDK 11 to 25)
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/g1CollectorPolicy.cpp, G1YoungGenSizer (JDK 8)
func (s *startup) mostYoungRegions(regions uint64) (most uint64, why string) {
	byPercent := max(1, regions*s.n("G1MaxNewSizePercent")/100)
	switch {
	case s.youngByRatio():
		return s.youngRegionsByRatio(regions), "NewRatio"
	case s.sizesYoung("MaxNewSize"):
		return s.inRegions(max(s.n("MaxNewSize"), s.n("NewSize"))), "in whole regions"
	case s.sizesYoung("NewSize"):
		return max(s.inRegions(s.n("NewSize")), byPercent), "NewSize or G1MaxNewSizePercent of the heap"
	}
	return byPercent, "G1MaxNewSizePercent of the heap"
}

// leastYoungRegions is how far a pause goal may shrink it.
func (s *startup) leastYoungRegions(regions uint64) (least uint64, why string) {
	byPercent := max(1, regions*s.n("G1NewSizePercent")/100)
	switch {
	case s.youngByRatio():
		return s.youngRegionsByRatio(regions), "NewRatio"
	case s.sizesYoung("NewSize"):
		return s.inRegions(s.n("NewSize")), "NewSize"
	case s.sizesYoung("MaxNewSize"):
		return min(byPercent, s.inRegions(s.n("MaxNewSize"))), "G1NewSizePercent of the heap, or MaxNewSize"
	}
	return byPercent, "G1NewSizePercent of the heap"
}

// g1Young are the bounds of the young generation.
func (s *startup) g1Young(regions uint64) G1Young {
	region := s.n("G1HeapRegionSize")
	size := func(regions uint64, why string) source.Value {
		return source.Value{N: saturate(regions * region), Origin: source.Ergonomic, Why: why}
	}
	y := G1Young{Least: size(s.leastYoungRegions(regions)), Most: size(s.mostYoungRegions(regions))}
	both := s.sizesYoung("NewSize") && s.sizesYoung("MaxNewSize")
	y.Fixed = s.youngByRatio() || both && y.Least.N == y.Most.N
	return y
}

// youngByRatio reports whether NewRatio counts: sizes override it.
func (s *startup) youngByRatio() bool {
	return s.sizesYoung("NewRatio") && !s.sizesYoung("NewSize") && !s.sizesYoung("MaxNewSize")
}

func (s *startup) youngRegionsByRatio(regions uint64) uint64 {
	young := regions / (s.n("NewRatio") + 1)
	if s.jdk >= 17 {
		young = max(young, 1)
	}
	return young
}

// inRegions is a size in whole regions, at least one.
func (s *startup) inRegions(size uint64) uint64 { return max(size/s.n("G1HeapRegionSize"), 1) }

// sizesYoung reports whether G1 asks for a setting of the young generation: up to JDK 25 for
// one of the command line, then for any (measured on 26 to 28).
func (s *startup) sizesYoung(flag string) bool {
	if s.jdk >= 26 {
		return s.isSet(flag)
	}
	return s.isCommandLine(flag)
}
