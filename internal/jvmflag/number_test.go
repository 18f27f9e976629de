package jvmflag

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestParseSize(t *testing.T) {
	for in, want := range map[string]uint64{
		"0": 0, "1": 1, "007": 7, "9g": 9 * Giga, "9G": 9 * Giga, "360m": 360 * Mega, "64K": 64 * Kilo, "1t": Tera,
		"0x400": 1024, "0X400m": 1024 * Mega, "18446744073709551615": ^uint64(0),
	} {
		got, ok := ParseSize(in)
		assert.True(t, ok, in)
		assert.Equal(t, want, got, in)
	}
	for _, in := range []string{"", "g", "9gb", "9 g", "+9", "-9", "1.5g", "1e3", "1_000", "0x", "18446744073709551616", "17179869184g", "9kk", "٣g"} {
		_, ok := ParseSize(in)
		assert.False(t, ok, in)
	}
}

func TestFormatSize(t *testing.T) {
	for in, want := range map[uint64]string{0: "0", 1: "1", 1000: "1000", Kilo: "1k", 9 * Giga: "9g", 360 * Mega: "360m", Giga + Mega: "1025m", 3 * Tera: "3072g"} {
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
		if n, ok := ParseSize(s); ok && n > 0 {
			back, ok := ParseSize(strings.TrimSpace(FormatSize(n)))
			assert.True(t, ok)
			assert.Equal(t, n, back)
		}
	})
}
