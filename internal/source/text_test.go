package source

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// place is what a Text says of itself.
type place struct {
	value    string
	span     Span
	editable bool
	origin   string
}

func placeOf(t Text) place {
	return place{t.String(), t.Span(), t.Editable(), t.Origin()}
}

func TestText(t *testing.T) {
	f, g := NewFile("f", []byte(`abcdef\tgh`)), NewFile("g", []byte("ABCDEF"))
	v := func(i, j int) Text { return Verbatim(f.Span(i, j)) }
	tab := Coded("\t", f.Span(6, 8))
	image := Unlocated("-Xmx1g ", "the image")
	for _, c := range []struct {
		name string
		text Text
		want place
	}{
		{"zero", Text{}, place{}},
		{"verbatim", v(1, 4), place{"bcd", f.Span(1, 4), true, ""}},
		{"verbatim and empty", v(4, 4), place{"", f.Span(4, 4), true, ""}},
		{"coded", tab, place{"\t", f.Span(6, 8), true, ""}},
		{"vague", Vague("xyz", f.Span(0, 8)), place{"xyz", f.Span(0, 8), false, ""}},
		{"unlocated", image, place{"-Xmx1g ", Span{}, false, "the image"}},
		{"joined side by side", Join(v(0, 2), v(2, 4)), place{"abcd", f.Span(0, 4), true, ""}},
		{"joined over a unit", Join(v(4, 6), tab, v(8, 10)), place{"ef\tgh", f.Span(4, 10), true, ""}},
		{"joined over a gap", Join(v(0, 1), v(2, 3)), place{"ac", f.Span(0, 3), false, ""}},
		{"joined backwards", Join(v(2, 4), v(0, 2)), place{"cdab", f.Span(0, 4), false, ""}},
		{"joined from two files", Join(v(0, 2), Verbatim(g.Span(2, 4))), place{"abCD", Span{}, false, ""}},
		{"joined with what stands nowhere", Join(image, v(0, 2)), place{"-Xmx1g ab", Span{}, false, "the image"}},
		{"joined with a vague text", Join(v(0, 2), Vague("x", f.Span(2, 4))), place{"abx", f.Span(0, 4), false, ""}},
		{"nothing joined", Join(), place{}},
		{"slice out of the located part", Join(image, v(0, 4)).Slice(8, 10), place{"bc", f.Span(1, 3), true, ""}},
		{"slice out of the other part", Join(image, v(0, 4)).Slice(0, 6), place{"-Xmx1g", Span{}, false, "the image"}},
		{"slice over the seam", Join(image, v(0, 4)).Slice(5, 9), place{"g ab", Span{}, false, "the image"}},
		{"slice of a unit", Join(v(4, 6), tab, v(8, 10)).Slice(2, 3), place{"\t", f.Span(6, 8), true, ""}},
		{"slice up to a unit", Join(v(4, 6), tab, v(8, 10)).Slice(0, 2), place{"ef", f.Span(4, 6), true, ""}},
		// The two bytes are written as one escape: neither can be replaced alone.
		{"part of a unit", Coded("ż", f.Span(6, 8)).Slice(0, 1), place{"\xc5", f.Span(6, 8), false, ""}},
		{"place within a unit", Coded("ż", f.Span(6, 8)).Slice(1, 1), place{"", f.Span(6, 8), false, ""}},
		{"slice of a vague text", Vague("xyz", f.Span(0, 8)).Slice(1, 2), place{"y", f.Span(0, 8), false, ""}},
		{"empty slice at the end", v(1, 4).Slice(3, 3), place{"", f.Span(4, 4), true, ""}},
		{"slice of nothing", Text{}.Slice(0, 0), place{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, placeOf(c.text))
			assert.Equal(t, !c.want.span.IsZero(), c.text.Located())
			assert.Equal(t, len(c.want.value), c.text.Len())
		})
	}
}

func TestBuilder(t *testing.T) {
	f := NewFile("f", []byte("ab  \n  cd\\t \\n  "))
	b := NewBuilder(f)
	b.Copy(0, 2)
	b.Code(" ", 2, 7)
	b.Copy(7, 8)
	b.Copy(8, 9) // goes on where the one before ends
	b.Code("\t", 9, 11)
	require.Equal(t, len("ab cd\t"), b.Len())
	b.Copy(3, 3)     // nothing
	b.Code("", 3, 4) // nothing
	text := b.Text(0)
	assert.Equal(t, place{"ab cd\t", f.Span(0, 11), true, ""}, placeOf(text))
	var spans []Span
	for i := range text.Len() {
		spans = append(spans, text.Slice(i, i+1).Span())
	}
	assert.Equal(t, []Span{f.Span(0, 1), f.Span(1, 2), f.Span(2, 7), f.Span(7, 8), f.Span(8, 9), f.Span(9, 11)}, spans)
}

func TestBuilderEmpty(t *testing.T) {
	f := NewFile("f", []byte("a: ''"))
	assert.Equal(t, place{"", f.Span(4, 4), true, ""}, placeOf(NewBuilder(f).Text(4)))
}

// pieced makes a text out of pieces of two files, a byte of the recipe each,
// and reports whether all of it stands there in one run.
func pieced(recipe []byte, files []*File) Text {
	var texts []Text
	at := 0 // where the next piece of the first file goes on
	for _, c := range recipe {
		f, n := files[0], 1+int(c>>4)%3
		if at+n > len(f.Data) {
			break
		}
		switch c % 8 {
		case 0, 1, 2:
			texts = append(texts, Verbatim(f.Span(at, at+n)))
		case 3:
			texts = append(texts, Coded("<\xc5\xbc>"[:1+int(c>>6)], f.Span(at, at+n)))
		case 4:
			texts = append(texts, Vague("?!", f.Span(at, at+n)))
		case 5:
			texts = append(texts, Unlocated("nowhere", "a test"))
		case 6:
			texts = append(texts, Verbatim(files[1].Span(int(c)%len(files[1].Data), len(files[1].Data))))
		case 7: // a gap
		}
		if c%8 != 5 && c%8 != 6 {
			at += n
		}
	}
	return Join(texts...)
}

func FuzzText(f *testing.F) {
	f.Add([]byte{}, uint8(0), uint8(0))
	f.Add([]byte{0, 1, 2}, uint8(1), uint8(3))
	f.Add([]byte{0x10, 0xd3, 0x20}, uint8(1), uint8(4))
	f.Add([]byte{0x10, 5, 0x20, 6}, uint8(2), uint8(9))
	f.Add([]byte{0x14, 0x17, 0x20}, uint8(0), uint8(2))
	f.Fuzz(func(t *testing.T, recipe []byte, from, to uint8) {
		files := []*File{NewFile("f", []byte("abcdefghijklmnopqrstuvwxyz")), NewFile("g", []byte("ABCDEF"))}
		text := pieced(recipe, files)
		n := text.Len()
		i := int(from) % (n + 1)
		j := i + int(to)%(n-i+1)
		slice := text.Slice(i, j)
		require.Equal(t, text.String()[i:j], slice.String())
		for _, s := range []Text{text, slice} {
			span := s.Span()
			if !span.IsZero() {
				require.True(t, 0 <= span.Start && span.Start <= span.End && span.End <= len(span.File.Data), s)
			}
			require.False(t, s.Editable() && span.IsZero(), "%v: what stands nowhere cannot be edited", s)
		}
		if s := text.Span(); !s.IsZero() {
			require.True(t, s.Covers(slice.Span()))
		}
		joined := Join(text.Slice(0, i), text.Slice(i, n))
		require.Equal(t, text.String(), joined.String())
		require.Equal(t, text.Span(), joined.Span())

		// Of an editable whole, what may be edited is what its bytes stand for: the
		// slices before and behind it keep their places.
		if text.Editable() && slice.Editable() && slice.Len() > 0 {
			before, behind := text.Slice(0, i), text.Slice(j, n)
			require.Equal(t, slice.Span().Start, before.Span().End)
			require.Equal(t, slice.Span().End, behind.Span().Start)
			require.Equal(t, text.Span(), Join(before, slice, behind).Span())
		}
	})
}

// TestRenderedFrom: what a file was put together from is found out once, and only
// when somebody asks.
func TestRenderedFrom(t *testing.T) {
	values, asked := NewFile("values.yaml", []byte("a: 1g")), 0
	f := RenderedFrom("app rendered", "1g", func() Text {
		asked++
		return Verbatim(values.Span(3, 5))
	})
	assert.True(t, f.Rendered())
	assert.Equal(t, "1g", f.Span(0, 2).String())
	assert.Zero(t, asked)
	assert.Equal(t, values.Span(4, 5), f.Span(1, 2).Written().Span())
	assert.Equal(t, []*File{values}, f.Sources())
	assert.Equal(t, 1, asked)
}
