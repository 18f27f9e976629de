package schema

import (
	"encoding/json"
)

// String writes a value as the member's messages do.
func (v *Value) String() string {
	switch v.Type {
	case Object, Array:
		text, err := json.Marshal(v.plain())
		if err != nil {
			return ""
		}
		return string(text)
	}
	return v.Text
}

func (v *Value) plain() any {
	switch v.Type {
	case Object:
		members := map[string]any{}
		for _, m := range v.Members {
			members[m.Name] = m.Value.plain()
		}
		return members
	case Array:
		items := []any{}
		for _, item := range v.Items {
			items = append(items, item.plain())
		}
		return items
	case Null:
		return nil
	case Boolean:
		return v.Text == "true"
	case String:
		return v.Text
	}
	return json.Number(v.Text)
}
