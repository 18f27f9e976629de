package hotspot

import (
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Parts of an object, in bytes.
const (
	markWord     = 8
	narrowClass  = 4 // a compressed class pointer
	arrayLength  = 4
	integerField = 4
)

// ObjectSize is what an object with so many fields that are references and so
// many of 4 bytes takes of the heap, in bytes. Up to JDK 14, without compressed pointers, it may
// be 8 more where classes inherit fields: each class of them is padded.
func (j *JVM) ObjectSize(references, integers int64) int64 {
	return j.aligned(j.objectHeader() + references*j.Reference() + integers*integerField)
}

// ArraySize is what an array of so many bytes takes of the heap, in bytes. Before JDK 23 the
// elements begin at a whole word.
//
// https://github.com/openjdk/jdk/blob/jdk-25-ga/src/hotspot/share/oops/arrayOop.hpp, base_offset_in_bytes (JDK 23 to 28)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/oops/arrayOop.hpp, header_size_in_bytes (JDK 8 to 22)
func (j *JVM) ArraySize(bytes int64) int64 {
	begins := release.Choose(j.JDK, release.Since[int64](8, word), release.Since[int64](23, arrayLength))
	return j.aligned(int64(align.Up(uint64(j.objectHeader()+arrayLength), uint64(begins))) + bytes)
}

// Reference is a field that refers to an object, in bytes.
func (j *JVM) Reference() int64 {
	if j.On("UseCompressedOops") {
		return word / 2
	}
	return word
}

// objectHeader is a mark word and a class pointer. A compact header, the default from JDK 27 on,
// holds the class pointer in its mark word. Class pointers are always compressed from JDK 27 on.
//
// https://github.com/openjdk/jdk/blob/jdk-25-ga/src/hotspot/share/oops/objLayout.cpp, ObjLayout::initialize (JDK 24 to 28)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/oops/instanceOop.hpp, instanceOopDesc::base_offset_in_bytes (JDK 8 to 23)
func (j *JVM) objectHeader() int64 {
	alwaysNarrow := release.Choose(j.JDK, release.Since(8, false), release.Since(27, true))
	switch {
	case j.On("UseCompactObjectHeaders"):
		return markWord
	case alwaysNarrow, j.On("UseCompressedClassPointers"):
		return markWord + narrowClass
	}
	return markWord + word
}

// aligned is a size with what pads it.
func (j *JVM) aligned(size int64) int64 {
	return int64(align.Up(uint64(size), max(j.Number("ObjectAlignmentInBytes"), word)))
}

// HeapForCycles is the heap in which threads need not wait for ZGC or Shenandoah, and what these keep of
// it for objects that they move. It holds what stays, what the program allocates during a cycle,
// and what is kept. Of ZGC what stays is in use when a cycle ends; of Shenandoah, which leaves
// as much garbage as it can afford, it is the live data, and what was allocated during the last cycle. All are bytes.
// It is false for other collectors, and where what is kept is not known.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/z/zDirector.cpp, rule_allocation_rate (JDK 11 to 25)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shenandoah/shenandoahFreeSet.cpp, ShenandoahFreeSet::rebuild (JDK 11 to 25)
func (j *JVM) HeapForCycles(stays, allocated int64) (heap, kept int64, ok bool) {
	filled := stays + allocated
	kept = j.RelocationHeadroom.N
	if j.Collector.Kind == Shenandoah { // which keeps a share of its heap
		rest := j.Heap.N - kept
		if rest <= 0 {
			return 0, 0, false
		}
		filled += allocated
		kept = int64(float64(filled) * float64(kept) / float64(rest))
	}
	return filled + kept, kept, j.RelocationHeadroom.Known()
}

// Humongous is an array of bytes that takes whole regions of its own.
type Humongous struct {
	Object  int64 // bytes, header and alignment included
	Regions int64
	Lost    int64 // bytes of the last region that nothing else can use
}

// Humongous tells what an array of so many bytes takes of the heap, if it is larger than half a region.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1CollectedHeap.hpp, G1CollectedHeap::is_humongous (JDK 11 to 25)
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/g1CollectedHeap.hpp, isHumongous (JDK 8)
func (j *JVM) Humongous(bytes int64) (Humongous, bool) {
	if j.G1 == nil || !j.G1.HumongousOver.Known() {
		return Humongous{}, false
	}
	h := Humongous{Object: j.ArraySize(bytes)}
	if h.Object <= j.G1.HumongousOver.N {
		return Humongous{}, false
	}
	region := j.G1.RegionSize.N
	h.Regions = (h.Object + region - 1) / region
	h.Lost = h.Regions*region - h.Object
	return h, true
}

// PerRegion tells how many arrays of so many bytes a region of G1 holds: none lies across two regions, and what is
// left behind the last is free for smaller objects only. It is 0 for one that is humongous, and without G1.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1AllocRegion.inline.hpp, G1AllocRegion::retire (JDK 11 to 25)
func (j *JVM) PerRegion(bytes int64) int64 {
	if j.G1 == nil || !j.G1.HumongousOver.Known() {
		return 0
	}
	object := j.ArraySize(bytes)
	if object > j.G1.HumongousOver.N {
		return 0
	}
	return j.G1.RegionSize.N / object
}

// compressedHeap is the largest heap whose object pointers take 32 bits, in the units that every collector cuts the
// heap into. It is unknown for ZGC, whose pointers never do.
func (s *startup) compressedHeap() source.Value {
	const unit = 2 * mega
	if s.collector.Kind == Z {
		return source.Value{Why: "ZGC does not compress object pointers"}
	}
	return source.Value{N: int64(align.Down(s.compressedLimit, unit)), Origin: source.Ergonomic, Why: "the largest heap with compressed object pointers"}
}

// Widening is how many times more memory the same objects take when object pointers have 64 bits.
type Widening struct {
	Arrays float64 // arrays of 100 bytes; those of 10 KB take the same, 1.00
	Maps   float64 // a HashMap of short strings
	Links  float64 // a LinkedList of Integers; objects of nothing but pointers take more, up to 2
}

// WideningOf was measured by the heap in use after full GCs, with and without compressed pointers, Serial, objects of
// 20 to 60 MB in all. Up to JDK 14 class pointers follow the object pointers, and each object has a larger header.
func WideningOf(jdk int) Widening {
	return release.Choose(jdk,
		release.Since(8, Widening{Arrays: 1.10, Maps: 1.38, Links: 1.68}),
		release.Since(11, Widening{Arrays: 1.10, Maps: 1.42, Links: 1.68}),
		release.Since(15, Widening{Arrays: 1.03, Maps: 1.25, Links: 1.45}))
}
