package report

import (
	"cmp"
	"slices"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Lines longer than MostCells are, as a rule, shown around their marks only, with up to margin cells on either
// side, so that what is shown fits into cutCells: 80 columns less the number of the line.
const (
	MostCells   = 120
	cutCells    = 71
	margin      = 24
	leastMargin = 12
	longestMark = 56 // the middle of a longer one is left out, too
)

// Line is a line of a file as it is shown, with its marks: masked, and with a
// dot for each character that is none to look at.
type Line struct {
	Number int
	Chars  []Char
	Marks  []Mark // in their order
}

// Extract are the lines of one file that a finding is about.
type Extract struct {
	At    Place // the first that the finding names
	Lines []Line
}

// Char is a character of a line.
type Char struct {
	Rune   rune
	Offset int // in the file; -1 for an ellipsis
	Cells  int
}

// Mark is an underlined place.
type Mark struct {
	Start, End int // in the file
	Label      string
	Primary    bool
}

// Source is what a finding is about, its own file first.
func (f Finding) Source() []Extract { return f.SourceWithin(MostCells) }

// SourceWithin is the same with lines of a width, in cells.
func (f Finding) SourceWithin(cells int) []Extract {
	var all []Extract
	marks := map[*source.File][]Mark{}
	for i, p := range f.Places() {
		if marks[p.span.File] == nil {
			all = append(all, Extract{At: p})
		}
		marks[p.span.File] = append(marks[p.span.File], Mark{p.span.Start, p.span.End, p.Message.String(), i == 0})
	}
	for i := range all {
		file := all[i].At.span.File
		all[i].Lines = linesOf(file, marks[file], cells)
	}
	return all
}

// SourceOf is the line that a problem is about; none where it stands nowhere.
func SourceOf(p *source.Problem, cells int) []Extract {
	if p.Span.IsZero() {
		return nil
	}
	return []Extract{{PlaceOf(p.Span), linesOf(p.Span.File, []Mark{{p.Span.Start, p.Span.End, "", true}}, cells)}}
}

// linesOf puts the marks of a file in order; a mark over several lines is shown
// on its first.
func linesOf(file *source.File, marks []Mark, most int) []Line {
	slices.SortStableFunc(marks, func(a, b Mark) int { return cmp.Compare(a.Start, b.Start) })
	var lines []Line
	for _, m := range marks {
		number := file.Position(m.Start).Line
		m.End = max(min(m.End, file.Line(number).End), m.Start)
		if len(lines) == 0 || lines[len(lines)-1].Number != number {
			lines = append(lines, Line{Number: number})
		}
		last := &lines[len(lines)-1]
		last.Marks = append(last.Marks, m)
	}
	for i := range lines {
		lines[i].Chars = charsOf(file.Line(lines[i].Number), lines[i].Marks, most)
	}
	return lines
}

// Covers reports whether a mark underlines the character at an offset; one
// without characters does the next.
func (m Mark) Covers(offset int) bool {
	return offset >= m.Start && (offset < m.End || offset == m.Start)
}

func charsOf(line source.Span, marks []Mark, most int) []Char {
	var all []Char
	cells := 0
	at := line.Start
	for _, r := range SpanText(line) {
		w := max(text.RuneWidth(r), 0)
		if r == '\t' {
			w = 1
		} else if !visible(r) {
			r, w = '·', 1 // it must not reach the terminal
		}
		all = append(all, Char{r, at, w})
		at += runeBytes(line, at)
		cells += w
	}
	if cells <= most {
		return all
	}
	for around := margin; ; around -= 4 {
		chars, cells := cut(all, marks, around)
		if cells <= min(most, cutCells) || around <= leastMargin {
			return chars
		}
	}
}

// cut leaves out what is further than so many bytes from the marks, and the middle of long ones.
func cut(all []Char, marks []Mark, around int) (chars []Char, cells int) {
	near := func(c Char) bool {
		return slices.ContainsFunc(marks, func(m Mark) bool {
			end := max(m.End, m.Start+1)
			middle := end-m.Start > longestMark && c.Offset >= m.Start+longestMark/2 && c.Offset < end-longestMark/2
			return c.Offset >= m.Start-around && c.Offset < end+around && !middle
		})
	}
	for _, c := range all {
		switch {
		case near(c):
		case len(chars) == 0 || chars[len(chars)-1].Offset >= 0:
			c = Char{'…', -1, 1}
		default:
			continue
		}
		chars, cells = append(chars, c), cells+c.Cells
	}
	return chars, cells
}
