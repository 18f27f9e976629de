// Package xmlschema holds what members and clients of Hazelcast 3.8 to 5 let stand in
// their XML, release by release, and validates as they do.
//
// The table is merged by lab/hazelcasttables from the schemas that the jars carry. A member holds its configuration
// against the schema of its own release, whatever release the file itself names
// (https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/config/AbstractXmlConfigHelper.java,
// schemaValidation).
package xmlschema

import (
	_ "embed"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
)

//go:embed configuration.json
var configuration []byte

var table = schema.Decoded[struct {
	Releases []string
	Roots    map[string]any
	Types    map[string]any
}](configuration)

// Schema is what a release lets stand.
type Schema struct{ Roots map[string]*Type }

// For is the schema of a release.
var For = schema.ForReleases(Releases, func(release hazelcast.Version) *Schema {
	l := &loader{schema.Chooser(release), map[string]*Type{}}
	s := &Schema{Roots: map[string]*Type{}}
	for kind, root := range table().Roots {
		s.Roots[kind] = l.typeOf(root)
	}
	return s
})

// Releases are those from which on the schema is another one, oldest first.
var Releases = sync.OnceValue(func() []hazelcast.Version { return schema.Versions(table().Releases) })

// Type is what an element or an attribute may hold.
type Type struct {
	any bool // anything at all

	simple   bool
	base     *Type  // of a restriction
	builtin  string // of those without a base: int, string
	words    []string
	least    string // of a number; empty: no end
	most     string
	pattern  *regexp.Regexp
	collapse bool // blanks around it do not count

	text       *Type // what an element with attributes has for text; nil: none
	mixed      bool
	attributes map[string]attribute
	elements   map[string]element
	names      []string // of its elements, in order
	open       bool     // to any elements
	ordered    bool     // elements have an order, which is not judged
}

type attribute struct {
	of       *Type
	required bool
}

// element is the declaration of one.
type element struct {
	of       *Type
	standard bool // an empty one stands for a default
	slot     *slot
}

// slot is how often an element, or those that may take its place, may stand in another. Most -1: any number.
type slot struct{ least, most int }

// within is a slot in a part that may stand there more than once, or not at all.
func (s slot) within(k map[string]any) slot {
	most := schema.Count(k["max"], 1)
	if s.most < 0 || most < 0 {
		most = -1
	} else {
		most *= s.most
	}
	return slot{min(s.least, schema.Count(k["min"], 1)), most}
}

// loader makes types out of the table for one release.
type loader struct {
	schema.Chooser
	types map[string]*Type
}

func (l *loader) typeOf(value any) *Type {
	value, _ = l.Pick(value)
	name, named := value.(string)
	if !named {
		t := &Type{}
		l.fill(t, l.Keys(value))
		return t
	}
	if t := l.types[name]; t != nil {
		return t
	}
	t := &Type{}
	l.types[name] = t // before it is filled in: types may hold themselves
	if builtin, is := strings.CutPrefix(name, "xs:"); is {
		t.any, t.simple, t.builtin, t.collapse = builtin == "anyType", builtin != "anyType", builtin, builtin != "string"
		return t
	}
	l.fill(t, l.Keys(table().Types[name]))
	return t
}

func (l *loader) fill(t *Type, k map[string]any) {
	if base, ok := k["base"]; ok {
		t.simple, t.base = true, l.typeOf(base)
		t.collapse = t.base.collapse || k["space"] == "collapse"
		t.least, _ = k["min"].(string)
		t.most, _ = k["max"].(string)
		if p, ok := k["pattern"].(string); ok {
			t.pattern = regexp.MustCompile("^(?:" + p + ")$")
		}
		t.words = schema.Texts(k["words"])
		return
	}
	t.mixed = k["mixed"] == true
	if text, ok := k["text"]; ok {
		t.text = l.typeOf(text)
	}
	if content, ok := k["content"]; ok {
		t.elements = map[string]element{}
		l.content(t, content, slot{1, 1})
		t.names = names(t.elements)
	}
	t.attributes = map[string]attribute{}
	for name, v := range l.Keys(k["attributes"]) {
		if d, ok := v.(map[string]any); ok && d["type"] != nil {
			t.attributes[name] = attribute{l.typeOf(d["type"]), d["required"] == true}
			continue
		}
		t.attributes[name] = attribute{of: l.typeOf(v)}
	}
}

// content adds the elements of a part to a type.
func (l *loader) content(t *Type, value any, in slot) {
	k := l.Keys(value)
	if name, ok := k["name"].(string); ok {
		l.declare(t, name, k, in)
		return
	}
	in = in.within(k)
	if _, open := k["any"]; open {
		t.open = true
	}
	for _, kind := range []string{"all", "sequence", "choice"} {
		if kind == "choice" {
			in.least = 0
		}
		list, isList := k[kind].([]any)
		t.ordered = t.ordered || kind == "sequence" && len(list) > 1
		for _, part := range list {
			l.content(t, part, in)
		}
		if isList {
			continue
		}
		for name, declared := range l.Keys(k[kind]) {
			l.declare(t, name, l.Keys(declared), in)
		}
	}
}

// declare adds an element, and those that may take its place.
func (l *loader) declare(t *Type, name string, k map[string]any, in slot) {
	in = in.within(k)
	if k["abstract"] != true {
		t.elements[name] = element{l.typeOf(k["type"]), k["default"] == true, &in}
	}
	others, _ := k["others"].([]any)
	for _, other := range others {
		o := l.Keys(other)
		t.elements[o["name"].(string)] = element{of: l.typeOf(o["type"]), slot: &in}
	}
}

// names are those of a map, in order.
func names[V any](of map[string]V) []string { return slices.Sorted(maps.Keys(of)) }

// Child is the type of an element in one of the type; nil where it is not known.
func (t *Type) Child(name string) *Type {
	if t == nil {
		return nil
	}
	return t.elements[name].of
}

// HasAttribute reports whether an element of the type may have an attribute.
func (t *Type) HasAttribute(name string) bool {
	if t == nil {
		return false
	}
	_, has := t.attributes[name]
	return has
}

// HasParts reports whether an element of the type has more than a text.
func (t *Type) HasParts() bool {
	return t != nil && !t.simple && !t.any && len(t.attributes)+len(t.elements) > 0
}

// IsText reports whether an element of the type has a text, and nothing else.
func (t *Type) IsText() bool { return t != nil && (t.simple || t.text != nil && !t.HasParts()) }

// AnyOrder reports whether the elements in one of the type may stand in any order.
func (t *Type) AnyOrder() bool { return t != nil && len(t.elements) > 0 && !t.ordered }
