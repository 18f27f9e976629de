package jsonschema

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// shape is what a keyword must hold.
type shape int

const (
	anything shape = iota
	text
	flag
	number
	count
	positive
	list
	choices
	texts
	types
	anchor
	pattern
	schema
	schemas
	schemaOrSchemas
	namedSchemas
	namedOthers // schemas that are used where something refers to them
	namedTexts
	dependencies
	limit // a number, or a flag in draft 4
)

// keyword is what a schema asks, or says of itself, since a draft.
type keyword struct {
	since int
	shape shape
}

// keywords are those of https://json-schema.org/draft/2020-12/schema and of the
// drafts before.
var keywords = map[string]keyword{
	"allOf": {4, schemas}, "anyOf": {4, schemas}, "oneOf": {4, schemas}, "not": {4, schema},
	"properties": {4, namedSchemas}, "patternProperties": {4, namedSchemas}, "additionalProperties": {4, schema},
	"items": {4, schemaOrSchemas}, "additionalItems": {4, schema}, "prefixItems": {2020, schemas},
	"contains": {6, schema}, "propertyNames": {6, schema}, "if": {7, schema}, "then": {7, schema}, "else": {7, schema},
	"dependentSchemas": {2019, namedSchemas}, "unevaluatedItems": {2019, schema}, "unevaluatedProperties": {2019, schema},
	"definitions": {4, namedOthers}, "$defs": {2019, namedOthers}, "dependencies": {4, dependencies},
	"type": {4, types}, "enum": {4, choices}, "const": {6, anything}, "required": {4, texts}, "dependentRequired": {2019, namedTexts},
	"multipleOf": {4, positive}, "maximum": {4, number}, "minimum": {4, number}, "exclusiveMaximum": {4, limit}, "exclusiveMinimum": {4, limit},
	"maxLength": {4, count}, "minLength": {4, count}, "maxItems": {4, count}, "minItems": {4, count}, "maxProperties": {4, count}, "minProperties": {4, count},
	"minContains": {2019, count}, "maxContains": {2019, count}, "pattern": {4, pattern}, "uniqueItems": {4, flag},
	"title": {4, text}, "description": {4, text}, "$comment": {7, text}, "examples": {7, list}, "readOnly": {7, flag}, "writeOnly": {7, flag}, "deprecated": {2019, flag}, "contentMediaType": {7, text}, "contentEncoding": {7, text},
	"format": {4, text}, "$schema": {4, text}, "$id": {6, text}, "$anchor": {2019, anchor}, "$ref": {4, text}, "$dynamicRef": {2020, text}, "$recursiveRef": {2019, text},
}

// wellFormed refuses what is no schema. What is used must have patterns that
// are some and references that lead somewhere.
func (s *Schema) wellFormed(v any, at string, used bool) error {
	all, ok := v.(map[string]any)
	if _, is := v.(bool); is && (s.draft > 4 || strings.HasSuffix(at, "/additionalProperties") || strings.HasSuffix(at, "/additionalItems")) {
		return nil
	} else if !ok {
		return wrong(at, "is neither an object nor a boolean")
	}
	if id, _ := all[s.idKeyword()].(string); id != s.id && !strings.HasPrefix(id, "#") && id != "" {
		s.unchecked["has a schema of its own within ("+id+"), which references are not read by"] = true
	}
	_, refers := all["$ref"].(string)
	alone := refers && s.draft < 2019
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if k, known := keywords[key]; known && s.draft >= k.since && (key != "additionalItems" || s.draft < 2020) {
			if err := s.shaped(k.shape, all[key], at+"/"+key, used && !alone); err != nil {
				return err
			}
		}
	}
	for exclusive, limit := range map[string]string{"exclusiveMaximum": "maximum", "exclusiveMinimum": "minimum"} {
		if _, is := all[exclusive].(bool); is && all[limit] == nil {
			return wrong(at, "has "+exclusive+" without "+limit)
		}
	}
	for _, key := range referring {
		if ref, is := all[key].(string); is && s.draft >= keywords[key].since && used {
			if err := s.reach(ref, at); err != nil {
				return err
			}
		}
	}
	if name, is := all["format"].(string); is && used && !refers && s.draft < 2019 && otherFormats[name] {
		s.unchecked["asks for the format "+name+", which is not checked"] = true
	}
	return nil
}

// shaped holds what a keyword has against what it must have.
func (s *Schema) shaped(kind shape, v any, at string, used bool) error {
	is := true
	switch kind {
	case text:
		_, is = v.(string)
	case flag:
		_, is = v.(bool)
	case number:
		_, is = rational(v)
	case limit:
		_, is = v.(bool)
		if s.draft > 4 {
			_, is = rational(v)
		}
	case count:
		n, ok := rational(v)
		is = ok && n.IsInt() && n.Sign() >= 0
	case positive:
		n, ok := rational(v)
		is = ok && n.Sign() > 0
	case list:
		_, is = v.([]any)
	case choices:
		_, is = v.([]any)
		is = is && (s.draft >= 2019 || len(some(v)) > 0 && unique(some(v)))
	case texts:
		is = all(v, func(e any) bool { _, is := e.(string); return is }) && unique(some(v)) && (s.draft > 4 || len(some(v)) > 0)
	case types:
		known := func(e any) bool { name, _ := e.(string); return slices.Contains(typeNames, name) }
		is = known(v) || all(v, known) && unique(some(v)) && len(some(v)) > 0
	case anchor:
		name, ok := v.(string)
		is = ok && anchorName.MatchString(name)
	case pattern:
		p, ok := v.(string)
		return s.compile(p, ok, at, true)
	case schema:
		return s.wellFormed(v, at, used)
	case schemas, schemaOrSchemas:
		each, ok := v.([]any)
		if kind == schemaOrSchemas && (!ok || s.draft >= 2020) {
			return s.wellFormed(v, at, used)
		}
		for i, e := range each {
			if err := s.wellFormed(e, at+"/"+strconv.Itoa(i), used); err != nil {
				return err
			}
		}
		is = ok && len(each) > 0
	case namedSchemas, namedOthers, namedTexts, dependencies:
		return s.named(kind, v, at, used)
	}
	if !is {
		return wrong(at, "has a value of the wrong kind")
	}
	return nil
}

func (s *Schema) named(kind shape, v any, at string, used bool) error {
	each, ok := v.(map[string]any)
	if !ok {
		return wrong(at, "is no object")
	}
	for _, name := range slices.Sorted(maps.Keys(each)) {
		if _, list := each[name].([]any); kind == namedTexts || list && kind == dependencies {
			if err := s.shaped(texts, each[name], at+"/"+name, used); err != nil {
				return err
			}
			continue
		}
		if strings.HasSuffix(at, "/patternProperties") {
			if err := s.compile(name, true, at, used || s.draft >= 7); err != nil {
				return err
			}
		}
		if err := s.wellFormed(each[name], at+"/"+name, used && kind != namedOthers); err != nil {
			return err
		}
	}
	return nil
}

func (s *Schema) compile(p string, ok bool, at string, used bool) error {
	if !ok {
		return wrong(at, "has a value of the wrong kind")
	}
	re, err := s.Compile(p)
	if err != nil && used {
		return wrong(at, "has an invalid pattern: "+err.Error())
	}
	s.patterns[p] = re
	return nil
}

var anchorName = lazyregexp.New(`^[A-Za-z_][-A-Za-z0-9.:_]*$`)

func unique(all []any) bool { return twice(all) < 0 }

func all(v any, is func(any) bool) bool {
	some, ok := v.([]any)
	return ok && !slices.ContainsFunc(some, func(e any) bool { return !is(e) })
}
