package config

import (
	"bytes"
	"encoding/json"

	"github.com/jvmlint/jvmlint/internal/lint"
)

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
