package hotspot

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// TargetRegions is the number of regions that G1 aims at.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/heapRegionBounds.hpp, TARGET_REGION_NUMBER (JDK 11 to 25)
const TargetRegions = 2048

// G1Heap is how G1 cuts the heap.
type G1Heap struct {
	RegionSize       source.Value // bytes
	Regions          source.Value // of the maximum heap
	HumongousOver    source.Value // bytes: a larger object, header included, takes whole regions of its own
	HeapWastePercent source.Value
	Young            G1Young
}

// bounds of the region size. G1 chooses none over 32 MiB by itself.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/heapRegionBounds.hpp (JDK 18 to 25)
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/g1/heapRegionBounds.hpp (JDK 11 to 17)
const (
	leastRegion    = mega
	mostErgoRegion = 32 * mega
)

func largestRegion(jdk int) uint64 {
	return release.Choose(jdk, release.Since[uint64](11, 32*mega), release.Since[uint64](18, 512*mega))
}

// LargestRegion is the largest region, in bytes, that every one of the JDKs takes.
func LargestRegion(jdks []int) int64 {
	return int64(largestRegion(slices.Min(jdks)))
}

// setRegionSize takes the size that is given, or one that makes 2048 regions,
// and rounds it to a power of two: down on JDK 11, up later.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/heapRegion.cpp, HeapRegion::setup_heap_region_size (JDK 17 to 25)
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/g1/heapRegion.cpp (JDK 11)
func (s *startup) setRegionSize() {
	round, rounding := align.PowerOfTwoUp, "rounded up to a power of two"
	heap, of := s.n("MaxHeapSize"), "maximum heap"
	if s.jdk < 16 {
		round, rounding = align.PowerOfTwoDown, "rounded down to a power of two"
		heap, of = (s.n("InitialHeapSize")+heap)/2, "(initial + maximum heap) / 2"
	}
	given := s.n("G1HeapRegionSize")
	choose := given == 0
	if s.jdk < 16 { // a 0 that is given counts as too small
		choose = s.isDefault("G1HeapRegionSize")
	}
	if choose {
		size := clamp(round(max(heap/TargetRegions, leastRegion)), leastRegion, mostErgoRegion)
		s.ergo("G1HeapRegionSize", size, fmt.Sprintf("%s / 2048, %s, from 1m to 32m", of, rounding))
		return
	}
	size := clamp(round(given), leastRegion, largestRegion(s.jdk))
	if given < leastRegion {
		rounding = "the minimum"
	}
	s.round("G1HeapRegionSize", size, rounding)
}

// sizeG1 cuts the heap into regions.
func (s *startup) sizeG1() *jvmflag.Refusal {
	s.setRegionSize()
	region := s.n("G1HeapRegionSize")
	s.spaceUnit = region
	if refusal := s.alignHeap(max(region, s.n("GCCardSizeInBytes")*page), "rounded up to whole regions"); refusal != nil {
		return refusal
	}
	if s.jdk >= 26 {
		s.fitG1Young()
	}
	s.young = s.g1Young(s.n("MaxHeapSize") / region)
	most, why := s.mostYoungRegions(s.n("MaxHeapSize") / region)
	s.keepOrigin("MaxNewSize", most*region, why)
	return nil
}

// fitG1Young keeps sizes of the young generation that are given within the heap, and says what it changes.
//
// https://github.com/openjdk/jdk/blob/jdk-26-ga/src/hotspot/share/gc/g1/g1YoungGenSizer.cpp (JDK 26 to 28)
func (s *startup) fitG1Young() {
	const ratio, least, largest, why = "NewRatio", "NewSize", "MaxNewSize", "fitted to the heap"
	leastGiven, largestGiven := !s.isDefault(least), !s.isDefault(largest)
	if !leastGiven && !largestGiven {
		return
	}
	if s.isCommandLine(ratio) {
		s.logs(ratio, "gc,ergo", "-XX:NewSize and -XX:MaxNewSize overrides -XX:NewRatio")
	}
	fit := func(flag string, n uint64, problem string) {
		if s.isCommandLine(flag) {
			s.logs(flag, "gc,ergo", fmt.Sprintf(problem+" A new %s of %dk will be used.", flag, n/kilo))
		}
		s.ergo(flag, n, why)
	}
	if initial := s.n("InitialHeapSize"); leastGiven && s.n(least) > initial {
		fit(least, initial, fmt.Sprintf("NewSize (%dk) is greater than the initial heap size (%dk).", s.n(least)/kilo, initial/kilo))
	}
	if heap := s.n("MaxHeapSize"); largestGiven && s.n(largest) > heap {
		fit(largest, heap, fmt.Sprintf("MaxNewSize (%dk) greater than the entire heap (%dk).", s.n(largest)/kilo, heap/kilo))
	}
	if s.n(least) > s.n(largest) {
		fit(largest, s.n(least), fmt.Sprintf("NewSize (%dk) is greater than MaxNewSize (%dk).", s.n(least)/kilo, s.n(largest)/kilo))
	}
}

// g1Heap gathers what rules show of the regions.
func (s *startup) g1Heap() *G1Heap {
	region, heap := s.value("G1HeapRegionSize"), s.value("MaxHeapSize")
	return &G1Heap{
		RegionSize:       region,
		Regions:          source.Value{N: heap.N / region.N, Origin: source.Ergonomic, Why: "maximum heap / region size"},
		HumongousOver:    source.Value{N: region.N / 2, Origin: source.Ergonomic, Why: "half a region"},
		HeapWastePercent: s.value("G1HeapWastePercent"),
		Young:            s.young,
	}
}

// RegionSizeFor is the smallest region size, in bytes, with which the maximum heap has at most so many regions and
// an array of so many bytes is not humongous. Where no size up to the largest does, it is the largest, and false.
func (j *JVM) RegionSizeFor(regions, array, largest int64) (int64, bool) {
	wanted := align.PowerOfTwoUp(uint64(max((j.Heap.N+regions-1)/regions, 2*j.ArraySize(array))))
	return int64(clamp(wanted, leastRegion, uint64(largest))), wanted <= uint64(largest)
}

// G1Young is how large G1 may make the young generation of a heap at its maximum, in bytes of whole regions.
type G1Young struct {
	Least, Most source.Value
	Fixed       bool // options give the size, and the pause goal has no part in it
}

// mostYoungRegions is how far the young generation may grow in a heap of so many regions.
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
