package jsonschema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"helm.sh/helm/v4/pkg/chart/common/util"

	"github.com/jvmlint/jvmlint/internal/chart/budget"
	"github.com/jvmlint/jvmlint/internal/chart/jsonschema"
	"github.com/jvmlint/jvmlint/internal/chart/randomchart"
)

// checked holds values against a schema, and has Helm do it.
func checked(schema string, values map[string]any) (unchecked []string, err, helm error) {
	s, err := jsonschema.Parse([]byte(schema), nil)
	if err == nil {
		unchecked = s.Unchecked()
		if faults := s.Check(values); faults != nil {
			err = errors.New(strings.Join(faults, "\n"))
		}
	}
	return unchecked, err, util.ValidateAgainstSingleSchema(values, []byte(schema))
}

func TestSchemas(t *testing.T) {
	const d4, d6, d7, d19, d20 = `"$schema": "http://json-schema.org/draft-04/schema#", `, `"$schema": "http://json-schema.org/draft-06/schema#", `, `"$schema": "http://json-schema.org/draft-07/schema#", `, `"$schema": "https://json-schema.org/draft/2019-09/schema", `, `"$schema": "https://json-schema.org/draft/2020-12/schema", `
	for name, c := range map[string]struct {
		schema, values string
		want           string // of the refusal; "": the values fit
	}{
		"a type":                     {`{"properties": {"a": {"type": "integer"}}}`, `{"a": "x"}`, "at '/a': got string, want integer"},
		"an integer with a fraction": {`{"properties": {"a": {"type": "integer"}}}`, `{"a": 5.0}`, ""},
		"types":                      {`{` + d7 + `"properties": {"a": {"type": ["string", "null"]}}}`, `{"a": null}`, ""},
		"a required value":           {`{` + d7 + `"required": ["a"]}`, `{}`, "at '': missing property 'a'"},
		"nothing more":               {`{` + d7 + `"properties": {"a": {}}, "additionalProperties": false}`, `{"b": 1}`, "at '': additional properties 'b' not allowed"},
		"an enumeration":             {`{` + d4 + `"properties": {"a": {"enum": ["x", 1, null]}}}`, `{"a": 2}`, "at '/a': value must be one of 'x', 1, null"},
		"exclusive in draft 4":       {`{` + d4 + `"properties": {"a": {"minimum": 1, "exclusiveMinimum": true}}}`, `{"a": 1}`, "at '/a': exclusiveMinimum: got 1, want 1"},
		"exclusive in draft 4, off":  {`{` + d4 + `"properties": {"a": {"minimum": 1, "exclusiveMinimum": false}}}`, `{"a": 1}`, ""},
		"exclusive in draft 7":       {`{` + d7 + `"properties": {"a": {"exclusiveMaximum": 1}}}`, `{"a": 1}`, "at '/a': exclusiveMaximum: got 1, want 1"},
		"a boolean in draft 7":       {`{` + d7 + `"properties": {"a": {"minimum": 1, "exclusiveMinimum": true}}}`, `{"a": 2}`, "values.schema.json is not a schema: #/properties/a/"},
		"const in draft 4":           {`{` + d4 + `"properties": {"a": {"const": 1}}}`, `{"a": 2}`, ""},
		"const in draft 6":           {`{` + d6 + `"properties": {"a": {"const": 1}}}`, `{"a": 2}`, "at '/a': value must be 1"},
		"if in draft 6":              {`{` + d6 + `"if": {}, "then": {"required": ["a"]}}`, `{}`, ""},
		"if in draft 7":              {`{` + d7 + `"if": {}, "then": {"required": ["a"]}}`, `{}`, "missing property 'a'"},
		"a list by its places":       {`{` + d7 + `"properties": {"a": {"items": [{"type": "string"}], "additionalItems": {"type": "number"}}}}`, `{"a": ["x", "y"]}`, "want "},
		"the same in 2020":           {`{` + d20 + `"properties": {"a": {"prefixItems": [{"type": "string"}], "items": {"type": "number"}}}}`, `{"a": ["x", "y"]}`, "want "},
		"prefixItems in draft 7":     {`{` + d7 + `"properties": {"a": {"prefixItems": [{"type": "string"}]}}}`, `{"a": [1]}`, ""},
		"dependencies":               {`{` + d7 + `"dependencies": {"a": ["b"]}}`, `{"a": 1}`, "b'"},
		"dependencies on schemas":    {`{` + d4 + `"dependencies": {"a": {"required": ["b"]}}}`, `{"a": 1}`, "b'"},
		"a reference":                {`{` + d7 + `"definitions": {"x": {"type": "string"}}, "properties": {"a": {"$ref": "#/definitions/x"}}}`, `{"a": 1}`, "want "},
		"one with siblings":          {`{` + d7 + `"definitions": {"x": {}}, "properties": {"a": {"$ref": "#/definitions/x", "type": "string"}}}`, `{"a": 1}`, ""},
		"one with siblings in 2019":  {`{` + d19 + `"$defs": {"x": {}}, "properties": {"a": {"$ref": "#/$defs/x", "type": "string"}}}`, `{"a": 1}`, "want "},
		"to anywhere":                {`{` + d7 + `"components": {"x": {"type": "string"}}, "properties": {"a": {"$ref": "#/components/x"}}}`, `{"a": 1}`, "want "},
		"into itself":                {`{` + d7 + `"properties": {"a": {"$ref": "#"}, "b": {"type": "string"}}}`, `{"a": {"a": {"b": 1}}}`, "want "},
		"by a name":                  {`{` + d20 + `"$defs": {"x": {"$anchor": "n", "type": "string"}}, "properties": {"a": {"$ref": "#n"}}}`, `{"a": 1}`, "want "},
		"by an id":                   {`{` + d7 + `"definitions": {"x": {"$id": "#n", "type": "string"}}, "properties": {"a": {"$ref": "#n"}}}`, `{"a": 1}`, "want "},
		"by its own name":            {`{` + d7 + `"$id": "http://example.org/s.json", "definitions": {"x": {"type": "string"}}, "properties": {"a": {"$ref": "http://example.org/s.json#/definitions/x"}}}`, `{"a": 1}`, "want "},
		"to nothing":                 {`{` + d7 + `"properties": {"a": {"$ref": "#/definitions/x"}}}`, `{"a": 1}`, "does not exist"},
		"round and round":            {`{` + d19 + `"properties": {"a": {"$recursiveRef": "#"}, "b": {"type": "string"}}}`, `{"a": {"b": 1}}`, "want "},
		"what is left":               {`{` + d20 + `"allOf": [{"properties": {"a": {}}}], "unevaluatedProperties": false}`, `{"a": 1, "b": 1}`, "at '/b': false schema"},
		"what a reference leaves":    {`{` + d20 + `"$defs": {"x": {"properties": {"a": {}}}}, "$ref": "#/$defs/x", "unevaluatedProperties": false}`, `{"a": 1}`, ""},
		"a format":                   {`{` + d7 + `"properties": {"a": {"format": "email"}}}`, `{"a": "nobody"}`, "at '/a': is not valid email"},
		"a format that fits":         {`{` + d7 + `"properties": {"a": {"format": "email"}}}`, `{"a": "a@b.c"}`, ""},
		"a format of no text":        {`{` + d7 + `"properties": {"a": {"format": "email"}}}`, `{"a": 5}`, ""},
		"a format in 2020":           {`{"properties": {"a": {"format": "email"}}}`, `{"a": "nobody"}`, ""},
		"a format nobody knows":      {`{` + d7 + `"properties": {"a": {"format": "int32"}}}`, `{"a": "nobody"}`, ""},
		"a pattern":                  {`{` + d7 + `"properties": {"a": {"pattern": "^[0-9]+[GM]i$"}}}`, `{"a": "4g"}`, "at '/a': does not match pattern '^[0-9]+[GM]i$'"},
		"no pattern":                 {`{` + d7 + `"properties": {"a": {"pattern": "["}}}`, `{"a": "4g"}`, "values.schema.json is not a schema: #/properties/a/"},
		"required as in draft 3":     {`{` + d7 + `"properties": {"a": {"required": true}}}`, `{}`, "is not a schema: #/properties/a/required has a value of the wrong kind"},
		"a description of no text":   {`{` + d7 + `"properties": {"a": {"description": 5}}}`, `{}`, "wrong kind"},
		"nothing fits":               {`false`, `{}`, "at '': false schema"},
		"everything fits":            {`true`, `{"a": 1}`, ""},
		"a list":                     {`[]`, `{}`, "neither an object nor a boolean"},
		"no JSON":                    {`{`, `{}`, "unexpected EOF"},
		"one of":                     {`{` + d7 + `"properties": {"a": {"oneOf": [{"type": "number"}, {"minimum": 1}]}}}`, `{"a": 2}`, "at '/a': oneOf failed, subschemas 0, 1 matched"},
		"multiples":                  {`{` + d7 + `"properties": {"a": {"multipleOf": 0.01}}}`, `{"a": 4.35}`, ""},
		"each once":                  {`{` + d7 + `"properties": {"a": {"uniqueItems": true}}}`, `{"a": [1, 1.0]}`, "at '/a': item at 1 is a duplicate"},
		"names":                      {`{` + d7 + `"propertyNames": {"pattern": "^a"}}`, `{"b": 1}`, "at '': invalid propertyName 'b'"},
		"how many contain it":        {`{` + d20 + `"properties": {"a": {"contains": {"const": 1}, "maxContains": 1}}}`, `{"a": [1, 1]}`, "at '/a': max 1 items required to match contains schema, but found 2"},
	} {
		t.Run(name, func(t *testing.T) {
			var values map[string]any
			require.NoError(t, json.Unmarshal([]byte(c.values), &values))
			unchecked, err, helm := checked(c.schema, values)
			assert.Empty(t, unchecked)
			if c.want == "" {
				assert.NoError(t, err)
				assert.NoError(t, helm)
				return
			}
			assert.ErrorContains(t, err, c.want)
			assert.Error(t, helm)
		})
	}
}

// TestUnchecked: what a schema asks that is not known is told, and the rest is
// checked.
func TestUnchecked(t *testing.T) {
	for schema, want := range map[string]string{
		`{"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {"format": "semver"}, "b": {"type": "string"}}}`: "asks for the format semver, which is not checked",
		`{"properties": {"a": {"$ref": "https://example.org/a.json"}, "b": {"type": "string"}}}`:                                     "refers to https://example.org/a.json, which is not read",
		`{"$schema": "https://example.org/schema", "properties": {"b": {"type": "string"}}}`:                                         "is read as of draft 2020-12: https://example.org/schema is not known",
	} {
		s, err := jsonschema.Parse([]byte(schema), nil)
		require.NoError(t, err, schema)
		assert.Equal(t, []string{want}, s.Unchecked(), schema)
		assert.Empty(t, s.Check(map[string]any{"a": "x", "b": "y"}), schema)
		assert.Equal(t, []string{"at '/b': got number, want string"}, s.Check(map[string]any{"b": 1}), schema)
	}
}

// TestWithoutEnd: schemas that lead round, and numbers that take all memory.
func TestWithoutEnd(t *testing.T) {
	s, err := jsonschema.Parse([]byte(`{"$defs": {"x": {"$ref": "#/$defs/y"}, "y": {"anyOf": [{"$ref": "#/$defs/x"}]}}, "$ref": "#/$defs/x"}`), nil)
	require.NoError(t, err)
	assert.Contains(t, s.Check(map[string]any{}), "at '': anyOf failed")
	_, err = jsonschema.Parse([]byte(`{"multipleOf": 1e999999999}`), nil)
	assert.EqualError(t, err, "values.schema.json is not a schema: #/multipleOf has a value of the wrong kind")
}

// TestBounds: schemas that would take too long end by count.
func TestBounds(t *testing.T) {
	many := `{"$defs": {"0": {}`
	for i := range 40 {
		many += fmt.Sprintf(`, "%d": {"allOf": [{"$ref": "#/$defs/%d"}, {"$ref": "#/$defs/%d"}]}`, i+1, i, i)
	}
	names, items := map[string]any{}, []any{}
	for i := range 3000 {
		names[fmt.Sprint("n", i)], items = i, append(items, map[string]any{"a": strings.Repeat("x", 100), "i": i})
	}
	for _, c := range []struct {
		name, schema string
		value        any
		want         string
	}{
		{"references that fan out", many + `}, "$ref": "#/$defs/40"}`, map[string]any{}, "takes more than 100000000 steps, in values.schema.json"},
		{"many schemas of many names", `{"allOf": [` + strings.Repeat(`{"properties": {}},`, 3000) + `{}]}`, names, "takes more than 100000000 steps, in values.schema.json"},
		{"many patterns of many names", `{"patternProperties": {` + patterns(1000) + `}}`, names, "takes more than 100000000 steps, in a regular expression"},
		{"a repeated pattern", `{"items": {"properties": {"a": {"pattern": "((x?){100}){10}y"}}}}`, items, "takes more than 100000000 steps, in a regular expression"},
		{"a choice of much", `{"items": {"enum": [` + strings.Repeat(`"xxxxxxxxxxxxxxxxxxxx",`, 3000) + `1]}}`, items, "takes more than 100000000 steps, in values.schema.json"},
		{"an expression for a value", `{"$schema": "http://json-schema.org/draft-07/schema#", "items": {"format": "regex"}}`, []any{"((((x{100}){100}){100}){100}){100}", "(x{1000}){1000}"}, ""},
		{"a schema in a schema", strings.Repeat(`{"not": `, 1000) + "{}" + strings.Repeat("}", 1000), nil, "values.schema.json is nested more than 200 deep"},
		{"names of schemas", `{"allOf": [` + anchors(2000) + `{}]}`, nil, "takes more than 100000000 steps, in values.schema.json"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := func() (err error) {
				defer budget.Catch(&err)
				s, err := jsonschema.Parse([]byte(c.schema), budget.New(100_000_000))
				if err == nil {
					s.Check(c.value)
				}
				return err
			}()
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			assert.EqualError(t, err, c.want)
		})
	}
}

func patterns(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf(`"^[a-z]%d$": {}`, i))
	}
	return strings.Join(all, ",")
}

func anchors(n int) string {
	all := ""
	for i := range n {
		all += fmt.Sprintf(`{"$anchor": "a%d"}, {"$ref": "#a%d"},`, i, i)
	}
	return all
}

// TestFormatsAsHelm holds what has a format against Helm.
func TestFormatsAsHelm(t *testing.T) {
	for _, format := range []string{"regex", "ipv4", "ipv6", "hostname", "email", "uri", "iri", "uri-reference", "uuid", "date", "time", "date-time"} {
		for _, s := range []string{
			"", "a", "a*", "[", "1.2.3.4", "1.2.3.04", "1.2.3", "1.2.3.256", "::1", "::1%eth0", "fe80::", "::ffff:1.2.3.4", "a.b", "a.b.", "a-.b", "-a", "a_b", strings.Repeat("a", 64), "a..b",
			"a@b.c", "a@b", "@b", "a@", "a.@b", ".a@b", "a..b@c", `"a b"@c`, `"@c`, "a@[1.2.3.4]", "a@[IPv6:::1]", "a@[x]", "ä@b", strings.Repeat("a", 65) + "@b",
			"http://a/b", "http://[::1]/", "http://::1/", "mailto:a@b", "/a", `a\b`, "a b", "http://a b", "urn:x:y", "%zz",
			"123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000", "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400g",
			"2001-02-03", "2001-02-30", "2001-2-3", "10:11:12Z", "10:11:12z", "10:11:12", "10:11:12.5+01:00", "24:00:00Z", "23:59:60Z", "22:59:60Z", "00:29:60+00:30", "10:11:12.Z",
			"2001-02-03T10:11:12Z", "2001-02-03t10:11:12.123Z", "2001-02-03 10:11:12Z", "2001-02-03T10:11:12", "1998-12-31T23:59:60Z",
		} {
			schema := `{"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {"format": "` + format + `"}}}`
			_, err, helm := checked(schema, map[string]any{"a": s})
			assert.Equal(t, helm == nil, err == nil, "%s %q: Helm says %v, we %v", format, s, helm, err)
		}
	}
}

// TestDrawnSchemasAsHelm draws schemas of all drafts, and values. Both must be
// refused where Helm refuses them.
func TestDrawnSchemasAsHelm(t *testing.T) {
	seed, count := randomchart.Number(t, "JVMLINT_SEED", 1), randomchart.Number(t, "JVMLINT_DRAWN_SCHEMAS", 2000)
	t.Logf("JVMLINT_SEED=%d", seed)
	fit, refused, told := 0, 0, 0
	for i := range count {
		d := drawSchema{rand.New(rand.NewPCG(seed+i, 0))}
		schema := d.schema(0)
		schema["$schema"] = d.of("http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-06/schema#", "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/schema#")
		schema["definitions"] = map[string]any{"x": d.schema(1), "y": d.schema(2)}
		data, err := json.Marshal(schema)
		require.NoError(t, err)
		values := randomchart.New(seed + i).Values()
		unchecked, err, helm := checked(string(data), values)
		if len(unchecked) > 0 {
			told++
			continue
		}
		require.Equal(t, helm == nil, err == nil, "seed %d: %s\n%v\nHelm says %v, we %v", seed+i, data, values, helm, err)
		if err == nil {
			fit++
		} else {
			refused++
		}
	}
	t.Logf("%d values fit, %d are refused, and %d schemas are not checked in full", fit, refused, told)
	assert.Greater(t, fit, int(count)/5)
}

type drawSchema struct{ *rand.Rand }

func (d drawSchema) of(all ...any) any { return all[d.IntN(len(all))] }

func (d drawSchema) schema(depth int) map[string]any {
	s := map[string]any{}
	below := func() any {
		if depth > 2 || d.IntN(8) == 0 {
			return map[string]any{}
		}
		return d.schema(depth + 1)
	}
	if depth > 0 && d.IntN(10) == 0 {
		s["$ref"] = d.of("#/definitions/x", "#/definitions/y")
	}
	for range 1 + d.IntN(3) {
		switch d.IntN(27) {
		case 0, 1, 2, 3:
			s["properties"] = map[string]any{d.of("a", "b", "global", "worker").(string): below(), d.of("c", "enabled").(string): below()}
		case 4:
			if depth > 0 {
				s["type"] = d.of("string", "object", "boolean", "integer", "number", "array", []string{"string", "null"}, []string{"object", "array", "number"})
			}
		case 5:
			s["additionalProperties"] = d.of(false, true, below(), below())
		case 6:
			s["patternProperties"] = map[string]any{d.of("^[ab]$", "e", "^x").(string): below()}
		case 7:
			s["items"] = below()
		case 8:
			s[d.of("allOf", "anyOf", "oneOf").(string)] = []any{below(), below()}
		case 9:
			s["not"] = below()
		case 10:
			s["if"], s["then"], s["else"] = below(), below(), below()
		case 11:
			s["enum"] = []any{d.of("text", 1, nil, true), "", 42, map[string]any{}, []any{}}
		case 12:
			s["const"] = d.of("text", 1, nil, true, 1000000)
		case 13:
			s[d.of("minimum", "maximum").(string)] = d.of(1, 42, 2.5, -1)
		case 14:
			s[d.of("minLength", "maxLength", "minProperties", "maxProperties", "minItems", "maxItems").(string)] = d.of(0, 1, 3)
		case 15:
			s["required"] = []any{d.of("a", "b", "enabled", "global")}
		case 16:
			s["pattern"] = d.of("^[a-z]*$", "\\d", "^$")
		case 17:
			s["format"] = d.of("date", "uri-reference", "hostname", "int32")
		case 18:
			s["dependencies"] = map[string]any{d.of("a", "b").(string): d.of([]any{"c"}, below())}
		case 19:
			s["propertyNames"] = map[string]any{"maxLength": d.of(1, 10)}
		case 20:
			s["contains"] = below()
		case 21:
			s["unevaluatedProperties"] = d.of(true, false, below())
		case 22:
			s["dependentRequired"] = map[string]any{"a": []any{"b"}}
		case 23:
			s["multipleOf"] = d.of(1, 0.5, 7)
		case 24:
			s["uniqueItems"] = true
		case 26: // what may be no schema
			key := d.of("properties", "patternProperties", "additionalProperties", "items", "allOf", "not", "if", "type", "enum", "minimum", "exclusiveMaximum", "maxLength", "required", "pattern", "uniqueItems", "title", "$comment", "examples", "format", "multipleOf", "contains", "propertyNames", "dependencies", "$id", "readOnly", "default", "dependentRequired", "additionalItems", "$anchor")
			s[key.(string)] = d.of("x", 5, -1, 2.5, true, nil, []any{}, []any{"a"}, []any{1}, map[string]any{}, []any{map[string]any{}}, "[", []any{"a", "a"})
		case 25:
			s["minContains"], s["maxContains"] = 0, 1
		}
	}
	return s
}
