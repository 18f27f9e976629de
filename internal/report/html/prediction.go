package html

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/figures"
	"github.com/jvmlint/jvmlint/internal/source"
)

// prediction is what a workload will do, on the newest of its JDKs that it
// starts on.
type prediction struct {
	Name, Verdict, Context string
	Alike                  []string // others of which the same is predicted

	Starts        bool
	Messages      []string // that the JVM prints
	Memory        *memoryChart
	MemoryUnknown string
	Pause         *pauseChart
	PauseUnknown  string
	Facts         []fact
}

// fact is a thing that options and machine decide.
type fact struct{ What, Value, Because string }

func predictionOf(of *report.Workload) prediction {
	p := figures.Prediction{Prediction: of.Predicted.NewestThatStarts()}
	out := prediction{
		Name: of.String(), Verdict: of.Show(p.Verdict()), Context: of.Show(lint.Context(p.Prediction)), Starts: p.Start.OK,
	}
	for _, line := range p.Start.Lines() {
		out.Messages = append(out.Messages, of.Show(line))
	}
	if p.JVM == nil {
		return out
	}
	for _, row := range p.Rows() {
		out.Facts = append(out.Facts, fact{row.What, of.Show(row.Value), of.Show(row.Because)})
	}
	if sum, ok := p.Memory(); ok {
		out.Memory = memoryOf(sum)
	} else {
		out.MemoryUnknown = memory.Missing(p.JVM)
	}
	out.addPause(p.Prediction)
	return out
}

// addPause draws the full GC of a member against its heartbeats. A member
// alone sends none, and what a configuration imports is not known.
func (w *prediction) addPause(p *predict.Prediction) {
	beats := p.Heartbeats
	if beats == nil || p.Workload.Members.N == 1 || !beats.Timeout.Known() || !beats.Interval.Known() ||
		beats.Timeout.Origin == source.Default && p.Workload.Hazelcast.Imports() {
		return
	}
	stop, ok := p.LongestStop()
	switch {
	case !ok:
		pause, _ := p.FullGCPause()
		w.PauseUnknown = report.Show(strings.Join(pause.Basis, ", "))
	case stop.Estimate != nil:
		w.Pause = pauseOf(*stop.Estimate, *beats)
	default:
		w.Pause = measuredPauseOf(stop, *beats)
	}
}
