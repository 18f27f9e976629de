package memory

import (
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
)

// g1Mapped sums the marking bitmaps, two up to JDK 19 and one later; the card,
// offset and count tables of a byte per card, of which the last went with JDK 20, and the second
// card table that came with JDK 26; the marking stack; and the cards that each thread remembers by region.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1CollectedHeap.cpp, G1CollectedHeap::initialize (JDK 8 to 28)
// https://openjdk.org/jeps/522 (JDK 26 to 28)
func (m memoryOfGC) g1Mapped() uint64 {
	type tables struct{ bitmaps, cards uint64 }
	t := release.Choose(m.JDK, release.Since(8, tables{2, 3}), release.Since(20, tables{1, 2}), release.Since(26, tables{1, 3}))
	const bitmapShare = 64
	mapped := m.committed*t.bitmaps/bitmapShare + m.committed*t.cards/m.card() + m.fromCardCache()
	if m.marksLater() {
		return mapped
	}
	return mapped + m.markStack()
}

// marksLater reports whether what marking takes comes with the first marking (measured on 27.0.1 and 28-ea).
func (m memoryOfGC) marksLater() bool { return m.JDK >= 27 }

// g1Marking is the marking stack, and the task queue that each worker marks with and
// what belongs to it, where they come with the first marking: what 26 has at start and 27 has not.
func (m memoryOfGC) g1Marking() uint64 {
	const perWorker = 1_074_000
	if !m.marksLater() {
		return 0
	}
	return m.markStack() + max(m.threads, uint64(m.ConcGCThreads.N))*perWorker
}

// fromCardCache has a row for each region, padded to two cache lines, with a
// place for each thread that may fill remembered sets: up to JDK 25 those of the program and
// the workers of pauses are among them, and JDK 28 keeps nothing for regions.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1FromCardCache.cpp (JDK 9 to 27)
// https://github.com/openjdk/jdk/pull/32479 (JDK 28)
func (m memoryOfGC) fromCardCache() uint64 {
	const padding = 128
	refining, marking := uint64(m.RefinementThreads.N), uint64(m.ConcGCThreads.N)
	threads := release.Choose(m.JDK, release.Since(8, uint64(m.CPUs.N)+refining+max(marking, m.threads)),
		release.Since(26, refining+marking), release.Since[uint64](28, 0))
	if threads == 0 {
		return 0
	}
	row := align.Up(pointer*threads, padding)
	return align.Up(m.heap/m.region()*(row+pointer)+padding, page)
}

// g1Malloc is what G1 allocates for its workers, two task queues each, its committed regions and those that it may
// yet commit. The constants, in KiB, were fitted to Native Memory Tracking at start on 436 configurations of heap,
// region size, CPUs and threads, and hold on others within 0.25 % (0.02 % of the whole). A region of JDK 11 and 17
// has a table of fine remembered sets, and one of JDK 11 a bit in the coarse map of every other.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/g1/heapRegionRemSet.cpp, OtherRegionsTable (JDK 11 to 17)
func (m memoryOfGC) g1Malloc() uint64 {
	type fit struct{ perWorker, base, perCommitted, perRegion float64 }
	c := release.Choose(m.JDK, release.Since(11, fit{2065.3, 43, 0.95, 0.0615}), release.Since(17, fit{2065.9, 29, 0.5312, 0.080}),
		release.Since(18, fit{2065.6, 19, 3.1797, 0.0584}), release.Since(24, fit{2073.6, 20, 0.3984, 0.075}),
		release.Since(26, fit{2073.57, 18.4, 0.3984, 0.079}), release.Since(27, fit{1024.99, 18.4, 0.3984, 0.079}), release.Since(28, fit{1025.04, 21, 0.39, 0.0496}))
	region := m.region()
	log := align.Log2(region >> 20)
	committed, regions := float64(m.committed/region), float64(m.heap/region)
	perCommitted, perRegion := c.perCommitted, c.perRegion+0.0318*float64(region>>20)
	if m.JDK < 18 {
		perCommitted += float64(fineTable(region)) / 1024
	}
	if m.JDK < 16 {
		perCommitted += 0.073*float64(log) + regions/8192
	} else if m.JDK < 26 {
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

// g1MappedOf8 has the same tables as later; the cards that threads remember are no part of it.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/g1CollectedHeap.cpp, G1CollectedHeap::initialize
func (m memoryOfGC) g1MappedOf8() uint64 { return m.g1Mapped() - m.fromCardCache() }

// g1MallocOf8 sums the two task queues of each worker and the bytes that it counts by region; the remembered sets of
// the committed regions and of one that stands for none; and the cards that threads remember by region. What is
// left, of fixed size, was measured: 840 bytes for each worker and 15.5 KiB.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/concurrentMark.cpp, ConcurrentMark::ConcurrentMark
func (m memoryOfGC) g1MallocOf8() uint64 {
	const (
		ofWorker, ofRegion, ofHeap = 840, 488 + 320, 15872 // HeapRegion and its HeapRegionRemSet
		hotCards                   = 1024 * pointer        // G1ConcRSLogCacheSize
		regionTables               = 2 * pointer           // HeapRegionManager
	)
	regions, committed := m.heap/m.region(), m.committed/m.region()
	workers := m.threads * (2*queueBytes + regions*pointer + ofWorker)
	remembered := (committed + 1) * (fineTable(m.region()) + sparseTable(m.region()))
	return workers + remembered + committed*ofRegion + regions*regionTables + m.fromCardCacheOf8() + hotCards + ofHeap
}

// sparseTable remembers single cards of 16 other regions: four of each for a
// region of 1 MiB, and for each doubling of it.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/sparsePRT.hpp, SparsePRTEntry and RSHashTable
func sparseTable(region uint64) uint64 {
	const entries, number, header, table = 16, 4, 8, 56
	cards := 4 * (align.Log2(region>>20) + 1)
	return entries*(header+cards*number) + entries*number + table
}

// fromCardCacheOf8 has a row for each thread, padded to a cache line.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/heapRegionRemSet.cpp, FromCardCache::initialize
func (m memoryOfGC) fromCardCacheOf8() uint64 {
	const number, padding = 4, 64
	rows := max(uint64(m.CPUs.N)+uint64(m.RefinementThreads.N), m.threads)
	row := align.Up(m.heap/m.region()*number, padding)
	return align.Up(rows*pointer, padding) + rows*row + padding
}

// g1ElsewhereOf8 are bitmaps: of the cards that each worker, and all together, have counted; of the regions of which
// a region remembers too much to tell the cards; and of the pages that are committed. NMT has them under Internal.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/concurrentMark.cpp, ConcurrentMark::ConcurrentMark
func (m memoryOfGC) g1ElsewhereOf8() uint64 {
	const bits = 8
	regions, committed := m.heap/m.region(), m.committed/m.region()
	cards := (m.threads + 1) * m.heap / m.card() / bits
	coarse := committed * align.Up(regions, 64) / bits
	return cards + coarse + m.heap/page/bits
}
