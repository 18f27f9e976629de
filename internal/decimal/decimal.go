// Package decimal reads decimal numbers out of texts that anybody may have
// written: neither their digits nor their exponents make it slow.
package decimal

import (
	"math/big"
	"strings"
)

// Bounds of a number: no setting that means anything comes near them.
const (
	mostDigits   = 1000 // on each side of the point
	mostExponent = 3    // digits of it
)

// Parse reads a number: 12, -1.5, 1e6. Of one beyond the bounds it reads as much
// as they allow: it is still larger, or smaller, than all others.
func Parse(s string) (*big.Rat, bool) {
	if !isNumber(s) {
		return nil, false
	}
	if !Fits(s) {
		s = cut(s)
	}
	return new(big.Rat).SetString(s)
}

// WithPoint is a number with a point in it, as Java writes those that have a fraction: 2.0.
func WithPoint(number string) string {
	if strings.Contains(number, ".") {
		return number
	}
	return number + ".0"
}

// isNumber tells [+-]digits.digits, of which one side may be empty, and perhaps an exponent.
func isNumber(s string) bool {
	whole := behindDigits(behindSign(s))
	digits := len(behindSign(s)) - len(whole)
	rest, pointed := strings.CutPrefix(whole, ".")
	if pointed {
		fraction := behindDigits(rest)
		digits, rest = digits+len(rest)-len(fraction), fraction
	}
	switch {
	case digits == 0:
		return false
	case rest == "":
		return true
	case rest[0] != 'e' && rest[0] != 'E':
		return false
	}
	exponent := behindSign(rest[1:])
	return exponent != "" && behindDigits(exponent) == ""
}

func behindSign(s string) string {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return s[1:]
	}
	return s
}

func behindDigits(s string) string { return strings.TrimLeft(s, "0123456789") }

// Fits reports whether a text is short, and the exponent in it, if any, small.
func Fits(s string) bool {
	_, _, digits := exponent(s)
	return len(s) <= mostDigits && len(digits) <= mostExponent
}

// exponent takes a number apart: what stands before the exponent, its sign, and its digits without leading zeros.
func exponent(s string) (before, sign, digits string) {
	i := strings.IndexAny(s, "eE")
	if i < 0 {
		return s, "", ""
	}
	behind := s[i+1:]
	digits = strings.TrimLeft(behind, "+-")
	sign = behind[:len(behind)-len(digits)]
	digits = digits[:len(digits)-len(strings.TrimLeft(digits, "0123456789"))]
	return s[:i], sign, strings.TrimLeft(digits, "0")
}

// cut leaves of a number what is within the bounds.
func cut(s string) string {
	before, sign, digits := exponent(s)
	whole, fraction, _ := strings.Cut(before, ".")
	unsigned := strings.TrimLeft(whole, "+-")
	short := whole[:len(whole)-len(unsigned)] + "0" + first(strings.TrimLeft(unsigned, "0")) + "." + first(fraction) + "0"
	if len(digits) > mostExponent {
		digits = strings.Repeat("9", mostExponent)
	}
	if digits != "" {
		short += "e" + sign + digits
	}
	return short
}

func first(digits string) string { return digits[:min(len(digits), mostDigits)] }
