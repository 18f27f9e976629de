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

	jdk  int
	heap source.Value
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

// LargestRegion is the largest region, in bytes, that every one of the JDKs
// takes.
func LargestRegion(jdks []int) int64 {
	least := largestRegion(slices.Min(jdks))
	return int64(least)
}

// setRegionSize takes the size that is given, or one that makes 2048 regions,
// and rounds it to a power of two: down on JDK 11, up later.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/heapRegion.cpp, HeapRegion::setup_heap_region_size (JDK 17 to 25)
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/g1/heapRegion.cpp (JDK 11)
func (s *startup) setRegionSize() {
	rounding := struct {
		round func(uint64) uint64
		to    string
	}{align.PowerOfTwoUp, "rounded up to a power of two"}
	heap, of := s.n("MaxHeapSize"), "maximum heap"
	if s.jdk < 16 {
		rounding.round, rounding.to = align.PowerOfTwoDown, "rounded down to a power of two"
		heap, of = (s.n("InitialHeapSize")+heap)/2, "(initial + maximum heap) / 2"
	}
	given := s.n("G1HeapRegionSize")
	choose := given == 0
	if s.jdk < 16 { // a 0 that is given counts as too small
		choose = s.isDefault("G1HeapRegionSize")
	}
	if choose {
		size := clamp(rounding.round(max(heap/TargetRegions, leastRegion)), leastRegion, mostErgoRegion)
		s.ergo("G1HeapRegionSize", size, fmt.Sprintf("%s / 2048, %s, from 1m to 32m", of, rounding.to))
		return
	}
	size := clamp(rounding.round(given), leastRegion, largestRegion(s.jdk))
	why := rounding.to
	if given < leastRegion {
		why = "the minimum"
	}
	s.round("G1HeapRegionSize", size, why)
}

// sizeG1 cuts the heap into regions.
func (s *startup) sizeG1() *jvmflag.Refusal {
	s.setRegionSize()
	region := s.n("G1HeapRegionSize")
	s.spaceUnit = region
	if refusal := s.alignHeap(max(region, s.n("GCCardSizeInBytes")*page), "rounded up to whole regions"); refusal != nil {
		return refusal
	}
	s.young = s.g1Young(s.n("MaxHeapSize") / region)
	most, why := s.mostYoungRegions(s.n("MaxHeapSize") / region)
	s.keepOrigin("MaxNewSize", most*region, why)
	return nil
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
		jdk:              s.jdk, heap: heap,
	}
}

// RegionSizeFor is the smallest region size, in bytes, with which the maximum
// heap has at most so many regions and an object of so many bytes (0: any) is
// not humongous. Where no size up to the largest does, it is the largest, and
// false.
func (g *G1Heap) RegionSizeFor(regions, object, largest int64) (int64, bool) {
	wanted := align.PowerOfTwoUp(uint64((g.heap.N + regions - 1) / regions))
	if object > 0 {
		wanted = max(wanted, align.PowerOfTwoUp(2*uint64(object+arrayHeader)))
	}
	return int64(clamp(wanted, leastRegion, uint64(largest))), wanted <= uint64(largest)
}
