package html

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/figures"
	"github.com/jvmlint/jvmlint/internal/report/pages"
)

//go:embed figures.html
var figuresTemplate string

type sheet struct {
	figures.Sheet
	Memory []memoryOfSheet
	Curves []curve
}

type memoryOfSheet struct {
	Of    string
	Chart *memoryChart
}

// WriteFigures writes one page of figures: tables, bars of memory, and curves.
func WriteFigures(w io.Writer, title, version string, sheets []figures.Sheet) error {
	page := struct {
		Style                template.CSS
		Title, Version, Home string
		Sheets               []sheet
	}{Style: template.CSS(pageStyle), Title: title, Version: version, Home: pages.Homepage}
	page.Sheets = lists.Of(sheets, func(s figures.Sheet) sheet {
		return sheet{Sheet: s, Curves: lists.Of(s.Curves, curveOf),
			Memory: lists.Of(s.Memory, func(m figures.MemoryBars) memoryOfSheet { return memoryOfSheet{m.Of, memoryOf(m.Memory)} })}
	})
	t := template.Must(template.New("page").Parse(pageTemplate))
	return template.Must(t.New("figures").Parse(figuresTemplate)).Execute(w, page)
}

// curve draws lines over a range, in units of its box.
type curve struct {
	Title, Along, Alt   string
	Width, Height       int
	Left, Right         int // the ends of the axis
	LabelsEnd, LabelsAt int
	XTicks, YTicks      []curveTick
	Lines               []curveLine
}

type curveTick struct {
	At, TextAt int
	Label      string
}

type curveLine struct {
	Name   string
	Colour int
	Points string
	Dots   []dot // in place of the line
}

type dot struct {
	X, Y  int
	Title string
}

const (
	curveWidth, curveHeight = 720, 260
	curveLeft, curveTop     = 90, 12
	curveBottom             = 230
	mostTicks, leastApart   = 8, 80
)

func curveOf(c figures.Curve) curve {
	out := curve{Title: c.Title, Along: c.Along, Width: curveWidth, Height: curveHeight, Left: curveLeft, Right: curveWidth - 45, LabelsEnd: curveLeft - 8, LabelsAt: curveBottom + 20}
	first, last, least, top := c.Lines[0].Points[0][0], c.Lines[0].Points[0][0], c.Lines[0].Points[0][1], int64(1)
	var along []int64
	for _, l := range c.Lines {
		for _, p := range l.Points {
			first, last, least, top = min(first, p[0]), max(last, p[0]), min(least, p[1]), max(top, p[1])
			along = append(along, p[0])
		}
	}
	x := func(n int64) int {
		return curveLeft + int(float64(n-first)/float64(max(last-first, 1))*float64(out.Right-curveLeft))
	}
	scale := axis{share: func(n int64) float64 { return float64(n) / float64(top) }}
	for quarter := range int64(5) {
		scale.ticks = append(scale.ticks, top*quarter/4)
	}
	if c.Log {
		scale = logarithmic(least, top)
	}
	y := func(n int64) int { return curveBottom - int(scale.share(n)*(curveBottom-curveTop)) }
	for _, n := range scale.ticks {
		out.YTicks = append(out.YTicks, curveTick{At: y(n), TextAt: y(n) + 4, Label: c.Show(n)})
	}
	slices.Sort(along)
	along = slices.Compact(along)
	every := (len(along) + mostTicks - 1) / mostTicks
	for i, n := range along {
		at := x(n)
		if n := len(out.XTicks); i%every == 0 && (n == 0 || at-out.XTicks[n-1].At >= leastApart) {
			out.XTicks = append(out.XTicks, curveTick{At: at, Label: c.ShowAlong(along[i])})
		}
	}
	var names []string
	for i, l := range c.Lines {
		line := curveLine{Name: l.Name, Colour: i % poolColours}
		var points []string
		longest := int64(0)
		for _, p := range l.Points {
			longest = max(longest, p[1])
			if l.Apart {
				line.Dots = append(line.Dots, dot{x(p[0]), y(p[1]), c.Show(p[1]) + " at " + c.ShowAlong(p[0])})
			} else {
				points = append(points, fmt.Sprintf("%d,%d", x(p[0]), y(p[1])))
			}
		}
		line.Points = strings.Join(points, " ")
		if l.Apart {
			names = append(names, fmt.Sprintf("%s up to %s", l.Name, c.Show(longest)))
		} else {
			names = append(names, fmt.Sprintf("%s from %s to %s", l.Name, c.Show(l.Points[0][1]), c.Show(l.Points[len(l.Points)-1][1])))
		}
		out.Lines = append(out.Lines, line)
	}
	out.Alt = fmt.Sprintf("%s by %s: %s", c.Title, c.Along, strings.Join(names, ", "))
	return out
}

// axis is how values stand along one.
type axis struct {
	share func(int64) float64 // of its length
	ticks []int64
}

func logarithmic(least, top int64) axis {
	low := int64(1)
	for low <= least/10 {
		low *= 10
	}
	a := axis{ticks: []int64{low}}
	for n := low; n < top && n <= math.MaxInt64/10; {
		n *= 10
		a.ticks = append(a.ticks, n)
	}
	from, to := math.Log10(float64(low)), math.Log10(float64(a.ticks[len(a.ticks)-1]))
	a.share = func(n int64) float64 { return (math.Log10(float64(max(n, low))) - from) / max(to-from, 1) }
	return a
}

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
	bar := func(label string, of func(memory.Pool) int64) memoryBar {
		drawn, at := memoryBar{Label: label}, int64(0)
		for i, pool := range m.Pools {
			n := of(pool)
			if n > 0 {
				drawn.Parts = append(drawn.Parts, chartPart{scale(at), scale(n), i % poolColours, pool.Name + " " + lint.MiB(n)})
			}
			at += n
		}
		if limit.Known() && at > limit.N {
			drawn.Over = &chartPart{X: scale(limit.N), Width: scale(at - limit.N), Title: "over the limit by " + lint.MiB(at-limit.N)}
		}
		drawn.Sum = lint.MiB(at)
		return drawn
	}
	c := &memoryChart{Fits: true, Bars: []memoryBar{
		bar("at start", func(p memory.Pool) int64 { return p.Committed }),
		bar("planned", func(p memory.Pool) int64 { return p.Planned }),
	}}
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
