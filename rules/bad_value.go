package rules

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

func badValues(p *lint.Pass) []badValue {
	var all []badValue
	for _, r := range refusals(p, "bad-flag-value") {
		all = append(all, newBadValue(r))
	}
	return all
}

// badValue is an option taken apart: sign, name, and what is to be its value.
type badValue struct {
	refusal
	xx                bool
	before            string // what stands before sign or name: -XX:
	sign, name, value source.Text
	assigned          string // what stands between name and value
	flag              jvmflag.Flag
	size              bool // it counts bytes
}

// countsBytes finds the flags that do. Others of type size_t, or with Size in
// their names, count entries, words or KiB.
var countsBytes = lazyregexp.New(`(?:Heap|Metaspace|Space|CodeCache|New|Old|Perm|Memory|Region|TLAB|LogFile|Page)Size(?:InBytes)?$`)

// sizes are the words that are a name with a size right behind it.
var sizes = []string{"-Xmx", "-Xms", "-Xmn", "-Xss", "-Xmaxjitcodesize"}

func newBadValue(r refusal) badValue {
	argument, xx := r.argument()
	b := badValue{refusal: r, xx: xx}
	s := argument.String()
	b.before = strings.TrimSuffix(r.At.String(), s)
	b.flag, _ = jvmflag.Lookup(r.pass.JDK, r.Flag)
	b.size = countsBytes.MatchString(r.Flag)
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
	b.sign, b.name, b.value = argument.Slice(0, start), argument.Slice(start, end), argument.Slice(next, len(s))
	b.assigned = s[end:next]
	return b
}

// nearestBound is the option with the end of the range that is nearest to the
// number that is given. What only bounds a type is no advice, nor is a size
// without a unit the size that is meant.
func (b badValue) nearestBound() (word, which string) {
	number, least, most := b.bounds()
	v := b.value.String()
	if number == "" || b.size && v != "" && strings.Trim(v, "0123456789") == "" && !more(number, "1048576") {
		return "", ""
	}
	bound, which := least, "least"
	if more(number, most) {
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
	x, ok := new(big.Rat).SetString(a)
	y, fine := new(big.Rat).SetString(b)
	return ok && fine && x.Cmp(y) > 0
}

// written is a number as people would write this one: with a unit where it
// counts bytes.
func (b badValue) written(number string) string {
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
