package jvmflag

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
)

func TestFormatSize(t *testing.T) {
	for in, want := range map[uint64]string{0: "0", 1: "1", 1000: "1000", bytesize.Kilo: "1k", 9 * bytesize.Giga: "9g", 360 * bytesize.Mega: "360m", bytesize.Giga + bytesize.Mega: "1025m", 3 * bytesize.Tera: "3072g"} {
		assert.Equal(t, want, FormatSize(in), in)
	}
}

func TestParseDouble(t *testing.T) {
	for _, c := range []struct {
		in         string
		old, newer bool // JDK 11 and 17; 21 and 25
	}{
		{"80", true, true}, {"80.0", true, true}, {"1.5625", true, true},
		{"80.", false, true}, {".8", false, true}, {"8e1", false, true},
		{"", false, false}, {"80%", false, false}, {"nan", false, false}, {"inf", false, false}, {"eighty", false, false},
	} {
		_, _, old := parseNumber(17, &Flag{Type: Double, Spelling: hsDouble}, c.in)
		_, _, newer := parseNumber(21, &Flag{Type: Double, Spelling: hsDouble}, c.in)
		assert.Equal(t, []bool{c.old, c.newer}, []bool{old, newer}, "%q", c.in)
	}
}

func FuzzParseSize(f *testing.F) {
	f.Add("9g")
	f.Fuzz(func(t *testing.T, s string) {
		if n, ok := bytesize.Parse(s); ok && n > 0 {
			back, ok := bytesize.Parse(strings.TrimSpace(FormatSize(n)))
			assert.True(t, ok)
			assert.Equal(t, n, back)
		}
	})
}
