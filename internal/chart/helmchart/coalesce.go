package helmchart

import (
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/jvmlint/jvmlint/internal/either"
)

// Values of a chart are put together in two ways. Merged, a null is kept, for what comes later to see. Coalesced, a
// null takes away what a chart has of that name, and goes.
// https://github.com/helm/helm/blob/v4.3.1/pkg/chart/common/util/coalesce.go
type merging bool

const (
	merged    merging = true
	coalesced merging = false
)

// coalesce gives the values that a chart is installed with: those given, and
// the chart's own and its dependencies' where none are given.
func (c *Chart) coalesce(given map[string]any) (Values, error) { return c.together(given, coalesced) }

func (c *Chart) together(given map[string]any, how merging) (Values, error) {
	all, _ := deepCopy(given).(map[string]any)
	if all == nil {
		all = map[string]any{}
	}
	return all, how.below(c, all)
}

// below puts the values of a chart and its dependencies below those given.
func (how merging) below(c *Chart, given map[string]any) error {
	how.own(c, given)
	for _, d := range c.Dependencies {
		if _, ok := given[d.Name()]; !ok {
			given[d.Name()] = map[string]any{}
		}
		of, ok := given[d.Name()].(map[string]any)
		if !ok {
			return fmt.Errorf("type mismatch on %s: the values of a dependency must be a mapping, not %T", d.Name(), given[d.Name()])
		}
		shareGlobals(of, given)
		if err := how.below(d, of); err != nil {
			return err
		}
	}
	return nil
}

// own puts the values of one chart below those given.
func (how merging) own(c *Chart, given map[string]any) {
	values, _ := deepCopy(c.Values).(map[string]any)
	for key, own := range inOrder(values) {
		value, isGiven := given[key]
		table, isTable := value.(map[string]any)
		below, isBelow := own.(map[string]any)
		switch {
		case !isGiven && how == coalesced && own == nil:
		case !isGiven:
			if how == coalesced && isBelow {
				withoutNulls(below)
			}
			given[key] = own
		case value == nil && how == coalesced:
			delete(given, key)
		case isTable && isBelow:
			within := either.Of(c.dependsOn(key), merged, how) // the dependency's own values come later
			if within == coalesced {
				withoutNulls(below)
			}
			within.tables(table, below)
		}
	}
}

// shareGlobals hands the globals of a chart to a dependency; the chart's count.
func shareGlobals(dependency, chart map[string]any) {
	to, ok := globals(dependency)
	from, both := globals(chart)
	if !ok || !both {
		return
	}
	for key, value := range inOrder(from) {
		global, isTable := value.(map[string]any)
		have, has := to[key]
		haveTable, isHaveTable := have.(map[string]any)
		switch {
		case !isTable && isHaveTable: // the chart's would take it away
		case !isTable:
			to[key] = value
		case !has:
			to[key] = maps.Clone(global)
		case isHaveTable:
			global = maps.Clone(global)
			merged.tables(global, haveTable)
			to[key] = global
		}
	}
	dependency[globalKey] = to
}

// globals are those among values; not ok: they are no mapping.
func globals(values map[string]any) (all map[string]any, ok bool) {
	have, is := values[globalKey]
	if !is {
		return map[string]any{}, true
	}
	all, ok = have.(map[string]any)
	return all, ok
}

// tables puts one mapping below another one.
func (how merging) tables(over, under map[string]any) {
	if under == nil || over == nil {
		return
	}
	set := map[string]bool{} // by under, before over's nulls come into it
	for key, value := range under {
		set[key] = value != nil
	}
	for key, value := range over {
		if value == nil {
			under[key] = nil
		}
	}
	for key, value := range inOrder(under) {
		have, has := over[key]
		table, isTable := have.(map[string]any)
		below, isBelow := value.(map[string]any)
		switch {
		case has && have == nil && how == coalesced && set[key]:
			delete(over, key)
		case !has:
			over[key] = value
		case isTable && isBelow:
			how.tables(table, below)
		}
	}
}

// inOrder goes through a mapping by the alphabet, for the same values to come
// out each time: imports may have made mappings of one another's parts.
func inOrder(m map[string]any) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for _, key := range slices.Sorted(maps.Keys(m)) {
			if value, still := m[key]; still && !yield(key, value) {
				return
			}
		}
	}
}

func withoutNulls(m map[string]any) {
	maps.DeleteFunc(m, func(_ string, value any) bool {
		if below, is := value.(map[string]any); is {
			withoutNulls(below)
		}
		return value == nil
	})
}
