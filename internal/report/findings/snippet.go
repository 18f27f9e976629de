package findings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/jvmlint/jvmlint/internal/report"
)

// Snippet shows the lines that a finding or a problem is about, each with its carets
// below. Other files than the first are named.
func Snippet(source []report.Extract, style report.Style) string {
	var b strings.Builder
	width := gutterWidth(source)
	gutter := style.Dim(strings.Repeat(" ", width+1) + " |")
	for i, extract := range source {
		if i > 0 {
			fmt.Fprintf(&b, "%s%s %s\n", strings.Repeat(" ", width), style.Dim("-->"), extract.At)
		}
		if i > 0 {
			b.WriteString(gutter + "\n")
		}
		for _, line := range extract.Lines {
			fmt.Fprintf(&b, "%s %s\n", style.Dim(fmt.Sprintf("%*d |", width+1, line.Number)), row(line.Chars).text())
			for _, below := range row(line.Chars).marks(line.Marks, style) {
				b.WriteString(gutter + " " + below + "\n")
			}
		}
	}
	return b.String()
}

func gutterWidth(source []report.Extract) int {
	width := 1
	for _, extract := range source {
		for _, line := range extract.Lines {
			width = max(width, len(fmt.Sprint(line.Number)))
		}
	}
	return width
}

// row is a line as it is shown.
type row []report.Char

func (r row) text() string {
	var b strings.Builder
	for _, c := range r {
		b.WriteRune(c.Rune)
	}
	return b.String()
}

// column is the cell at which the character at an offset is shown; behind the last one for the end of the line.
func (r row) column(offset int) int {
	cell := 0
	for _, c := range r {
		if c.Offset >= offset {
			return cell
		}
		cell += c.Cells
	}
	return cell
}

// placed is a mark with its cells.
type placed struct {
	report.Mark
	from, to int
}

// marks gives the lines of carets and labels below a row. A label stands
// behind its mark where it fits, else on a line of its own under it.
func (r row) marks(marks []report.Mark, style report.Style) []string {
	items := make([]placed, len(marks))
	for i, m := range marks {
		from := r.column(m.Start)
		items[i] = placed{Mark: m, from: from, to: max(r.column(m.End), from+1)}
	}
	var first canvas
	for _, primary := range []bool{false, true} {
		for _, it := range items {
			if it.Primary == primary {
				first.put(it.from, strings.Repeat(caret(primary), it.to-it.from), primary)
			}
		}
	}
	var below []placed
	taken := slices.Clone(items) // the cells of marks, and of the labels behind them
	for _, it := range items {
		if it.Label == "" {
			continue
		}
		label := placed{from: it.to + 1, to: it.to + 1 + text.StringWidthWithoutEscSequences(it.Label)}
		if label.apart(taken) {
			first.put(label.from, it.Label, it.Primary)
			taken = append(taken, label)
		} else {
			below = append(below, it)
		}
	}
	lines := []string{first.render(r, style)}
	for i := len(below) - 1; i >= 0; i-- {
		var c canvas
		for _, left := range below[:i] {
			c.put(left.from, "|", left.Primary)
		}
		c.put(below[i].from, below[i].Label, below[i].Primary)
		lines = append(lines, c.render(r, style))
	}
	return lines
}

func caret(primary bool) string {
	if primary {
		return "^"
	}
	return "-"
}

// apart reports whether a label has its cells to itself, and one on either side.
func (p placed) apart(taken []placed) bool {
	for _, t := range taken {
		if t.from <= p.to && p.from <= t.to {
			return false
		}
	}
	return true
}

// canvas is a line of cells to draw on.
type canvas struct {
	cells   []rune
	primary []bool
}

func (c *canvas) put(at int, s string, primary bool) {
	for _, r := range s {
		for len(c.cells) <= at {
			c.cells, c.primary = append(c.cells, ' '), append(c.primary, false)
		}
		c.cells[at], c.primary[at] = r, primary
		at++
	}
}

// render writes the canvas below a row: tabs of the row stay tabs, so that
// both lines move alike, and what is drawn takes the colour of its kind.
func (c *canvas) render(r row, style report.Style) string {
	tabs := map[int]bool{}
	cell := 0
	for _, ch := range r {
		if ch.Rune == '\t' {
			tabs[cell] = true
		}
		cell += ch.Cells
	}
	var b strings.Builder
	for i := 0; i < len(c.cells); {
		j := i + 1
		for j < len(c.cells) && c.primary[j] == c.primary[i] && (c.cells[j] == ' ') == (c.cells[i] == ' ') {
			j++
		}
		run := c.cells[i:j]
		switch {
		case c.cells[i] == ' ':
			for k := i; k < j; k++ {
				if tabs[k] {
					b.WriteByte('\t')
				} else {
					b.WriteByte(' ')
				}
			}
		case c.primary[i]:
			b.WriteString(style.Strong(string(run)))
		default:
			b.WriteString(style.Related(string(run)))
		}
		i = j
	}
	return b.String()
}
