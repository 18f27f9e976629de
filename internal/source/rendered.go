package source

import (
	"slices"
	"sync"
)

// Rendered makes a file that nobody wrote: a template put its bytes together from text that stands in other files. It
// is read as any file is; Written leads from its spans back to what people wrote.
func Rendered(name string, t Text) *File {
	return RenderedFrom(name, t.value, func() Text { return t })
}

// RenderedFrom is such a file of these bytes. What it was put together from is found out when somebody asks.
func RenderedFrom(name, data string, from func() Text) *File {
	f := NewFile(name, []byte(data))
	f.rendered = sync.OnceValue(func() *Text { t := from(); return &t })
	return f
}

// Inner makes a file of text that stands within a value of another file, as a configuration does in a ConfigMap.
func Inner(name string, t Text) *File {
	f := Rendered(name, t)
	f.inner = true
	return f
}

// Around is the span as it stands in what holds the text of an inner file; in any other file it is itself.
func (s Span) Around() Span {
	if s.File == nil || !s.File.inner {
		return s
	}
	around := s.File.rendered().Slice(s.Start, s.End)
	if at := around.Span(); !at.IsZero() {
		return at.Around()
	}
	return around.Foremost().Around()
}

func (f *File) Rendered() bool { return f != nil && f.rendered != nil }

// Written is the text of a span as it was written: that of a rendered file
// stands in the files that it was put together from.
func (s Span) Written() Text {
	if !s.File.Rendered() {
		return Verbatim(s)
	}
	return s.File.rendered().Slice(s.Start, s.End).Written()
}

// Sources are the files that a rendered file was put together from; any other file is its own.
func (f *File) Sources() []*File {
	if !f.Rendered() {
		return []*File{f}
	}
	var all []*File
	text := f.rendered()
	for i := range text.pieces() {
		from := text.piece(i).file
		if from == nil || len(all) > 0 && from == all[len(all)-1] {
			continue
		}
		for _, s := range from.Sources() {
			if !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	return all
}

// Written is the text with the places where its pieces were written. A piece
// that stands for rendered bytes as a unit stays a unit.
func (t Text) Written() Text {
	parts := make([]Text, 0, t.pieces())
	for i := range t.pieces() {
		p := t.piece(i)
		part := t.Slice(int(p.start), t.pieceEnd(i))
		if p.file.Rendered() {
			part = p.written(part.value)
		}
		parts = append(parts, part)
	}
	return Join(parts...)
}

func (p *piece) written(value string) Text {
	from := p.span().Written()
	switch best := from.Foremost(); {
	case !p.whole:
		return from
	case from.Editable() && !p.vague:
		return Coded(value, from.Span())
	case !best.IsZero():
		return Vague(value, best)
	}
	return Unlocated(value, from.Origin())
}

// Runs is the number of pieces.
func (t Text) Runs() int { return t.pieces() }

// Pieces are the runs that the text is put together from, in order.
func (t Text) Pieces() []Text {
	all := make([]Text, 0, t.pieces())
	for i := range t.pieces() {
		p := *t.piece(i)
		value := t.value[p.start:t.pieceEnd(i)]
		p.start = 0
		all = append(all, Text{value: value, first: p})
	}
	return all
}

// Exact reports whether the text, as far as it stands in files, stands there as
// bytes that may be pointed at one by one.
func (t Text) Exact() bool {
	for i := range t.pieces() {
		if t.piece(i).vague {
			return false
		}
	}
	return t.pieces() > 0
}

// Foremost is where the first piece stands that is known exactly; without one,
// where the first stands that is in a file at all.
func (t Text) Foremost() Span {
	var vague Span
	for i := range t.pieces() {
		switch p := t.piece(i); {
		case p.file == nil:
		case !p.vague:
			return p.span()
		case vague.IsZero():
			vague = p.span()
		}
	}
	return vague
}
