package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

var (
	outsideRange = lazyregexp.New(`=(\S+) is outside the allowed range \[ (\S+) \.\.\. (\S+) \]`)
	wholeNumber  = lazyregexp.New(`^-?(?:0[xX][0-9a-fA-F]+|\d+)[kKmMgGtT]?$`)
	logTags      = lazyregexp.New(`^(\[[^\]]*\])+ *`)
)

// bounds are the number that HotSpot read and the ends of its range; empty
// where it names none.
func (b badValue) bounds() (number, least, most string) {
	m := outsideRange.FindStringSubmatch(strings.Join(b.Lines, "\n"))
	if m == nil {
		return "", "", ""
	}
	return m[1], m[2], m[3]
}

// describe says what is wrong, and where.
func (b badValue) describe() (source.Text, string) {
	says := strings.Join(b.says(), "\n")
	outside, _, _ := b.bounds()
	flag := b.flag.Name != "" || b.size
	switch {
	case outside != "":
		return b.value, fmt.Sprintf("%q is outside the range of %s: %s", b.typed(), b.flag.Name, b.rangeText())
	case strings.Contains(says, "power of 2"):
		return b.value, fmt.Sprintf("%q is no power of two, and %s must be one", b.value, b.name)
	case !flag || b.xx && b.Flag != b.name.String() || !b.isGrammar():
		return b.whole(), fmt.Sprintf("%q is refused: %s", b.whole(), b.reason())
	case b.xx && b.flag.Type == jvmflag.Bool:
		return b.badSwitch()
	case b.sign.Len() > 0:
		return b.sign, fmt.Sprintf("%q does not belong before %s, which takes %s", b.sign, b.name, b.kind())
	case b.xx && b.assigned == "":
		return b.end(), fmt.Sprintf("%q lacks its value: it takes %s", b.name, b.kind())
	case b.value.Len() == 0:
		return b.end(), fmt.Sprintf("%q lacks its value: it takes %s", b.name.String()+b.assigned, b.kind())
	}
	return b.value, b.badNumber()
}

// isGrammar tells the words of HotSpot for what it cannot read.
func (b badValue) isGrammar() bool {
	return strings.HasPrefix(b.reason(), "improperly specified VM option") || strings.HasPrefix(b.reason(), "missing +/- setting") ||
		strings.HasPrefix(b.reason(), "unexpected +/- setting") || strings.HasPrefix(b.reason(), "invalid ")
}

// whole is the value, or the option where it has none.
func (b badValue) whole() source.Text {
	if b.value.Len() == 0 || b.flag.Name == "" {
		return b.At
	}
	return b.value
}

func (b badValue) end() source.Text { return b.At.Slice(b.At.Len(), b.At.Len()) }

func (b badValue) badSwitch() (source.Text, string) {
	const both = "%q does not belong to a switch: -XX:+%s switches it on, -XX:-%s off"
	value := b.At.Slice(b.At.Len()-b.value.Len()-len(b.assigned), b.At.Len())
	switch {
	case b.assigned != "":
		return value, fmt.Sprintf(both, value, b.name, b.name)
	case b.sign.Len() == 0:
		return b.name.Slice(0, 0), fmt.Sprintf("%q is a switch and lacks its + or -", b.name)
	}
	return b.At, fmt.Sprintf("%q is refused: %s", b.At, b.reason())
}

// typed is the value as it stands, or the sign of a switch that sets a number.
func (b badValue) typed() source.Text {
	if b.value.Len() == 0 {
		return b.At
	}
	return b.value
}

// kind says what a value must be, in short.
func (b badValue) kind() string {
	kind, _, _ := strings.Cut(b.takes(), ":")
	return kind
}

// takes says what a value must be.
func (b badValue) takes() string {
	switch {
	case b.flag.Type == jvmflag.Double && b.pass.Options.Table == 8:
		return "a number with a decimal point"
	case b.flag.Type == jvmflag.Double:
		return "a number"
	case b.flag.Type == jvmflag.String:
		return "text"
	case b.size:
		return "a size: a whole number with at most one of k, m, g and t behind it"
	}
	return "a whole number"
}

// lacksPoint tells of a number that JDK 8 would take with a decimal point.
func (b badValue) lacksPoint() bool {
	return b.flag.Type == jvmflag.Double && b.pass.Options.Table == 8 && wholeNumber.MatchString(b.value.String()) && b.isGrammar() && b.sign.Len() == 0
}

func (b badValue) badNumber() string {
	v := b.value.String()
	switch {
	case b.lacksPoint():
		return fmt.Sprintf("%q has no decimal point, without which JDK 8 takes no number for %s", v, b.name)
	case b.flag.Type == jvmflag.Double, b.flag.Type == jvmflag.String, !wholeNumber.MatchString(v):
		return fmt.Sprintf("%q is not %s", v, b.takes())
	case strings.Contains(strings.Join(b.Lines, "\n"), "exceeds the maximum representable size"):
		return fmt.Sprintf("%q is more than the stack of a thread may have, 1g", v)
	case strings.HasPrefix(v, "-") && (b.flag.Type != jvmflag.Signed || !b.xx):
		return fmt.Sprintf("%q is negative, and %s is never", v, b.name)
	}
	n, ok := jvmflag.ParseSize(v)
	switch most := largest[b.flag.Spelling.String()]; {
	case !ok:
		return fmt.Sprintf("%q does not fit 64 bits", v)
	case most != "" && n > 1<<30:
		return fmt.Sprintf("%q is more than %s, the largest number of its type", v, most)
	case n > 1<<30:
		return fmt.Sprintf("%q is too large for %s: %s", v, b.name, b.reason())
	}
	return fmt.Sprintf("%q is too small for %s", v, b.name)
}

// largest are the ends of the types that have less than 64 bits, or a sign.
var largest = map[string]string{"int": "2147483647", "uint": "4294967295", "intx": "9223372036854775807"}

// rangeText says a range for people. An end beyond what anybody would write is
// none, unless the number is over it.
func (b badValue) rangeText() string {
	const far = "1152921504606846976" // 1 << 60
	number, least, most := b.bounds()
	switch {
	case more(number, most) && more(most, far), more("-"+far, least):
		return "at most " + b.written(most)
	case more(most, far):
		return "at least " + b.written(least)
	}
	return b.written(least) + " to " + b.written(most)
}

// reason is the first thing that the JVM says, as a part of a sentence. Where
// it only refers to its log, that says more.
func (r refusal) reason() string {
	says := r.says()
	line := says[max(0, slices.IndexFunc(says, func(s string) bool { return strings.Contains(s, "[error]") }))]
	line = strings.Trim(logTags.ReplaceAllString(line, ""), "#. ")
	line = strings.ReplaceAll(strings.TrimPrefix(line, "Error: "), "  ", " ")
	switch {
	case line == "Segmentation fault", strings.HasPrefix(line, "A fatal error"):
		return "the JVM crashes over it"
	case len(line) > 1 && 'A' <= line[0] && line[0] <= 'Z' && ('a' <= line[1] && line[1] <= 'z' || line[1] == ' ') && !camel.MatchString(line) && !strings.HasPrefix(line, "Shenandoah"):
		line = strings.ToLower(line[:1]) + line[1:]
	}
	return line
}

// camel is a word that is the name of a flag.
var camel = lazyregexp.New(`^[A-Z][A-Za-z0-9]*[a-z0-9][A-Z]`)
