package memory

import (
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
)

// sizes of the generations, in bytes, while a part of the heap is committed.
type generationSizes struct{ young, mostYoung, old, mostOld uint64 }

func (m memoryOfGC) generations() generationSizes {
	g := generationSizes{mostYoung: m.Number("MaxNewSize")}
	g.mostOld = m.heap - min(g.mostYoung, m.heap)
	g.young = uint64(float64(m.committed) * (float64(g.mostYoung) / float64(max(m.heap, 1))))
	if m.committed <= uint64(m.InitialHeap.N) {
		g.young = min(m.Number("NewSize"), m.committed)
	}
	g.old = m.committed - min(g.young, m.committed)
	return g
}

// cardTable is committed for the used parts of both generations, in whole pages: the lower begins with a page, and
// the upper where the lower could end. Up to JDK 20 a page of its own guards the end.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/cardTable.cpp, CardTable::resize_covered_region (JDK 8 to 25)
func (m memoryOfGC) cardTable(lower, mostLower, upper uint64) uint64 {
	guard := release.Choose(m.JDK, release.Since[uint64](8, page), release.Since[uint64](21, 0))
	begin := align.Down(mostLower/m.card(), page)
	end := align.Up((mostLower+upper)/m.card(), page)
	return min(align.Up(lower/m.card(), page), begin) + end - begin + guard
}

// offsetTable has a byte for each card of the old generation, and up to JDK 21 one more for Serial and CMS.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/blockOffsetTable.hpp, BlockOffsetSharedArray::compute_size (JDK 8 to 21)
// https://github.com/openjdk/jdk/blob/jdk-25-ga/src/hotspot/share/gc/serial/serialBlockOffsetTable.cpp, SerialBlockOffsetTable::compute_size
func (m memoryOfGC) offsetTable(old uint64) uint64 {
	extra := release.Choose(m.JDK, release.Since[uint64](8, 1), release.Since[uint64](22, 0))
	if m.Collector.Kind == hotspot.Parallel {
		extra = 0
	}
	return align.Up(old/m.card()+extra, page)
}

// serial keeps its young generation below the old one.
func (m memoryOfGC) serial() (mapped, malloc, elsewhere uint64) {
	g := m.generations()
	return m.cardTable(g.young, g.mostYoung, g.old) + m.offsetTable(g.old),
		release.Choose(m.JDK, release.Since[uint64](8, 7<<10), release.Since[uint64](11, 22<<10), release.Since[uint64](17, 6<<10), release.Since[uint64](22, 4550)), 0
}

// parallel keeps its old generation below the young one. Its marking bitmaps, two up to JDK 21 and one later, and
// its tables of regions and blocks are committed for the whole heap at start.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/parallel/psParallelCompact.cpp, ParallelCompactData (JDK 8 to 25)
func (m memoryOfGC) parallel() (mapped, malloc, elsewhere uint64) {
	type perHeap struct{ bitmaps, blocks uint64 }
	t := release.Choose(m.JDK, release.Since(8, perHeap{2, 1}), release.Since(22, perHeap{1, 0}))
	const bitmapShare, blockShare, regionSize, regionEntry = 64, 512, 512 << 10, 40
	g := m.generations()
	mapped = align.Up(m.heap/bitmapShare*t.bitmaps, page) + align.Up(m.heap/blockShare*t.blocks, page) +
		align.Up(align.Up(m.heap, regionSize)/regionSize*regionEntry, page) + m.cardTable(g.old, g.mostOld, g.young) + m.offsetTable(g.old)
	malloc, elsewhere = m.parallelManagers()
	return mapped, malloc, elsewhere
}

// parallelManagers are two for each worker, one for young and one for full collections, and up to JDK 20 two more
// for the VM's own thread. Each pair has three task queues, and one of 8,192 tasks of 16 bytes for arrays that went
// with JDK 22. On JDK 8, NMT counts one queue as Internal and one as Class. The rest of a pair, and what is there
// but once, were measured.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/parallel/psCompactionManager.cpp, ParCompactionManager::initialize (JDK 8 to 25)
func (m memoryOfGC) parallelManagers() (malloc, elsewhere uint64) {
	type pair struct{ queues, elsewhere, arrays, rest, base, extra uint64 }
	const arrays = 128 << 10
	p := release.Choose(m.JDK,
		release.Since(8, pair{queues: 1, elsewhere: 2, arrays: arrays, rest: 1024, base: 6144, extra: 1}),
		release.Since(11, pair{queues: 3, arrays: arrays, rest: 1901, base: 18726, extra: 1}),
		release.Since(17, pair{queues: 3, arrays: arrays, rest: 4400, base: 4326, extra: 1}),
		release.Since(21, pair{queues: 3, arrays: arrays, rest: 3904, base: 4518}),
		release.Since(22, pair{queues: 3, rest: 3560, base: 4174}))
	pairs := m.threads + p.extra
	return pairs*(p.queues*queueBytes+p.arrays+p.rest) + p.base, pairs * p.elsewhere * queueBytes
}

// cms has a task queue for each worker of young collections and of marking, and samples of where objects begin in
// the young generation: each worker may add one for each buffer that it filled in a survivor space. Its bitmaps of
// the old generation and its marking stack are committed at start, and stand under Unknown in NMT. What else a
// worker takes, lists of free chunks, was measured.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/concurrentMarkSweep/concurrentMarkSweepGeneration.cpp, CMSCollector::CMSCollector (JDK 8)
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/cms/concurrentMarkSweepGeneration.cpp, CMSCollector::CMSCollector (JDK 9 to 13)
func (m memoryOfGC) cms() (mapped, malloc, elsewhere uint64) {
	type tables struct{ arrays, leastBuffer, worker, base uint64 } // arrays of samples beside those of workers; bytes
	const (
		bitmapShare, cardBitmapShare = 64, 4096
		samplingGrain                = 16 << 10
		space                        = 64 << 10 // of which survivor spaces are whole multiples
	)
	t := release.Choose(m.JDK, release.Since(8, tables{2, 2064, 44_012, 54_720}), release.Since(9, tables{1, 2048, 44_660, 66_390}))
	g := m.generations()
	survivor := max(align.Down(g.mostYoung/(m.Number("SurvivorRatio")+2), space), space)
	samples := (m.threads+t.arrays)*(survivor/t.leastBuffer) + (g.mostYoung-survivor+samplingGrain)/samplingGrain
	queues := m.threads + max(m.threads, uint64(m.ConcGCThreads.N))
	mapped = m.cardTable(g.young, g.mostYoung, g.old) + m.offsetTable(g.old)
	malloc = queues*queueBytes + m.threads*t.worker + samples*pointer + t.base
	elsewhere = m.markStack() + align.Up(g.mostOld/bitmapShare+1, page) + align.Up(g.mostOld/cardBitmapShare+1, page)
	return mapped, malloc, elsewhere
}
