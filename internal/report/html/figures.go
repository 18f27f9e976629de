package html

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/report/figures"
	"github.com/jvmlint/jvmlint/internal/report/pages"
)

//go:embed figures.html
var figuresTemplate string

// sheet is one as the page shows it.
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
	for _, s := range sheets {
		shown := sheet{Sheet: s}
		for _, m := range s.Memory {
			shown.Memory = append(shown.Memory, memoryOfSheet{m.Of, memoryOf(m.Memory)})
		}
		for _, c := range s.Curves {
			shown.Curves = append(shown.Curves, curveOf(c))
		}
		page.Sheets = append(page.Sheets, shown)
	}
	t, err := template.New("page").Parse(pageTemplate)
	if err == nil {
		t, err = t.New("figures").Parse(figuresTemplate)
	}
	if err != nil {
		return err
	}
	return t.Execute(w, page)
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
	scale := linear(top)
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

func linear(top int64) axis {
	a := axis{share: func(n int64) float64 { return float64(n) / float64(top) }}
	for i := range int64(5) {
		a.ticks = append(a.ticks, top*i/4)
	}
	return a
}

// logarithmic is an axis of powers of ten around all values.
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
