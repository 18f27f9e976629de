package helmchart

import (
	"errors"
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart/budget"
	"github.com/jvmlint/jvmlint/internal/chart/jsonschema"
)

// CheckSchemas holds values against the schemas of a chart and its
// dependencies (values.schema.json), as Helm does before it renders. What a
// schema asks that cannot be checked here is told.
func (c *Chart) CheckSchemas(values Values, b *budget.Budget) (unchecked []string, err error) {
	defer budget.Catch(&err)
	var faults []string
	c.checkSchemas(values, b, &unchecked, &faults)
	if len(faults) > 0 {
		return unchecked, errors.New("values don't meet the specifications of the schema(s) in the following chart(s): " + strings.Join(faults, "; "))
	}
	return unchecked, nil
}

func (c *Chart) checkSchemas(values Values, b *budget.Budget, unchecked, faults *[]string) {
	if c.Schema != nil {
		schema, err := jsonschema.Parse(c.Schema, b)
		if err != nil {
			*faults = append(*faults, c.Name()+": "+err.Error())
		} else {
			for _, what := range schema.Unchecked() {
				*unchecked = append(*unchecked, c.Name()+": values.schema.json "+what)
			}
			if wrong := schema.Check(values.AsMap()); wrong != nil {
				*faults = append(*faults, c.Name()+": "+strings.Join(wrong, ", "))
			}
		}
	}
	for _, d := range c.Dependencies {
		switch below := values[d.Name()].(type) {
		case nil:
		case map[string]any:
			d.checkSchemas(below, b, unchecked, faults)
		default:
			*faults = append(*faults, fmt.Sprintf("%s: invalid type for values: expected object (map), got %T", d.Name(), below))
		}
	}
}
