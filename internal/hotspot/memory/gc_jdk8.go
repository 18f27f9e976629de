package memory

import "github.com/jvmlint/jvmlint/internal/hotspot/align"

// g1MappedOf8 has the same tables as later; the cards that threads remember
// are no part of it.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/g1CollectedHeap.cpp, G1CollectedHeap::initialize
func (m memoryOfGC) g1MappedOf8() uint64 {
	return m.g1Mapped() - m.fromCardCache()
}

// g1MallocOf8 sums the two task queues of each worker and the bytes that it
// counts by region; the remembered sets of the committed regions and of one
// that stands for none; and the cards that threads remember by region. What is
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

// g1ElsewhereOf8 are bitmaps: of the cards that each worker, and all together,
// have counted; of the regions of which a region remembers too much to tell
// the cards; and of the pages that are committed. NMT has them under Internal.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/concurrentMark.cpp, ConcurrentMark::ConcurrentMark
func (m memoryOfGC) g1ElsewhereOf8() uint64 {
	const bits = 8
	regions, committed := m.heap/m.region(), m.committed/m.region()
	cards := (m.threads + 1) * m.heap / m.card() / bits
	coarse := committed * align.Up(regions, 64) / bits
	return cards + coarse + m.heap/page/bits
}
