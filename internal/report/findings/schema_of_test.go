package findings_test

import (
	"bytes"
	"encoding"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/figures"
	"github.com/jvmlint/jvmlint/internal/report/findings"
)

// published is the schema of all documents.
func published() ([]byte, error) {
	documents := figures.JSON()
	maps.Copy(documents, findings.JSON())
	var b bytes.Buffer
	err := report.Encode(&b, schemaOf(documents))
	return b.Bytes(), err
}

// object is a JSON object; its keys are written in order.
type object map[string]any

// schemaOf is the JSON Schema of several documents, by the commands that write them. It is made from the Go types, and
// leaves keys open: the output only grows.
func schemaOf(documents map[string]any) object {
	definitions := object{}
	var all []object
	for _, name := range slices.Sorted(maps.Keys(documents)) {
		s := structSchema(reflect.TypeOf(documents[name]), definitions)
		s["title"] = "jvmlint " + name + " --format json"
		definitions[name] = s
		all = append(all, reference(name))
	}
	return object{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"title":   "What jvmlint writes with --format json",
		"anyOf":   all,
		"$defs":   definitions,
	}
}

func reference(name string) object { return object{"$ref": "#/$defs/" + name} }

var marshalsText = reflect.TypeFor[encoding.TextMarshaler]()

func typeSchema(t reflect.Type, definitions object) object {
	if raw, is := reflect.Zero(t).Interface().(interface{ JSONOf() any }); is {
		return typeSchema(reflect.TypeOf(raw.JSONOf()), definitions)
	}
	switch k := t.Kind(); {
	case t.Implements(marshalsText), k == reflect.String:
		return object{"type": "string"}
	case k == reflect.Pointer:
		return object{"anyOf": []object{typeSchema(t.Elem(), definitions), {"type": "null"}}}
	case k == reflect.Slice:
		return object{"type": "array", "items": typeSchema(t.Elem(), definitions)}
	case k == reflect.Map:
		return object{"type": "object", "additionalProperties": typeSchema(t.Elem(), definitions)}
	case k == reflect.Struct:
		name := strings.ToLower(strings.TrimPrefix(t.Name(), "json"))
		if definitions[name] == nil {
			definitions[name] = object{} // for a type within itself
			definitions[name] = structSchema(t, definitions)
		}
		return reference(name)
	case k == reflect.Bool:
		return object{"type": "boolean"}
	case k == reflect.Float64:
		return object{"type": "number"}
	case k == reflect.Interface:
		return object{}
	}
	return object{"type": "integer"}
}

// structSchema is an object with the fields of a struct, and those of what it embeds.
func structSchema(t reflect.Type, definitions object) object {
	properties, required := object{}, []string{}
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || name == "" || name == "-" {
			continue
		}
		of := f.Type
		if options != "omitempty" {
			required = append(required, name)
		} else if of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		properties[name] = typeSchema(of, definitions)
	}
	return object{"type": "object", "properties": properties, "required": required}
}
