package helmchart

import (
	"fmt"
	"strings"
)

// importAll takes values of dependencies over into the charts that ask for
// them (import-values), from the innermost on.
func (c *Chart) importAll() error {
	for _, d := range c.Dependencies {
		if err := d.importAll(); err != nil {
			return err
		}
	}
	if c.Metadata.Dependencies == nil {
		return nil
	}
	values, err := c.together(nil, merged)
	if err != nil {
		return err
	}
	taken := map[string]any{}
	for _, d := range c.Metadata.Dependencies {
		d.ImportValues = takeOver(taken, values, d)
	}
	c.Values, _ = deepCopy(map[string]any(values)).(map[string]any)
	merged.tables(c.Values, taken) // the chart's own count
	return nil
}

// takeOver adds what a chart imports of a dependency, and gives the imports as
// templates see them.
func takeOver(taken map[string]any, values Values, d *Dependency) []any {
	var all []any
	for _, what := range d.ImportValues {
		var child, parent string
		switch what := what.(type) {
		case string:
			child, parent = "exports."+what, "."
		case map[string]any:
			child, parent = fmt.Sprint(what["child"]), fmt.Sprint(what["parent"])
		default:
			continue
		}
		all = append(all, map[string]string{"child": child, "parent": parent})
		if table, err := values.Table(d.Name + "." + child); err == nil {
			merged.tables(taken, at(parent, table.AsMap()))
		}
	}
	return all
}

// at is a mapping that has another one at a path.
func at(path string, m map[string]any) map[string]any {
	if path == "." {
		return m
	}
	keys := strings.Split(path, ".")
	for i := len(keys) - 1; i >= 0; i-- {
		m = map[string]any{keys[i]: m}
	}
	return m
}
