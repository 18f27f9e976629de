package pause

import (
	"fmt"
	"math"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/source"
)

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

// in is what the scale says of a JVM. Another collector meets the same objects
// otherwise, and so does that of JDK 8.
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
