package hotspot

import (
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/source"
)

// compressedHeap is the largest heap whose object pointers take 32 bits, in the
// units that every collector cuts the heap into. It is unknown for ZGC, whose
// pointers never do.
func (s *startup) compressedHeap() source.Value {
	const unit = 2 * mega
	if s.collector.Kind == Z {
		return source.Value{Why: "ZGC does not compress object pointers"}
	}
	return source.Value{N: int64(align.Down(s.compressedLimit, unit)), Origin: source.Ergonomic, Why: "the largest heap with compressed object pointers"}
}

// Widening is how many times more memory the same objects take when object
// pointers have 64 bits.
type Widening struct {
	Arrays float64 // arrays of 100 bytes; those of 10 KB take the same, 1.00
	Maps   float64 // a HashMap of short strings
	Links  float64 // a LinkedList of Integers; objects of nothing but pointers take more, up to 2
}

// WideningOf was measured by the heap in use after full GCs, with and without
// compressed pointers, Serial, objects of 20 to 60 MB in all. Up to JDK 14
// class pointers follow the object pointers, and each object has a larger header.
func WideningOf(jdk int) Widening {
	return release.Choose(jdk,
		release.Since(8, Widening{Arrays: 1.10, Maps: 1.38, Links: 1.68}),
		release.Since(11, Widening{Arrays: 1.10, Maps: 1.42, Links: 1.68}),
		release.Since(15, Widening{Arrays: 1.03, Maps: 1.25, Links: 1.45}))
}
