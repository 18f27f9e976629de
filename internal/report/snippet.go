package report

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/jvmlint/jvmlint/internal/source"
)

// mark is one underlined place in a snippet.
type mark struct {
	span    source.Span
	label   string
	primary bool
}

// Lines longer than maxCells are shown around their marks only, with margin
// cells on either side.
const (
	maxCells = 120
	margin   = 24
)

// snippet shows the lines that marks stand on, each with its carets below. The
// file of the first mark comes first, others are named.
func snippet(marks []mark, style style) string {
	var b strings.Builder
	width := gutterWidth(marks)
	gutter := style.dim(strings.Repeat(" ", width+1) + " |")
	for i, group := range byFile(marks) {
		if i > 0 {
			fmt.Fprintf(&b, "%s%s %s\n", strings.Repeat(" ", width), style.dim("-->"), showPlace(group[0].span, ""))
		}
		b.WriteString(gutter + "\n")
		for _, line := range byLine(group) {
			number := line[0].span.File.Position(line[0].span.Start).Line
			shown := newRow(line[0].span.File.Line(number), line)
			fmt.Fprintf(&b, "%s %s\n", style.dim(fmt.Sprintf("%*d |", width+1, number)), shown.text())
			for _, below := range shown.marks(line, style) {
				b.WriteString(gutter + " " + below + "\n")
			}
		}
	}
	return b.String()
}

func gutterWidth(marks []mark) int {
	width := 1
	for _, m := range marks {
		width = max(width, len(fmt.Sprint(m.span.File.Position(m.span.Start).Line)))
	}
	return width
}

func byFile(marks []mark) [][]mark {
	var groups [][]mark
next:
	for _, m := range marks {
		for i := range groups {
			if groups[i][0].span.File == m.span.File {
				groups[i] = append(groups[i], m)
				continue next
			}
		}
		groups = append(groups, []mark{m})
	}
	return groups
}

// byLine puts the marks of a file in order; a mark over several lines is shown
// on its first.
func byLine(marks []mark) [][]mark {
	marks = slices.Clone(marks)
	sort.SliceStable(marks, func(i, j int) bool { return marks[i].span.Start < marks[j].span.Start })
	var lines [][]mark
	last := 0
	for _, m := range marks {
		line := m.span.File.Position(m.span.Start).Line
		end := m.span.File.Line(line).End
		m.span.End = max(min(m.span.End, end), m.span.Start)
		if line != last {
			lines = append(lines, nil)
			last = line
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], m)
	}
	return lines
}

// row is a line as it is shown: what of its characters, and where each stands
// in the file.
type row struct {
	chars []char
}

type char struct {
	r      rune
	offset int // in the file; -1 for an ellipsis
	cells  int
}

func newRow(line source.Span, marks []mark) row {
	var all []char
	cells := 0
	at := line.Start
	for _, r := range maskSecrets(line.String()) {
		w := max(text.RuneWidth(r), 0)
		if r == '\t' {
			w = 1
		} else if !visible(r) {
			r, w = '·', 1 // it must not reach the terminal
		}
		all = append(all, char{r: r, offset: at, cells: w})
		at += runeBytes(line, at)
		cells += w
	}
	if cells <= maxCells {
		return row{chars: all}
	}
	keep := make([]bool, len(all))
	for _, m := range marks {
		for i, c := range all {
			if c.offset >= m.span.Start-margin && c.offset < max(m.span.End, m.span.Start+1)+margin {
				keep[i] = true
			}
		}
	}
	var chars []char
	for i, c := range all {
		switch {
		case keep[i]:
			chars = append(chars, c)
		case len(chars) == 0 || chars[len(chars)-1].offset >= 0:
			chars = append(chars, char{r: '…', offset: -1, cells: 1})
		}
	}
	return row{chars: chars}
}

// runeBytes is the length in the file of the character at an offset; masking
// changes characters, never their number.
func runeBytes(line source.Span, at int) int {
	_, n := utf8.DecodeRune(line.File.Data[at:line.End])
	return n
}

func (r row) text() string {
	var b strings.Builder
	for _, c := range r.chars {
		b.WriteRune(c.r)
	}
	return b.String()
}

// column is the cell at which the character at an offset is shown; behind the
// last one for the end of the line.
func (r row) column(offset int) int {
	cell := 0
	for _, c := range r.chars {
		if c.offset >= offset {
			return cell
		}
		cell += c.cells
	}
	return cell
}

// placed is a mark with its cells.
type placed struct {
	mark
	from, to int
}

// marks gives the lines of carets and labels below a row. A label stands
// behind its mark where it fits, else on a line of its own under it.
func (r row) marks(marks []mark, style style) []string {
	items := make([]placed, len(marks))
	for i, m := range marks {
		from := r.column(m.span.Start)
		items[i] = placed{mark: m, from: from, to: max(r.column(m.span.End), from+1)}
	}
	var first canvas
	for _, primary := range []bool{false, true} {
		for _, it := range items {
			if it.primary == primary {
				first.put(it.from, strings.Repeat(caret(primary), it.to-it.from), primary)
			}
		}
	}
	var below []placed
	taken := slices.Clone(items) // the cells of marks, and of the labels behind them
	for _, it := range items {
		if it.label == "" {
			continue
		}
		label := placed{from: it.to + 1, to: it.to + 1 + text.StringWidthWithoutEscSequences(it.label)}
		if label.apart(taken) {
			first.put(label.from, it.label, it.primary)
			taken = append(taken, label)
		} else {
			below = append(below, it)
		}
	}
	lines := []string{first.render(r, style)}
	for i := len(below) - 1; i >= 0; i-- {
		var c canvas
		for _, left := range below[:i] {
			c.put(left.from, "|", left.primary)
		}
		c.put(below[i].from, below[i].label, below[i].primary)
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

// apart tells whether a label has its cells to itself, and one on either side.
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
func (c *canvas) render(r row, style style) string {
	tabs := map[int]bool{}
	cell := 0
	for _, ch := range r.chars {
		if ch.r == '\t' {
			tabs[cell] = true
		}
		cell += ch.cells
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
			b.WriteString(style.strong(string(run)))
		default:
			b.WriteString(style.related(string(run)))
		}
		i = j
	}
	return b.String()
}
