package lsp

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
)

var encodings = []Encoding{UTF8, UTF16, UTF32}

// units is a text as the encoding counts it, one number for each unit.
func units(s string, e Encoding) []uint32 {
	var all []uint32
	switch e {
	case UTF8:
		for i := range len(s) {
			all = append(all, uint32(s[i]))
		}
	case UTF16:
		for _, u := range utf16.Encode([]rune(s)) {
			all = append(all, uint32(u))
		}
	case UTF32:
		for _, r := range s {
			all = append(all, uint32(r))
		}
	}
	return all
}

func decoded(all []uint32, e Encoding) string {
	var b strings.Builder
	var pairs []uint16
	for _, u := range all {
		switch e {
		case UTF8:
			b.WriteByte(byte(u))
		case UTF16:
			pairs = append(pairs, uint16(u))
		case UTF32:
			b.WriteRune(rune(u))
		}
	}
	return b.String() + string(utf16.Decode(pairs))
}

// within reports whether a unit goes on with the character before it.
func within(u uint32, e Encoding) bool {
	return e == UTF8 && u&0xc0 == 0x80 || e == UTF16 && u&0xfc00 == 0xdc00
}

// indexOf finds a position by going through the whole text.
func indexOf(all []uint32, p Position, e Encoding) int {
	if p.Line < 0 {
		return 0
	}
	i := 0
	for line := 0; line < p.Line; i++ {
		if i >= len(all) {
			return len(all)
		}
		if all[i] == '\n' || all[i] == '\r' && (i+1 == len(all) || all[i+1] != '\n') {
			line++
		}
	}
	for n := 0; n < p.Character && i < len(all) && all[i] != '\n' && all[i] != '\r'; n++ {
		i++
	}
	for i < len(all) && within(all[i], e) {
		i--
	}
	return i
}

// edited is the oracle: it splices units of the whole text.
func edited(s string, c change, e Encoding) string {
	if c.Range == nil {
		return c.Text
	}
	all := units(s, e)
	start, end := indexOf(all, c.Range.Start, e), indexOf(all, c.Range.End, e)
	start, end = min(start, end), max(start, end)
	return decoded(all[:start], e) + c.Text + decoded(all[end:], e)
}

var pieces = []string{"a", "javaOpts: -Xmx9g", "\n", "\r\n", "\r", "ż", "😀", "\ufeff", "\t", "é", "", "日本", "\u2028"}

func randomText(r *rand.Rand, most int) string {
	var b strings.Builder
	for range r.IntN(most + 1) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

func randomPosition(r *rand.Rand) Position { return Position{r.IntN(9) - r.IntN(2), r.IntN(14)} }

// FuzzEdits holds edits of an open text against the oracle, and its lines after
// them against those of the text as if it were opened afresh.
func FuzzEdits(f *testing.F) {
	for seed := range uint64(300) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 1))
		e := encodings[r.IntN(len(encodings))]
		open := newText(randomText(r, 30), e)
		want := open.value
		for range 1 + r.IntN(8) {
			c := change{Text: randomText(r, 4)}
			if r.IntN(12) > 0 {
				c.Range = &Range{randomPosition(r), randomPosition(r)}
			}
			open, want = open.with([]change{c}), edited(want, c, e)
			assert.Equal(t, want, open.value, "%s %+v", e, c)
		}
		assert.Equal(t, newText(want, e), open)
	})
}

// FuzzPositions: a byte offset at a character has a position that leads back
// to it, and the oracle agrees.
func FuzzPositions(f *testing.F) {
	for _, s := range append(pieces, "a\r\nb\rc\n😀d", strings.Join(pieces, "")) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(s[:min(len(s), 500)], "?") // each place takes as long as the text
		for _, e := range encodings {
			text := newText(s, e)
			for offset := range s {
				p := text.position(offset)
				assert.Equal(t, len(decoded(units(s, e)[:indexOf(units(s, e), p, e)], e)), text.offset(p), "%s", e)
				if offset > 0 && strings.HasPrefix(s[offset-1:], "\r\n") {
					continue // between the two there is no place
				}
				assert.Equal(t, offset, text.offset(p), "%s %+v", e, p)
			}
		}
	})
}

func TestOffsetOutside(t *testing.T) {
	text := newText("ab\r\n😀\n", UTF16)
	for p, want := range map[Position]int{
		{-1, 5}: 0, {0, -3}: 0, {0, 9}: 2, {1, 1}: 4, {1, 2}: 8, {2, 4}: 9, {7, 0}: 9,
	} {
		assert.Equal(t, want, text.offset(p), "%+v", p)
	}
	assert.Equal(t, []Position{{0, 0}, {2, 0}}, []Position{text.position(-4), text.position(99)})
}

func TestAgreed(t *testing.T) {
	for _, c := range []struct {
		offered []Encoding
		want    Encoding
	}{{nil, UTF16}, {[]Encoding{"utf-7", UTF8, UTF16}, UTF8}, {[]Encoding{UTF16, UTF8}, UTF16}, {[]Encoding{"utf-7"}, UTF16}} {
		var s Server
		s.can.General.PositionEncodings = c.offered
		assert.Equal(t, c.want, s.encoding(), "%v", c.offered)
	}
}
