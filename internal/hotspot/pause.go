package hotspot

import (
	"fmt"
	"math"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// LiveData is what the pause of a full GC depends on besides the JVM.
type LiveData struct {
	Live      source.Value // bytes that survive; 85 % of the maximum heap where nothing says it
	ValueSize source.Value // bytes of payload of an object; 10 KiB where nothing says it
	Hazelcast bool         // a member: its own objects, and five small ones around each value
	Workers   int          // 0: as many as this JVM will use
}

// Bracket is an estimate in milliseconds: of the pauses measured on other
// machines than the model was fitted on, all lay between Low and High.
type Bracket struct{ Low, Expected, High int64 }

// Pause is the pause of a full GC of G1.
type Pause struct {
	Bracket
	SerialCeiling int64    // milliseconds: High, where one CPU does all the work
	Workers       int      // that run at once: no more than CPUs
	SmallValues   *Bracket // with values of 1 KB; nil where the size of values is given
	LargeValues   *Bracket // with values of 100 KB
	Humongous     bool     // values take whole regions, which do not move
	Basis         []string // what the estimate rests on, a phrase each; or why there is none
}

// The model of the pause, fitted to 342 full GCs of JDK 8 to 25 on one machine
// and held against 231 others there and against production logs: one worker
// copies live bytes at a steady rate, spends a time on every object that grows
// with the size of the object and levels off, and does so for more of them the
// more garbage lies between. Humongous objects do not move.
const (
	assumedLivePercent = 85
	assumedValueSize   = 10 * int64(kilo)
	smallValueSize     = int64(kilo)
	largeValueSize     = 100 * int64(kilo)

	copyPerGiB      = 0.155 // seconds
	bareSeconds     = 0.055 // of a JVM without a program, however small the heap
	memberSeconds   = 0.15  // of a Hazelcast member: classes, code and threads of its own
	garbageWeight   = 1.52  // how much of an object's cost garbage adds, per share of the heap
	mostGarbage     = 0.5   // a share over which nothing was measured
	entryOverhead   = 200   // bytes of a Hazelcast entry besides its value
	arrayOverhead   = 24    // bytes of an array in a list besides its payload
	arrayHeader     = 16
	workerContended = 0.19 // what each further worker costs the others
	lowFactor       = 0.5
	highFactor      = 2
)

// costOfRelease is how much slower a JDK collects than JDK 11, by measurement.
func costOfRelease(jdk int) float64 {
	return byJDK(jdk, since[float64]{8, 1.24}, since[float64]{11, 1.00}, since[float64]{17, 1.07}, since[float64]{21, 1.09}, since[float64]{25, 1.13})
}

// perObject is the time that one worker spends on an object, in seconds.
func perObject(valueSize float64, hazelcast bool) float64 {
	t := 0.022 + 0.609*valueSize/(valueSize+566)
	if hazelcast {
		t += 0.194 + 0.354*valueSize/(valueSize+1000)
	}
	return t / 1e6
}

// oneWorker is the time that one worker needs for the whole heap, in seconds.
func oneWorker(jdk int, heap, live, valueSize float64, hazelcast bool) float64 {
	start, overhead := bareSeconds, float64(arrayOverhead)
	if hazelcast {
		start, overhead = memberSeconds, entryOverhead
	}
	objects := live / (valueSize + overhead)
	garbage := min(max(1-live/heap, 0), mostGarbage)
	moving := objects * perObject(valueSize, hazelcast) * (1 + garbageWeight*garbage)
	return costOfRelease(jdk) * (start + moving + copyPerGiB*live/float64(giga))
}

// speedUp is how much faster several workers are than one.
func speedUp(workers int) float64 {
	return float64(workers) / (1 + workerContended*float64(workers-1))
}

// FullGCPause estimates the pause of one full GC. Before it gives up, HotSpot
// runs two of them back to back. It is not known, and Basis says why, for
// other collectors, and where heap or workers are unknown.
func (j *JVM) FullGCPause(l LiveData) (Pause, bool) {
	workers, why := j.pauseWorkers(l.Workers)
	switch {
	case j.G1 == nil:
		return noPause(fmt.Sprintf("no model of the full GC of %s", j.Collector))
	case !j.Heap.Known():
		return noPause("the maximum heap is not known")
	case workers == 0:
		return noPause(why)
	}
	live, size := l.Live, l.ValueSize
	if !live.Known() {
		live = source.Value{N: j.Heap.N / 100 * assumedLivePercent, Origin: source.Assumed, Why: fmt.Sprintf("assumed: %d %% of the maximum heap", assumedLivePercent)}
	}
	if !size.Known() {
		size = source.Value{N: assumedValueSize, Origin: source.Assumed, Why: "assumed"}
	}
	p := Pause{Workers: workers, Humongous: j.humongous(size)}
	p.Basis = []string{
		fmt.Sprintf("%.1f GiB live (%s)", float64(live.N)/float64(giga), live.Why),
		fmt.Sprintf("values of %s (%s)", jvmflag.FormatSize(uint64(max(size.N, 0))), size.Why),
		why,
	}
	if p.Humongous {
		p.Bracket = Bracket{Low: 5, Expected: milliseconds(bareSeconds), High: 300}
		p.SerialCeiling = 500
		p.Basis = append(p.Basis, "values larger than half a region do not move")
		return p, true
	}
	bracket := func(size int64) (Bracket, float64) {
		alone := oneWorker(j.JDK, float64(j.Heap.N), float64(max(live.N, 0)), float64(max(size, 1)), l.Hazelcast)
		expected := alone / speedUp(workers)
		return Bracket{milliseconds(lowFactor * expected), milliseconds(expected), milliseconds(highFactor * expected)}, alone
	}
	var alone float64
	p.Bracket, alone = bracket(size.N)
	p.SerialCeiling = milliseconds(highFactor * alone)
	if size.Origin == source.Assumed {
		small, _ := bracket(smallValueSize)
		large, _ := bracket(largeValueSize)
		p.SmallValues, p.LargeValues = &small, &large
	}
	return p, true
}

func noPause(why string) (Pause, bool) { return Pause{Basis: []string{why}}, false }

func milliseconds(seconds float64) int64 { return int64(math.Round(seconds * 1000)) }

// humongous tells whether values of a given size take whole regions.
func (j *JVM) humongous(size source.Value) bool {
	return size.Origin != source.Assumed && j.G1.HumongousOver.Known() && size.N+arrayHeader > j.G1.HumongousOver.N
}

// pauseWorkers are those that run at once; 0 where that is not known.
func (j *JVM) pauseWorkers(given int) (int, string) {
	count := given
	if given == 0 || j.compactsAlone() {
		count = j.OwnFullGCWorkers().Count
	}
	if count == 0 {
		return 0, "the number of GC workers is not known"
	}
	if j.CPUs.Known() && int64(count) > j.CPUs.N {
		return int(j.CPUs.N), fmt.Sprintf("%d GC workers on %d CPUs", count, j.CPUs.N)
	}
	if count == 1 {
		return 1, "1 GC worker"
	}
	return count, fmt.Sprintf("%d GC workers", count)
}
