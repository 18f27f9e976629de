package verdict

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/decimal"
	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// realNumber is what stands for a number with a fraction or an exponent.
var realNumber = lazyregexp.New(`^-?(0|[1-9][0-9]*)(\.[0-9]*)?([eE][-+]?[0-9]+)?$`)

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

// read makes values of nodes as snakeyaml-engine does with the JSON schema of
// YAML 1.2, which knows far fewer words than YAML 1.1: of booleans true and
// false, of nulls null and nothing at all.
//
// https://bitbucket.org/snakeyaml/snakeyaml-engine/src/snakeyaml-engine-2.6/src/main/java/org/snakeyaml/engine/v2/resolver/JsonScalarResolver.java
func (d *document) read(n *yamldoc.Node) *schema.Value {
	v := &schema.Value{Node: n}
	tag := n.WrittenTag()
	switch n.Kind() {
	case yamldoc.Mapping:
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
		for _, item := range n.Items() {
			v.Items = append(v.Items, d.read(item))
		}
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
	case realNumber.MatchString(s):
		double(v)
	}
}

// double reads a number as Java does.
func double(v *schema.Value) {
	f, _ := strconv.ParseFloat(v.Text, 64)
	v.Type, v.Number = schema.Double, new(big.Rat).SetFloat64(f)
}

// integer finds the class that holds a whole number. Of numbers beyond 64 bits
// nothing is known but the refusal.
func (d *document) integer(v *schema.Value, n *yamldoc.Node) {
	v.Number, _ = decimal.Parse(v.Text) // it is made of digits
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
		double(v)
	default: // numbers of other bases, dates and the like
		v.Open = true
	}
}
