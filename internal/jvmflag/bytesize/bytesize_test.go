package bytesize

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestParse(t *testing.T) {
	for in, want := range map[string]uint64{
		"0": 0, "1": 1, "007": 7, "9g": 9 * Giga, "9G": 9 * Giga, "360m": 360 * Mega, "64K": 64 * Kilo, "1t": Tera,
		"0x400": 1024, "0X400m": 1024 * Mega, "18446744073709551615": ^uint64(0),
	} {
		got, ok := Parse(in)
		assert.True(t, ok, in)
		assert.Equal(t, want, got, in)
	}
	for _, in := range []string{"", "g", "9gb", "9 g", "+9", "-9", "1.5g", "1e3", "1_000", "0x", "18446744073709551616", "17179869184g", "9kk", "٣g"} {
		_, ok := Parse(in)
		assert.False(t, ok, in)
	}
}
