package pause

import (
	"fmt"
	"math"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
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
	if j.SerialOld {
		return hotspot.Serial
	}
	return j.Collector.Kind
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
