package figures

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/nmt"
	"github.com/jvmlint/jvmlint/internal/report"
)

// notSeen is what Native Memory Tracking does not count.
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

// size is in MiB, and what is less than one in KiB.
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
			difference := p.Measured.N - p.Planned()
			pool.Difference = &difference
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
