package repair

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

var wholeNumber = lazyregexp.New(`^-?(?:0[xX][0-9a-fA-F]+|\d+)[kKmMgGtT]?$`)

// Describe says what is wrong, and where.
func (b BadValue) Describe() (source.Text, string) {
	flag := b.flag.Name != "" || b.size
	switch {
	case b.Range != nil:
		return b.Value, fmt.Sprintf("%q is outside the range of %s: %s", b.typed(), b.flag.Name, b.rangeText())
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

// typed is the value as it stands, or the sign of a switch that sets a number.
func (b BadValue) typed() source.Text {
	if b.Value.Len() == 0 {
		return b.At
	}
	return b.Value
}

// kind says what a value must be, in short.
func (b BadValue) kind() string {
	kind, _, _ := strings.Cut(b.takes(), ":")
	return kind
}

// takes says what a value must be.
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

// rangeText says a range for people. An end beyond what anybody would write is
// none, unless the number is over it.
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
