package report

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

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

// Start is where the place begins.
func (p Place) Start() source.Position { return p.span.File.Position(p.span.Start) }

// End is behind its last character.
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
func (p Place) Line() string { return Masked{SpanText(p.span.File.Line(p.Start().Line))}.String() }

// String is the place as file:line:column.
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
	units := 0
	for _, r := range string(f.Data[min(f.Line(line).Start, offset):offset]) {
		units += utf16.RuneLen(r)
	}
	return units + 1
}

// runeBytes is the length in the file of the character at an offset; masking
// changes characters, never their number.
func runeBytes(line source.Span, at int) int {
	_, n := utf8.DecodeRune(line.File.Data[at:line.End])
	return n
}
