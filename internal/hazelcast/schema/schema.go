// Package schema holds what members and clients of Hazelcast 5 let stand in
// their configuration, release by release, and validates as they do.
//
// The table is merged by lab/hazelcasttables from the JSON schemas that the jars carry. A member holds its
// configuration against the schema of its own release before it looks at any value
// (https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/YamlConfigSchemaValidator.java).
package schema

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/parallel"
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
	required                  bool
	of                        Type   // Integer, or anyNumber
	minimum, maximum, divisor *bound // nil: none
}

// bound is a number of the schema, which messages name as it is written there.
type bound struct {
	*big.Rat
	written string
}

type (
	text     struct{ uri bool }
	boolean  struct{}
	enum     struct{ values []any }
	constant struct{ value any }
	not      struct{ schema *Schema }
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
			add(&combined{c, lists.Of(list, l.schema)})
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
		add(l.number(k, false, anyNumber))
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
	switch t {
	case "object":
		return l.object(k, true)
	case "array":
		return l.array(k, true)
	case "integer":
		return l.number(k, true, Integer)
	case "number":
		return l.number(k, true, anyNumber)
	case "boolean":
		return &boolean{}
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
	o.needed = Texts(k["required"])
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

func (l *loader) number(k map[string]any, required bool, of Type) *number {
	limit := func(key string) *bound {
		if n, ok := k[key].(json.Number); ok {
			return &bound{rat(n), n.String()}
		}
		return nil
	}
	return &number{required, of, limit("minimum"), limit("maximum"), limit("multipleOf")}
}

// Texts are those of a list in a table; nil where there is none.
func Texts(list any) []string {
	all, _ := list.([]any)
	return lists.Found(all, func(text any) (string, bool) { return text.(string), true })
}

func rat(n json.Number) *big.Rat {
	r, _ := new(big.Rat).SetString(n.String())
	return r
}

// Knows reports whether a setting may stand there, by the keys that lead to it.
func (s *Schema) Knows(path ...string) bool {
	return len(path) == 0 || slices.ContainsFunc(s.checks, func(c check) bool {
		switch c := c.(type) {
		case *reference:
			return c.schema.Knows(path...)
		case *object:
			below, known := c.properties[path[0]]
			return known && below.Knows(path[1:]...)
		}
		return false
	})
}

// Dashed is a name of any setting as the schemas write it, given without its dashes; what they do not know stays.
func Dashed(name string) string { return cmp.Or(dashed()[strings.ReplaceAll(name, "-", "")], name) }

var dashedKey = lazyregexp.New(`"([a-z0-9]+(?:-[a-z0-9]+)+)":`)

var dashed = sync.OnceValue(func() map[string]string {
	keys := dashedKey.FindAllStringSubmatch(string(configuration), -1)
	return lists.Map(keys, func(key []string) (string, string) { return strings.ReplaceAll(key[1], "-", ""), key[1] })
})

// Variants is the key of a value that is not the same in all releases. Its value lists them, each with the first
// release that has it, the first that has it no longer, or "", and the value.
const Variants = "?"

//go:embed configuration.json
var configuration []byte

// table is the embedded table, decoded when it is first asked for.
var table = Decoded[struct {
	Releases    []string
	Root        any
	Definitions map[string]any
}](configuration)

// Decoded reads a table that is embedded, when it is first asked for.
func Decoded[T any](embedded []byte) func() T {
	return sync.OnceValue(func() (t T) {
		d := json.NewDecoder(bytes.NewReader(embedded))
		d.UseNumber() // messages print limits as the schema writes them
		if err := d.Decode(&t); err != nil {
			panic(err) // it is embedded, and read by a test
		}
		return t
	})
}

// Releases are those from which on the schema is another one, oldest first.
var Releases = sync.OnceValue(func() []hazelcast.Version { return Versions(table().Releases) })

// Versions are releases by their names.
func Versions(names []string) []hazelcast.Version {
	return lists.Of(names, func(name string) hazelcast.Version {
		v, _ := hazelcast.ParseVersion(name)
		return v
	})
}

// For is the schema of a release.
var For = ForReleases(Releases, func(release hazelcast.Version) *Schema {
	l := &loader{Chooser(release), map[string]*Schema{}}
	return l.schema(table().Root)
})

// ForReleases makes the schema of a release once. Of one that is newer or older than any
// known it is that of the nearest.
func ForReleases[S any](known func() []hazelcast.Version, load func(hazelcast.Version) S) func(hazelcast.Version) S {
	var loaded parallel.Memo[hazelcast.Version, func() S]
	once := func(release hazelcast.Version) func() S { return sync.OnceValue(func() S { return load(release) }) }
	return func(v hazelcast.Version) S {
		release := known()[0]
		for _, r := range known() {
			if !v.Before(r) {
				release = r
			}
		}
		return loaded.Of(release, once)()
	}
}

// Chooser picks out of a table what a release has.
type Chooser hazelcast.Version

// Pick gives the value that the release has, and reports whether it has one.
func (c Chooser) Pick(value any) (any, bool) {
	object, ok := value.(map[string]any)
	if !ok {
		return value, true
	}
	variants, ok := object[Variants].([]any)
	if !ok {
		return value, true
	}
	release := hazelcast.Version(c)
	for _, each := range variants {
		v := each.([]any)
		since, _ := hazelcast.ParseVersion(v[0].(string))
		until, ends := hazelcast.ParseVersion(v[1].(string))
		if !release.Before(since) && (!ends || release.Before(until)) {
			return c.Pick(v[2])
		}
	}
	return nil, false
}

// Keys are the entries of an object that the release has.
func (c Chooser) Keys(value any) map[string]any {
	value, _ = c.Pick(value)
	all, _ := value.(map[string]any)
	has := make(map[string]any, len(all))
	for key, v := range all {
		if v, ok := c.Pick(v); ok {
			has[key] = v
		}
	}
	return has
}

// Count is a number in a table, or another one where there is none.
func Count(value any, standard int) int {
	n, ok := value.(json.Number)
	if !ok {
		return standard
	}
	i, _ := n.Int64()
	return int(i)
}
