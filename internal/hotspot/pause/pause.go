// Package pause estimates how long a full GC stops the program, with how many
// threads it compacts the heap, and whether G1 can do without.
package pause

import (
	"fmt"
	"math"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// LiveData is what the pause of a full GC depends on besides the JVM.
type LiveData struct {
	Live      source.Value // bytes that survive; 85 % of the maximum heap where nothing says it
	ValueSize source.Value // bytes of payload of a member's value, or of another program's mean object; assumed where nothing says it
	Hazelcast bool         // a member: its own objects, and five small ones around each value
	Workers   int          // of G1; 0: as many as this JVM will use
	Scale     Scale        // from a full GC that was measured on this machine; zero: none was
}

// Bracket is an estimate in milliseconds: Low is about the least that a fast
// machine takes, High the most that a slow one takes, Expected lies between.
type Bracket struct{ Low, Expected, High int64 }

// Pause is the pause of a full GC of a collector that then compacts the heap.
type Pause struct {
	Bracket
	SerialCeiling int64    // milliseconds: High, where one CPU does all the work
	Workers       int      // that run at once, at most: no more than CPUs
	SmallValues   *Bracket // of a member with values of 1 KB; nil where their size is given
	LargeValues   *Bracket // with values of 100 KB
	Humongous     bool     // values take whole regions, which do not move
	Machine       string   // that the estimate is for, in words
	Basis         []string // what the estimate rests on, a phrase each; or why there is none
}

// BackToBack is the longest that the JVM may stand still, in milliseconds:
// before it gives up on an allocation it runs a second full GC.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1CollectedHeap.cpp, satisfy_failed_allocation
func (p Pause) BackToBack() int64 { return 2 * p.High }

// What is assumed where nothing is said: heaps of other programs than stores are full of small objects.
const (
	assumedLivePercent = 85
	assumedValueSize   = 10 << 10
	assumedObjectSize  = 64
	smallValueSize     = 1 << 10
	largeValueSize     = 100 << 10
)

// FullGC estimates the pause of one full GC. Before it gives up, HotSpot runs two of them back to back. It is not
// known, and Basis says why, for other collectors, and where heap or workers are unknown.
func FullGC(j *hotspot.JVM, l LiveData) (Pause, bool) {
	threads := compactorsOf(j)
	if l.Workers != 0 && j.G1 != nil && !compactsAlone(j) {
		threads.least, threads.most = l.Workers, l.Workers
	}
	switch {
	case !Modelled(j):
		return noPause(fmt.Sprintf("no model of the full GC of %s", j.Collector))
	case !j.Heap.Known():
		return noPause("the maximum heap is unknown")
	case threads.most == 0:
		return noPause("the number of GC workers is unknown")
	}
	threads = threads.onCPUs(j)
	live, size, graph, what := l.liveIn(j), l.valueSize(), l.graph(), "objects"
	if l.Hazelcast {
		what = "values"
	}
	_, humongous := j.Humongous(size.N)
	p := Pause{Workers: threads.most, Machine: l.Scale.Machine(), Humongous: humongous && size.Origin != source.Assumed}
	p.Basis = []string{
		fmt.Sprintf("%s live (%s)", liveText(live.N), live.Why),
		fmt.Sprintf("%s of %s (%s)", what, objectText(max(size.N, 0)), size.Why),
		threads.why,
		p.Machine,
	}
	if p.Humongous {
		p.Bracket, p.SerialCeiling = nothingMoves, nothingMovesAlone
		p.Basis = append(p.Basis, "values larger than half a region do not move")
		return p, true
	}
	bracket := func(size int64, least, most int) Bracket {
		return graph.bracket(slowness(compactor(j), j.JDK), l.Scale.in(j), float64(j.Heap.N), float64(max(live.N, 0)), float64(max(size, 1)), least, most)
	}
	p.Bracket = bracket(size.N, threads.least, threads.most)
	p.SerialCeiling = bracket(size.N, 1, 1).High
	if l.Hazelcast && size.Origin == source.Assumed && l.Scale.Factor == 0 {
		small, large := bracket(smallValueSize, threads.least, threads.most), bracket(largeValueSize, threads.least, threads.most)
		p.SmallValues, p.LargeValues = &small, &large
	}
	return p, true
}

// liveIn is the live data, which is assumed where nothing says it.
func (l LiveData) liveIn(j *hotspot.JVM) source.Value {
	if l.Live.Known() {
		return l.Live
	}
	return source.Value{N: j.Heap.N / 100 * assumedLivePercent, Origin: source.Assumed, Why: fmt.Sprintf("assumed: %d %% of the maximum heap", assumedLivePercent)}
}

// valueSize is the size of values or objects, which is assumed where nothing says it.
func (l LiveData) valueSize() source.Value {
	switch {
	case l.ValueSize.Known():
		return l.ValueSize
	case l.Hazelcast:
		return source.Value{N: assumedValueSize, Origin: source.Assumed, Why: "assumed"}
	}
	return source.Value{N: assumedObjectSize, Origin: source.Assumed, Why: "assumed"}
}

func (l LiveData) graph() graph {
	if l.Hazelcast {
		return memberGraph
	}
	return otherGraph
}

// Modelled reports whether the collector is one whose full GCs were measured.
func Modelled(j *hotspot.JVM) bool { return slowness(compactor(j), j.JDK) != 0 }

func noPause(why string) (Pause, bool) { return Pause{Basis: []string{why}}, false }

func milliseconds(seconds float64) int64 { return int64(math.Round(seconds * 1000)) }

// liveText writes live data for people.
func liveText(bytes int64) string {
	if bytes < 1<<30 {
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%.1f GiB", float64(bytes)/(1<<30))
}

// objectText writes the size of an object for people.
func objectText(bytes int64) string {
	if bytes%(1<<10) != 0 {
		return fmt.Sprintf("%d bytes", bytes)
	}
	return jvmflag.FormatSize(uint64(bytes))
}

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
