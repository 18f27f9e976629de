package schema

import (
	"encoding/json"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// Schema is a list of checks that a value must pass, as the loader of the schema library in the jars parts one
// (https://github.com/everit-org/json-schema/blob/master/core/src/main/java/org/everit/json/schema/loader/SchemaLoader.java,
// loadSchemaObject): each by a keyword of its own, or by the type.
type Schema struct {
	checks []check
}

type check interface {
	// validate gives what is wrong with a value; nothing is.
	validate(v *Value) []*Violation
}

// object is what a value must be that is a mapping.
type object struct {
	required      bool // it must be one
	properties    map[string]*Schema
	needed        []string
	names         *Schema
	least, most   int // properties; -1: no limit
	closed        bool
	others        *Schema // of properties that are not named
	patterns      []pattern
	propertyNames []string // sorted
}

type pattern struct {
	name   *regexp.Regexp
	schema *Schema
}

type array struct {
	required bool
	items    *Schema
	least    int
}

type number struct {
	required, integer         bool
	minimum, maximum, divisor json.Number
}

type (
	text     struct{ uri bool }
	boolean  struct{}
	enum     struct{ values []any }
	constant struct{ value any }
	not      struct{ schema *Schema }
	nullOnly struct{}
	combined struct {
		criterion criterion
		schemas   []*Schema
	}
	// reference is to a definition. What it holds is one violation, or one that sums them up.
	reference struct{ schema *Schema }
)

type criterion int

const (
	allOf criterion = iota
	anyOf
	oneOf
)

// loader makes schemas out of the table for one release.
type loader struct {
	Chooser
	definitions map[string]*Schema
}

var (
	objectKeywords = []string{"properties", "required", "minProperties", "maxProperties", "patternProperties", "additionalProperties", "propertyNames"}
	arrayKeywords  = []string{"items", "minItems", "uniqueItems"}
	numberKeywords = []string{"minimum", "maximum", "multipleOf"}
)

var keywordsOf = map[any][]string{"object": objectKeywords, "array": arrayKeywords, "integer": numberKeywords, "number": numberKeywords}

func (l *loader) schema(value any) *Schema {
	k := l.Keys(value)
	if ref, ok := k["$ref"].(string); ok {
		return &Schema{checks: []check{&reference{l.referred(strings.TrimPrefix(ref, "#/"))}}}
	}
	s := &Schema{}
	add := func(c check) { s.checks = append(s.checks, c) }
	for keyword, c := range map[string]criterion{"allOf": allOf, "anyOf": anyOf, "oneOf": oneOf} {
		if list, ok := k[keyword].([]any); ok {
			parts := &combined{criterion: c}
			for _, part := range list {
				parts.schemas = append(parts.schemas, l.schema(part))
			}
			add(parts)
		}
	}
	if values, ok := k["enum"].([]any); ok {
		add(&enum{values})
	}
	if part, ok := k["not"]; ok {
		add(&not{l.schema(part)})
	}
	if value, ok := k["const"]; ok {
		add(&constant{value})
	}
	if t, ok := k["type"]; ok {
		add(l.typed(t, k))
		for _, keyword := range keywordsOf[t] { // what is left belongs to other types
			delete(k, keyword)
		}
	}
	has := func(keywords []string) bool {
		return slices.ContainsFunc(keywords, func(w string) bool { _, ok := k[w]; return ok })
	}
	if has(arrayKeywords) {
		add(l.array(k, false))
	}
	if has(objectKeywords) {
		add(l.object(k, false))
	}
	if has(numberKeywords) {
		add(l.number(k, false, false))
	}
	return s
}

// referred is what a reference leads to: a definition, or a part of one, or of the schema itself.
func (l *loader) referred(path string) *Schema {
	if s := l.definitions[path]; s != nil {
		return s
	}
	s := &Schema{}
	l.definitions[path] = s // before it is filled in: definitions may refer to themselves
	part := table().Root
	if rest, ok := strings.CutPrefix(path, "definitions"); ok {
		part, path = any(table().Definitions), rest[1:]
	}
	for _, name := range strings.Split(path, "/") {
		part = l.Keys(part)[name]
	}
	*s = *l.schema(part)
	return s
}

func (l *loader) typed(t any, k map[string]any) check {
	if several, ok := t.([]any); ok {
		c := &combined{criterion: anyOf}
		for _, one := range several {
			c.schemas = append(c.schemas, &Schema{checks: []check{l.typed(one, k)}})
		}
		return c
	}
	switch t {
	case "object":
		return l.object(k, true)
	case "array":
		return l.array(k, true)
	case "integer":
		return l.number(k, true, true)
	case "number":
		return l.number(k, true, false)
	case "boolean":
		return &boolean{}
	case "null":
		return &nullOnly{}
	}
	return &text{uri: k["format"] == "uri"}
}

func (l *loader) object(k map[string]any, required bool) *object {
	o := &object{required: required, properties: map[string]*Schema{}, least: Count(k["minProperties"], -1), most: Count(k["maxProperties"], -1)}
	for name, part := range l.Keys(k["properties"]) {
		o.properties[name] = l.schema(part)
		o.propertyNames = append(o.propertyNames, name)
	}
	slices.Sort(o.propertyNames)
	needed, _ := k["required"].([]any)
	for _, name := range needed {
		o.needed = append(o.needed, name.(string))
	}
	if part, ok := k["propertyNames"]; ok {
		o.names = l.schema(part)
	}
	switch others := k["additionalProperties"].(type) {
	case bool:
		o.closed = !others
	case map[string]any:
		o.others = l.schema(others)
	}
	for expression, part := range l.Keys(k["patternProperties"]) {
		o.patterns = append(o.patterns, pattern{regexp.MustCompile(expression), l.schema(part)})
	}
	return o
}

func (l *loader) array(k map[string]any, required bool) *array {
	a := &array{required: required, least: Count(k["minItems"], -1)}
	if items, ok := k["items"]; ok {
		a.items = l.schema(items)
	}
	return a
}

func (l *loader) number(k map[string]any, required, integer bool) *number {
	n := &number{required: required, integer: integer}
	n.minimum, _ = k["minimum"].(json.Number)
	n.maximum, _ = k["maximum"].(json.Number)
	n.divisor, _ = k["multipleOf"].(json.Number)
	return n
}

func rat(n json.Number) *big.Rat {
	r, _ := new(big.Rat).SetString(n.String())
	return r
}

// Knows reports whether a key stands under another at the top.
func (s *Schema) Knows(top, key string) bool {
	for _, c := range s.checks {
		if o, ok := c.(*object); ok {
			for _, under := range o.properties[top].checks {
				if below, ok := under.(*object); ok {
					_, known := below.properties[key]
					return known
				}
			}
		}
	}
	return false
}
