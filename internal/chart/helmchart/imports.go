package helmchart

import (
	"errors"
	"fmt"
	"reflect"
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
		if d.ImportValues, err = takeOver(taken, values, d); err != nil {
			return err
		}
	}
	c.Values, _ = deepCopy(map[string]any(values)).(map[string]any)
	merged.tables(c.Values, taken) // the chart's own count
	return nil
}

// ErrCircle is the end of imports that would put a mapping into itself. Helm
// runs out of memory.
var ErrCircle = errors.New("import-values put a mapping into itself")

// takeOver adds what a chart imports of a dependency, and gives the imports as
// templates see them. As in Helm, a mapping that is taken over is the very one
// of the dependency, which may thus get what is imported later from elsewhere.
func takeOver(taken map[string]any, values Values, d *Dependency) (all []any, err error) {
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
		if circle(taken, map[uintptr]bool{}) || circle(values, map[uintptr]bool{}) {
			return nil, fmt.Errorf("dependency %s: %w", d.Name, ErrCircle)
		}
	}
	return all, nil
}

// circle reports whether a mapping holds itself. Of those seen, the ones that are
// not done yet lead to it.
func circle(m map[string]any, done map[uintptr]bool) bool {
	at := reflect.ValueOf(m).Pointer()
	if is, seen := done[at]; seen {
		return !is
	}
	done[at] = false
	for _, v := range m {
		if below, ok := v.(map[string]any); ok && circle(below, done) {
			return true
		}
	}
	done[at] = true
	return false
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
