package verdict

import (
	"encoding/json"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
)

// schemaTree is the table of the schema, read as plain JSON to write documents from.
type schemaTree struct {
	release     hazelcast.Version
	Root        map[string]any
	Definitions map[string]any
}

func readTree(t *testing.T, release hazelcast.Version) *schemaTree {
	data, err := os.ReadFile(filepath.Join("..", "schema", "configuration.json"))
	require.NoError(t, err)
	tree := &schemaTree{release: release}
	require.NoError(t, json.Unmarshal(data, tree))
	return tree
}

// part resolves what varies between releases, and references.
func (s *schemaTree) part(v any) map[string]any {
	m, _ := v.(map[string]any)
	for {
		if variants, ok := m[schema.Variants].([]any); ok {
			m = nil
			for _, each := range variants {
				since, _ := hazelcast.ParseVersion(each.([]any)[0].(string))
				until, ends := hazelcast.ParseVersion(each.([]any)[1].(string))
				if !s.release.Before(since) && (!ends || s.release.Before(until)) {
					m, _ = each.([]any)[2].(map[string]any)
				}
			}
			continue
		}
		ref, ok := m["$ref"].(string)
		if !ok {
			return m
		}
		var at any = map[string]any{"properties": s.Root["properties"], "definitions": s.Definitions}
		for _, name := range strings.Split(ref, "/")[1:] {
			at = s.part(at)[name]
		}
		m, _ = at.(map[string]any)
	}
}

// valid is a value that a schema takes, most likely.
func (s *schemaTree) valid(v any) string {
	m := s.part(v)
	if words, ok := m["enum"].([]any); ok {
		return words[0].(string)
	}
	for _, key := range []string{"oneOf", "anyOf", "allOf"} {
		if list, ok := m[key].([]any); ok && m["properties"] == nil {
			return s.valid(list[len(list)-1])
		}
	}
	switch m["type"] {
	case "integer", "number":
		return "5"
	case "boolean":
		return "false"
	case "array":
		return "[" + s.valid(m["items"]) + "]"
	case "object":
		return "{" + strings.Join(s.required(m, ""), ", ") + "}"
	}
	return "abc"
}

func (s *schemaTree) required(m map[string]any, but string) []string {
	var entries []string
	needed, _ := m["required"].([]any)
	properties, _ := m["properties"].(map[string]any)
	for _, name := range needed {
		if name != but {
			entries = append(entries, name.(string)+": "+s.valid(properties[name.(string)]))
		}
	}
	return entries
}

// paths calls try for every place that the schema knows, with the text around it.
func (s *schemaTree) paths(v any, depth int, before, after string, try func(before, after string)) {
	m := s.part(v)
	if depth > 7 || m == nil {
		return
	}
	try(before, after)
	for _, key := range []string{"allOf", "oneOf", "anyOf"} {
		list, _ := m[key].([]any)
		for _, each := range list {
			if p := s.part(each); p["properties"] != nil {
				s.properties(p, depth, before, after, try)
			}
		}
	}
	s.properties(m, depth, before, after, try)
	if others, ok := m["additionalProperties"].(map[string]any); ok {
		s.paths(others, depth+1, before+"{any: ", "}"+after, try)
	}
	if items, ok := m["items"].(map[string]any); ok {
		s.paths(items, depth+1, before+"[", "]"+after, try)
	}
}

func (s *schemaTree) properties(m map[string]any, depth int, before, after string, try func(before, after string)) {
	properties, _ := m["properties"].(map[string]any)
	var names []string
	for name := range properties {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		beside := strings.Join(append(s.required(m, name), ""), ", ")
		s.paths(properties[name], depth+1, before+"{"+beside+name+": ", "}"+after, try)
	}
}

// Every place that the schema knows takes a strange value, one in
// JVMLINT_PLACES, and the value that is most likely valid there.
func TestPlacesAgainstReal(t *testing.T) {
	seed, one := number64(t, "JVMLINT_SEED", 1), number64(t, "JVMLINT_PLACES", 300)
	t.Logf("seed %d", seed)
	for _, o := range oracles(t) {
		t.Run(o.release.String(), func(t *testing.T) {
			o.start(t)
			r := rand.New(rand.NewSource(seed))
			tree := readTree(t, o.release)
			c := newComparison()
			top := tree.part(tree.Root["properties"])
			for _, kind := range []Kind{Member, Client} {
				tree.paths(top[string(kind)], 0, "", "", func(before, after string) {
					for _, value := range strange {
						if strings.Contains(value, "\n") || r.Int63n(one) != 0 {
							continue
						}
						text := []byte(string(kind) + ": " + before + value + after + "\n")
						c.add(strings.TrimSpace(string(text)), text, o.ask(t, kind, text), ours(o, kind, text))
					}
				})
			}
			c.report(t)
			assert.Zero(t, c.differ)
			assert.LessOrEqual(t, c.elsewhere*20, c.placed, "over 5 %% of the places differ")
		})
	}
}
