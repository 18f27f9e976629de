package jsonschema

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart/budget"
)

// check holds one value against a schema.
type check struct {
	*Schema
	following map[string]bool // references, and the values that they are followed for
}

// Steps of checking, beside those of what a value holds.
const (
	perSchema = 3000 // to hold one value against it
	perName   = 300  // to find one in a mapping, or in order
	perNumber = 5000 // to compare one without loss
)

// on is what checking is called where its steps run out.
const on = "values.schema.json"

// outcome is what a schema says of a value: the faults, and the parts of the
// value that it looked at.
type outcome struct {
	*budget.Budget
	faults []string
	names  map[string]bool
	items  map[int]bool
}

func (o *outcome) fault(at, format string, args ...any) {
	fault := "at '" + at + "': " + fmt.Sprintf(format, args...)
	o.Spend(4*len(fault), on)
	o.faults = append(o.faults, fault)
}

// looked takes over which parts another schema looked at.
func (o *outcome) looked(at outcome) {
	o.Spend(perName*(len(at.names)+len(at.items)+len(at.faults)), on)
	maps.Copy(o.names, at.names)
	maps.Copy(o.items, at.items)
}

// also takes over all that another schema says of the same value.
func (o *outcome) also(other outcome) {
	o.faults = append(o.faults, other.faults...)
	o.looked(other)
}

// holds holds a value at a path against a schema.
func (c *check) holds(schema, v any, at string) outcome {
	c.Spend(perSchema+len(at), on)
	o := outcome{Budget: c.Budget, names: map[string]bool{}, items: map[int]bool{}}
	asks, ok := schema.(map[string]any)
	if !ok {
		if schema == false {
			o.fault(at, "false schema")
		}
		return o
	}
	if _, refers := asks["$ref"].(string); refers && c.draft < 2019 {
		asks = besideRef(asks)
	}
	if c.kind(&o, asks, v, at); len(o.faults) > 0 { // all else would only say so too
		return o
	}
	for _, key := range referring {
		if ref, is := asks[key].(string); is && c.knows(key) {
			c.follow(&o, ref, v, at)
		}
	}
	switch v := v.(type) {
	case map[string]any:
		c.object(&o, asks, v, at)
	case []any:
		c.array(&o, asks, v, at)
	case string:
		c.text(&o, asks, v, at)
	default:
		c.number(&o, asks, v, at)
	}
	c.combined(&o, asks, v, at)
	c.unlooked(&o, asks, v, at)
	return o
}

// besideRef is what a reference leaves of a schema in drafts up to 7: nothing
// else, says the draft; Helm's library keeps constants.
func besideRef(asks map[string]any) map[string]any {
	kept := map[string]any{"$ref": asks["$ref"]}
	if v, ok := asks["const"]; ok {
		kept["const"] = v
	}
	return kept
}

func (c *check) knows(key string) bool { return c.draft >= keywords[key].since }

// asked is what a schema has of a keyword that its draft knows.
func (c *check) asked(asks map[string]any, key string) (any, bool) {
	v, ok := asks[key]
	return v, ok && c.knows(key)
}

func (c *check) follow(o *outcome, ref string, v any, at string) {
	fragment, ok := c.fragment(ref)
	if !ok {
		return
	}
	c.Spend(100*len(ref), on)
	here := fragment + " " + at
	if c.following[here] {
		o.fault(at, "references lead back to themselves by %s", ref)
		return
	}
	c.following[here] = true
	defer delete(c.following, here)
	target, known := c.reached[fragment]
	if !known {
		target, _ = c.find(fragment)
		c.reached[fragment] = target
	}
	o.also(c.holds(target, v, at))
}

// combined is what schemas ask of the same value together.
func (c *check) combined(o *outcome, asks map[string]any, v any, at string) {
	for _, s := range some(asks["allOf"]) {
		o.also(c.holds(s, v, at))
	}
	if any := some(asks["anyOf"]); any != nil && len(c.fitting(o, any, v, at)) == 0 {
		o.fault(at, "anyOf failed")
	}
	if one := some(asks["oneOf"]); one != nil {
		switch fit := c.fitting(o, one, v, at); len(fit) {
		case 0:
			o.fault(at, "oneOf failed, none matched")
		case 1:
		default:
			o.fault(at, "oneOf failed, subschemas %s matched", strings.Join(fit, ", "))
		}
	}
	if not, ok := asks["not"]; ok && len(c.holds(not, v, at).faults) == 0 {
		o.fault(at, "'not' failed")
	}
	if when, ok := c.asked(asks, "if"); ok {
		is := c.holds(when, v, at)
		branch := "then"
		if len(is.faults) > 0 {
			branch = "else"
		} else {
			o.looked(is)
		}
		if s, ok := asks[branch]; ok {
			o.also(c.holds(s, v, at))
		}
	}
}

// fitting are the numbers of the schemas that a value fits.
func (c *check) fitting(o *outcome, schemas []any, v any, at string) []string {
	var fit []string
	for i, s := range schemas {
		if one := c.holds(s, v, at); len(one.faults) == 0 {
			o.looked(one)
			fit = append(fit, strconv.Itoa(i))
		}
	}
	return fit
}

// unlooked is what a schema asks of the parts that no other looked at.
func (c *check) unlooked(o *outcome, asks map[string]any, v any, at string) {
	if s, ok := c.asked(asks, "unevaluatedProperties"); ok {
		all, _ := v.(map[string]any)
		c.Spend(perName*len(all), on)
		for _, name := range slices.Sorted(maps.Keys(all)) {
			if !o.names[name] {
				o.faults = append(o.faults, c.holds(s, all[name], at+"/"+name).faults...)
				o.names[name] = true
			}
		}
	}
	if s, ok := c.asked(asks, "unevaluatedItems"); ok {
		for i, e := range some(v) {
			if !o.items[i] {
				o.faults = append(o.faults, c.holds(s, e, at+"/"+strconv.Itoa(i)).faults...)
				o.items[i] = true
			}
		}
	}
}

// weigh spends what reading a value takes with all that it holds.
func (c *check) weigh(v any) {
	switch v := v.(type) {
	case string:
		c.Spend(4*len(v), on)
	case []any:
		for _, e := range v {
			c.weigh(e)
		}
	case map[string]any:
		for name, e := range v {
			c.Spend(perName+4*len(name), on)
			c.weigh(e)
		}
	}
	c.Spend(perName, on)
}

// some is a list; nil: there is none.
func some(v any) []any {
	list, _ := v.([]any)
	return list
}
