package figures

import (
	"fmt"
	"strings"
	"time"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
)

// jsonMeasured is a number that a GC log says, and where.
type jsonMeasured struct {
	Value  int64  `json:"value"`
	Origin string `json:"origin"`
	At     string `json:"at"`
}

// jsonGCLog is what a GC log says of the JVM: times in milliseconds, sizes in
// bytes.
type jsonGCLog struct {
	Files     []string              `json:"files"`
	Collector string                `json:"collector,omitempty"`
	Version   string                `json:"version,omitempty"`
	SpanMS    int64                 `json:"span_ms"`
	Pauses    map[string]jsonPauses `json:"pauses"` // by kind: those that there were
	Live      *jsonMeasured         `json:"live,omitempty"`
}

type jsonPauses struct {
	Count     int64   `json:"count"`
	TotalMS   float64 `json:"total_ms"`
	MedianMS  float64 `json:"median_ms"`
	LongestMS float64 `json:"longest_ms"`
	At        string  `json:"at"` // the longest
}

// kindsOfPauses are those of a log, as they are shown.
func kindsOfPauses(log *gclog.Log) []struct {
	name string
	of   gclog.Pauses
} {
	return []struct {
		name string
		of   gclog.Pauses
	}{{"young", log.Young}, {"full", log.Full.Pauses}, {"degenerated", log.Degenerated}, {"other", log.Other}, {"stall", log.Stalls}}
}

func gcLogJSON(log *gclog.Log) *jsonGCLog {
	if log == nil {
		return nil
	}
	out := &jsonGCLog{Files: log.Files, Collector: log.Collector, Version: log.Version, SpanMS: log.Span.Milliseconds(), Pauses: map[string]jsonPauses{}}
	for _, k := range kindsOfPauses(log) {
		if p := k.of; p.Count > 0 {
			out.Pauses[k.name] = jsonPauses{p.Count, inMS(p.Total), inMS(p.Median), inMS(p.Longest), placeOf(p.At)}
		}
	}
	if live := log.Live.Largest; live.Bytes > 0 {
		out.Live = &jsonMeasured{live.Bytes, source.Measured.String(), placeOf(live.At)}
	}
	return out
}

// measuredJSON is a fact that a log says; nil where something else does.
func measuredJSON(v source.Value) *jsonMeasured {
	if v.Origin != source.Measured {
		return nil
	}
	return &jsonMeasured{v.N, v.Origin.String(), v.Why}
}

// writeGCLog writes what the log says.
func (p Prediction) writeGCLog(b *strings.Builder) {
	log := p.Workload.GCLog
	if log == nil {
		return
	}
	about := []string{strings.Join(log.Files, ", ")}
	for _, s := range []string{log.Collector, log.Version} {
		if s != "" {
			about = append(about, s)
		}
	}
	if heap := log.MaxHeap.Bytes; heap > 0 {
		about = append(about, "a maximum heap of "+bytesText(source.Value{N: heap}))
	}
	if log.Span >= time.Second {
		about = append(about, log.Span.Round(time.Second).String())
	}
	fmt.Fprintf(b, "\nGC log: %s\n", report.Show(strings.Join(about, ", ")))
	table := [][]string{{"pauses", "count", "median", "longest", "together", "the longest at"}}
	for _, k := range kindsOfPauses(log) {
		if p := k.of; p.Count > 0 {
			table = append(table, []string{k.name, fmt.Sprint(p.Count), lint.Pause(p.Median), lint.Pause(p.Longest), lint.Pause(p.Total), placeOf(p.At)})
		}
	}
	if len(table) > 1 {
		b.WriteString("\n" + report.Table(table) + "\n")
	}
	if live := log.Live.Largest; live.Bytes > 0 {
		fmt.Fprintf(b, "\nlive data: %s measured (%s)\n", bytesText(source.Value{N: live.Bytes}), placeOf(live.At))
	}
}

// pausesOverTime are the longest pauses of a log, slice by slice, with what they are held
// against: the goal of the collector, and the heartbeats of a member.
func (p Prediction) pausesOverTime() []Curve {
	log := p.Workload.GCLog
	if log == nil || log.Span < time.Second {
		return nil
	}
	c := Curve{Title: "longest pause in each " + log.OverTime.Slice.String(), Along: "time since the log begins", Log: true,
		Show: func(n int64) string { return lint.Pause(time.Duration(n)) }, ShowAlong: func(n int64) string { return time.Duration(n).Round(time.Second).String() }}
	for _, k := range []struct {
		name   string
		pauses []time.Duration
	}{{"full GC", log.OverTime.Full}, {"other pauses", log.OverTime.Other}} {
		line := CurveLine{Name: k.name, Apart: true}
		for i, longest := range k.pauses {
			if longest > 0 {
				line.Points = append(line.Points, [2]int64{int64(i) * int64(log.OverTime.Slice), int64(longest)})
			}
		}
		if len(line.Points) > 0 {
			c.Lines = append(c.Lines, line)
		}
	}
	if len(c.Lines) == 0 {
		return nil
	}
	across := func(name string, ms int64) {
		c.Lines = append(c.Lines, CurveLine{Name: name, Points: [][2]int64{{0, ms * 1e6}, {int64(log.Span), ms * 1e6}}})
	}
	if goal := p.JVM.Number("MaxGCPauseMillis"); (log.Collector == gclog.G1 || log.Collector == gclog.Parallel) && goal < longestGoal {
		across("pause goal", int64(goal))
	}
	if h := p.Heartbeats; h != nil && h.Timeout.Known() && h.Interval.Known() && h.SafePause() > 0 {
		across("what heartbeats allow", h.SafePause())
	}
	return []Curve{c}
}

// longestGoal is where a goal is none, in milliseconds: Parallel has the largest number.
const longestGoal = 1000 * 60 * 60

func inMS(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func placeOf(l gclog.Line) string { return fmt.Sprintf("%s:%d", l.File, l.Number) }
