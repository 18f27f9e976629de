package hotspot

import (
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
)

const arrayHeader = 16 // bytes, with compressed class pointers

// Humongous is an array of bytes that takes whole regions of its own.
type Humongous struct {
	Object  int64 // bytes, header and alignment included
	Regions int64
	Lost    int64 // bytes of the last region that nothing else can use
}

// Humongous tells what an array of so many bytes takes of the heap, if it is
// larger than half a region.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1CollectedHeap.hpp, G1CollectedHeap::is_humongous (JDK 11 to 25)
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/g1CollectedHeap.hpp, isHumongous (JDK 8)
func (j *JVM) Humongous(bytes int64) (Humongous, bool) {
	if j.G1 == nil || !j.G1.HumongousOver.Known() {
		return Humongous{}, false
	}
	h := Humongous{Object: j.arraySize(bytes)}
	if h.Object <= j.G1.HumongousOver.N {
		return Humongous{}, false
	}
	region := j.G1.RegionSize.N
	h.Regions = (h.Object + region - 1) / region
	h.Lost = h.Regions*region - h.Object
	return h, true
}

// PerRegion tells how many arrays of so many bytes a region of G1 holds: none
// lies across two regions, and what is left behind the last is free for
// smaller objects only. It is 0 for one that is humongous, and without G1.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1AllocRegion.inline.hpp, G1AllocRegion::retire (JDK 11 to 25)
func (j *JVM) PerRegion(bytes int64) int64 {
	if j.G1 == nil || !j.G1.HumongousOver.Known() {
		return 0
	}
	object := j.arraySize(bytes)
	if object > j.G1.HumongousOver.N {
		return 0
	}
	return j.G1.RegionSize.N / object
}

// arraySize is an array of bytes with its header: a mark word, a class
// pointer and a length. Before JDK 23 the data begin at a whole word.
//
// https://github.com/openjdk/jdk/blob/jdk-25-ga/src/hotspot/share/oops/arrayOop.hpp, base_offset_in_bytes (JDK 23 to 25)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/oops/arrayOop.hpp, header_size_in_bytes (JDK 8 to 22)
func (j *JVM) arraySize(bytes int64) int64 {
	header := uint64(arrayHeader)
	if !j.On("UseCompressedClassPointers") {
		header = release.Choose(j.JDK, release.Since[uint64](8, 24), release.Since[uint64](23, 20))
	}
	return int64(align.Up(header+uint64(bytes), max(j.Number("ObjectAlignmentInBytes"), word)))
}
