package figures

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/nmt"
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

type kindOfPauses struct {
	name string
	gclog.Pauses
}

// kindsOfPauses are those that there are in a log, as they are shown.
func kindsOfPauses(log *gclog.Log) []kindOfPauses {
	all := []kindOfPauses{{"young", log.Young}, {"full", log.Full.Pauses}, {"degenerated", log.Degenerated}, {"other", log.Other}, {"stall", log.Stalls}}
	return lists.Where(all, func(k kindOfPauses) bool { return k.Count > 0 })
}

func gcLogJSON(log *gclog.Log) *jsonGCLog {
	if log == nil {
		return nil
	}
	out := &jsonGCLog{Files: log.Files, Collector: log.Collector, Version: log.Version, SpanMS: log.Span.Milliseconds()}
	out.Pauses = lists.Map(kindsOfPauses(log), func(k kindOfPauses) (string, jsonPauses) {
		return k.name, jsonPauses{k.Count, inMS(k.Total), inMS(k.Median), inMS(k.P99), inMS(k.Longest), placeOf(k.At)}
	})
	if share, ok := log.Throughput(); ok {
		out.ThroughputPercent = math.Round(share*100) / 100
	}
	out.AllocatedPerSecond = log.AllocationRate()
	out.FullGCCauses = lists.Map(log.Full.Causes, func(c gclog.Cause) (string, int64) { return c.Name, c.Count })
	if live := log.Live.Largest; live.Bytes > 0 {
		out.Live = &jsonMeasured{live.Bytes, source.Measured.String(), placeOf(live.At)}
	}
	return out
}

func (p Prediction) writeGCLog(b *strings.Builder) {
	log := p.Workload.GCLog
	if log == nil {
		return
	}
	about := []string{strings.Join(log.Files, ", "), log.Collector, log.Version}
	about = slices.DeleteFunc(about, func(s string) bool { return s == "" })
	if heap := log.MaxHeap.Bytes; heap > 0 {
		about = append(about, "a maximum heap of "+lint.Size(source.Value{N: heap}))
	}
	if log.Span >= time.Second {
		about = append(about, log.Span.Round(time.Second).String())
	}
	fmt.Fprintf(b, "\nGC log: %s\n", report.Show(strings.Join(about, ", ")))
	header := []string{"pauses", "count", "median", "99 % within", "longest", "together", "the longest at"}
	table := report.Rows(header, kindsOfPauses(log), func(k kindOfPauses) []string {
		return []string{k.name, fmt.Sprint(k.Count), lint.Pause(k.Median), lint.Pause(k.P99), lint.Pause(k.Longest), lint.Pause(k.Total), placeOf(k.At)}
	})
	if len(table) > 1 {
		b.WriteString("\n" + report.Table(table) + "\n")
	}
	if live := log.Live.Largest; live.Bytes > 0 {
		fmt.Fprintf(b, "\nlive data: %s measured (%s)\n", lint.Size(source.Value{N: live.Bytes}), placeOf(live.At))
	}
	writeRest(b, log)
}

// writeRest writes what a log tells beside pauses and live data, as far as it does.
func writeRest(b *strings.Builder, log *gclog.Log) {
	add := func(what, value string) { fmt.Fprintf(b, "%s: %s\n", what, report.Show(value)) }
	if share, ok := log.Throughput(); ok {
		add("throughput", fmt.Sprintf("%.1f %% of the time was not paused", share))
	}
	if rate := log.AllocationRate(); rate > 0 {
		add("allocation", roundMiB(rate)+" a second")
	}
	causes := lists.Of(log.Full.Causes, func(c gclog.Cause) string { return fmt.Sprintf("%s (%d)", c.Name, c.Count) })
	if len(causes) > 0 {
		add("causes of full GCs", strings.Join(causes, ", "))
	}
	if cpus := log.CPUs; cpus.N > 0 {
		add("CPUs that the JVM saw", fmt.Sprintf("%d (%s)", cpus.N, placeOf(cpus.At)))
	}
	if memory := log.Memory; memory.Bytes > 0 {
		add("memory that the JVM saw", fmt.Sprintf("%s (%s)", roundMiB(memory.Bytes), placeOf(memory.At)))
	}
}

func roundMiB(n int64) string { return lint.Size(source.Value{N: max(n>>20, 1) << 20}) }

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
	return lint.If(len(table) > 2, "\n"+report.Table(table)+"\n")
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

const notSeen = "the overhead of malloc, and memory of native libraries"

// measuredText lays out, for people, what was planned beside what was measured.
func measuredText(c *memory.Comparison) string {
	var b strings.Builder
	b.WriteString(measuredTotal(c.With) + "\n")
	if len(c.Parts) > 0 {
		b.WriteString(report.Table(measuredTable(c)) + "\n")
		fmt.Fprintf(&b, "not in the measurement: %s\n", notSeen)
	}
	for _, line := range measuredNotes(c) {
		fmt.Fprintf(&b, "%s\n", line)
	}
	return b.String()
}

func measuredTotal(m *nmt.Measurement) string {
	return fmt.Sprintf("measured: %s committed (%s)", lint.MiB(m.Total.Committed.N), m.Total.Committed.Why)
}

// measuredNotes say what of the measurement is no part of the comparison, and why.
func measuredNotes(c *memory.Comparison) []string {
	notes := MeasuredDoubts(c)
	if c.Books.Known() {
		notes = append(notes, fmt.Sprintf("left out: the %s of Native Memory Tracking itself (%s), which these options do not turn on", size(c.Books.N), c.Books.Why))
	}
	return notes
}

// MeasuredDoubts say why a measurement may not be that of the JVM which it is held against.
func MeasuredDoubts(c *memory.Comparison) []string {
	var notes []string
	if s := c.Strange; s.Name != "" {
		notes = append(notes, fmt.Sprintf("not compared: another JDK was measured, because this one counts nothing as %s (%s)", s.Name, s.Committed.Why))
	}
	if c.Heap != 0 {
		notes = append(notes, fmt.Sprintf("another heap was measured, of %s: the values that follow from its size are not those of these options", lint.MiB(c.Heap)))
	}
	return notes
}

// measuredTable has a row for each part, and the sum of those that compare.
func measuredTable(c *memory.Comparison) [][]string {
	table := [][]string{{"pool", "at start", "planned", "measured", "difference", "counted as"}}
	var atStart, planned, measured int64
	for _, p := range c.Parts {
		row := []string{p.Name, lint.MiB(p.AtStart()), lint.MiB(p.Planned()), "-", "-", "not counted"}
		if p.Measured.Known() {
			row[3], row[5] = lint.MiB(p.Measured.N), strings.Join(p.Categories, ", ")
		}
		if p.Measured.Known() && len(p.Categories) == 0 {
			row[5] = "no line for it"
		}
		if p.Compares() {
			atStart, planned, measured = atStart+p.AtStart(), planned+p.Planned(), measured+p.Measured.N
			row[4] = overOrUnder(p.Measured.N - p.Planned())
		} else if p.Unlike != "" {
			row[5] += ": " + p.Unlike
		}
		table = append(table, row)
	}
	return append(table, []string{"sum of comparable pools", lint.MiB(atStart), lint.MiB(planned), lint.MiB(measured), overOrUnder(measured - planned), ""})
}

// overOrUnder says how far a measurement is from the plan, in bytes.
func overOrUnder(n int64) string {
	switch {
	case n > 0:
		return size(n) + " over"
	case n < 0:
		return size(-n) + " under"
	}
	return "none"
}

func size(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d KiB", (n+512)>>10)
	}
	return lint.MiB(n)
}

// jsonNativeMemory is a measurement beside the plan, in bytes. Of another JDK than this one there are no pools.
type jsonNativeMemory struct {
	File      string                 `json:"file"`
	Line      int                    `json:"line"` // of the total
	Committed int64                  `json:"committed"`
	Pools     []jsonNativeMemoryPool `json:"pools"`
	NotSeen   string                 `json:"not_counted"`
	Notes     []string               `json:"notes"`
}

// jsonNativeMemoryPool has null for what was not measured, and a difference of null
// where the two cannot be held against each other.
type jsonNativeMemoryPool struct {
	Name       string   `json:"name"`
	AtStart    int64    `json:"at_start"`
	Planned    int64    `json:"planned"`
	Committed  *int64   `json:"committed"`
	Difference *int64   `json:"difference"`
	Categories []string `json:"categories"`
	Why        string   `json:"why"`
}

func nativeMemoryJSON(c *memory.Comparison) *jsonNativeMemory {
	if c == nil {
		return nil
	}
	out := &jsonNativeMemory{File: c.With.File.Name, Line: c.With.Total.Line(), Committed: c.With.Total.Committed.N,
		Pools: []jsonNativeMemoryPool{}, NotSeen: notSeen, Notes: append([]string{}, measuredNotes(c)...)}
	for _, p := range c.Parts {
		pool := jsonNativeMemoryPool{Name: p.Name, AtStart: p.AtStart(), Planned: p.Planned(), Committed: known(p.Measured),
			Categories: append([]string{}, p.Categories...), Why: p.Measured.Why}
		if p.Compares() {
			pool.Difference = new(p.Measured.N - p.Planned())
		} else if p.Unlike != "" {
			pool.Why += ": " + p.Unlike
		}
		out.Pools = append(out.Pools, pool)
	}
	return out
}

// barWidth is the length of the longer of the two bars.
const barWidth = 60

// Bar draws the pools that are planned for, each under a letter of its name, over the limit.
//
//	planned  HHHHHHHHHHHGMCCDDTJJ  10396 MiB: heap H, GC G, ...
//	limit    ------------------|   10240 MiB: 156 MiB too little
func Bar(m *report.Memory, style report.Style) string {
	planned, limit := m.Planned(), m.Limit
	longest := planned
	if limit.Known() {
		longest = max(longest, limit.N)
	}
	if longest <= 0 {
		return ""
	}
	cells := func(n int64) int { return int((n*barWidth + longest/2) / longest) }
	var bar strings.Builder
	var legend []string
	sum, drawn := int64(0), 0
	letters := lettersOf(m.Pools)
	for i, pool := range m.Pools {
		sum += pool.Planned
		if end := cells(sum); end > drawn {
			bar.WriteString(style.Pool(i, strings.Repeat(letters[i], end-drawn)))
			legend = append(legend, style.Pool(i, letters[i])+" "+pool.Name)
			drawn = end
		}
	}
	text := fmt.Sprintf("planned  %s  %s: %s\n", bar.String()+strings.Repeat(" ", barWidth-drawn), lint.MiB(planned), strings.Join(legend, ", "))
	if !limit.Known() {
		return text
	}
	width := cells(limit.N)
	mark := strings.Repeat("-", max(width-1, 0)) + "|"
	verdict, fits := m.Spare()
	return text + fmt.Sprintf("limit    %-*s  %s: %s\n", barWidth, mark, lint.MiB(limit.N), style.Verdict(fits, verdict))
}

// lettersOf are capitals for pools: the first letter of the name that no pool before it has.
func lettersOf(pools []memory.Pool) []string {
	letters, taken := make([]string, len(pools)), map[rune]bool{}
	for i, pool := range pools {
		letters[i] = "."
		for _, c := range strings.ToUpper(pool.Name) {
			if c >= 'A' && c <= 'Z' && !taken[c] {
				letters[i], taken[c] = string(c), true
				break
			}
		}
	}
	return letters
}
