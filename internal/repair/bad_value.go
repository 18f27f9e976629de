package repair

import (
	"math"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/decimal"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// BadValues are the values that keep the JVM from starting.
func BadValues(p *lint.Pass) []BadValue {
	var all []BadValue
	for _, r := range Refusals(p, "bad-flag-value") {
		all = append(all, newBadValue(r))
	}
	return all
}

// BadValue is an option taken apart: sign, name, and what is to be its value.
type BadValue struct {
	Refused
	xx                bool
	before            string // what stands before sign or name: -XX:
	sign, name, Value source.Text
	assigned          string // what stands between name and value
	flag              jvmflag.Flag
	size              bool // it counts bytes
}

// sizes are the words that are a name with a size right behind it.
var sizes = []string{"-Xmx", "-Xms", "-Xmn", "-Xss", "-Xmaxjitcodesize"}

func newBadValue(r Refused) BadValue {
	argument, xx := r.argument()
	b := BadValue{Refused: r, xx: xx}
	s := argument.String()
	b.before = strings.TrimSuffix(r.At.String(), s)
	b.flag, _ = jvmflag.Lookup(r.pass.JDK, r.Flag)
	b.size = jvmflag.CountsBytes(r.Flag)
	start, end := 0, len(s)
	if xx && s != "" && (s[0] == '+' || s[0] == '-') {
		start = 1
	}
	next := len(s)
	if i := strings.IndexAny(s[start:], "=:"); i >= 0 {
		end, next = start+i, start+i+1
		if strings.HasPrefix(s[end:], ":=") {
			next++
		}
	}
	for _, w := range sizes {
		if !xx && strings.HasPrefix(s, w) {
			end, next, b.size = len(w), len(w), true
		}
	}
	b.sign, b.name, b.Value = argument.Slice(0, start), argument.Slice(start, end), argument.Slice(next, len(s))
	b.assigned = s[end:next]
	return b
}

// NearestBound is the option with the end of the range that is nearest to the
// number that is given. What only bounds a type is no advice, nor is a size
// without a unit the size that is meant.
func (b BadValue) NearestBound() (word, which string) {
	v := b.Value.String()
	if b.Range == nil || b.size && v != "" && strings.Trim(v, "0123456789") == "" && !more(b.Range.Number, "1048576") {
		return "", ""
	}
	bound, which := b.Range.Least, "least"
	if most := b.Range.Most; more(b.Range.Number, most) {
		if bound, which = most, "most"; more(most, "2147483646") && !b.size || more(most, "1152921504606846976") {
			return "", ""
		}
	}
	word = b.before + b.name.String() + b.assigned + b.written(bound)
	if !b.mends(word, false) {
		return "", ""
	}
	return word, which
}

// more tells which of two numbers is the larger one.
func more(a, b string) bool {
	x, ok := decimal.Parse(a)
	y, fine := decimal.Parse(b)
	return ok && fine && x.Cmp(y) > 0
}

// written is a number as people would write this one: with a unit where it
// counts bytes.
func (b BadValue) written(number string) string {
	n, err := strconv.ParseUint(number, 10, 64)
	switch {
	case b.flag.Type == jvmflag.Double:
		d, _ := strconv.ParseFloat(number, 64)
		return strconv.FormatFloat(d, 'f', 1, 64)
	case err != nil, !b.size, n > math.MaxInt64:
		return number
	}
	return jvmflag.FormatSize(n)
}
