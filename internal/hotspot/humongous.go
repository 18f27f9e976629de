package hotspot

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
	h := Humongous{Object: j.ArraySize(bytes)}
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
	object := j.ArraySize(bytes)
	if object > j.G1.HumongousOver.N {
		return 0
	}
	return j.G1.RegionSize.N / object
}
