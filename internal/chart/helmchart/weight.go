package helmchart

import (
	"github.com/jvmlint/jvmlint/internal/chart/budget"
)

// Steps of putting charts together.
const (
	perValue     = 150   // to put it together with another one
	perVersion   = 5_000 // to hold it against a range
	perRangeByte = 200   // to read a byte of a range
)

// weight is what putting the values of a chart together depends on: dependencies
// that go by several aliases count as often.
type weight struct {
	charts, values, globals, levels, versions int
}

// charge spends what it takes to make a chart ready to be installed.
func (c *Chart) charge(given map[string]any, b *budget.Budget) {
	w, own := c.weight(), valuesOf(given)
	w.globals = budget.Plus(w.globals, own)
	all := budget.Plus(w.values, own, budget.Times(w.charts, w.globals))
	b.Spend(budget.Times(perValue, w.levels, all), "dependencies")
	b.Spend(w.versions, "dependencies")
}

func (c *Chart) weight() weight {
	w := weight{charts: 1, values: valuesOf(c.Values), globals: valuesOf(c.Values[globalKey]), levels: 1}
	aliases := map[string]int{}
	for _, d := range c.Metadata.Dependencies {
		aliases[d.Name]++
	}
	for _, have := range c.Dependencies {
		below, times := have.weight(), max(1, aliases[have.Name()])
		w.charts = budget.Plus(w.charts, budget.Times(times, below.charts))
		w.values = budget.Plus(w.values, budget.Times(times, below.values))
		w.globals = budget.Plus(w.globals, budget.Times(times, below.globals))
		w.versions = budget.Plus(w.versions, budget.Times(times, below.versions))
		w.levels = max(w.levels, 1+below.levels)
		for _, d := range c.Metadata.Dependencies {
			if d.Name == have.Name() {
				w.versions = budget.Plus(w.versions, perVersion+perRangeByte*len(d.Version))
			}
		}
	}
	return w
}

// valuesOf is how many values a value holds, and itself.
func valuesOf(v any) int {
	n := 1
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			n += valuesOf(e)
		}
	case []any:
		for _, e := range v {
			n += valuesOf(e)
		}
	}
	return n
}
