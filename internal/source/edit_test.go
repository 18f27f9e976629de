package source

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestApply(t *testing.T) {
	f := NewFile("f", []byte("abcdef"))
	edit := func(start, end int, s string) Edit { return Edit{Span: f.Span(start, end), New: s} }
	for _, c := range []struct {
		name, want, err string
		edits           []Edit
	}{
		{name: "none", want: "abcdef"},
		{name: "in any order", edits: []Edit{edit(4, 5, "E"), edit(0, 2, "")}, want: "cdEf"},
		{name: "added at one place", edits: []Edit{edit(6, 6, "1"), edit(6, 6, "2")}, want: "abcdef12"},
		{name: "side by side", edits: []Edit{edit(2, 3, "C"), edit(1, 2, "B")}, want: "aBCdef"},
		{name: "overlapping", edits: []Edit{edit(1, 3, ""), edit(2, 4, "")}, err: "edits overlap at byte 2 of f"},
		{name: "outside", edits: []Edit{edit(5, 7, "")}, err: "an edit at 5 to 7 is not of f"},
		{name: "of another file", edits: []Edit{{New: "x"}}, err: "an edit at 0 to 0 is not of f"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := f.Apply(c.edits)
			if c.err != "" {
				assert.EqualError(t, err, c.err)
				return
			}
			assert.NoError(t, err)
			assert.Equal(t, c.want, string(got))
			assert.Equal(t, "abcdef", string(f.Data))
		})
	}
}

// What is inserted next to an escape must not replace it.
func TestEmptySliceBesideUnit(t *testing.T) {
	f := NewFile("f", []byte(`a\tb\n`))
	b := NewBuilder(f)
	b.Copy(0, 1)
	b.Code("\t", 1, 3)
	b.Copy(3, 4)
	b.Code("\n", 4, 6)
	text := b.Text(0)
	for i, at := range []int{0, 1, 3, 4, 6} {
		assert.Equal(t, f.Span(at, at), text.Slice(i, i).Span(), "byte %d", i)
	}
	assert.Equal(t, f.Span(1, 3), text.Slice(1, 2).Span())
}
