package memory

import (
	"cmp"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/source"
)

// gcMemory is the native memory of the collector, in bytes.
type gcMemory struct {
	Mapped    source.Value // NMT's line "GC", committed by mmap: exact for G1, Parallel, Serial and CMS
	Malloc    source.Value // the same line, and GCCardSet, at start; remembered sets of G1 grow on top
	Elsewhere source.Value // of JDK 8: what the collector takes and NMT counts as Internal, Class or Unknown
	Untouched int64        // of Mapped: bytes that ZGC commits and does not use
	Marking   uint64       // beside these: what G1 takes, and keeps, when it first marks, from JDK 27 on
}

// whole is all of it, in bytes.
func (m gcMemory) whole() int64 { return m.Mapped.N + m.Malloc.N + m.Elsewhere.N }

// gcMemoryOf is the native memory of the collector while the given part of the heap, in bytes, is committed. It is
// unknown where heap or threads are.
func gcMemoryOf(j *hotspot.JVM, committed int64) gcMemory {
	needed := []*source.Value{&j.Heap, &j.InitialHeap}
	switch j.Collector.Kind {
	case hotspot.G1:
		needed = append(needed, &j.CPUs, &j.G1.RegionSize, &j.RefinementThreads, &j.ParallelGCThreads, &j.ConcGCThreads)
	case hotspot.Parallel, hotspot.CMS, hotspot.Z:
		needed = append(needed, &j.ParallelGCThreads, &j.ConcGCThreads)
	case hotspot.Shenandoah:
		needed = append(needed, &j.ParallelGCThreads, &j.ConcGCThreads, &j.ShenandoahRegion)
	}
	for _, v := range needed {
		if !v.Known() {
			unknown := source.Value{Why: "depends on the heap or GC threads (unknown)"}
			return gcMemory{Mapped: unknown, Malloc: unknown, Elsewhere: unknown}
		}
	}
	m := memoryOfGC{JVM: j, committed: uint64(min(max(committed, 0), j.Heap.N)), heap: uint64(j.Heap.N), threads: uint64(j.ParallelGCThreads.N)}
	switch {
	case j.Collector.Kind == hotspot.G1 && j.JDK < 9:
		return knownGC(m.g1MappedOf8(), m.g1MallocOf8(), m.g1ElsewhereOf8())
	case j.Collector.Kind == hotspot.G1:
		known := knownGC(m.g1Mapped(), m.g1Malloc(), 0)
		known.Marking = m.g1Marking()
		return known
	case j.Collector.Kind == hotspot.Parallel:
		return knownGC(m.parallel())
	case j.Collector.Kind == hotspot.Serial:
		return knownGC(m.serial())
	case j.Collector.Kind == hotspot.CMS:
		return knownGC(m.cms())
	case j.Collector.Kind == hotspot.Z:
		return m.zStart()
	case j.Collector.Kind == hotspot.Epsilon: // which keeps nothing of the heap
		return knownGC(0, release.Choose(j.JDK, release.Since[uint64](11, 14<<10), release.Since[uint64](17, 1<<10)), 0)
	}
	return knownGC(m.shenandoah())
}

func knownGC(mapped, malloc, elsewhere uint64) gcMemory {
	value := func(n uint64, why string) source.Value {
		return source.Value{N: int64(min(n, hotspot.Unbounded)), Origin: source.Ergonomic, Why: why}
	}
	return gcMemory{
		Mapped:    value(mapped, "bitmaps, card tables and marking stacks for the heap"),
		Malloc:    value(malloc, "tables of regions and workers at start"),
		Elsewhere: value(elsewhere, "bitmaps and queues that NMT counts under other lines"),
	}
}

// memoryOfGC is what the native memory follows from.
type memoryOfGC struct {
	*hotspot.JVM
	committed, heap, threads uint64
}

// Sizes that collectors share, in bytes.
const (
	pointer    = 8
	page       = 4 << 10
	queueBytes = 1 << 20 // 131,072 tasks of 8 bytes
)

// card is how much of the heap a byte of the card table stands for.
func (m memoryOfGC) card() uint64 { return cmp.Or(m.Number("GCCardSizeInBytes"), 512) }

func (m memoryOfGC) region() uint64 { return uint64(m.G1.RegionSize.N) }

// markStack is a stack of pointers that are still to be followed. G1 cuts it
// into chunks of 1,024, from JDK 24 on a power of two of them.
//
// https://github.com/openjdk/jdk/blob/jdk-25-ga/src/hotspot/share/gc/g1/g1ConcurrentMark.cpp, G1CMMarkStack::initialize (JDK 24 to 28)
func (m memoryOfGC) markStack() uint64 {
	const chunk = 1024
	entries := m.Number("MarkStackSize")
	if m.Collector.Kind == hotspot.G1 && m.JDK >= 24 {
		entries = align.PowerOfTwoUp(align.Up(entries, chunk))
	}
	return entries * pointer
}

// zStart is the memory of ZGC at start. Up to JDK 21 it maps a space for each of its marking stacks and commits the
// first piece; JDK 21 with generations adds the bitmap of one page and the remembered sets. JDK 11 touches all of
// that piece, the others hardly any of it. JDK 25 allocates its stacks, and maps tables of the granules alone.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/z/zMarkStackAllocator.cpp, ZMarkStackSpace (JDK 17 to 21)
// https://github.com/openjdk/jdk/blob/jdk-25-ga/src/hotspot/share/gc/z/zGranuleMap.inline.hpp (JDK 25 to 28)
func (m memoryOfGC) zStart() gcMemory {
	type row struct{ mapped, untouched, malloc uint64 }
	t := release.Choose(m.JDK, release.Since(11, row{16 << 20, 0, 151 << 10}), release.Since(17, row{64 << 20, 64 << 20, 145 << 10}))
	switch {
	case m.JDK >= 24:
		type fit struct{ base, worker, marker, cpu uint64 }
		f := release.Choose(m.JDK, release.Since(24, fit{85_200, 939, 5_780, 72}), release.Since(26, fit{78_700, 830, 6_860, 0}))
		t = row{m.granuleTables(), 0, f.base + m.threads*f.worker + uint64(m.ConcGCThreads.N)*f.marker + uint64(m.CPUs.N)*f.cpu + m.heap>>20*2}
	case m.Generational:
		const threads = 2 // young and old generation
		t = row{112 << 20, 111 << 20, 691<<10 + threads*uint64(m.ConcGCThreads.N)<<10 + m.threads<<9}
	case m.JDK >= 17 && m.heap < 128<<20: // without pages of medium size
		t.malloc = 81 << 10
	}
	known := knownGC(t.mapped, t.malloc, 0)
	known.Untouched = int64(t.untouched)
	return known
}

// granuleTables have an entry for each 2 MiB of the addresses that ZGC reserves, 16 times the
// heap: a pointer for as many as a power of two of them, and 8, 8 and 4 bytes each.
func (m memoryOfGC) granuleTables() uint64 {
	const granule, reserved, least = 2 << 20, 16, 512 << 20
	entries := reserved * (align.Up(m.heap, granule) / granule)
	most := reserved * (align.PowerOfTwoUp(max(m.heap, least)) / granule)
	return most*pointer + 2*align.Up(entries*pointer, page) + align.Up(entries*pointer/2, page)
}

// zWork is what ZGC takes beside that while it works: tables of where objects went, their marks, and with generations
// the remembered sets. It follows from how many objects live on the pages that are emptied, so from their size.
// Measured with 25 to 60 % of the heap live: without generations 5 to 9 % of the heap for objects of 32 to 128 bytes,
// 2 to 4 % for 1,000 bytes; with generations 6 to 16 % for 64 and 128 bytes, 4 to 8 % for 1,000, 27 % for 32.
func (m memoryOfGC) zWork() (planned, most int64, why string) {
	if m.Generational {
		return m.Heap.N / 8, m.Heap.N / 10 * 3, "an eighth of the heap assumed; 27 % seen with objects of 32 bytes"
	}
	return m.Heap.N / 12, m.Heap.N / 10, "a twelfth of the heap assumed; 9 % seen with objects of 32 bytes"
}

// zStacks is what marking touches of the space of its stacks, where that is mapped: 17 MiB
// were seen, and 32 MiB on JDK 11.
func (m memoryOfGC) zStacks() int64 {
	return release.Choose(m.JDK, release.Since[int64](11, 16<<20), release.Since[int64](17, 20<<20), release.Since[int64](24, 0))
}

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
func (m memoryOfGC) shenandoah() (mapped, malloc, elsewhere uint64) {
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
	return mapped, malloc, 0
}

// markBitmap is committed in slices of whole pages, each for a region or for several.
func (m memoryOfGC) markBitmap(region, bits, pages uint64) uint64 {
	share := uint64(m.ObjectAlignment()) * 8 / bits // bytes of heap for one of the bitmap
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
	end := unscaled * uint64(m.ObjectAlignment())
	switch {
	case !m.On("UseCompressedOops") || above > end:
		return 2*page + align.Up(m.heap/region, page)
	case above <= unscaled:
		end = unscaled
	}
	first, last := align.Down((end-m.heap)/region, page), align.Up(end/region, page)
	return last - first + min(first, page)
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
