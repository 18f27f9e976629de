package hotspot

import "github.com/jvmlint/jvmlint/internal/source"

// GCMemory is the native memory of the collector, in bytes: NMT's line "GC".
type GCMemory struct {
	Mapped source.Value // committed by mmap: exact for G1
	Malloc source.Value // at start, a fit; remembered sets of G1 grow on top
}

// GCMemory is the native memory of the collector while the given part of the
// heap, in bytes, is committed. It is unknown for ZGC and CMS, and where heap
// or threads are.
func (j *JVM) GCMemory(committed int64) GCMemory {
	needed := []source.Value{j.Heap}
	if j.Collector.Kind == G1 {
		needed = append(needed, j.CPUs, j.G1.RegionSize, j.RefinementThreads)
	}
	if j.Collector.Kind == G1 || j.Collector.Kind == Parallel || j.Collector.Kind == Shenandoah {
		needed = append(needed, j.ParallelGCThreads, j.ConcGCThreads)
	}
	for _, v := range needed {
		if !v.Known() {
			why := source.Value{Why: "follows from the heap or GC threads, not known here"}
			return GCMemory{why, why}
		}
	}
	m := memoryOfGC{JVM: j, committed: uint64(min(max(committed, 0), j.Heap.N)), heap: uint64(j.Heap.N), threads: uint64(j.ParallelGCThreads.N)}
	switch j.Collector.Kind {
	case G1:
		return gcMemory(m.g1Mapped(), m.g1Malloc())
	case Parallel:
		return gcMemory(m.parallel())
	case Serial:
		return gcMemory(m.cardsAndOffsets()+6*kilo, 10*kilo)
	case Shenandoah:
		bitmap := byJDK(j.JDK, since[uint64]{11, 64}, since[uint64]{17, 32})
		return gcMemory(m.committed/bitmap+280*kilo, 140*kilo+m.threads*1032*kilo)
	}
	why := source.Value{Why: "no model of the native memory of " + j.Collector.String()}
	return GCMemory{why, why}
}

func gcMemory(mapped, malloc uint64) GCMemory {
	return GCMemory{
		Mapped: source.Value{N: saturate(mapped), Origin: source.Ergonomic, Why: "bitmaps, card tables and marking stacks for the heap"},
		Malloc: source.Value{N: saturate(malloc), Origin: source.Ergonomic, Why: "tables of regions and workers at start, a fit"},
	}
}

// memoryOfGC is what the native memory follows from.
type memoryOfGC struct {
	*JVM
	committed, heap, threads uint64
}

// g1Mapped sums the marking bitmaps, two up to JDK 19 and one later; the card,
// offset and count tables of a byte per card, the last gone with JDK 20; the
// marking stack; and the cards that each thread remembers by region.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1CollectedHeap.cpp, G1CollectedHeap::initialize (JDK 11 to 25)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1FromCardCache.cpp
func (m memoryOfGC) g1Mapped() uint64 {
	type tables struct{ bitmaps, cards uint64 }
	t := byJDK(m.JDK, since[tables]{11, tables{2, 3}}, since[tables]{20, tables{1, 2}})
	const bitmapShare, cardShare, stackEntry = 64, 512, 8
	stack, _ := m.Flags["MarkStackSize"].Value.(uint64)
	return m.committed*t.bitmaps/bitmapShare + m.committed*t.cards/cardShare + stack*stackEntry + m.fromCardCache()
}

// fromCardCache has a row for each region, padded to two cache lines, with a
// place for each thread that may fill remembered sets.
func (m memoryOfGC) fromCardCache() uint64 {
	const pointer, padding = 8, 128
	threads := uint64(m.CPUs.N) + uint64(m.RefinementThreads.N) + max(uint64(m.ConcGCThreads.N), m.threads)
	row := alignUp(pointer*threads, padding)
	regions := m.heap / uint64(m.G1.RegionSize.N)
	return alignUp(regions*(row+pointer)+padding, page)
}

// g1Malloc was fitted to NMT at start.
func (m memoryOfGC) g1Malloc() uint64 {
	const perWorker, base = 2066 * kilo, 150 * kilo
	region := uint64(m.G1.RegionSize.N)
	// the hash table of a region's fine remembered set, up to JDK 17
	fine := float64(8 * powerOfTwoDown(256*(log2(region/mega)+1)))
	perRegion := byJDK(m.JDK, since[float64]{11, 1.35*1024 + fine}, since[float64]{17, 0.75*1024 + fine},
		since[float64]{18, 3.15 * 1024}, since[float64]{24, 0.6 * 1024})
	return m.threads*perWorker + uint64(float64(m.committed/region)*perRegion) + base
}

// parallel has its marking bitmaps and region table for the whole heap at
// start, two bitmaps up to JDK 21 and one later.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/parallel/psParallelCompact.cpp, ParallelCompactData (JDK 11 to 25)
func (m memoryOfGC) parallel() (mapped, malloc uint64) {
	const regionSize, regionEntry = 512 * kilo, 40
	mapped = m.heap/regionSize*regionEntry + m.cardsAndOffsets()
	if m.JDK < 25 {
		mapped += m.heap/32 + m.heap/512 + 7*kilo
	} else {
		mapped += m.heap / 64
	}
	type malloced struct{ base, perWorker float64 }
	fit := byJDK(m.JDK, since[malloced]{11, malloced{3220, 3202}}, since[malloced]{17, malloced{3208, 3204}},
		since[malloced]{21, malloced{4, 3204}}, since[malloced]{25, malloced{4, 3075.5}})
	return mapped, uint64((fit.base + fit.perWorker*float64(m.threads)) * 1024)
}

// cardsAndOffsets are a byte per card: for the heap, and for the old
// generation, taken to be two thirds.
func (m memoryOfGC) cardsAndOffsets() uint64 {
	old := m.committed - m.committed/3
	return m.committed/512 + old/512
}
