package schema

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/decimal"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Violation is one thing that the schema does not let stand, in the words of the member.
type Violation struct {
	Location string // as the member prints it: #/hazelcast/map/m
	Message  string
	Keyword  string // of the schema that it breaks; empty where it sums up its causes
	Causes   []*Violation

	Value    *Value   // what it is about; for a key, the object that it is in
	Key      *Member  // whose key it is about; nil where it is about the value
	Expected []string // the keys, or the values, that would be valid there
	Wanted   Type     // the type that would be, where it is about the type
}

// Most is how many violations are looked for: one more than anybody lists.
const Most = 1001

// Leaves are the violations that have no further causes.
func (v *Violation) Leaves() []*Violation {
	if v == nil {
		return nil
	}
	if len(v.Causes) == 0 {
		return []*Violation{v}
	}
	return lists.Flat(v.Causes, (*Violation).Leaves)
}

func (v *Violation) count() int { return max(1, count(v.Causes)) }

func count(all []*Violation) int { return lists.Sum(all, (*Violation).count) }

// within moves a violation under a key. The keys of causes are escaped once
// more at each step, as the library does it.
func (v *Violation) within(key string) *Violation {
	escaped := Escape(key)
	v.Location = "#/" + escaped + v.Location[1:]
	for _, c := range v.Causes {
		c.within(escaped)
	}
	return v
}

var escapes = strings.NewReplacer("~", "~0", "/", "~1", `\`, `\\`, `"`, `\"`)

// Escape writes a key as a part of a location.
func Escape(key string) string { return escapes.Replace(key) }

func violation(v *Value, keyword, format string, args ...any) *Violation {
	return &Violation{Location: "#", Message: fmt.Sprintf(format, args...), Keyword: keyword, Value: v}
}

// wrongType is a value of another type than one that is required; otherwise that is none of a check's business.
func wrongType(v *Value, want Type, required bool) []*Violation {
	if !required {
		return nil
	}
	f := violation(v, "type", "expected type: %s, found: %s", want, v.Type)
	f.Wanted = want
	return []*Violation{f}
}

// Validate holds a value against all checks; nil if nothing is wrong. Of several violations one is made that sums
// them up.
func (s *Schema) Validate(v *Value) *Violation {
	if v.Open {
		return nil
	}
	if len(s.checks) > 1 { // a schema of several parts stands for allOf
		parts := &combined{allOf, lists.Of(s.checks, func(c check) *Schema { return &Schema{checks: []check{c}} })}
		return one(v, parts.validate(v))
	}
	return one(v, lists.Flat(s.checks, func(c check) []*Violation { return c.validate(v) }))
}

func one(v *Value, failures []*Violation) *Violation {
	switch len(failures) {
	case 0:
		return nil
	case 1:
		return failures[0]
	}
	sum := violation(v, "", "")
	sum.Causes = failures
	sum.Message = fmt.Sprintf("%d schema violations found", sum.count())
	return sum
}

func (r *reference) validate(v *Value) []*Violation {
	if f := r.schema.Validate(v); f != nil {
		return []*Violation{f}
	}
	return nil
}

func (c *combined) validate(v *Value) []*Violation {
	found := lists.Of(c.schemas, func(s *Schema) *Violation { return s.Validate(v) })
	failures := lists.Where(found, func(f *Violation) bool { return f != nil })
	all, matching := len(found), len(found)-len(failures)
	var f *Violation
	switch {
	case c.criterion == allOf && matching < all:
		f = violation(v, "allOf", "#: only %d subschema matches out of %d", matching, all)
	case c.criterion == anyOf && matching == 0:
		f = violation(v, "anyOf", "#: no subschema matched out of the total %d subschemas", all)
	case c.criterion == oneOf && matching != 1:
		f = violation(v, "oneOf", "#: %d subschemas matched instead of one", matching)
	default:
		return nil
	}
	f.Causes = failures
	return []*Violation{f}
}

func (e *enum) validate(v *Value) []*Violation {
	var expected []string
	for _, want := range e.values {
		if v.equal(want) {
			return nil
		}
		expected = append(expected, fmt.Sprint(want))
	}
	f := violation(v, "enum", "%s is not a valid enum value", v)
	f.Expected = expected
	return []*Violation{f}
}

func (c *constant) validate(v *Value) []*Violation {
	if v.equal(c.value) {
		return nil
	}
	return []*Violation{violation(v, "const", "")}
}

func (n *not) validate(v *Value) []*Violation {
	if n.schema.Validate(v) != nil {
		return nil
	}
	return []*Violation{violation(v, "not", "subject must not be valid against schema")}
}

func (*boolean) validate(v *Value) []*Violation {
	if v.lenient().Type != Boolean {
		return wrongType(v, Boolean, true)
	}
	if v.Type == String {
		v.ReadAs = Boolean
	}
	return nil
}

// validate takes anything for a string: the member prints what is none.
func (t *text) validate(v *Value) []*Violation {
	if !t.uri || isURI(v.String()) {
		return nil
	}
	return []*Violation{violation(v, "format", "[%s] is not a valid URI", v)}
}

// isURI reports whether a text is a URI with a protocol, or one that leaves it to its place.
func isURI(s string) bool {
	u, err := url.Parse(s)
	return err == nil && !strings.ContainsAny(s, " <>{}[]\"\\^`|") && (u.Scheme != "" && u.Scheme+":" != s || strings.HasPrefix(s, "//"))
}

func (n *number) validate(v *Value) []*Violation {
	given := v.lenient()
	if given.Number == nil || n.of == Integer && given.Type == Double {
		return wrongType(v, n.of, n.required)
	}
	if n.of == Integer {
		v.ReadAs = Integer
	}
	var failures []*Violation
	if n.minimum != nil && given.Number.Cmp(n.minimum.Rat) < 0 {
		failures = append(failures, violation(v, "minimum", "%s is not greater or equal to %s", v.Text, n.minimum.written))
	}
	if n.maximum != nil && given.Number.Cmp(n.maximum.Rat) > 0 {
		failures = append(failures, violation(v, "maximum", "%s is not less or equal to %s", v.Text, n.maximum.written))
	}
	if n.divisor != nil && !new(big.Rat).Quo(given.Number, n.divisor.Rat).IsInt() {
		failures = append(failures, violation(v, "multipleOf", "%s is not a multiple of %s", v.Text, n.divisor.written))
	}
	return failures
}

func (a *array) validate(v *Value) []*Violation {
	if v.Type != Array {
		return wrongType(v, Array, a.required)
	}
	var failures []*Violation
	if a.least > len(v.Items) {
		failures = append(failures, violation(v, "minItems", "expected minimum item count: %d, found: %d", a.least, len(v.Items)))
	}
	if a.items == nil {
		return failures
	}
	for i, found := 0, 0; i < len(v.Items) && found < Most; i++ {
		if f := a.items.Validate(v.Items[i]); f != nil {
			failures, found = append(failures, f.within(fmt.Sprint(i))), found+f.count()
		}
	}
	return failures
}

func (o *object) validate(v *Value) []*Violation {
	if v.Type != Object {
		return wrongType(v, Object, o.required)
	}
	missing := lists.Where(o.needed, func(name string) bool { return v.Member(name) == nil })
	failures := lists.Of(missing, func(name string) *Violation {
		return violation(v, "required", "required key [%s] not found", name)
	})
	if o.names != nil {
		for i := 0; i < len(v.Members) && len(failures) < Most; i++ {
			m := v.Members[i]
			if f := o.names.Validate(&Value{Type: String, Text: m.Name, Node: m.Key}); f != nil {
				for _, leaf := range f.Leaves() {
					leaf.Key = &m
				}
				failures = append(failures, f.within(m.Name))
			}
		}
	}
	if n := len(v.Members); o.least > n {
		failures = append(failures, violation(v, "minProperties", "minimum size: [%d], found: [%d]", o.least, n))
	} else if o.most >= 0 && n > o.most {
		failures = append(failures, violation(v, "maxProperties", "maximum size: [%d], found: [%d]", o.most, n))
	}
	for i, found := 0, 0; i < len(v.Members) && found < Most; i++ {
		of := o.member(v, v.Members[i])
		failures, found = append(failures, of...), found+count(of)
	}
	return failures
}

// member holds an entry against all that the schema says of it.
func (o *object) member(v *Value, m Member) []*Violation {
	var failures []*Violation
	check := func(s *Schema) {
		if s == nil {
			return
		}
		if f := s.Validate(m.Value); f != nil {
			failures = append(failures, f.within(m.Name))
		}
	}
	property, known := o.properties[m.Name]
	for _, p := range o.patterns {
		if p.name.MatchString(m.Name) {
			known = true
			check(p.schema)
		}
	}
	switch {
	case known || m.Open:
	case o.closed:
		f := violation(v, "additionalProperties", "extraneous key [%s] is not permitted", m.Name)
		f.Key, f.Expected = &m, o.propertyNames
		failures = append(failures, f)
	default:
		check(o.others)
	}
	check(property)
	return failures
}

// Type is what a value is. Its name is that of the class which the member
// holds it in, and the word for it in the member's messages.
type Type string

// The types of values. Whole numbers are an Integer as long as they fit into
// 32 bits; what does not fit into 64 is never held against a schema.
const (
	Null    Type = "Null"
	Boolean Type = "Boolean"
	Integer Type = "Integer"
	Long    Type = "Long"
	Double  Type = "Double"
	String  Type = "String"
	Object  Type = "JSONObject"
	Array   Type = "JSONArray"

	anyNumber Type = "Number" // that no value has: the schema asks for any
)

// Value is a value of a configuration.
type Value struct {
	Type    Type
	Text    string   // of a scalar, as the member prints it
	Number  *big.Rat // of a number
	Members []Member // of an object
	Items   []*Value // of an array
	Node    *yamldoc.Node
	ReadAs  Type // what a scalar was taken for, where the schema asked
	Open    bool // its text is filled in later: anything may come of it
}

// Member is an entry of an object.
type Member struct {
	Name  string
	Key   *yamldoc.Node
	Open  bool // part of its name is filled in later
	Value *Value
}

// Integer is the number that a value stands for, as the schema reads it.
func (v *Value) Integer() *big.Rat { return v.lenient().Number }

// Member finds an entry of an object; nil if there is none.
func (v *Value) Member(name string) *Value {
	if v == nil {
		return nil
	}
	m, _ := lists.First(v.Members, func(m Member) bool { return m.Name == name })
	return m.Value
}

// The words for booleans of YAML 1.1, which the schema takes for booleans even
// where the member then reads them as false.
var booleanWords = []string{
	"y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON",
	"n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF",
}

// IsBooleanWord reports whether a string stands for a boolean in the schema.
func IsBooleanWord(s string) bool { return slices.Contains(booleanWords, s) }

var (
	// javaDouble is what Double.valueOf takes besides a decimal number: a suffix.
	javaDouble = lazyregexp.New(`^([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[fFdD]$`)
	leading    = lazyregexp.New(`^-?0\d`)
	whole      = lazyregexp.New(`^-?\d+$`)
)

// lenient is what a string becomes where something else is asked for: the
// schema library takes quoted numbers and booleans.
//
// https://github.com/everit-org/json-schema/blob/master/core/src/main/java/org/everit/json/schema/StringToValueConverter.java
func (v *Value) lenient() *Value {
	s := v.Text
	switch {
	case v.Type != String || s == "":
		return v
	case IsBooleanWord(s):
		return &Value{Type: Boolean, Text: s}
	case strings.EqualFold(s, "null"):
		return &Value{Type: Null, Text: s}
	case s[0] != '-' && (s[0] < '0' || s[0] > '9'):
		return v
	case strings.ContainsAny(s, ".eE") || s == "-0":
		if m := javaDouble.FindStringSubmatch(s); m != nil {
			s = m[1]
		}
		if number, ok := decimal.Parse(s); ok {
			return &Value{Type: Double, Text: s, Number: number}
		}
	case whole.MatchString(s) && !leading.MatchString(s):
		number, _ := decimal.Parse(s)
		return &Value{Type: Integer, Text: s, Number: number}
	}
	return v
}

// equal compares a value with one of the schema.
func (v *Value) equal(want any) bool {
	switch w := want.(type) {
	case string:
		return v.Type == String && v.Text == w
	case bool:
		return v.Type == Boolean && (v.Text == "true") == w
	case json.Number:
		return v.Number != nil && v.Number.Cmp(rat(w)) == 0
	}
	return false
}

// String is a value as the member prints it, of several in JSON.
func (v *Value) String() string {
	switch v.Type {
	case Object:
		return "{" + strings.Join(lists.Of(v.Members, func(m Member) string { return strconv.Quote(m.Name) + ":" + m.Value.inJSON() }), ",") + "}"
	case Array:
		return "[" + strings.Join(lists.Of(v.Items, (*Value).inJSON), ",") + "]"
	}
	return v.Text
}

func (v *Value) inJSON() string {
	if v.Type == String {
		return strconv.Quote(v.Text)
	}
	return v.String()
}
