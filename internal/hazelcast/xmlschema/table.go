// Package xmlschema holds what members and clients of Hazelcast 5 let stand in
// their XML, release by release, and validates as they do.
//
// The table is merged by lab/hazelcasttables from the schemas that the jars
// carry. A member holds its configuration against the schema of its own release,
// whatever release the file itself names
// (https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/config/AbstractXmlConfigHelper.java,
// schemaValidation).
package xmlschema

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
)

//go:embed configuration.json
var configuration []byte

// table is the embedded table, decoded when it is first asked for.
var table = sync.OnceValue(func() (t struct {
	Releases []string
	Roots    map[string]any
	Types    map[string]any
}) {
	d := json.NewDecoder(bytes.NewReader(configuration))
	d.UseNumber()
	if err := d.Decode(&t); err != nil {
		panic(err) // it is embedded, and read by a test
	}
	return t
})

// Schema is what a release lets stand.
type Schema struct{ Roots map[string]*Type }

var (
	mu     sync.Mutex
	loaded = map[hazelcast.Version]*Schema{}
)

// For is the schema of a release: that of its minor release.
func For(v hazelcast.Version) *Schema {
	release := hazelcast.Version{Major: 5}
	for _, name := range table().Releases {
		if r, _ := hazelcast.ParseVersion(name); !v.Before(r) {
			release = r
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if loaded[release] == nil {
		l := &loader{release: release, types: map[string]*Type{}}
		s := &Schema{Roots: map[string]*Type{}}
		for kind, root := range table().Roots {
			s.Roots[kind] = l.typeOf(root)
		}
		loaded[release] = s
	}
	return loaded[release]
}

// Type is what an element or an attribute may hold.
type Type struct {
	any bool // anything at all

	simple   bool
	base     *Type  // of a restriction
	builtin  string // of those without a base: int, string
	words    []string
	limits   map[string]string
	pattern  *regexp.Regexp
	collapse bool // blanks around it do not count

	text       *Type // what an element with attributes has for text; nil: none
	mixed      bool
	attributes map[string]attribute
	content    *particle // nil: no elements
}

type attribute struct {
	of       *Type
	required bool
}

// element is the declaration of one.
type element struct {
	name     string
	of       *Type
	standard bool // an empty one stands for a default
}

// particle is a part of what elements may stand in another, and how often.
type particle struct {
	least, most int // most -1: any number
	kind        kind
	elements    map[string]*particle // of all, and of a choice of elements
	parts       []*particle          // of a sequence, and of a choice
	others      map[string]*element  // an element, and those that may take its place
}

type kind uint8

const (
	one kind = iota // element
	anything
	all
	sequence
	choice
)

// loader makes types out of the table for one release.
type loader struct {
	release hazelcast.Version
	types   map[string]*Type
}

func (l *loader) keys(value any) map[string]any {
	value, _ = schema.Pick(value, l.release)
	all, _ := value.(map[string]any)
	has := make(map[string]any, len(all))
	for key, v := range all {
		if v, ok := schema.Pick(v, l.release); ok {
			has[key] = v
		}
	}
	return has
}

func (l *loader) typeOf(value any) *Type {
	value, _ = schema.Pick(value, l.release)
	name, named := value.(string)
	if !named {
		t := &Type{}
		l.fill(t, l.keys(value))
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
	l.fill(t, l.keys(table().Types[name]))
	return t
}

func (l *loader) fill(t *Type, k map[string]any) {
	if base, ok := k["base"]; ok {
		t.simple, t.base, t.limits = true, l.typeOf(base), map[string]string{}
		t.collapse = t.base.collapse || k["space"] == "collapse"
		for _, key := range []string{"min", "max", "above", "below", "digits", "fraction", "length"} {
			if limit, ok := k[key].(string); ok {
				t.limits[key] = limit
			}
		}
		if p, ok := k["pattern"].(string); ok {
			t.pattern = regexp.MustCompile("^(?:" + p + ")$")
		}
		t.words = texts(k["words"])
		return
	}
	t.mixed = k["mixed"] == true
	if text, ok := k["text"]; ok {
		t.text = l.typeOf(text)
	}
	if content, ok := k["content"]; ok {
		t.content = l.particle(content)
	}
	t.attributes = map[string]attribute{}
	for name, v := range l.keys(k["attributes"]) {
		if d, ok := v.(map[string]any); ok && d["type"] != nil {
			t.attributes[name] = attribute{l.typeOf(d["type"]), d["required"] == true}
			continue
		}
		t.attributes[name] = attribute{of: l.typeOf(v)}
	}
}

// declared is the part that one element makes.
func (l *loader) declared(name string, value any) *particle {
	k := l.keys(value)
	p := &particle{least: count(k["min"]), most: count(k["max"]), others: map[string]*element{}}
	if k["abstract"] != true {
		p.others[name] = &element{name, l.typeOf(k["type"]), k["default"] == true}
	}
	others, _ := k["others"].([]any)
	for _, other := range others {
		o := l.keys(other)
		name := o["name"].(string)
		p.others[name] = &element{name: name, of: l.typeOf(o["type"])}
	}
	return p
}

func (l *loader) particle(value any) *particle {
	k := l.keys(value)
	if name, ok := k["name"].(string); ok {
		return l.declared(name, value)
	}
	p := &particle{least: count(k["min"]), most: count(k["max"])}
	for key, is := range map[string]kind{"any": anything, "all": all, "sequence": sequence, "choice": choice} {
		v, ok := k[key]
		if !ok {
			continue
		}
		p.kind = is
		if list, ok := v.([]any); ok {
			for _, part := range list {
				p.parts = append(p.parts, l.particle(part))
			}
			continue
		}
		if is == anything {
			continue
		}
		p.elements = map[string]*particle{}
		for name, v := range l.keys(v) {
			part := l.declared(name, v)
			for name := range part.others {
				p.elements[name] = part
			}
		}
	}
	return p
}

// count is how often something may stand there: once, where nothing says it.
func count(v any) int {
	n, ok := v.(json.Number)
	if !ok {
		return 1
	}
	i, _ := strconv.Atoi(n.String())
	return i
}

func texts(v any) []string {
	list, _ := v.([]any)
	var all []string
	for _, s := range list {
		all = append(all, s.(string))
	}
	return all
}

// Names are the elements that may stand in one of the type, and its attributes.
func (t *Type) Names() (elements, attributes []string) {
	if t == nil {
		return nil, nil
	}
	for name := range t.attributes {
		attributes = append(attributes, name)
	}
	slices.Sort(attributes)
	return t.content.names(), attributes
}

func (p *particle) names() []string {
	if p == nil {
		return nil
	}
	var all []string
	for name := range p.others {
		all = append(all, name)
	}
	for name := range p.elements {
		all = append(all, name)
	}
	for _, part := range p.parts {
		all = append(all, part.names()...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Child is the type of an element in one of the type; nil where it is not known.
func (t *Type) Child(name string) *Type {
	if t == nil {
		return nil
	}
	if d := t.content.find(name); d != nil {
		return d.of
	}
	return nil
}

func (p *particle) find(name string) *element {
	if p == nil {
		return nil
	}
	if d := p.others[name]; d != nil {
		return d
	}
	if d := p.elements[name].find(name); d != nil {
		return d
	}
	for _, part := range p.parts {
		if d := part.find(name); d != nil {
			return d
		}
	}
	return nil
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
	return t != nil && !t.simple && !t.any && (len(t.attributes) > 0 || t.content != nil)
}

// IsText reports whether an element of the type has a text, and nothing else.
func (t *Type) IsText() bool { return t != nil && (t.simple || t.text != nil && !t.HasParts()) }

// AnyOrder reports whether the elements in one of the type may stand in any order.
func (t *Type) AnyOrder() bool {
	return t != nil && t.content != nil && (t.content.kind == all || t.content.kind == choice && t.content.most < 0)
}
