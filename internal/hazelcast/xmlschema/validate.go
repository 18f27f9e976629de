package xmlschema

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/decimal"
	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
)

// Violation is one thing that the schema does not let stand.
type Violation struct {
	At       source.Text     // the name of the element or the attribute, or the value
	Element  *xmldoc.Element // that it is about, where it is its name
	In       *xmldoc.Element // that it stands in
	Fault    Fault
	Message  string
	Expected []string // names, or words, that would be valid there
	Given    string
}

// Fault is what is wrong.
type Fault uint8

// The faults.
const (
	BadValue   Fault = iota
	UnknownKey       // an element or an attribute that may not stand there
	KeyTwice
	Missing  // something that must stand there
	BadWord  // none of some words
	BadWhole // no whole number
)

// Validation is what comes of holding a document against the schema.
type Validation struct {
	Violations []*Violation
	Booleans   []source.Text // that stand where the schema has a boolean
	Whole      []source.Text // and a whole number
}

// Filled gives the text that a member reads, with what it fills in, and reports whether that is known.
type Filled func(source.Text) (string, bool)

type validator struct {
	*Validation
	filled Filled
	space  string
}

// Validate holds an element against the type of its kind.
func (s *Schema) Validate(root *xmldoc.Element, space string, filled Filled) Validation {
	v := &validator{&Validation{}, filled, space}
	v.element(root, element{of: s.Roots[root.Name]})
	return *v.Validation
}

func (v *validator) add(at source.Text, fault Fault, format string, args ...any) *Violation {
	violation := &Violation{At: at, Fault: fault, Message: fmt.Sprintf(format, args...), Given: at.String()}
	v.Violations = append(v.Violations, violation)
	return violation
}

func (v *validator) element(e *xmldoc.Element, d element) {
	t := d.of
	if t == nil || t.any {
		return
	}
	v.attributes(e, t)
	text := either.Of(t.simple, t, t.text)
	if text != nil {
		if len(e.Children) > 0 {
			v.unknown(e.Children[0], nil)
		}
		v.text(e, text, d.standard)
		return
	}
	if text := xmldoc.Trim(e.Text); text.Len() > 0 && !t.mixed && !source.HasGap(text.String()) {
		in := v.add(text, BadValue, "<%s> must not contain text", e.Name)
		in.In = e
	}
	v.children(e, t)
}

// text holds that of an element against its type. The schema takes an empty one
// where it has a default, and the code then reads no number and no word.
func (v *validator) text(e *xmldoc.Element, t *Type, standard bool) {
	switch {
	case t.any:
	case e.Text.Len() > 0 || !standard:
		v.value(e, e.Text, t)
	case t.isWhole() || t.words != nil:
		v.add(e.Tag, BadValue, "<%s> is empty", e.Name).In = e
	}
}

func (v *validator) attributes(e *xmldoc.Element, t *Type) {
	names := names(t.attributes)
	for i := 0; i < len(e.Attributes) && len(v.Violations) < schema.Most; i++ {
		a := e.Attributes[i]
		if a.Space == "http://www.w3.org/2001/XMLSchema-instance" || a.Space == "http://www.w3.org/XML/1998/namespace" {
			continue
		}
		declared, known := t.attributes[a.Name]
		if !known || a.Space != "" {
			violation := v.add(a.Key, UnknownKey, "the attribute %s is not allowed in <%s>", a.Name, e.Name)
			violation.In, violation.Expected = e, names
			continue
		}
		v.value(e, a.Value, declared.of)
	}
	for _, name := range names {
		if _, has := e.Attribute(name); !has && t.attributes[name].required {
			v.add(e.Tag, Missing, "<%s> has no attribute %s", e.Name, name).In = e
		}
	}
}

func (v *validator) unknown(e *xmldoc.Element, expected []string) {
	in := e.Parent.Name
	message := fmt.Sprintf("<%s> is not allowed in <%s>", e.Name, in)
	if e.Space != v.space {
		message = fmt.Sprintf("<%s> is not in the namespace %s", e.Name, v.space)
		expected = nil
	}
	violation := v.add(e.Tag, UnknownKey, "%s", message)
	violation.Element, violation.In, violation.Expected, violation.Given = e, e.Parent, expected, e.Name
}

// children holds those of an element against what may stand in it, and how often.
func (v *validator) children(e *xmldoc.Element, t *Type) {
	given, names := map[*slot]int{}, t.names
	for i := 0; i < len(e.Children) && len(v.Violations) < schema.Most; i++ {
		c := e.Children[i]
		d, known := t.elements[c.Name]
		switch {
		case known && c.Space == v.space:
		case t.open:
			continue
		default:
			v.unknown(c, names)
			continue
		}
		if given[d.slot]++; d.slot.most >= 0 && given[d.slot] > d.slot.most {
			violation := v.add(c.Tag, KeyTwice, "<%s> is not allowed so often in <%s>", c.Name, e.Name)
			violation.Element, violation.In = c, e
			continue
		}
		v.element(c, d)
	}
	for _, name := range names {
		if s := t.elements[name].slot; given[s] < s.least {
			v.add(e.Tag, Missing, "<%s> has no <%s>", e.Name, name).In = e
			given[s] = s.least // it is told once of those that may take the same place
		}
	}
}

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
	low, begins := decimal.Parse(least)
	high, ends := decimal.Parse(most)
	switch {
	case !ok:
	case begins && n.Cmp(low) < 0:
		return BadValue, nil, fmt.Sprintf("%s is less than %s", s, least)
	case ends && n.Cmp(high) > 0:
		return BadValue, nil, fmt.Sprintf("%s is more than %s", s, most)
	}
	return 0, nil, ""
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
