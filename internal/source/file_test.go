package source

import (
	"math/rand"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPosition(t *testing.T) {
	for _, c := range []struct {
		name, data string
		offset     int
		want       Position
	}{
		{"empty file", "", 0, Position{0, 1, 1}},
		{"start", "ab\ncd", 0, Position{0, 1, 1}},
		{"the line end belongs to its line", "ab\ncd", 2, Position{2, 1, 3}},
		{"second line", "ab\ncd", 3, Position{3, 2, 1}},
		{"end without line end", "ab\ncd", 5, Position{5, 2, 3}},
		{"behind the last line end", "ab\n", 3, Position{3, 2, 1}},
		{"CRLF counts for its line", "ab\r\ncd", 3, Position{3, 1, 4}},
		{"behind CRLF", "ab\r\ncd", 4, Position{4, 2, 1}},
		{"a lone CR ends no line", "ab\rcd", 3, Position{3, 1, 4}},
		{"columns are code points", "żółw x", 8, Position{8, 1, 6}},
		{"beyond the basic plane", "\U0001F600x", 4, Position{4, 1, 2}},
		{"a combining mark is a code point", "e\u0301x", 3, Position{3, 1, 3}},
		{"byte order mark takes no column", "\ufeffab", 3, Position{3, 1, 1}},
		{"within the byte order mark", "\ufeffab", 1, Position{1, 1, 1}},
		{"behind the byte order mark", "\ufeffab\nc", 4, Position{4, 1, 2}},
		{"the mark counts on line 1 only", "\ufeffa\n\ufeffb", 8, Position{8, 2, 2}},
		{"before the file", "ab", -7, Position{0, 1, 1}},
		{"behind the file", "ab\n", 99, Position{3, 2, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, NewFile("f", []byte(c.data)).Position(c.offset))
		})
	}
}

// Columns far to the right are counted from where somebody has counted before, also among bytes that are no UTF-8.
func TestColumnsOfLongLines(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	pieces := []string{"a", "ż", "\u0301", "\U0001F600", "\xff", "\x80\x80\x80\x80\x80", "\xf0\x9f", "\xe2"}
	data := []byte("first line\n")
	for len(data) < 3*runeBlock {
		data = append(data, pieces[r.Intn(len(pieces))]...)
	}
	f := NewFile("f", data)
	for offset := 11; offset <= len(data); offset++ {
		require.Equal(t, utf8.RuneCount(data[11:offset])+1, f.Position(offset).Column, offset)
	}
}

func TestOffset(t *testing.T) {
	for _, c := range []struct {
		name, data         string
		line, column, want int
	}{
		{"start", "ab\ncd", 1, 1, 0},
		{"second line", "ab\ncd", 2, 2, 4},
		{"code points", "żółw x", 1, 6, 8},
		{"behind the byte order mark", "\ufeffab", 1, 1, 3},
		{"line 0", "ab", 0, 5, 0},
		{"line behind the file", "ab\n", 9, 1, 3},
		{"column 0 is the first", "ab\ncd", 2, 0, 3},
		{"column behind the file", "ab\ncd", 2, 99, 5},
		{"empty file", "", 1, 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, NewFile("f", []byte(c.data)).Offset(c.line, c.column))
		})
	}
}

func TestLines(t *testing.T) {
	for data, want := range map[string][]string{
		"":                 {""},
		"ab":               {"ab"},
		"ab\n":             {"ab", ""},
		"ab\ncd":           {"ab", "cd"},
		"ab\r\n\r\ncd\r\n": {"ab", "", "cd", ""},
		"\ufeffab\ncd":     {"ab", "cd"},
		"\ufeff":           {""},
		"\ufeff\r\n":       {"", ""},
		"a\rb\n":           {"a\rb", ""},
		"żółw\n\U0001F600": {"żółw", "\U0001F600"},
	} {
		f := NewFile("f", []byte(data))
		var got []string
		for n := 1; n <= f.Lines(); n++ {
			got = append(got, f.Line(n).String())
		}
		assert.Equal(t, want, got, "%q", data)
	}
}

// A line that is cited stands where it stands in its file.
func TestCite(t *testing.T) {
	f := Cite("gc.log", 4711, 250_000, "[0.1s] GC(7) Pause Full")
	at := f.Span(7, 12)
	assert.Equal(t, Position{250_007, 4711, 8}, f.Position(at.Start))
	assert.Equal(t, 7, f.Offset(4711, 8))
	assert.Equal(t, f.Span(0, 23), f.Line(4711))
	assert.True(t, f.Aside)
}

// Position and Offset undo each other, but for the bytes of a byte order mark
// and those within a character.
func FuzzPosition(f *testing.F) {
	for _, s := range []string{"", "ab\r\ncd\n", "\ufeffa\n\ufeffb", "żółw \U0001F600\xff\xc5\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file := NewFile("f", data)
		at := Position{0, 1, 1}
		for n := 1; n <= file.Lines(); n++ {
			line := file.Line(n)
			assert.True(t, 0 <= line.Start && line.Start <= line.End && line.End <= len(data), "line %d", n)
		}
		for i, r := range string(data) {
			if i == 0 && r == '\ufeff' {
				continue
			}
			at.Offset = i
			assert.Equal(t, at, file.Position(i))
			assert.Equal(t, i, file.Offset(at.Line, at.Column))
			if at.Column++; r == '\n' {
				at.Line, at.Column = at.Line+1, 1
			}
		}
	})
}

func TestSpan(t *testing.T) {
	f, other := NewFile("f", []byte("abcdef")), NewFile("g", []byte("abcdef"))
	s := f.Span(1, 4)
	assert.Equal(t, "bcd", s.String())
	assert.Equal(t, 3, s.Len())
	assert.Equal(t, f.Span(4, 4), s.After())
	assert.Equal(t, "", Span{}.String())
	assert.True(t, Span{}.IsZero())
	assert.False(t, f.Span(0, 0).IsZero())
	covered := map[Span]bool{}
	for _, o := range []Span{s, f.Span(1, 1), f.Span(4, 4), f.Span(2, 3), f.Span(0, 2), f.Span(3, 5), other.Span(2, 3)} {
		covered[o] = s.Covers(o)
	}
	assert.Equal(t, map[Span]bool{
		s: true, f.Span(1, 1): true, f.Span(4, 4): true, f.Span(2, 3): true,
		f.Span(0, 2): false, f.Span(3, 5): false, other.Span(2, 3): false,
	}, covered)
}
