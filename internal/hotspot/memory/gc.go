package memory

import (
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
// unknown for CMS after JDK 8, and where heap or threads are.
func gcMemoryOf(j *hotspot.JVM, committed int64) gcMemory {
	needed := []source.Value{j.Heap, j.InitialHeap}
	switch j.Collector.Kind {
	case hotspot.G1:
		needed = append(needed, j.CPUs, j.G1.RegionSize, j.RefinementThreads, j.ParallelGCThreads, j.ConcGCThreads)
	case hotspot.Parallel, hotspot.CMS, hotspot.Z:
		needed = append(needed, j.ParallelGCThreads, j.ConcGCThreads)
	case hotspot.Shenandoah:
		needed = append(needed, j.ParallelGCThreads, j.ConcGCThreads, j.ShenandoahRegion)
	}
	for _, v := range needed {
		if !v.Known() {
			return unknownGC("depends on the heap or GC threads (unknown)")
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
	case j.Collector.Kind == hotspot.Shenandoah:
		mapped, malloc := m.shenandoah()
		return knownGC(mapped, malloc, 0)
	}
	return unknownGC("no model of the native memory of " + j.Collector.String())
}

func unknownGC(why string) gcMemory {
	unknown := source.Value{Why: why}
	return gcMemory{Mapped: unknown, Malloc: unknown, Elsewhere: unknown}
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
func (m memoryOfGC) card() uint64 {
	if n := m.Number("GCCardSizeInBytes"); n != 0 {
		return n
	}
	return 512
}

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
