package html

import (
	"fmt"
	"math"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
)

// percent is a place or a length on a chart, of its width.
type percent float64

// along is how far along a chart n stands, the longest of it at its end but for
// the margin, in hundredths of a percent: a screen shows no more.
func along(n, longest int64) percent {
	return percent(math.Round(float64(n)/float64(longest)*(100-chartMargin)*100) / 100)
}

func (p percent) String() string { return fmt.Sprintf("%.2f%%", float64(p)) }

// memoryChart draws a budget as bars over its limit.
type memoryChart struct {
	Alt     string
	Bars    []memoryBar
	Limit   *chartMark
	Verdict string // against the limit
	Fits    bool
	Largest []memoryPool // that can be seen
	Pools   []memoryPool
}

type memoryBar struct {
	Label, Sum string
	Parts      []chartPart
	Over       *chartPart // what is over the limit
}

// chartPart is a stretch of a bar.
type chartPart struct {
	X, Width percent
	Colour   int
	Title    string
}

// chartMark is a line across a chart.
type chartMark struct {
	X     percent
	Label string
	Right bool // the label stands to the left of the line
}

type memoryPool struct {
	Name                     string
	Colour                   int
	AtStart, Planned, AtMost string
	Why                      string
}

// poolColours is how many colours the style has for pools.
const poolColours = 12

// leastSeen is how wide a part must be to be told by its colour, in percent.
const leastSeen = 1.5

// chartMargin is what is left free to the right of the longest bar, in percent.
const chartMargin = 3

func memoryOf(m *report.Memory) *memoryChart {
	limit := m.Limit
	longest := max(m.Planned(), m.Committed(), 1)
	if limit.Known() {
		longest = max(longest, limit.N)
	}
	scale := func(n int64) percent { return along(n, longest) }
	c := &memoryChart{Fits: true}
	for _, bar := range []struct {
		label string
		sum   int64
		of    func(memory.Pool) int64
	}{
		{"at start", m.Committed(), func(p memory.Pool) int64 { return p.Committed }},
		{"planned", m.Planned(), func(p memory.Pool) int64 { return p.Planned }},
	} {
		drawn := memoryBar{Label: bar.label, Sum: lint.MiB(bar.sum)}
		at := int64(0)
		for i, pool := range m.Pools {
			n := bar.of(pool)
			if n > 0 {
				drawn.Parts = append(drawn.Parts, chartPart{scale(at), scale(n), i % poolColours, pool.Name + " " + lint.MiB(n)})
			}
			at += n
		}
		if limit.Known() && at > limit.N {
			drawn.Over = &chartPart{X: scale(limit.N), Width: scale(at - limit.N), Title: "over the limit by " + lint.MiB(at-limit.N)}
		}
		c.Bars = append(c.Bars, drawn)
	}
	c.Alt = fmt.Sprintf("Bars of the memory: %s at start, %s planned", c.Bars[0].Sum, c.Bars[1].Sum)
	if limit.Known() {
		c.Limit = &chartMark{X: scale(limit.N), Label: "limit " + lint.MiB(limit.N), Right: scale(limit.N) > 50}
		c.Verdict, c.Fits = m.Spare()
		c.Alt += fmt.Sprintf(", over a limit of %s: %s", lint.MiB(limit.N), c.Verdict)
	}
	for i, p := range m.Pools {
		if scale(p.Planned) >= leastSeen {
			c.Largest = append(c.Largest, memoryPool{Name: p.Name, Colour: i % poolColours})
		}
		c.Pools = append(c.Pools, memoryPool{p.Name, i % poolColours, lint.MiB(p.Committed), lint.MiB(p.Planned), lint.MiB(p.Ceiling), report.Show(p.Kind.String() + ": " + p.Why)})
	}
	c.Pools = append(c.Pools, memoryPool{"sum", -1, lint.MiB(m.Committed()), lint.MiB(m.Planned()), lint.MiB(m.Ceiling()), ""})
	return c
}
