// Package jsonschema holds values against a JSON Schema of draft 4, 6, 7,
// 2019-09 or 2020-12. It refuses what Helm's library refuses, in its words but
// without text of the values, which may be secret. That library reads the
// schemas of all drafts at every start, which takes 3 ms. Others know fewer
// drafts, are wrong about fractions, or never end where references lead round.
package jsonschema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart/budget"
)

// Schema is a schema that is well formed.
type Schema struct {
	*budget.Budget
	root      any
	id        string
	draft     int
	patterns  map[string]*budget.Expression
	reached   map[string]any // what references lead to, by their fragments
	unchecked map[string]bool
}

// drafts are those that schemas name in $schema.
var drafts = map[string]int{
	"": 2020, "json-schema.org/schema": 2020, "json-schema.org/draft/2020-12/schema": 2020, "json-schema.org/draft/2019-09/schema": 2019,
	"json-schema.org/draft-07/schema": 7, "json-schema.org/draft-06/schema": 6, "json-schema.org/draft-04/schema": 4,
}

// Parse reads a schema. This, and checking by it, takes steps of a budget, and
// panics where there are no more.
func Parse(data []byte, b *budget.Budget) (*Schema, error) {
	b.Spend(perByte*len(data), on)
	s := &Schema{Budget: b, patterns: map[string]*budget.Expression{}, reached: map[string]any{}, unchecked: map[string]bool{}}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if err := decoder.Decode(&s.root); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("invalid character after top-level value")
	}
	if levels(s.root) > mostLevels {
		b.Exceed("values.schema.json is nested more than %d deep", mostLevels)
	}
	root, _ := s.root.(map[string]any)
	named, _ := root["$schema"].(string)
	bare := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(named, "https://"), "http://"), "#")
	var known bool
	if s.draft, known = drafts[bare]; !known {
		s.draft = 2020
		s.unchecked["is read as of draft 2020-12: "+named+" is not known"] = true
	}
	s.id, _ = root[s.idKeyword()].(string)
	return s, s.wellFormed(s.root, "", true)
}

// Unchecked is what the schema asks that is not checked.
func (s *Schema) Unchecked() []string { return slices.Sorted(maps.Keys(s.unchecked)) }

// Check tells what of a value the schema does not allow.
func (s *Schema) Check(value any) []string {
	return (&check{Schema: s, following: map[string]bool{}}).holds(s.root, value, "").faults
}

const (
	mostLevels = 200
	perByte    = 500 // steps of reading a schema
)

// levels is how deep values stand within each other.
func levels(v any) int {
	deepest := 0
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			deepest = max(deepest, levels(e))
		}
	case []any:
		for _, e := range v {
			deepest = max(deepest, levels(e))
		}
	}
	return 1 + deepest
}

func (s *Schema) idKeyword() string {
	if s.draft == 4 {
		return "id"
	}
	return "$id"
}

func wrong(at, what string) error {
	return fmt.Errorf("values.schema.json is not a schema: #%s %s", at, what)
}
