package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/secret"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Place is where something stands. Of the file it shows masked lines only.
type Place struct {
	Message Masked // what part it has

	span source.Span
}

// PlaceOf is a span that has no part of its own.
func PlaceOf(at source.Span) Place { return Place{span: at} }

// File is the name of the file to be shown.
func (p Place) File() string { return Show(p.Name()) }

// Name is the name of the file, for programs that open it.
func (p Place) Name() string { return p.span.File.Name }

// Opens reports whether somebody can open the file: not a command line, an
// option of jvmlint, the text that a chart renders to.
func (p Place) Opens() bool {
	return !strings.HasPrefix(p.Name(), "<") && !strings.HasPrefix(p.Name(), "--") && !p.span.File.Rendered()
}

func (p Place) Start() source.Position { return p.span.File.Position(p.span.Start) }

func (p Place) End() source.Position { return p.span.File.Position(p.span.End) }

// betweenWords are the characters that stand between options.
const betweenWords = " \t\"'"

// word is the place with the rest of the words that it begins and ends in.
func (p Place) word() (from, to int) {
	line := p.span.File.Line(p.Start().Line)
	text := line.String()
	from = strings.LastIndexAny(text[:p.span.Start-line.Start], betweenWords) + 1 + line.Start
	if to = p.span.End; to < line.End {
		if n := strings.IndexAny(text[to-line.Start:], betweenWords); n >= 0 {
			return from, to + n
		}
	}
	return from, max(line.End, to)
}

// Wide is the place, or the character that stands there if it has none.
func (p Place) Wide() Place {
	line := p.span.File.Line(p.Start().Line)
	if p.span.Len() == 0 && p.span.Start >= line.Start && p.span.Start < line.End {
		p.span.End += runeBytes(line, p.span.Start)
	}
	return p
}

// Line is the line that the place begins on.
func (p Place) Line() string { return Masked{secret.Text(p.span.File.Line(p.Start().Line))}.String() }

func (p Place) String() string {
	at := p.Start()
	return fmt.Sprintf("%s:%d:%d", p.File(), at.Line, at.Column)
}

// Region is a place with columns in UTF-16, as SARIF counts them.
type Region struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

// Region counts lines and columns from 1, and ends behind the last character.
func (p Place) Region() Region {
	from, to := p.Start().Line, p.End().Line
	return Region{from, utf16Column(p.span.File, from, p.span.Start), to, utf16Column(p.span.File, to, p.span.End)}
}

func utf16Column(f *source.File, line, offset int) int {
	offset = min(offset, len(f.Data))
	before := []rune(string(f.Data[min(f.Line(line).Start, offset):offset]))
	return len(utf16.Encode(before)) + 1
}

// runeBytes is the length in the file of the character at an offset; masking changes characters, never their number.
func runeBytes(line source.Span, at int) int {
	_, n := utf8.DecodeRune(line.File.Data[at:line.End])
	return n
}

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

type Char struct {
	Rune   rune
	Offset int // in the file; -1 for an ellipsis
	Cells  int
}

type Mark struct {
	Start, End int // in the file
	Label      string
	Primary    bool
}

// Source is what a finding is about, its own file first, with lines of a width, in cells.
func (f Finding) Source(cells int) []Extract {
	mark := func(p Place) Mark { return Mark{p.span.Start, p.span.End, p.Message.String(), p == f.At} }
	order, of := lists.By(f.Places(), func(p Place) *source.File { return p.span.File })
	return lists.Of(order, func(file *source.File) Extract {
		return Extract{of[file][0], linesOf(file, lists.Of(of[file], mark), cells)}
	})
}

// SourceOf is the line that a problem is about; none where it stands nowhere.
func SourceOf(p *source.Problem, cells int) []Extract {
	if p.Span.IsZero() {
		return nil
	}
	return []Extract{{PlaceOf(p.Span), linesOf(p.Span.File, []Mark{{p.Span.Start, p.Span.End, "", true}}, cells)}}
}

// linesOf puts the marks of a file in order; a mark over several lines is shown on its first.
func linesOf(file *source.File, marks []Mark, most int) []Line {
	slices.SortStableFunc(marks, func(a, b Mark) int { return cmp.Compare(a.Start, b.Start) })
	var lines []Line
	for _, m := range marks {
		number := file.LineAt(m.Start)
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

// Covers reports whether a mark underlines the character at an offset; one without characters does the next.
func (m Mark) Covers(offset int) bool {
	return offset >= m.Start && (offset < m.End || offset == m.Start)
}

func charsOf(line source.Span, marks []Mark, most int) []Char {
	parts := []source.Span{line}
	long := line.Len()/4 > most
	if long {
		parts = partsNear(line, marks)
	}
	var all []Char
	cells := 0
	for _, part := range parts {
		at := part.Start
		for _, r := range secret.Text(part) {
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
	}
	if cells <= most && !long {
		return all
	}
	for around := margin; ; around -= 4 {
		chars, cells := cut(all, marks, around)
		if cells <= min(most, cutCells) || around <= leastMargin {
			return chars
		}
	}
}

// partsNear are the parts of a line around its marks, a character or more of what is left out with each.
func partsNear(line source.Span, marks []Mark) []source.Span {
	const beyond = margin + utf8.UTFMax
	data := line.File.Data
	parts := []source.Span{line.File.Span(line.Start, line.Start)}
	add := func(start, end int) {
		start, end = max(start, line.Start), min(end, line.End)
		for start > line.Start && !utf8.RuneStart(data[start]) {
			start--
		}
		for end < line.End && !utf8.RuneStart(data[end]) {
			end++
		}
		if last := &parts[len(parts)-1]; start <= last.End {
			last.End = max(last.End, end)
		} else {
			parts = append(parts, line.File.Span(start, end))
		}
	}
	add(line.Start, line.Start+1)
	for _, m := range marks {
		add(m.Start-beyond, max(m.End, m.Start+1)+beyond)
	}
	return parts
}

// near reports whether a place is shown: at most so many bytes from a mark, and not in the middle of a long one.
func near(offset int, marks []Mark, around int) bool {
	return slices.ContainsFunc(marks, func(m Mark) bool {
		end := max(m.End, m.Start+1)
		middle := end-m.Start > longestMark && offset >= m.Start+longestMark/2 && offset < end-longestMark/2
		return offset >= m.Start-around && offset < end+around && !middle
	})
}

// cut leaves out what is further than so many bytes from the marks, and the middle of long ones.
func cut(all []Char, marks []Mark, around int) (chars []Char, cells int) {
	for _, c := range all {
		switch {
		case near(c.Offset, marks, around):
		case len(chars) == 0 || chars[len(chars)-1].Offset >= 0:
			c = Char{'…', -1, 1}
		default:
			continue
		}
		chars, cells = append(chars, c), cells+c.Cells
	}
	return chars, cells
}
