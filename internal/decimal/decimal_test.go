package decimal_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/decimal"
)

func TestParse(t *testing.T) {
	zeros, nines := strings.Repeat("0", 1<<20), strings.Repeat("9", 1<<20)
	for _, c := range []struct {
		name, text string
		least      string // nothing less than it, and less than most
		most       string
	}{
		{"whole", "12", "12", "12"},
		{"fraction", "-1.5", "-1.5", "-1.5"},
		{"nothing behind the point", "+5.", "5", "5"},
		{"nothing before the point", ".5E+1", "5", "5"},
		{"exponent", "1e6", "1000000", "1000000"},
		{"leading zeros", zeros + "12", "12", "12"},
		{"trailing zeros", "12." + zeros, "12", "12"},
		{"zeros in the exponent", "12e" + zeros + "2", "1200", "1200"},
		{"many digits", nines, "1e999", "1e1000"},
		{"many digits below zero", "-" + nines, "-1e1000", "-1e999"},
		{"a long fraction", "0." + nines, "0.99", "1"},
		{"a large exponent", "1e999999999", "1e999", "1e1000"},
		{"a small exponent", "1e-999999999", "0", "1e-998"},
		{"an exponent of many digits", "1e" + nines, "1e999", "1e1000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			n, ok := decimal.Parse(c.text)
			least, _ := new(big.Rat).SetString(c.least)
			most, _ := new(big.Rat).SetString(c.most)
			assert.True(t, ok)
			assert.True(t, n.Cmp(least) >= 0 && n.Cmp(most) <= 0, "%s", n.FloatString(5))
			assert.Less(t, n.Num().BitLen()+n.Denom().BitLen(), 1<<14)
		})
	}
	for _, s := range []string{"", "x", "1x", "--1", "1e", "1e+", "1e1.5", "+", ".", "+.", ".e1", "1..2", "0x10", "1/3", "1_000", nines + "x", "e"} {
		t.Run("no number", func(t *testing.T) {
			_, ok := decimal.Parse(s)
			assert.False(t, ok, "%.20q", s)
		})
	}
}

func TestFits(t *testing.T) {
	for text, want := range map[string]bool{
		"10Gi": true, "1.5G": true, "12E": true, "12Ei": true, "1e-3": true, "1e999": true,
		"1e1000": false, "1e-999999999": false, strings.Repeat("9", 1001): false,
	} {
		assert.Equal(t, want, decimal.Fits(text), "%.20q", text)
	}
}
