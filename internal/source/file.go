// Package source holds what the user wrote: files as bytes, spans of bytes in
// them, and decoded text that knows where it stands.
//
// Everything inside jvmlint speaks of byte offsets. Lines and columns exist
// only at the edge, when something is printed.
package source

import (
	"bytes"
	"sort"
	"sync"
	"unicode/utf8"
)

// CommandLine is the name of the file that stands for a command line given as
// arguments: its bytes are the arguments joined by single spaces.
const CommandLine = "<command line>"

// Stdin is the name of standard input where nobody gives it another.
const Stdin = "<stdin>"

// File is one input: its name as the user gave it, and its bytes, which are never changed.
type File struct {
	Name string
	Data []byte

	// Aside tells a file that speaks of the others: it is cited, and no finding stands in it.
	Aside bool

	before   Position     // what comes before the bytes, of a file of which one line is cited
	lines    []int        // offset of the first byte of each line
	inner    bool         // the text of a value of another file
	rendered func() *Text // what the bytes were put together from; nil: they were written as they are

	once sync.Once
	kept any

	counting sync.Once
	counted  []counted // every runeBlock bytes or so

	reading sync.Mutex
	last    any
	lastAt  Place
}

// Last is what was worked out last of a part of the file: readers ask for the same several times, one after the other.
func (f *File) Last(part Text, of func() any) any {
	f.reading.Lock()
	defer f.reading.Unlock()
	if at := part.Place(); f.last == nil || f.lastAt != at {
		f.last, f.lastAt = of(), at
	}
	return f.last
}

// Forget lets go of it: the file was read.
func (f *File) Forget() {
	f.reading.Lock()
	defer f.reading.Unlock()
	f.last = nil
}

// Kept is what somebody worked out of the file: it is made once, and lives as long as the file.
func (f *File) Kept(of func(*File) any) any {
	f.once.Do(func() { f.kept = of(f) })
	return f.kept
}

// NewFile makes a File. A line ends after "\n"; a "\r" before it belongs to the line end.
func NewFile(name string, data []byte) *File {
	f := &File{Name: name, Data: data, lines: make([]int, 1, 1+bytes.Count(data, []byte{'\n'}))}
	for i, c := range data {
		if c == '\n' {
			f.lines = append(f.lines, i+1)
		}
	}
	return f
}

// Cite makes a file of which only one line is at hand: its number, from 1, and
// where its bytes begin. It is cited, and no finding stands in it.
func Cite(name string, line, offset int, text string) *File {
	f := NewFile(name, []byte(text))
	f.Aside, f.before = true, Position{Offset: offset, Line: line - 1}
	return f
}

// Position is a place as people count it: line and column from 1, the column
// in code points. Offset counts bytes from 0.
type Position struct {
	Offset int `json:"offset"`
	Line   int `json:"line"`
	Column int `json:"column"`
}

// Position turns a byte offset into a line and a column. A byte order mark at the start of the file takes no column.
func (f *File) Position(offset int) Position {
	offset = min(max(offset, 0), len(f.Data))
	line := sort.SearchInts(f.lines, offset+1)
	start := min(f.startOf(line), offset)
	return Position{Offset: f.before.Offset + offset, Line: f.before.Line + line, Column: f.runes(start, offset) + 1}
}

// runeBlock is how many bytes, or a few more, are gone through to count the code points before an offset.
const runeBlock = 4 << 10

// runes counts the code points between two offsets, and does not go through all of a long line each time.
func (f *File) runes(start, end int) int {
	if end-start <= runeBlock {
		return utf8.RuneCount(f.Data[start:end])
	}
	f.counting.Do(func() {
		f.counted = make([]counted, 1, 1+len(f.Data)/runeBlock)
		for last := f.counted[0]; len(f.Data)-last.offset > runeBlock; f.counted = append(f.counted, last) {
			next := last.offset + runeBlock
			for next < len(f.Data) && !utf8.RuneStart(f.Data[next]) {
				next++
			}
			last = counted{next, last.runes + utf8.RuneCount(f.Data[last.offset:next])}
		}
	})
	before := func(offset int) int {
		at := f.counted[sort.Search(len(f.counted)-1, func(i int) bool { return f.counted[i+1].offset > offset })]
		return at.runes + utf8.RuneCount(f.Data[at.offset:offset])
	}
	return before(end) - before(start)
}

// counted are the code points before an offset.
type counted struct{ offset, runes int }

// LineAt is the number of the line of an offset, from 1: far less work than its column, in a long line.
func (f *File) LineAt(offset int) int {
	return f.before.Line + sort.SearchInts(f.lines, max(offset, 0)+1)
}

// Offset turns a line and a column in code points, both from 1, into an offset
// in the bytes. Positions outside the file are moved to its nearest end.
func (f *File) Offset(line, column int) int {
	line -= f.before.Line
	if line < 1 {
		return 0
	}
	if line > len(f.lines) {
		return len(f.Data)
	}
	o := f.startOf(line)
	for ; column > 1 && o < len(f.Data); column-- {
		_, n := utf8.DecodeRune(f.Data[o:])
		o += n
	}
	return o
}

// Line gives the span of a line, counted from 1, without its line end and without a byte order mark.
func (f *File) Line(line int) Span {
	line -= f.before.Line
	start, end := f.startOf(line), len(f.Data)
	if line < len(f.lines) {
		end = f.lines[line] - 1
	}
	if end > start && f.Data[end-1] == '\r' {
		end--
	}
	return Span{File: f, Start: start, End: end}
}

// Lines counts the lines; text after the last line end counts as one.
func (f *File) Lines() int { return len(f.lines) }

// LineEnd is how lines of this file end: as the first of them does.
func (f *File) LineEnd() string {
	if len(f.lines) > 1 && f.lines[1] > 1 && f.Data[f.lines[1]-2] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// Content is the bytes behind a byte order mark.
func (f *File) Content() []byte { return f.Data[f.bom():] }

func (f *File) Span(start, end int) Span { return Span{File: f, Start: start, End: end} }

// startOf is where a line of the bytes begins, behind a byte order mark.
func (f *File) startOf(line int) int {
	if line == 1 {
		return f.bom()
	}
	return f.lines[line-1]
}

func (f *File) bom() int { return len(f.Data) - len(bytes.TrimPrefix(f.Data, []byte("\xef\xbb\xbf"))) }

// Span is a run of bytes in a file: Start is the first, End the one after the last. The zero Span is nowhere.
type Span struct {
	File       *File
	Start, End int
}

// IsZero reports whether the span is nowhere.
func (s Span) IsZero() bool { return s.File == nil }

// FirstLine is the line that the span begins on.
func (s Span) FirstLine() Span { return s.File.Line(s.File.LineAt(s.Start)) }

// WholeLine is the line that a span begins on, with its end.
func (s Span) WholeLine() Span {
	n := s.File.LineAt(s.Start)
	line := s.File.Line(n)
	if line.End = len(s.File.Data); n < s.File.Lines() {
		line.End = s.File.Line(n + 1).Start
	}
	return line
}

// Before is what stands before the span on its line.
func (s Span) Before() []byte { return s.File.Data[s.FirstLine().Start:s.Start] }

func (s Span) String() string {
	if s.IsZero() {
		return ""
	}
	return string(s.File.Data[s.Start:s.End])
}

func (s Span) Len() int { return s.End - s.Start }

func (s Span) Covers(o Span) bool { return s.File == o.File && s.Start <= o.Start && o.End <= s.End }

// Touches reports whether two spans have bytes in common, or begin at the same place.
func (s Span) Touches(o Span) bool {
	return s.File == o.File && (s.Start < o.End && o.Start < s.End || s.Start == o.Start)
}

// After is the empty span behind the last byte: where text is added.
func (s Span) After() Span { return Span{File: s.File, Start: s.End, End: s.End} }

// Front is the empty span before the first byte.
func (s Span) Front() Span { return Span{File: s.File, Start: s.Start, End: s.Start} }
