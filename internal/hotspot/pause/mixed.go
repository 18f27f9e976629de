package pause

import (
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
)

// MixedRoom is the garbage that old regions can hold beside live data, and
// the garbage that mixed collections want to see before they begin, in bytes.
type MixedRoom struct {
	Young   int64 // the least that the young generation takes
	Garbage int64 // what is left beside it and the live data; below 0 where they do not fit
	Waste   int64 // G1HeapWastePercent of the heap
}

// Enough reports whether the old regions can ever hold enough garbage.
func (m MixedRoom) Enough() bool { return m.Garbage > m.Waste }

// RoomForMixed works out how much garbage can gather beside so many bytes of live data before the heap is full. G1
// collects old regions once those worth it hold more garbage than G1HeapWastePercent; JDK 17 and later collect an
// eighth of them, G1MixedGCCountTarget, whatever they hold.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/g1/g1Policy.cpp, G1Policy::next_gc_should_be_mixed (JDK 8 to 11)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1CollectionSetChooser.cpp, G1CollectionSetChooser::prune (JDK 17 to 25)
func RoomForMixed(j *hotspot.JVM, live int64) (MixedRoom, bool) {
	if j.G1 == nil || !j.Heap.Known() || !j.G1.Young.Least.Known() || !j.G1.HeapWastePercent.Known() {
		return MixedRoom{}, false
	}
	young := j.G1.Young.Least.N
	return MixedRoom{
		Young: young, Garbage: j.Heap.N - young - live, Waste: j.Heap.N / 100 * j.G1.HeapWastePercent.N,
	}, true
}

// HeapForMixed is a heap that leaves twice the room that mixed collections need at least, in bytes of whole regions,
// with the young generation in the share that it has of this heap.
func HeapForMixed(j *hotspot.JVM, live int64) int64 {
	room, ok := RoomForMixed(j, live)
	if !ok || !j.G1.RegionSize.Known() {
		return 0
	}
	free := j.Heap.N - room.Young - 2*room.Waste
	return int64(align.Up(uint64(float64(live)*float64(j.Heap.N)/float64(max(free, 1))), uint64(j.G1.RegionSize.N)))
}
