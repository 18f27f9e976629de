package report

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
)

// htmlWorkload is what a workload will do, on the newest of its JDKs that it
// starts on.
type htmlWorkload struct {
	Name, Verdict, Context string

	Starts        bool
	Messages      []string // that the JVM prints
	Memory        *memoryChart
	MemoryUnknown string
	Pause         *pauseChart
	PauseUnknown  string
	Facts         []htmlFact
}

// htmlFact is a thing that options and machine decide.
type htmlFact struct{ What, Value, Because string }

func workloadHTML(of *predict.Predictions) htmlWorkload {
	p := newestThatStarts(of)
	out := htmlWorkload{
		Name: show(of.Workload.Name + " of " + of.Workload.File.Name), Verdict: show(p.verdict()), Context: show(lint.Context(p.Prediction)), Starts: p.Start.OK,
	}
	for _, line := range p.Start.Lines() {
		out.Messages = append(out.Messages, show(line))
	}
	if p.JVM == nil {
		return out
	}
	for _, row := range p.rows() {
		out.Facts = append(out.Facts, htmlFact{row.what, show(row.value), show(row.because)})
	}
	if budget, ok := p.Budget(); ok {
		out.Memory = memoryHTML(budget, of.Workload.Memory)
	} else {
		out.MemoryUnknown = "not known without the memory limit (--memory) or a heap size"
	}
	out.addPause(p.Prediction)
	return out
}

// addPause draws the full GC of a member against its heartbeats. A member
// alone sends none, and what a configuration imports is not known.
func (w *htmlWorkload) addPause(p *predict.Prediction) {
	beats := p.Heartbeats
	if beats == nil || p.Workload.Members.N == 1 || !beats.Timeout.Known() || !beats.Interval.Known() ||
		beats.Timeout.Origin == source.Default && p.Workload.Hazelcast.Imports() {
		return
	}
	given := p.Workload.FullGCPause
	pause, ok := p.JVM.FullGCPause(p.LiveData())
	switch {
	case given.Known():
		w.Pause = measuredPauseHTML(given, *beats)
	case ok:
		w.Pause = pauseHTML(pause, *beats)
	default:
		w.PauseUnknown = show(strings.Join(pause.Basis, ", "))
	}
}

func newestThatStarts(of *predict.Predictions) prediction {
	all := predictionsOf(of)
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].Start.OK {
			return all[i]
		}
	}
	return all[len(all)-1]
}
