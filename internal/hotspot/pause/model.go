// Package pause estimates how long a full GC stops the program, with how many
// threads it compacts the heap, and whether G1 can do without.
package pause

import (
	"fmt"
	"math"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// The model of the pause of a full GC. One worker spends a time on every object, which grows with the size of the
// object and levels off, and the more so the more garbage lies between objects; and it copies live bytes at a steady
// rate. Machines differ more than anything else: two were measured, and the estimate lies between them.
// docs/accuracy.md has the numbers.

// costs are those of one worker of G1 of JDK 11 on a machine, for live data of a kind.
type costs struct {
	start      float64 // seconds, however small the heap
	companions float64 // microseconds for the small objects around a value, or the object's header
	payload    float64 // microseconds for the payload of a large one
	half       float64 // bytes of payload at which half of that is reached
	copyPerGiB float64 // seconds
}

// graph is a kind of live data.
type graph struct {
	overhead   float64 // bytes of a value besides its payload
	fast, slow costs   // an AMD EPYC of 2024 and one of 2021, both in virtual machines with pages of 4 KiB
}

var (
	// memberGraph is that of a Hazelcast member: a key, a record and wrappers around each value.
	memberGraph = graph{
		overhead: 200,
		fast:     costs{start: 0.039, companions: 0.151, payload: 0.500, half: 244, copyPerGiB: 0.041},
		slow:     costs{start: 0.150, companions: 0.216, payload: 0.963, half: 700, copyPerGiB: 0.155},
	}
	// otherGraph is that of any other program: objects of a mean size.
	otherGraph = graph{
		fast: costs{start: 0.004, companions: 0.0045, payload: 0.118, half: 154, copyPerGiB: 0.041},
		slow: costs{start: 0.055, companions: 0.022, payload: 0.609, half: 566, copyPerGiB: 0.155},
	}
)

const (
	garbageWeight   = 1.52 // how much of an object's cost garbage adds, per share of the heap
	mostGarbage     = 0.5  // of the heap; over that nothing was measured
	workerContended = 0.19 // what each further worker costs the others
	lowFactor       = 0.4  // of the fast machine
	highFactor      = 2    // of the slow one
)

// A full GC of objects that are humongous marks them, and moves none.
var nothingMoves = Bracket{Low: 5, Expected: 55, High: 300}

const nothingMovesAlone = 500 // milliseconds

// slowness is how much longer one worker takes than one of G1 on JDK 11, by measurement; 0 where nothing was
// measured. Releases of other collectors than G1 differ by less than pauses of one JVM do; but Parallel of JDK 8
// counts all live objects of a region anew for every pointer into it, which JDK 11 does not: with many small objects
// it took up to three times as long.
//
// https://github.com/openjdk/jdk/blob/jdk-11-ga/src/hotspot/share/gc/parallel/parMarkBitMap.cpp, ParMarkBitMap::live_words_in_range_use_cache (JDK 11 to 21)
func slowness(kind hotspot.Kind, jdk int) float64 {
	switch kind {
	case hotspot.G1:
		return release.Choose(jdk, release.Since[float64](8, 1.24), release.Since[float64](11, 1), release.Since[float64](17, 1.07), release.Since[float64](21, 1.09), release.Since[float64](25, 1.13))
	case hotspot.Serial:
		return 0.8
	case hotspot.CMS:
		return 1.15
	case hotspot.Parallel:
		return release.Choose(jdk, release.Since[float64](8, 1.3), release.Since[float64](11, 1.05))
	}
	return 0
}

// compactor is the collector whose full GC it is.
func compactor(j *hotspot.JVM) hotspot.Kind {
	return either.Of(j.SerialOld, hotspot.Serial, j.Collector.Kind)
}

// oneWorker is the time that one worker needs for the whole heap, in seconds.
func (c costs) oneWorker(heap, live, values, valueSize float64) float64 {
	perValue := (c.companions + c.payload*valueSize/(valueSize+c.half)) / 1e6
	garbage := min(max(1-live/heap, 0), mostGarbage)
	return c.start + values*perValue*(1+garbageWeight*garbage) + c.copyPerGiB*live/(1<<30)
}

// bracket is the estimate for a number of threads between two, of which the
// most are expected. A scale stands for the machine and the program.
func (g graph) bracket(slowness float64, scale within, heap, live, valueSize float64, least, most int) Bracket {
	values := live / (valueSize + g.overhead)
	fast := slowness * g.fast.oneWorker(heap, live, values, valueSize)
	slow := slowness * g.slow.oneWorker(heap, live, values, valueSize)
	expected := math.Sqrt(fast * slow)
	low, high := lowFactor*fast, highFactor*slow
	if scale.factor > 0 {
		expected *= scale.factor
		low, high = scale.low*expected, scale.high*expected
	}
	return Bracket{
		Low:      milliseconds(low / speedUp(most)),
		Expected: milliseconds(expected / speedUp(most)),
		High:     milliseconds(high / speedUp(least)),
	}
}

// speedUp is how much faster several workers are than one.
func speedUp(workers int) float64 {
	return float64(workers) / (1 + workerContended*float64(workers-1))
}

// Scale is how many times as long as expected full GCs take on a machine, with the
// objects of a program: one measured pause tells it.
type Scale struct {
	Factor float64 // 0: nothing was measured
	Why    string  // what was measured, and where that stands

	collector hotspot.Kind // that it was measured of
	of8       bool         // it was of JDK 8
}

// within is a scale, and what pauses are of the expected one, at least and at most.
type within struct{ factor, low, high float64 }

// in is what the scale says of a JVM. Another collector meets the same objects otherwise, and so does that of JDK 8.
func (s Scale) in(j *hotspot.JVM) within {
	if s.collector == compactor(j) && s.of8 == (j.JDK == 8) {
		return within{s.Factor, 0.5, 2}
	}
	return within{s.Factor, 0.25, 2.5}
}

// Measured is a full GC that was measured.
type Measured struct {
	Collector  hotspot.Kind
	JDK        int
	Heap, Live int64        // bytes
	Workers    int          // that ran at once
	Pause      source.Value // milliseconds
}

// MeasuredOn is a full GC of a JVM, as far as it is not known otherwise: of a full
// heap, with all threads that it has. It is false where these are not known.
func MeasuredOn(j *hotspot.JVM, l LiveData, pause source.Value) (Measured, bool) {
	threads := compactorsOf(j).onCPUs(j)
	if !Modelled(j) || !j.Heap.Known() || threads.most == 0 {
		return Measured{}, false
	}
	return Measured{compactor(j), j.JDK, j.Heap.N, l.liveIn(j).N, threads.most, pause}, true
}

// Scale compares what was measured with what is expected. It is zero where no model
// has that collector, or the pause is too short.
func (m Measured) Scale(l LiveData) Scale {
	slowness := slowness(m.Collector, m.JDK)
	if slowness == 0 || m.Heap <= 0 || m.Live <= 0 || m.Workers < 1 || m.Pause.N < shortestScale {
		return Scale{}
	}
	heap, live, size := float64(m.Heap), float64(m.Live), float64(max(l.valueSize().N, 1))
	expected := l.graph().bracket(slowness, within{}, heap, live, size, m.Workers, m.Workers).Expected
	return Scale{
		Factor: float64(m.Pause.N) / math.Max(float64(expected), 1), collector: m.Collector, of8: m.JDK == 8,
		Why: fmt.Sprintf("a pause of %d ms with %s live (%s)", m.Pause.N, liveText(m.Live), m.Pause.Why),
	}
}

// shortestScale is the shortest pause, in milliseconds, that says something of longer ones.
const shortestScale = 10

// Machine says of which machine an estimate is.
func (s Scale) Machine() string {
	if s.Factor == 0 {
		return "an unknown machine (--full-gc-pause states a measured pause)"
	}
	return "the machine of " + s.Why
}

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
	return either.Of(l.Hazelcast, memberGraph, otherGraph)
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
