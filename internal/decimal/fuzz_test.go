package decimal_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/decimal"
)

// A number within the bounds is read as the library reads it, and no text takes
// more than the bounds allow.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "12", "-1.5", "1e6", "1e-999999999", "0x1p4", "1/3", "1e1000", "1_000", ".5", "5."} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, ok := decimal.Parse(text)
		if ok {
			assert.Less(t, n.Num().BitLen()+n.Denom().BitLen(), 1<<15)
		}
		if ok && decimal.Fits(text) {
			want, is := new(big.Rat).SetString(text)
			assert.True(t, is)
			assert.Zero(t, want.Cmp(n))
		}
	})
}
