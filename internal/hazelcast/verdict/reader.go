package verdict

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/decimal"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// mostAliases is how many aliases of collections may stand in a document.
const mostAliases = 50

var (
	olderNumber = lazyregexp.New(`^-?(0?\.[0-9]+|[1-9][0-9]*(\.[0-9]*)?)(e[-+]?[0-9]+)?$`) // of snakeyaml-engine 2.3
	realNumber  = lazyregexp.New(`^-?(0|[1-9][0-9]*)(\.[0-9]*)?([eE][-+]?[0-9]+)?$`)
	notFinite   = lazyregexp.New(`^(-?\.inf|\.nan)$`)
)

// isWhole tells a whole number: -?(0|[1-9][0-9]*).
func isWhole(s string) bool {
	digits := strings.TrimPrefix(s, "-")
	return digits != "" && (digits[0] != '0' || len(digits) == 1) && strings.TrimLeft(digits, "0123456789") == ""
}

func (d *document) refuse(at *yamldoc.Node, format string, args ...any) {
	d.refuseFor(OtherFault, at, false, format, args...)
}

func (d *document) refuseFor(fault Fault, at *yamldoc.Node, key bool, format string, args ...any) {
	d.unreadable = append(d.unreadable, Refusal{At: at, IsKey: key, Fault: fault, Message: fmt.Sprintf(format, args...)})
}

// read makes values of nodes as snakeyaml-engine does with the JSON schema of YAML 1.2, which knows far fewer words
// than YAML 1.1: of booleans true and false, of nulls null and nothing at all.
//
// https://bitbucket.org/snakeyaml/snakeyaml-engine/src/snakeyaml-engine-2.6/src/main/java/org/snakeyaml/engine/v2/resolver/JsonScalarResolver.java
func (d *document) read(n *yamldoc.Node) *schema.Value {
	v := &schema.Value{Node: n}
	if n.Kind() != yamldoc.Scalar && !n.Alias().IsZero() {
		if d.aliases++; d.aliases == mostAliases+1 {
			d.refuse(n, "Number of aliases for non-scalar nodes exceeds the specified max=%d", mostAliases)
		}
	}
	tag := n.WrittenTag()
	switch n.Kind() {
	case yamldoc.Mapping:
		if pairs := n.Pairs(); len(pairs) == 1 && pairs[0].Key.Kind() == yamldoc.Mapping { // {{ .Values.name }} of a template
			v.Type, v.Open = schema.String, true
			return v
		}
		v.Type = schema.Object
		if tag != "" && tag != "!!map" {
			d.refuse(n, "could not determine a constructor for the tag %s", tag)
		}
		d.members(v, n)
	case yamldoc.Sequence:
		v.Type = schema.Array
		if tag != "" && tag != "!!seq" {
			d.refuse(n, "could not determine a constructor for the tag %s", tag)
		}
		v.Items = append(v.Items, lists.Of(n.Items(), d.read)...)
	default:
		d.scalar(v, n, tag)
	}
	return v
}

func (d *document) members(v *schema.Value, n *yamldoc.Node) {
	entries := n.Pairs()
	if d.helm {
		entries = n.Entries() // Helm follows "<<" too
	}
	names := make(map[string]bool, len(entries))
	for _, e := range entries {
		key := d.read(e.Key)
		switch {
		case key.Type == schema.Null && !d.helm:
			d.refuseFor(NullEntry, e.Value, false, "The configuration entry under a key that is null")
		case key.Type != schema.String && !d.helm:
			d.refuseFor(KeyNoText, e.Key, true, "class java.%s cannot be cast to class java.lang.String", javaClass(key.Type))
		case names[key.Text] && !d.helm:
			d.refuseFor(DuplicateKey, e.Key, true, "found duplicate key %s", key.Text)
		}
		names[key.Text] = true
		v.Members = append(v.Members, schema.Member{Name: key.Text, Key: e.Key, Value: d.read(e.Value)})
	}
}

func javaClass(t schema.Type) string {
	switch t {
	case schema.Object:
		return "util.LinkedHashMap"
	case schema.Array:
		return "util.ArrayList"
	}
	return "lang." + string(t)
}

// scalar finds the type of a scalar. Quoted ones are strings.
func (d *document) scalar(v *schema.Value, n *yamldoc.Node, tag string) {
	s := n.Value()
	v.Type, v.Text = schema.String, s
	if d.helm {
		d.helmScalar(v, n)
		return
	}
	switch {
	case tag == "" && n.Style() != yamldoc.Plain, tag == "!!str", tag == "!":
	case tag != "" && !slices.Contains([]string{"!!int", "!!float", "!!bool", "!!null"}, tag):
		d.refuse(n, "could not determine a constructor for the tag %s", tag)
	case s == "" || s == "null":
		v.Type = schema.Null
	case s == "true" || s == "false":
		v.Type = schema.Boolean
	case isWhole(s):
		d.integer(v, n)
	case notFinite.MatchString(s):
		v.Type = schema.Double
		d.notFinite = append(d.notFinite, Refusal{At: n, Message: "JSON does not allow non-finite numbers."})
	case d.realNumber().MatchString(s):
		d.double(v)
	}
}

// realNumber is what stands for a number with a fraction or an exponent. From
// 5.0.4 until 5.3 the jars had snakeyaml-engine 2.3, which is of another mind.
func (d *document) realNumber() *lazyregexp.Regexp {
	if d.Release.Before(hazelcast.Version{Major: 5, Minor: 0, Patch: 4}) || !d.Release.Before(hazelcast.Version{Major: 5, Minor: 3}) {
		return realNumber
	}
	return olderNumber
}

// double reads a number as Java does, and writes it so.
func (d *document) double(v *schema.Value) {
	f, err := strconv.ParseFloat(v.Text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || math.IsInf(f, 0) {
		d.notFinite = append(d.notFinite, Refusal{At: v.Node, Message: "JSON does not allow non-finite numbers."})
		f = 0
	}
	v.Type, v.Number = schema.Double, new(big.Rat)
	v.Number.SetFloat64(f)
	v.Text = javaDouble(f)
}

// javaDouble writes a number as Double.toString does.
func javaDouble(f float64) string {
	size := math.Abs(f)
	if f == 0 || size >= 1e-3 && size < 1e7 {
		return decimal.WithPoint(strconv.FormatFloat(f, 'f', -1, 64))
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'E', -1, 64), "E")
	sign := strings.TrimRight(strings.TrimPrefix(exponent, "+"), "0123456789")
	return decimal.WithPoint(mantissa) + "E" + sign + strings.TrimLeft(exponent, "+-0")
}

// integer finds the class that holds a whole number. Of numbers beyond 64 bits nothing is known but the refusal.
func (d *document) integer(v *schema.Value, n *yamldoc.Node) {
	v.Number, _ = decimal.Parse(v.Text) // it is made of digits
	if v.Text == "-0" {
		v.Text = "0"
	}
	bits := v.Number.Num().BitLen()
	switch {
	case bits <= 31:
		v.Type = schema.Integer
	case bits <= 63:
		v.Type = schema.Long
	default:
		d.refuse(n, "An unsupported scalar type is encountered: an instance of java.math.BigInteger. The supported types are String, Integer, Long, Double and Boolean.")
	}
}

// helmScalar finds what a scalar of a chart's values is in the file that the
// chart writes. A null there may be dropped on the way: it may be anything.
func (d *document) helmScalar(v *schema.Value, n *yamldoc.Node) {
	s := v.Text
	switch {
	case n.Style() != yamldoc.Plain || n.Tag() == "!!str" && !schema.IsBooleanWord(s):
	case n.IsNull():
		v.Type, v.Open = schema.Null, true
	case len(s) == 1 && schema.IsBooleanWord(s): // y and n: readers of YAML 1.1 differ
		v.Open = true
	case schema.IsBooleanWord(s):
		v.Type, v.Text = schema.Boolean, "false"
		if slices.Contains([]string{"true", "yes", "on"}, strings.ToLower(s)) {
			v.Text = "true"
		}
	case isWhole(s):
		d.integer(v, n)
	case realNumber.MatchString(s):
		d.double(v)
	default: // numbers of other bases, dates and the like
		v.Open = true
	}
}
