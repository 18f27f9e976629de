package repair

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/decimal"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// BadValues are the values that keep the JVM from starting.
func BadValues(p *lint.Pass) []BadValue { return lists.Of(Refusals(p, "bad-flag-value"), newBadValue) }

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

// NearestBound is the option with the end of the range that is nearest to the number that is given. What only bounds
// a type is no advice, nor is a size without a unit the size that is meant.
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

func more(a, b string) bool {
	x, ok := decimal.Parse(a)
	y, fine := decimal.Parse(b)
	return ok && fine && x.Cmp(y) > 0
}

// written is a number as people would write this one: with a unit where it counts bytes.
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

var wholeNumber = lazyregexp.New(`^-?(?:0[xX][0-9a-fA-F]+|\d+)[kKmMgGtT]?$`)

func (b BadValue) Describe() (source.Text, string) {
	flag := b.flag.Name != "" || b.size
	switch {
	case b.Range != nil:
		return b.Value, fmt.Sprintf("%q is outside the range of %s: %s", b.whole(), b.flag.Name, b.rangeText())
	case b.Fault == jvmflag.NotPowerOf2:
		return b.Value, fmt.Sprintf("%q is not a power of two, but %s must be one", b.Value, b.name)
	case !flag || b.xx && b.Flag != b.name.String() || !b.isUnread():
		return b.whole(), fmt.Sprintf("%q is refused: %s", b.whole(), b.Reason())
	case b.xx && b.flag.Type == jvmflag.Bool:
		return b.badSwitch()
	case b.sign.Len() > 0:
		return b.sign, fmt.Sprintf("%q does not belong before %s, which takes %s", b.sign, b.name, b.kind())
	case b.xx && b.assigned == "":
		return b.end(), fmt.Sprintf("%q lacks its value: it takes %s", b.name, b.kind())
	case b.Value.Len() == 0:
		return b.end(), fmt.Sprintf("%q lacks its value: it takes %s", b.name.String()+b.assigned, b.kind())
	}
	return b.Value, b.badNumber()
}

// isUnread tells of a value that HotSpot cannot read.
func (b BadValue) isUnread() bool {
	return b.Fault == jvmflag.Unreadable || b.Fault == jvmflag.Unrepresentable
}

// whole is the value, or the option where it has none.
func (b BadValue) whole() source.Text {
	if b.Value.Len() == 0 || b.flag.Name == "" {
		return b.At
	}
	return b.Value
}

func (b BadValue) end() source.Text { return b.At.Slice(b.At.Len(), b.At.Len()) }

func (b BadValue) badSwitch() (source.Text, string) {
	const both = "%q does not belong to a switch: -XX:+%s switches it on, -XX:-%s off"
	value := b.At.Slice(b.At.Len()-b.Value.Len()-len(b.assigned), b.At.Len())
	switch {
	case b.assigned != "":
		return value, fmt.Sprintf(both, value, b.name, b.name)
	case b.sign.Len() == 0:
		return b.name.Slice(0, 0), fmt.Sprintf("%q is a switch and lacks its + or -", b.name)
	}
	return b.At, fmt.Sprintf("%q is refused: %s", b.At, b.Reason())
}

func (b BadValue) kind() string {
	kind, _, _ := strings.Cut(b.takes(), ":")
	return kind
}

func (b BadValue) takes() string {
	switch {
	case b.flag.Type == jvmflag.Double && b.pass.Options.Table == 8:
		return "a number with a decimal point"
	case b.flag.Type == jvmflag.Double:
		return "a number"
	case b.flag.Type == jvmflag.String:
		return "text"
	case b.size:
		return "a size: a whole number with at most one of k, m, g and t after it"
	}
	return "a whole number"
}

// LacksPoint tells of a number that JDK 8 would take with a decimal point.
func (b BadValue) LacksPoint() bool {
	return b.flag.Type == jvmflag.Double && b.pass.Options.Table == 8 && wholeNumber.MatchString(b.Value.String()) && b.isUnread() && b.sign.Len() == 0
}

func (b BadValue) badNumber() string {
	v := b.Value.String()
	switch {
	case b.LacksPoint():
		return fmt.Sprintf("%q has no decimal point, which JDK 8 requires for %s", v, b.name)
	case b.flag.Type == jvmflag.Double, b.flag.Type == jvmflag.String, !wholeNumber.MatchString(v):
		return fmt.Sprintf("%q is not %s", v, b.takes())
	case b.Fault == jvmflag.Unrepresentable:
		return fmt.Sprintf("%q is more than 1g, the largest stack of a thread", v)
	case strings.HasPrefix(v, "-") && (b.flag.Type != jvmflag.Signed || !b.xx):
		return fmt.Sprintf("%q is negative, but %s never is", v, b.name)
	}
	n, ok := bytesize.Parse(v)
	switch most := largest[b.flag.Spelling.String()]; {
	case !ok:
		return fmt.Sprintf("%q does not fit 64 bits", v)
	case most != "" && n > 1<<30:
		return fmt.Sprintf("%q is more than %s, the largest number of its type", v, most)
	case n > 1<<30:
		return fmt.Sprintf("%q is too large for %s: %s", v, b.name, b.Reason())
	}
	return fmt.Sprintf("%q is too small for %s", v, b.name)
}

// largest are the ends of the types that have less than 64 bits, or a sign.
var largest = map[string]string{"int": "2147483647", "uint": "4294967295", "intx": "9223372036854775807"}

// rangeText says a range for people. An end beyond what anybody would write is none, unless the number is over it.
func (b BadValue) rangeText() string {
	const far = "1152921504606846976" // 1 << 60
	least, most := b.Range.Least, b.Range.Most
	switch {
	case more(b.Range.Number, most) && more(most, far), more("-"+far, least):
		return "at most " + b.written(most)
	case more(most, far):
		return "at least " + b.written(least)
	}
	return b.written(least) + " to " + b.written(most)
}

// Mended is the option as it must have been meant; empty where it can be meant in no way, or in more than one.
func (b BadValue) Mended() string {
	return b.only(lists.Found(b.readings(), func(spellings []string) (string, bool) {
		return lists.First(spellings, func(w string) bool { return b.mends(w, true) })
	}))
}

// readings are what the option can mean, each in the ways to write it.
func (b BadValue) readings() [][]string {
	name, value := b.name.String(), b.Value.String()
	if b.xx && b.flag.Type == jvmflag.Bool {
		if sign := b.meantSign(); sign != "" {
			return [][]string{{b.before + sign + name}}
		}
		return nil
	}
	head, values := b.before+name, [][]string{}
	switch {
	case b.flag.Type == jvmflag.Double:
		values = realReadings(value)
	case b.size, b.flag.Type == jvmflag.Unsigned, b.flag.Type == jvmflag.Signed:
		values = wholeReadings(value)
	}
	if b.xx && b.assigned != "" {
		head += "="
		values = append(values, []string{value})
	}
	return lists.Of(values, func(spellings []string) []string {
		return lists.Of(spellings, func(v string) string { return head + v })
	})
}

var signs = map[string]string{"": "+", "true": "+", "1": "+", "yes": "+", "on": "+", "false": "-", "0": "-", "no": "-", "off": "-"}

// meantSign is what a switch with a value, or without a sign, means. One with a minus and a value means two things.
func (b BadValue) meantSign() string {
	value := strings.ToLower(strings.Trim(b.Value.String(), ` "',;`))
	switch sign := b.sign.String(); {
	case sign == "" && (b.assigned == "" || value != ""):
		return signs[value]
	case sign != "" && value == "", sign == "+" && signs[value] == "+":
		return sign
	}
	return ""
}

var (
	grouped  = lazyregexp.New(`^\d{1,3}(?:[,_']\d{3})+[kKmMgGtT]?$|^\d+(?:_\d+)+[kKmMgGtT]?$`)
	withUnit = lazyregexp.New(`^(\d+)\s*([kKmMgGtT])(?:i?[bB]|i|[bB]ytes?)?$`)
	fraction = lazyregexp.New(`^(\d*)[.](\d+)\s*([kKmMgGtT])(?:i?[bB]|i)?$`)
	plainly  = lazyregexp.New(`^(\d+)(?:\s*[bB](?:ytes?)?|(?:\.0*)?%?)$`) // in bytes, or with a fraction that is 0
	real     = lazyregexp.New(`^(\d*)(?:[.,](\d*))?%?$`)
)

// wholeReadings are the whole numbers and sizes that a text can mean.
func wholeReadings(s string) [][]string {
	s = strings.TrimPrefix(strings.Trim(s, ` "',;=:`), "+")
	if grouped.MatchString(s) {
		s = strings.NewReplacer(",", "", "_", "", "'", "").Replace(s)
	}
	if m := withUnit.FindStringSubmatch(s); m != nil {
		return [][]string{{m[1] + strings.ToLower(m[2])}}
	}
	if m := plainly.FindStringSubmatch(s); m != nil {
		return [][]string{{m[1]}}
	}
	if m := fraction.FindStringSubmatch(s); m != nil {
		if whole, ok := wholeSize(m[1]+"."+m[2], strings.ToLower(m[3])); ok {
			return [][]string{{whole}}
		}
	}
	return nil
}

var units = map[string]uint64{"k": bytesize.Kilo, "m": bytesize.Mega, "g": bytesize.Giga, "t": bytesize.Tera}

// wholeSize writes a fraction of a unit in a smaller one, where that is exact: 1.5g is 1536m.
func wholeSize(number, unit string) (string, bool) {
	n, ok := decimal.Parse(number)
	if !ok {
		return "", false
	}
	n.Mul(n, new(big.Rat).SetInt(new(big.Int).SetUint64(units[unit])))
	if !n.IsInt() || !n.Num().IsUint64() {
		return "", false
	}
	return jvmflag.FormatSize(n.Num().Uint64()), true
}

// realReadings are the numbers that a text can mean. JDK 8 wants digits on both sides of the dot.
func realReadings(s string) [][]string {
	m := real.FindStringSubmatch(strings.Trim(s, ` "';=:`))
	switch {
	case m == nil, m[1] == "" && m[2] == "":
		return nil
	case m[2] == "":
		return [][]string{{m[1], m[1] + ".0"}}
	case m[1] == "":
		m[1] = "0"
	}
	return [][]string{{m[1] + "." + m[2]}}
}
