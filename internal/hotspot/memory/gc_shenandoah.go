package memory

import (
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
)

// shenandoahTables are what Shenandoah keeps for each part of its heap, and for its workers.
// The sizes of fixed tables follow from the source; what is left was measured.
type shenandoahTables struct {
	bits     uint64 // of the mark bitmap, for each place where an object may begin
	entry    uint64 // bytes of the region table, for each region
	queues   uint64 // task queues, for each worker
	base     uint64 // bytes
	worker   uint64 // bytes, for each worker beside its queues
	pauser   uint64 // bytes, for each worker of a second team that cleans up in pauses
	region   uint64 // bytes, for each region: pointers, tops, and what heuristics know
	liveness uint64 // bytes, for each region and worker
	starts   uint64 // bytes, for each card: where objects begin
}

// shenandoahTables chooses the row of a JDK and a mode. From JDK 17 on, objects that are found by finalizers alone
// have marks of their own. Generations mark with a set of queues each and one for both, and remember cards.
func (m memoryOfGC) shenandoahTables() shenandoahTables {
	t := release.Choose(m.JDK,
		release.Since(11, shenandoahTables{bits: 1, entry: 128, queues: 1, base: 66_000, worker: 2_516, pauser: 265, region: 40, liveness: 2}),
		release.Since(17, shenandoahTables{bits: 2, entry: 128, queues: 1, base: 71_000, worker: 2_990, pauser: 330, region: 40, liveness: 2}),
		release.Since(21, shenandoahTables{bits: 2, entry: 128, queues: 1, base: 79_200, worker: 2_500, pauser: 790, region: 40, liveness: 2}),
		release.Since(24, shenandoahTables{bits: 2, entry: 256, queues: 1, base: 103_500, worker: 2_500, pauser: 1_540, region: 41, liveness: 2}),
		release.Since(26, shenandoahTables{bits: 2, entry: 256, queues: 1, base: 89_100, worker: 2_920, pauser: 1_540, region: 41, liveness: 2}),
		release.Since(27, shenandoahTables{bits: 2, entry: 448, queues: 1, base: 74_400, worker: 1_960, pauser: 1_540, region: 41, liveness: 2}),
		release.Since(28, shenandoahTables{bits: 2, entry: 448, queues: 1, base: 210_800, worker: 1_990, pauser: 1_540, region: 41, liveness: 2}))
	if m.Generational {
		type own struct{ base, worker uint64 }
		o := release.Choose(m.JDK, release.Since(24, own{113_200, 6_990}), release.Since(26, own{102_800, 7_130}),
			release.Since(27, own{84_600, 6_490}), release.Since(28, own{228_200, 6_520}))
		t.queues, t.base, t.worker, t.pauser, t.region, t.starts = 3, o.base, o.worker, 1_250, 81, 2
	}
	return t
}

// shenandoah commits the bitmap of the regions that are committed, and the rest for the whole heap.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shenandoah/shenandoahHeap.cpp, ShenandoahHeap::initialize (JDK 11 to 28)
// https://github.com/openjdk/jdk/blob/jdk-25-ga/src/hotspot/share/gc/shenandoah/shenandoahCardTable.cpp, ShenandoahCardTable::initialize (JDK 24 to 28)
func (m memoryOfGC) shenandoah() (mapped, malloc uint64) {
	t, region, pages := m.shenandoahTables(), uint64(m.ShenandoahRegion.N), uint64(page)
	if m.On("UseLargePages") {
		pages = 2 << 20
	}
	regions, cards, workers, pausers := m.heap/region, m.heap/m.card(), max(m.threads, uint64(m.ConcGCThreads.N)), m.threads
	if pausers == 1 {
		pausers = 0
	}
	mapped = m.markBitmap(region, t.bits, pages) + align.Up(regions*t.entry, pages) + m.collectionSet(region)
	if m.Generational {
		const written, read = 1, 1 // tables of cards
		mapped += (written + read) * align.Up(cards+1, page)
	}
	malloc = t.base + workers*(t.queues*queueBytes+t.worker+regions*t.liveness) + pausers*t.pauser + regions*t.region + cards*t.starts
	return mapped, malloc
}

// markBitmap is committed in slices of whole pages, each for a region or for several.
func (m memoryOfGC) markBitmap(region, bits, pages uint64) uint64 {
	share := m.objectAlignment() * 8 / bits // bytes of heap for one of the bitmap
	ofRegion := max(region/share, 1)
	together := max(pages/ofRegion, 1)
	slices := align.Up(align.Up(m.committed, region)/region, together) / together
	return min(align.Up(m.heap/share, pages), slices*together*ofRegion)
}

// collectionSet has a byte for each region of the address space up to the end of the heap. Its
// first page is committed, for null, and the pages that stand for the heap. The heap lies at the top of what
// compressed pointers reach, if it can in the first 4 GiB; a larger one lies anywhere, and may take a page less.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shenandoah/shenandoahCollectionSet.cpp (JDK 11 to 28)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/memory/virtualspace.cpp, ReservedHeapSpace::initialize_compressed_heap (JDK 11 to 28)
func (m memoryOfGC) collectionSet(region uint64) uint64 {
	const unscaled = 4 << 30
	above := align.Up(m.Number("HeapBaseMinAddress"), region) + m.heap
	end := unscaled * m.objectAlignment()
	switch {
	case !m.On("UseCompressedOops") || above > end:
		return 2*page + align.Up(m.heap/region, page)
	case above <= unscaled:
		end = unscaled
	}
	first, last := align.Down((end-m.heap)/region, page), align.Up(end/region, page)
	return last - first + min(first, page)
}

// objectAlignment is the bytes between two places where an object may begin.
func (m memoryOfGC) objectAlignment() uint64 {
	n, _ := m.Flag("ObjectAlignmentInBytes").Value.(int64)
	return uint64(n)
}

// shenandoahWork is what Shenandoah takes beside that while it works: what overflows the queues
// of marking. Measured with 800 MiB of randomly linked objects of 32 bytes in a heap of 2 GiB, two
// threads that replace them: 0.1 to 0.3 % of the heap, with generations 1 to 1.3 %; with arrays of 1,000 bytes under 0.1 %.
func shenandoahWork(j *hotspot.JVM) int64 {
	const share, generationalShare = 256, 64
	if j.Generational {
		return j.Heap.N / generationalShare
	}
	return j.Heap.N / share
}
