package html

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/hotspot/pause"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/figures"
	"github.com/jvmlint/jvmlint/internal/source"
)

// prediction is what a workload will do, on the newest of its JDKs that it starts on.
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

// pauseChart draws how long a full GC may take over what the heartbeats of a member allow, on one time line.
type pauseChart struct {
	Alt      string
	Verdict  string
	Outlasts bool // the heartbeats outlast the longest pause

	Safe, Phase, Removed chartPart // stays, perhaps, is removed
	Range, Second        *chartPart
	Expected             chartMark
	Ticks                []chartMark
	Legend               []chartLegend
	Basis                []string
}

// chartLegend explains a part of a chart; Kind is its class.
type chartLegend struct{ Kind, Text string }

// leastGap is how far apart labels on the time line must be, in percent.
const leastGap = 14

// pauseOf draws an estimated pause: one full GC, and a second behind it.
func pauseOf(full pause.Pause, h hazelcast.Heartbeats) *pauseChart {
	longest := full.BackToBack()
	c, scale := timeLine(longest, gclog.FullCollection, h)
	c.Range = &chartPart{X: scale(full.Low), Width: scale(full.High) - scale(full.Low), Title: "one full GC"}
	c.Second = &chartPart{X: scale(full.High), Width: scale(longest) - scale(full.High), Title: "two back to back"}
	c.Expected = chartMark{X: scale(full.Expected)}
	c.Legend = append([]chartLegend{
		{"range", fmt.Sprintf("one full GC: %s expected, %s to %s: an estimate", lint.Seconds(full.Expected), lint.Seconds(full.Low), lint.Seconds(full.High))},
		{"second", "two back to back: up to " + lint.Seconds(longest)},
	}, c.Legend...)
	for _, line := range full.Basis {
		c.Basis = append(c.Basis, report.Show(line))
	}
	c.Alt = c.Legend[0].Text + "; " + c.Legend[1].Text + "; " + c.Alt
	return c
}

// measuredPauseOf draws a pause that the user gives, or that a log measured.
func measuredPauseOf(stop predict.Stop, h hazelcast.Heartbeats) *pauseChart {
	given := stop.Length
	c, scale := timeLine(given.N, stop.Kind, h)
	c.Range = &chartPart{Width: scale(given.N), Title: "the longest stop"}
	c.Expected = chartMark{X: scale(given.N)}
	by := "given by"
	if given.Origin == source.Measured {
		by = "measured:"
	}
	text := fmt.Sprintf("the longest stop, %s: %s, %s %s", stop.Kind, lint.Seconds(given.N), by, given.Why)
	c.Legend = append([]chartLegend{{"range", report.Show(text)}}, c.Legend...)
	c.Alt = report.Show(text) + "; " + c.Alt
	return c
}

// timeLine draws what the heartbeats allow, long enough for a pause.
func timeLine(longest int64, kind gclog.Kind, h hazelcast.Heartbeats) (*pauseChart, func(int64) percent) {
	safe, removed := max(h.SafePause(), 0), max(h.CertainRemoval(), 0)
	end := max(longest, removed, 1)
	scale := func(ms int64) percent { return along(ms, end) }
	c := &pauseChart{
		Safe:    chartPart{Width: scale(safe), Title: "the member stays"},
		Phase:   chartPart{X: scale(safe), Width: scale(removed) - scale(safe), Title: "the phase of the heartbeats decides"},
		Removed: chartPart{X: scale(removed), Width: 100 - scale(removed), Title: "the member is removed"},
		Legend: []chartLegend{
			{"safe", "up to " + lint.Seconds(safe) + " the member stays"},
			{"phase", "between, the phase of its heartbeats decides"},
			{"removed", "from " + lint.Seconds(removed) + " it is removed"},
		},
		Outlasts: safe > longest,
	}
	c.Verdict = fmt.Sprintf("heartbeats allow %s, %s may take %s", lint.Seconds(safe), kind, lint.Seconds(longest))
	c.Alt = fmt.Sprintf("%s, %s", c.Legend[0].Text, c.Legend[2].Text)
	last := percent(0)
	c.Ticks = []chartMark{{Label: "0"}}
	for _, ms := range []int64{safe, removed, end} {
		if x := scale(ms); x-last >= leastGap {
			c.Ticks = append(c.Ticks, chartMark{X: x, Label: lint.Seconds(ms), Right: x > 90})
			last = x
		}
	}
	return c, scale
}
