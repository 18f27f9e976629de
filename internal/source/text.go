package source

import (
	"sort"
	"strings"
)

// Text is a decoded string that knows, byte for byte, where it stands in the files. It may be pieced together from
// several places; a piece that stands in no file says where it comes from instead.
type Text struct {
	value string
	first piece   // most texts are one run; it is kept apart to spare them an allocation
	rest  []piece // the pieces behind it
	some  bool    // there is a first piece
}

// piece is a run of decoded bytes with one relation to its source.
type piece struct {
	start  int    // offset in the decoded value
	span   Span   // where it stands; zero: in no file
	origin string // for a piece in no file: what it comes from
	whole  bool   // the span stands for the piece as a unit (an escape, a folded line break), not byte for byte
	vague  bool   // the span is only the neighbourhood: nothing in it may be edited
}

func ofPieces(value string, pieces []piece) Text {
	if len(pieces) == 0 {
		return Text{value: value}
	}
	return Text{value: value, first: pieces[0], rest: pieces[1:], some: true}
}

// pieces is the number of pieces, and piece one of them.
func (t *Text) pieces() int {
	if !t.some {
		return 0
	}
	return 1 + len(t.rest)
}

func (t *Text) piece(i int) *piece {
	if i == 0 {
		return &t.first
	}
	return &t.rest[i-1]
}

// Verbatim is text that stands in a file as it is.
func Verbatim(s Span) Text { return Text{value: s.String(), first: piece{span: s}, some: true} }

// Coded is text that the bytes of a span stand for as a unit, as an escape sequence does for a character.
func Coded(value string, s Span) Text {
	return Text{value: value, first: piece{span: s, whole: true}, some: true}
}

// Vague is text that comes from somewhere within a span. It can be pointed at as a whole, and cannot be edited.
func Vague(value string, s Span) Text {
	return Text{value: value, first: piece{span: s, whole: true, vague: true}, some: true}
}

// Unlocated is text that stands in no file; origin says what it comes from.
func Unlocated(value, origin string) Text {
	return Text{value: value, first: piece{origin: origin}, some: true}
}

// Join puts texts together without anything between them.
func Join(texts ...Text) Text {
	var b strings.Builder
	var pieces []piece
	for _, t := range texts {
		for i := range t.pieces() {
			p := *t.piece(i)
			if t.pieceEnd(i) == p.start && t.pieces() > 1 {
				continue
			}
			p.start += b.Len()
			switch last := len(pieces) - 1; {
			case last >= 0 && pieces[last].continues(p):
				pieces[last].span.End = p.span.End
			case last >= 0 && pieces[last].span.IsZero() && p.span.IsZero() && pieces[last].origin == p.origin:
			default:
				pieces = append(pieces, p)
			}
		}
		b.WriteString(t.value)
	}
	return ofPieces(b.String(), pieces)
}

// Replace puts others in for parts of a text, each of which is given by where it begins and ends; a part stays of which
// by reports false.
func (t Text) Replace(parts [][]int, by func(part []int) (Text, bool)) Text {
	var all []Text
	at := 0
	for _, part := range parts {
		if other, is := by(part); is {
			all = append(all, t.Slice(at, part[0]), other)
			at = part[1]
		}
	}
	if at == 0 {
		return t
	}
	return Join(append(all, t.Slice(at, t.Len()))...)
}

// continues reports whether next goes on byte for byte where p ends.
func (p piece) continues(next piece) bool {
	return !p.whole && !next.whole && !p.span.IsZero() && p.span.File == next.span.File &&
		p.span.End == next.span.Start && next.start-p.start == p.span.Len()
}

func (t Text) String() string { return t.value }

// Len is the length of the decoded value in bytes.
func (t Text) Len() int { return len(t.value) }

// Slice is the decoded bytes from i up to j, still knowing where they stand. An empty slice stands where byte i would.
func (t Text) Slice(i, j int) Text {
	out := Text{value: t.value[i:j]}
	first := max(sort.Search(t.pieces(), func(k int) bool { return t.piece(k).start > i })-1, 0)
	for k := first; k < t.pieces(); k++ {
		p := *t.piece(k)
		if p.start > j || p.start == j && i != j {
			break
		}
		from, to := max(i, p.start), min(j, t.pieceEnd(k))
		if from > to || (from == to && i != j) {
			continue
		}
		switch {
		case p.span.IsZero(), p.vague:
		case !p.whole:
			p.span.Start, p.span.End = p.span.Start+from-p.start, p.span.Start+to-p.start
		case i == j && i == p.start: // in front of the unit, not over it
			p.span.End = p.span.Start
		case i == j && i == t.pieceEnd(k):
			p.span.Start = p.span.End
		case from > p.start || to < t.pieceEnd(k): // the unit cannot be edited in part
			p.vague = true
		}
		p.start = from - i
		if out.some {
			out.rest = append(out.rest, p)
		} else {
			out.first, out.some = p, true
		}
		if i == j {
			break
		}
	}
	return out
}

func (t *Text) pieceEnd(i int) int {
	if i+1 < t.pieces() {
		return t.piece(i + 1).start
	}
	return len(t.value)
}

// Span is the smallest span that covers the text. It is zero when the text stands in no file, or in more than one.
func (t Text) Span() Span {
	var s Span
	for i := range t.pieces() {
		p := t.piece(i)
		switch {
		case p.span.IsZero():
			return Span{}
		case s.IsZero():
			s = p.span
		case s.File != p.span.File:
			return Span{}
		default:
			s.Start, s.End = min(s.Start, p.span.Start), max(s.End, p.span.End)
		}
	}
	return s
}

// StandsIn reports whether a span lies within a run of bytes that the text, or a part of it, stands in.
func (t Text) StandsIn(s Span) bool {
	for i := range t.pieces() {
		if p := t.piece(i); !p.span.IsZero() && p.span.Covers(s) {
			return true
		}
	}
	return false
}

// Editable reports whether the text may be replaced in its file by splicing
// bytes over Span: it stands there, in one run, and exactly.
func (t Text) Editable() bool {
	for i := range t.pieces() {
		p := t.piece(i)
		behind := i == 0 || t.piece(i-1).span.File == p.span.File && t.piece(i-1).span.End == p.span.Start
		if p.span.IsZero() || p.vague || !behind {
			return false
		}
	}
	return t.pieces() > 0
}

func (t Text) Located() bool { return !t.Span().IsZero() }

// Place tells texts apart: where one stands, and what it says.
type Place struct {
	span  Span
	value string
}

func (t Text) Place() Place { return Place{t.Span(), t.value} }

// Same reports whether two texts stand at one place and say the same.
func (t Text) Same(other Text) bool { return t.Place() == other.Place() }

// Origin says what a text that stands in no file comes from.
func (t Text) Origin() string {
	for i := range t.pieces() {
		if p := t.piece(i); p.span.IsZero() {
			return p.origin
		}
	}
	return ""
}

// Builder puts a Text together as a decoder walks over a file.
type Builder struct {
	file   *File
	value  []byte
	pieces []piece
}

// NewBuilder starts an empty text of one file.
func NewBuilder(f *File) *Builder { return &Builder{file: f} }

// Copy adds the bytes from start up to end as they stand in the file.
func (b *Builder) Copy(start, end int) {
	if start >= end {
		return
	}
	p := piece{start: len(b.value), span: b.file.Span(start, end)}
	b.value = append(b.value, b.file.Data[start:end]...)
	if last := len(b.pieces) - 1; last >= 0 && b.pieces[last].continues(p) {
		b.pieces[last].span.End = end
		return
	}
	b.pieces = append(b.pieces, p)
}

// Code adds a value that the bytes from start up to end stand for.
func (b *Builder) Code(value string, start, end int) {
	if value == "" {
		return
	}
	b.pieces = append(b.pieces, piece{start: len(b.value), span: b.file.Span(start, end), whole: true})
	b.value = append(b.value, value...)
}

// Len is the number of decoded bytes so far.
func (b *Builder) Len() int { return len(b.value) }

// Text is what was built. An empty text stands at offset at.
func (b *Builder) Text(at int) Text {
	if len(b.value) == 0 {
		return Text{first: piece{span: b.file.Span(at, at)}, some: true}
	}
	return ofPieces(string(b.value), b.pieces)
}
