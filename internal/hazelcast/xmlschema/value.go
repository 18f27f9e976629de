package xmlschema

import (
	"fmt"
	"math/big"
	"net/url"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/decimal"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
)

// root is the built-in type that a simple one comes from.
func (t *Type) root() string {
	for t.base != nil {
		t = t.base
	}
	return t.builtin
}

func (t *Type) isWhole() bool {
	_, whole := ranges[t.root()]
	return whole
}

// value holds a text of an element against a simple type.
func (v *validator) value(in *xmldoc.Element, text source.Text, t *Type) {
	if t.root() == "boolean" {
		v.Booleans = append(v.Booleans, text)
	}
	if t.isWhole() {
		v.Whole = append(v.Whole, text)
	}
	s, known := v.filled(text)
	if !known {
		return
	}
	fault, expected, message := t.check(s)
	if message == "" {
		return
	}
	violation := v.add(text, fault, "%s", message)
	violation.In, violation.Expected, violation.Given = in, expected, s
}

var (
	wholeForm   = lazyregexp.New(`^[+-]?\d+$`)
	decimalForm = lazyregexp.New(`^[+-]?(\d+(\.\d*)?|\.\d+)$`)
	doubleForm  = lazyregexp.New(`^([+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|-?INF|NaN)$`)
)

// ranges are those of the built-in whole numbers; empty: no end.
//
// https://www.w3.org/TR/xmlschema-2/#built-in-datatypes
var ranges = map[string][2]string{
	"byte": {"-128", "127"}, "short": {"-32768", "32767"}, "int": {"-2147483648", "2147483647"}, "long": {"-9223372036854775808", "9223372036854775807"},
	"unsignedByte": {"0", "255"}, "unsignedShort": {"0", "65535"}, "unsignedInt": {"0", "4294967295"}, "unsignedLong": {"0", "18446744073709551615"},
	"integer": {}, "nonNegativeInteger": {"0", ""}, "positiveInteger": {"1", ""}, "negativeInteger": {"", "-1"}, "nonPositiveInteger": {"", "0"},
}

// check says what is wrong with a text; nothing where that is all right.
func (t *Type) check(s string) (Fault, []string, string) {
	if t.collapse {
		s = strings.Join(strings.Fields(s), " ")
	}
	if t.base != nil {
		if fault, expected, message := t.base.check(s); message != "" {
			return fault, expected, message
		}
		return t.restricted(s)
	}
	limits, whole := ranges[t.builtin]
	switch {
	case whole && !wholeForm.MatchString(s):
		return BadWhole, nil, fmt.Sprintf("%q is not a whole number", s)
	case whole:
		return within(s, limits[0], limits[1])
	case t.builtin == "boolean" && !slices.Contains([]string{"true", "false", "0", "1"}, s):
		return BadWord, []string{"true", "false"}, fmt.Sprintf("%q is neither true nor false", s)
	case t.builtin == "decimal" && !decimalForm.MatchString(s), t.builtin == "double" && !doubleForm.MatchString(s):
		return BadValue, nil, fmt.Sprintf("%q is not a number", s)
	case t.builtin == "anyURI":
		if _, err := url.Parse(s); err != nil {
			return BadValue, nil, fmt.Sprintf("%q is not a URI", s)
		}
	}
	return 0, nil, ""
}

func within(s, least, most string) (Fault, []string, string) {
	n, ok := decimal.Parse(strings.TrimPrefix(s, "+"))
	switch {
	case !ok:
	case least != "" && n.Cmp(rat(least)) < 0:
		return BadValue, nil, fmt.Sprintf("%s is less than %s", s, least)
	case most != "" && n.Cmp(rat(most)) > 0:
		return BadValue, nil, fmt.Sprintf("%s is more than %s", s, most)
	}
	return 0, nil, ""
}

func rat(s string) *big.Rat {
	r, _ := new(big.Rat).SetString(s)
	return r
}

func (t *Type) restricted(s string) (Fault, []string, string) {
	if t.words != nil && !slices.Contains(t.words, s) {
		return BadWord, t.words, fmt.Sprintf("%q is not one of the words that are valid there", s)
	}
	if t.pattern != nil && !t.pattern.MatchString(s) {
		if strings.TrimSpace(s) == "" {
			return BadValue, nil, "it is empty"
		}
		return BadValue, nil, fmt.Sprintf("%q does not have the form %s", s, strings.TrimSuffix(strings.TrimPrefix(t.pattern.String(), "^(?:"), ")$"))
	}
	return within(s, t.least, t.most)
}
