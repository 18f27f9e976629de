package memory

import (
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
)

// g1Mapped sums the marking bitmaps, two up to JDK 19 and one later; the card,
// offset and count tables of a byte per card, the last gone with JDK 20; the
// marking stack; and the cards that each thread remembers by region.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1CollectedHeap.cpp, G1CollectedHeap::initialize (JDK 8 to 25)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1FromCardCache.cpp
func (m memoryOfGC) g1Mapped() uint64 {
	type tables struct{ bitmaps, cards uint64 }
	t := release.Choose(m.JDK, release.Since(8, tables{2, 3}), release.Since(20, tables{1, 2}))
	const bitmapShare = 64
	return m.committed*t.bitmaps/bitmapShare + m.committed*t.cards/m.card() + m.markStack() + m.fromCardCache()
}

// fromCardCache has a row for each region, padded to two cache lines, with a
// place for each thread that may fill remembered sets.
func (m memoryOfGC) fromCardCache() uint64 {
	const padding = 128
	threads := uint64(m.CPUs.N) + uint64(m.RefinementThreads.N) + max(uint64(m.ConcGCThreads.N), m.threads)
	row := align.Up(pointer*threads, padding)
	return align.Up(m.heap/m.region()*(row+pointer)+padding, page)
}

// g1Malloc is what G1 allocates for its workers, two task queues each, its
// committed regions and those that it may yet commit. The constants, in KiB,
// were fitted to Native Memory Tracking at start on 436 configurations of
// heap, region size, CPUs and threads, and hold on others within 0.25 % (0.02 %
// of the whole). A region of JDK 11 and 17 has a table of fine remembered sets,
// and one of JDK 11 a bit in the coarse map of every other.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/g1/heapRegionRemSet.cpp, OtherRegionsTable (JDK 11 to 17)
func (m memoryOfGC) g1Malloc() uint64 {
	type fit struct{ perWorker, base, perCommitted, perRegion float64 }
	c := release.Choose(m.JDK, release.Since(11, fit{2065.3, 43, 0.95, 0.0615}), release.Since(17, fit{2065.9, 29, 0.5312, 0.080}),
		release.Since(18, fit{2065.6, 19, 3.1797, 0.0584}), release.Since(24, fit{2073.6, 20, 0.3984, 0.075}))
	region := m.region()
	log := align.Log2(region >> 20)
	committed, regions := float64(m.committed/region), float64(m.heap/region)
	perCommitted, perRegion := c.perCommitted, c.perRegion+0.0318*float64(region>>20)
	if m.JDK < 18 {
		perCommitted += float64(fineTable(region)) / 1024
	}
	if m.JDK < 16 {
		perCommitted += 0.073*float64(log) + regions/8192
	} else {
		perRegion += float64(uint64(1)<<((20+log)/2-4)) / 1024
	}
	return uint64((float64(m.threads)*c.perWorker + c.base + committed*perCommitted + regions*perRegion) * 1024)
}

// fineTable has, for each region, a place for the remembered sets of so many
// others: 256 for a region of 1 MiB, and for each doubling of it.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/g1/heapRegionRemSet.cpp, HeapRegionRemSet::setup_remset_size (JDK 8 to 17)
func fineTable(region uint64) uint64 {
	return pointer * align.PowerOfTwoDown(256*(align.Log2(region>>20)+1))
}
