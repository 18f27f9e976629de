package helmchart

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// settle puts the values of dependencies below the chart's own, from the innermost on,
// and those that it imports of them. With null as a value they count otherwise there.
func (c *Chart) settle(b *budget.Budget) error {
	for _, d := range c.Dependencies {
		if err := d.settle(b); err != nil {
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
	imported := map[string]any{}
	for _, d := range c.Metadata.Dependencies {
		for _, what := range d.ImportValues {
			merged.tables(imported, d.imported(what, values, b))
		}
	}
	merged.tables(values, imported)
	c.Values = values
	return nil
}

// imported is what a chart imports of a dependency, where it is to stand; nil: the dependency has no such table. Helm
// takes over the table itself, which thus gets what is imported behind it to the same place: here it is a copy.
func (d *Dependency) imported(what any, values Values, b *budget.Budget) map[string]any {
	var child, parent string
	switch what := what.(type) {
	case string:
		child, parent = "exports."+what, "."
	case map[string]any:
		child, parent = fmt.Sprint(what["child"]), fmt.Sprint(what["parent"])
	}
	table, err := values.Table(d.Name + "." + child)
	if err != nil {
		return nil
	}
	b.Spend(budget.Times(perImported, valuesOf(map[string]any(table))+len(parent)), "import-values") // which may multiply
	all, _ := deepCopy(map[string]any(table)).(map[string]any)
	if parent != "." {
		for _, key := range slices.Backward(strings.Split(parent, ".")) {
			all = map[string]any{key: all}
		}
	}
	return all
}

// enable drops what is switched off below a chart whose values stand at a path.
func (c *Chart) enable(given map[string]any, path string) error {
	if c.Metadata.Dependencies == nil {
		return nil
	}
	c.applyAliases()
	values, err := c.coalesce(given)
	if err != nil {
		return err
	}
	off := map[string]bool{}
	for _, d := range c.Metadata.Dependencies {
		d.Enabled = d.enabled(values, path)
		off[d.Name] = off[d.Name] || !d.Enabled
	}
	var kept []*Chart
	for _, d := range c.Dependencies {
		if off[d.Name()] {
			continue
		}
		kept = append(kept, d)
		if err := d.enable(values, path+d.Name()+"."); err != nil {
			return err
		}
	}
	c.Metadata.Dependencies = lists.Where(c.Metadata.Dependencies, func(d *Dependency) bool { return !off[d.Name] })
	c.setDependencies(kept)
	return nil
}

// applyAliases gives dependencies their aliases: one chart may stand for several. As in Helm, charts below one that
// it does not declare share what is known of them. Charts that Chart.yaml does not name come first.
func (c *Chart) applyAliases() {
	all := lists.Where(c.Dependencies, func(have *Chart) bool {
		return !slices.ContainsFunc(c.Metadata.Dependencies, func(d *Dependency) bool { return d.asksFor(have) })
	})
	for _, d := range c.Metadata.Dependencies {
		if have, is := lists.First(c.Dependencies, d.asksFor); is {
			one := *have
			one.Metadata = have.Metadata.copy()
			one.Metadata.Name = cmp.Or(d.Alias, have.Metadata.Name)
			one.setDependencies(lists.Of(have.Dependencies, func(d *Chart) *Chart { return new(*d) }))
			all = append(all, &one)
		}
		d.Name = cmp.Or(d.Alias, d.Name)
	}
	c.setDependencies(all)
}

// asksFor reports whether a chart is what a dependency wants.
func (d *Dependency) asksFor(have *Chart) bool {
	return have.Name() == d.Name && fits(d.Version, have.Metadata.Version)
}

// enabled reports whether values switch a dependency on: by the first of its
// conditions that is there, else by its tags.
func (d *Dependency) enabled(values Values, path string) bool {
	for condition := range strings.SplitSeq(strings.TrimSpace(d.Condition), ",") {
		if condition == "" {
			continue
		}
		value, err := values.PathValue(path + condition)
		if is, ok := value.(bool); err == nil && ok {
			return is
		}
	}
	tags, err := values.Table("tags")
	if err != nil {
		return true
	}
	off := false
	for _, tag := range d.Tags {
		is, ok := tags[tag].(bool)
		if is {
			return true
		}
		off = off || ok
	}
	return !off
}

// Top is what the templates of a chart see.
type Top struct {
	Values       Values
	Capabilities *Capabilities
	Release      map[string]any
}

// InstalledWith puts together what the templates of a chart see that is installed in a cluster with values:
// dependencies go by their aliases, those that are switched off are dropped, and values are imported from the others.
// https://github.com/helm/helm/blob/v4.3.1/pkg/chart/v2/util/dependencies.go
func (c *Chart) InstalledWith(given map[string]any, in Cluster, b *budget.Budget) (top *Top, err error) {
	defer budget.Catch(&err)
	c.charge(given, b)
	top = &Top{Capabilities: in.capabilities(), Release: map[string]any{
		"Name": "release-name", "Namespace": "default", "Revision": 1,
		"IsInstall": true, "IsUpgrade": false, "Service": "Helm",
	}}
	if needs, have := c.Metadata.KubeVersion, top.Capabilities.KubeVersion; needs != "" && !fits(needs, have.String()) {
		if in.KubeVersionBy == "" {
			return nil, fmt.Errorf("the chart is for Kubernetes %s, but Helm renders for %s by default: --kube-version names another one", needs, have.Version)
		}
		return nil, fmt.Errorf("the chart is for Kubernetes %s, but %s says %s", needs, in.KubeVersionBy, have.Version)
	}
	if err := c.enable(given, ""); err != nil {
		return nil, err
	}
	if err := c.settle(b); err != nil {
		return nil, err
	}
	top.Values, err = c.coalesce(given)
	return top, err
}

// Steps of putting charts together.
const (
	perValue     = 150   // to put it together with another one
	perImported  = 1_000 // to copy it, at each level of charts above it once more
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
	for e := range Held(v) {
		n += valuesOf(e)
	}
	return n
}
