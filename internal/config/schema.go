package config

import (
	"bytes"
	"encoding/json"

	"github.com/jvmlint/jvmlint/internal/lint"
)

// object is a JSON object; its keys are written in order.
type object map[string]any

func (ks keys[T]) schema() object {
	properties := object{}
	var required []string
	for _, k := range ks {
		of := k.schema()
		of["description"] = k.doc
		properties[k.name] = of
		if k.required {
			required = append(required, k.name)
		}
	}
	o := object{"type": "object", "additionalProperties": false, "properties": properties}
	if required != nil {
		o["required"] = required
	}
	return o
}

// Schema is the JSON Schema of the file, for editors.
func Schema(rules []*lint.Rule) ([]byte, error) {
	s := top(rules).schema()
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["title"] = "Configuration of jvmlint (" + Name + ")"
	s["type"] = []string{"object", "null"}
	s["$defs"] = definitions(rules)
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(s)
	return b.Bytes(), err
}

// definitions are the parts of the schema that others refer to.
func definitions(rules []*lint.Rule) object {
	byName := ruleKeys(rules).schema()
	byName["additionalProperties"] = object{"$ref": "#/$defs/rule"} // those of custom-rules
	return object{
		"level": object{"enum": append([]string{off}, lint.Severities()...)},
		"rule":  anyOf(levels().schema(), settingKeys(&lint.Rule{}).schema()),
		"rules": byName,
	}
}

func anyOf(all ...object) object { return object{"anyOf": all} }
