package source

import (
	"sort"
	"strings"
)

// Text is a decoded string that knows, byte for byte, where it stands in the files. It may be pieced together from
// several places; a piece that stands in no file says where it comes from instead. A run makes hundreds of thousands of
// texts, so they are small: 56 bytes.
type Text struct {
	value string
	first piece    // most texts are one run; it is kept apart to spare them an allocation
	rest  *[]piece // the pieces behind it; nil: there are none
}

// piece is a run of decoded bytes with one relation to its source. Its offsets have 32 bits: no input is as large.
type piece struct {
	file   *File   // where it stands; nil: in no file
	origin *string // for a piece in no file: what it comes from
	start  int32   // offset in the decoded value
	from   int32   // offset in the file of its first byte, and of the one after its last
	to     int32
	some   bool // it is there: the first piece of the zero Text is not
	whole  bool // the span stands for the piece as a unit (an escape, a folded line break), not byte for byte
	vague  bool // the span is only the neighbourhood: nothing in it may be edited
}

func pieceAt(start int, s Span) piece {
	return piece{file: s.File, start: int32(start), from: int32(s.Start), to: int32(s.End), some: true}
}

// span is where the piece stands; zero: in no file.
func (p *piece) span() Span { return Span{File: p.file, Start: int(p.from), End: int(p.to)} }

func (p *piece) comesFrom() string {
	if p.origin == nil {
		return ""
	}
	return *p.origin
}

func ofPieces(value string, pieces []piece) Text {
	t := Text{value: value}
	for _, p := range pieces {
		t.append(p)
	}
	return t
}

func (t *Text) append(p piece) {
	switch {
	case !t.first.some:
		t.first = p
	case t.rest == nil:
		t.rest = &[]piece{p}
	default:
		*t.rest = append(*t.rest, p)
	}
}

// pieces is the number of pieces, and piece one of them.
func (t *Text) pieces() int {
	switch {
	case !t.first.some:
		return 0
	case t.rest == nil:
		return 1
	}
	return 1 + len(*t.rest)
}

func (t *Text) piece(i int) *piece {
	if i == 0 {
		return &t.first
	}
	return &(*t.rest)[i-1]
}

// Verbatim is text that stands in a file as it is.
func Verbatim(s Span) Text { return Standing(s.String(), s) }

// Standing is text that is known to stand at a span as it is.
func Standing(value string, s Span) Text { return Text{value: value, first: pieceAt(0, s)} }

// Coded is text that the bytes of a span stand for as a unit, as an escape sequence does for a character.
func Coded(value string, s Span) Text {
	t := Text{value: value, first: pieceAt(0, s)}
	t.first.whole = true
	return t
}

// Vague is text that comes from somewhere within a span. It can be pointed at as a whole, and cannot be edited.
func Vague(value string, s Span) Text {
	t := Coded(value, s)
	t.first.vague = true
	return t
}

// Unlocated is text that stands in no file; origin says what it comes from.
func Unlocated(value, origin string) Text {
	return Text{value: value, first: piece{origin: &origin, some: true}}
}

// Join puts texts together without anything between them.
func Join(texts ...Text) Text {
	var b strings.Builder
	var pieces []piece
	for _, t := range texts {
		for i := range t.pieces() {
			p := *t.piece(i)
			if t.pieceEnd(i) == int(p.start) && t.pieces() > 1 {
				continue
			}
			p.start += int32(b.Len())
			switch last := len(pieces) - 1; {
			case last >= 0 && pieces[last].continues(p):
				pieces[last].to = p.to
			case last >= 0 && pieces[last].file == nil && p.file == nil && pieces[last].comesFrom() == p.comesFrom():
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
	return !p.whole && !next.whole && p.file != nil && p.file == next.file && p.to == next.from && next.start-p.start == p.to-p.from
}

func (t Text) String() string { return t.value }

// Len is the length of the decoded value in bytes.
func (t Text) Len() int { return len(t.value) }

// Slice is the decoded bytes from i up to j, still knowing where they stand. An empty slice stands where byte i would.
func (t Text) Slice(i, j int) Text {
	out := Text{value: t.value[i:j]}
	first := max(sort.Search(t.pieces(), func(k int) bool { return int(t.piece(k).start) > i })-1, 0)
	for k := first; k < t.pieces(); k++ {
		p := *t.piece(k)
		start := int(p.start)
		if start > j || start == j && i != j {
			break
		}
		from, to := max(i, start), min(j, t.pieceEnd(k))
		if from > to || (from == to && i != j) {
			continue
		}
		switch {
		case p.file == nil, p.vague:
		case !p.whole:
			p.from, p.to = p.from+int32(from-start), p.from+int32(to-start)
		case i == j && i == start: // in front of the unit, not over it
			p.to = p.from
		case i == j && i == t.pieceEnd(k):
			p.from = p.to
		case from > start || to < t.pieceEnd(k): // the unit cannot be edited in part
			p.vague = true
		}
		p.start = int32(from - i)
		out.append(p)
		if i == j {
			break
		}
	}
	return out
}

func (t *Text) pieceEnd(i int) int {
	if i+1 < t.pieces() {
		return int(t.piece(i + 1).start)
	}
	return len(t.value)
}

// Span is the smallest span that covers the text. It is zero when the text stands in no file, or in more than one.
func (t Text) Span() Span {
	var s Span
	for i := range t.pieces() {
		at := t.piece(i).span()
		switch {
		case at.IsZero():
			return Span{}
		case s.IsZero():
			s = at
		case s.File != at.File:
			return Span{}
		default:
			s.Start, s.End = min(s.Start, at.Start), max(s.End, at.End)
		}
	}
	return s
}

// StandsIn reports whether a span lies within a run of bytes that the text, or a part of it, stands in.
func (t Text) StandsIn(s Span) bool {
	for i := range t.pieces() {
		if at := t.piece(i).span(); !at.IsZero() && at.Covers(s) {
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
		behind := i == 0 || t.piece(i-1).file == p.file && t.piece(i-1).to == p.from
		if p.file == nil || p.vague || !behind {
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
		if p := t.piece(i); p.file == nil {
			return p.comesFrom()
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
	p := pieceAt(len(b.value), b.file.Span(start, end))
	b.value = append(b.value, b.file.Data[start:end]...)
	if last := len(b.pieces) - 1; last >= 0 && b.pieces[last].continues(p) {
		b.pieces[last].to = p.to
		return
	}
	b.pieces = append(b.pieces, p)
}

// Code adds a value that the bytes from start up to end stand for.
func (b *Builder) Code(value string, start, end int) {
	if value == "" {
		return
	}
	p := pieceAt(len(b.value), b.file.Span(start, end))
	p.whole = true
	b.pieces = append(b.pieces, p)
	b.value = append(b.value, value...)
}

// Len is the number of decoded bytes so far.
func (b *Builder) Len() int { return len(b.value) }

// Text is what was built. An empty text stands at offset at.
func (b *Builder) Text(at int) Text {
	if len(b.value) == 0 {
		return Text{first: pieceAt(0, b.file.Span(at, at))}
	}
	return ofPieces(string(b.value), b.pieces)
}
