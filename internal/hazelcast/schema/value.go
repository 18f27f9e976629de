package schema

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/decimal"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

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
	for _, m := range v.Members {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
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
	decimalForm = lazyregexp.New(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)
	// javaDouble is what Double.valueOf takes besides: a suffix.
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
		if decimalForm.MatchString(s) {
			return &Value{Type: Double, Text: s, Number: ratOf(s)}
		}
	case whole.MatchString(s) && !leading.MatchString(s):
		return &Value{Type: Integer, Text: s, Number: ratOf(s)}
	}
	return v
}

// ratOf reads a decimal number, which may end in its point.
func ratOf(s string) *big.Rat {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(s), "e")
	mantissa = strings.TrimSuffix(mantissa, ".")
	if exponent != "" {
		mantissa += "e" + exponent
	}
	r, ok := decimal.Parse(mantissa)
	if !ok {
		return new(big.Rat)
	}
	return r
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
	case nil:
		return v.Type == Null
	}
	return false
}

// String is a value as it is written; of a scalar as the member prints it.
func (v *Value) String() string {
	if v.Type == Object || v.Type == Array {
		return v.Node.Span().String()
	}
	return v.Text
}
