package hotspot

import "github.com/jvmlint/jvmlint/internal/source"

// GCMemory is the native memory of the collector, in bytes: NMT's line "GC".
type GCMemory struct {
	Mapped source.Value // committed by mmap: exact for G1
	Malloc source.Value // at start: within 0.25 % for G1; its remembered sets grow on top
}

// GCMemory is the native memory of the collector while the given part of the
// heap, in bytes, is committed. It is unknown for ZGC and CMS, on JDK 8, and
// where heap or threads are.
func (j *JVM) GCMemory(committed int64) GCMemory {
	if j.JDK < 9 {
		why := source.Value{Why: "no model of the native memory of collectors of JDK 8"}
		return GCMemory{why, why}
	}
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

// g1Malloc is what G1 allocates for its workers, its committed regions and
// those that it may yet commit. The constants, in KiB, were fitted to Native
// Memory Tracking at start on 436 configurations of heap, region size, CPUs and
// threads, and hold on 160 others within 0.25 % (0.02 % of the whole). A region
// of JDK 11 and 17 has a table of fine remembered sets, and one of JDK 11 a bit
// in the coarse map of every other.
func (m memoryOfGC) g1Malloc() uint64 {
	type fit struct{ perWorker, base, perCommitted, perRegion float64 }
	c := byJDK(m.JDK, since[fit]{11, fit{2065.3, 43, 0.95, 0.0615}}, since[fit]{17, fit{2065.9, 29, 0.5312, 0.080}},
		since[fit]{18, fit{2065.6, 19, 3.1797, 0.0584}}, since[fit]{24, fit{2073.6, 20, 0.3984, 0.075}})
	region := uint64(m.G1.RegionSize.N)
	log := log2(region / mega)
	committed, regions := float64(m.committed/region), float64(m.heap/region)
	perCommitted, perRegion := c.perCommitted, c.perRegion+0.0318*float64(region/mega)
	if m.JDK < 18 {
		perCommitted += float64(8*powerOfTwoDown(256*(log+1))) / 1024
	}
	if m.JDK < 16 {
		perCommitted += 0.073*float64(log) + regions/8192
	} else {
		perRegion += float64(uint64(1)<<((20+log)/2-4)) / 1024
	}
	return uint64((float64(m.threads)*c.perWorker + c.base + committed*perCommitted + regions*perRegion) * 1024)
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
