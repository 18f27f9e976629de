package jsonschema

import (
	"net/url"
	"strconv"
	"strings"
)

// referring are the keywords by which one schema asks what another one does. In
// a document by itself all of them lead to the same.
var referring = []string{"$ref", "$dynamicRef", "$recursiveRef"}

// fragment is what a reference leads to within the document; not ok: it leads
// out of it, and nothing is read.
func (s *Schema) fragment(ref string) (fragment string, ok bool) {
	if ref == s.id {
		return "", true
	}
	return strings.CutPrefix(strings.TrimPrefix(ref, strings.TrimSuffix(s.id, "#")), "#")
}

// reach sees that a reference leads to a schema.
func (s *Schema) reach(ref, at string) error {
	fragment, ok := s.fragment(ref)
	if !ok {
		s.unchecked["refers to "+ref+", which is not read"] = true
		return nil
	}
	if _, is := s.reached[fragment]; is {
		return nil
	}
	target, found := s.find(fragment)
	if !found {
		return wrong(at, "refers to "+ref+", which does not exist")
	}
	s.reached[fragment] = target
	return s.wellFormed(target, fragment, true)
}

// find gives the part of the document that a fragment leads to: by its path,
// or by its name.
func (s *Schema) find(fragment string) (any, bool) {
	fragment, err := url.PathUnescape(fragment)
	if err != nil {
		return nil, false
	}
	if fragment != "" && !strings.HasPrefix(fragment, "/") {
		return s.anchored(s.root, fragment)
	}
	at := s.root
	for _, key := range strings.Split(fragment, "/")[1:] {
		key = strings.NewReplacer("~1", "/", "~0", "~").Replace(key)
		switch v := at.(type) {
		case map[string]any:
			below, ok := v[key]
			if !ok {
				return nil, false
			}
			at = below
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(v) {
				return nil, false
			}
			at = v[i]
		default:
			return nil, false
		}
	}
	return at, true
}

// anchored finds a schema by the name that it gives itself.
func (s *Schema) anchored(v any, name string) (any, bool) {
	s.Spend(perName, on)
	switch v := v.(type) {
	case map[string]any:
		if v["$anchor"] == name || v["$dynamicAnchor"] == name || v[s.idKeyword()] == "#"+name {
			return v, true
		}
		for _, e := range v {
			if found, ok := s.anchored(e, name); ok {
				return found, true
			}
		}
	case []any:
		for _, e := range v {
			if found, ok := s.anchored(e, name); ok {
				return found, true
			}
		}
	}
	return nil, false
}
