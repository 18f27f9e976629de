package memory

import (
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
)

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
