package figures

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
)

// jsonMeasured is a number that a GC log says, and where.
type jsonMeasured struct {
	Value  int64  `json:"value"`
	Origin string `json:"origin"`
	At     string `json:"at"`
}

// jsonGCLog is what a GC log says of the JVM: times in milliseconds, sizes in bytes.
type jsonGCLog struct {
	Files     []string `json:"files"`
	Collector string   `json:"collector,omitempty"`
	Version   string   `json:"version,omitempty"`
	SpanMS    int64    `json:"span_ms"`

	ThroughputPercent  float64          `json:"throughput_percent,omitempty"`
	AllocatedPerSecond int64            `json:"allocated_bytes_per_second,omitempty"`
	FullGCCauses       map[string]int64 `json:"full_gc_causes,omitempty"`

	Pauses map[string]jsonPauses `json:"pauses"` // by kind: those that there were
	Live   *jsonMeasured         `json:"live,omitempty"`
}

type jsonPauses struct {
	Count     int64   `json:"count"`
	TotalMS   float64 `json:"total_ms"`
	MedianMS  float64 `json:"median_ms"`
	P99MS     float64 `json:"p99_ms"`
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
	out := &jsonGCLog{Files: log.Files, Collector: log.Collector, Version: log.Version, SpanMS: log.Span.Milliseconds(), Pauses: map[string]jsonPauses{}, FullGCCauses: map[string]int64{}}
	for _, k := range kindsOfPauses(log) {
		if p := k.of; p.Count > 0 {
			out.Pauses[k.name] = jsonPauses{p.Count, inMS(p.Total), inMS(p.Median), inMS(p.P99), inMS(p.Longest), placeOf(p.At)}
		}
	}
	if share, ok := log.Throughput(); ok {
		out.ThroughputPercent = math.Round(share*100) / 100
	}
	out.AllocatedPerSecond = log.AllocationRate()
	for _, c := range log.Full.Causes {
		out.FullGCCauses[c.Name] = c.Count
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
	table := [][]string{{"pauses", "count", "median", "99 % within", "longest", "together", "the longest at"}}
	for _, k := range kindsOfPauses(log) {
		if p := k.of; p.Count > 0 {
			table = append(table, []string{k.name, fmt.Sprint(p.Count), lint.Pause(p.Median), lint.Pause(p.P99), lint.Pause(p.Longest), lint.Pause(p.Total), placeOf(p.At)})
		}
	}
	if len(table) > 1 {
		b.WriteString("\n" + report.Table(table) + "\n")
	}
	if live := log.Live.Largest; live.Bytes > 0 {
		fmt.Fprintf(b, "\nlive data: %s measured (%s)\n", bytesText(source.Value{N: live.Bytes}), placeOf(live.At))
	}
	for _, row := range rowsOfLog(log) {
		fmt.Fprintf(b, "%s: %s\n", row[0], report.Show(row[1]))
	}
}

// rowsOfLog are what a log tells beside pauses and live data, as far as it does.
func rowsOfLog(log *gclog.Log) [][2]string {
	var rows [][2]string
	add := func(what, value string) { rows = append(rows, [2]string{what, value}) }
	if share, ok := log.Throughput(); ok {
		add("throughput", fmt.Sprintf("%.1f %% of the time was not paused", share))
	}
	if rate := log.AllocationRate(); rate > 0 {
		add("allocation", roundMiB(rate)+" a second")
	}
	var causes []string
	for _, c := range log.Full.Causes {
		causes = append(causes, fmt.Sprintf("%s (%d)", c.Name, c.Count))
	}
	if len(causes) > 0 {
		add("causes of full GCs", strings.Join(causes, ", "))
	}
	if cpus := log.CPUs; cpus.N > 0 {
		add("CPUs that the JVM saw", fmt.Sprintf("%d (%s)", cpus.N, placeOf(cpus.At)))
	}
	if memory := log.Memory; memory.Bytes > 0 {
		add("memory that the JVM saw", fmt.Sprintf("%s (%s)", roundMiB(memory.Bytes), placeOf(memory.At)))
	}
	return rows
}

func roundMiB(n int64) string { return bytesText(source.Value{N: max(n>>20, 1) << 20}) }

// comparedLogs holds several logs, each of a JVM by itself, against each other; empty where there are not.
func comparedLogs(all []*predict.Predictions) string {
	table := [][]string{{
		"log", "collector", "version", "heap", "young, 99 %", "longest", "full GCs", "not paused", "allocation",
	}}
	for _, of := range all {
		log := of.Workload.GCLog
		if log == nil {
			return ""
		}
		longest := max(log.LongestStop.Length, log.Full.Pauses.Longest)
		row := []string{
			report.Show(log.Files[0]), log.Collector, report.Show(log.Version), "",
			lint.Pause(log.Young.P99), lint.Pause(longest), fmt.Sprint(log.Full.Count), "", "",
		}
		if heap := log.MaxHeap; heap.Bytes > 0 {
			row[3] = roundMiB(heap.Bytes)
		}
		if share, ok := log.Throughput(); ok {
			row[7] = fmt.Sprintf("%.1f %%", share)
		}
		if rate := log.AllocationRate(); rate > 0 {
			row[8] = roundMiB(rate) + "/s"
		}
		table = append(table, row)
	}
	if len(table) <= 2 {
		return ""
	}
	return "\n" + report.Table(table) + "\n"
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
