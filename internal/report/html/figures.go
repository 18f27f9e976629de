package html

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
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
}

const (
	curveWidth, curveHeight = 720, 260
	curveLeft, curveTop     = 90, 12
	curveBottom             = 230
	mostTicks, leastApart   = 8, 80
)

func curveOf(c figures.Curve) curve {
	out := curve{Title: c.Title, Along: c.Along, Width: curveWidth, Height: curveHeight, Left: curveLeft, Right: curveWidth - 45, LabelsEnd: curveLeft - 8, LabelsAt: curveBottom + 20}
	first, last, top := c.Lines[0].Points[0][0], c.Lines[0].Points[0][0], int64(1)
	for _, l := range c.Lines {
		for _, p := range l.Points {
			first, last, top = min(first, p[0]), max(last, p[0]), max(top, p[1])
		}
	}
	x := func(n int64) int {
		return curveLeft + int(float64(n-first)/float64(max(last-first, 1))*float64(out.Right-curveLeft))
	}
	y := func(n int64) int { return curveBottom - int(float64(n)/float64(top)*(curveBottom-curveTop)) }
	for i := range 5 {
		n := top * int64(i) / 4
		out.YTicks = append(out.YTicks, curveTick{At: y(n), TextAt: y(n) + 4, Label: c.Show(n)})
	}
	every := (len(c.Lines[0].Points) + mostTicks - 1) / mostTicks
	for i, p := range c.Lines[0].Points {
		at := x(p[0])
		if n := len(out.XTicks); i%every == 0 && (n == 0 || at-out.XTicks[n-1].At >= leastApart) {
			out.XTicks = append(out.XTicks, curveTick{At: at, Label: c.ShowAlong(p[0])})
		}
	}
	var names []string
	for i, l := range c.Lines {
		var points []string
		for _, p := range l.Points {
			points = append(points, fmt.Sprintf("%d,%d", x(p[0]), y(p[1])))
		}
		end := l.Points[len(l.Points)-1]
		names = append(names, fmt.Sprintf("%s from %s to %s", l.Name, c.Show(l.Points[0][1]), c.Show(end[1])))
		out.Lines = append(out.Lines, curveLine{l.Name, i % poolColours, strings.Join(points, " ")})
	}
	out.Alt = fmt.Sprintf("%s by %s: %s", c.Title, c.Along, strings.Join(names, ", "))
	return out
}
