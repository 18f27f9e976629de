package chart

import (
	"sync"

	"github.com/Masterminds/sprig/v3"

	"github.com/jvmlint/jvmlint/internal/chart/budget"
	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
)

// deepCopy copies what values are made of as Sprig does, which looks at every
// value by reflection and takes twenty times as long. It copies what is none.
func deepCopy(v any) any {
	all, err := mustDeepCopy(v)
	if err != nil {
		panic("deepCopy error: " + err.Error())
	}
	return all
}

var sprigCopies = sync.OnceValue(func() func(any) (any, error) {
	return sprig.TxtFuncMap()["mustDeepCopy"].(func(any) (any, error))
})

func mustDeepCopy(v any) (any, error) {
	switch v := v.(type) {
	case values:
		all, err := copiedEntries(v)
		return values(all), err
	case map[string]any:
		return copiedEntries(v)
	case []any:
		if v == nil {
			return v, nil
		}
		all := make([]any, len(v))
		for i, e := range v {
			var err error
			if all[i], err = copiedWithin(e); err != nil {
				return nil, err
			}
		}
		return all, nil
	case bool, int, int64, float64, string, helmchart.Files, files: // no template changes a file
		return v, nil
	}
	return sprigCopies()(v)
}

// copying is what a copy takes, which text is no part of. What Sprig copies it
// looks at byte by byte.
func (b *bounds) copying(v any, depth int) int {
	if depth > mostDepth {
		b.Exceed(tooDeep)
	}
	if of, is := v.(values); is {
		v = map[string]any(of)
	}
	n := 0
	switch v := v.(type) {
	case nil, bool, int, int64, float64, string, helmchart.Files, files:
	case map[string]any:
		b.Spend(100*(1+len(v)), "values")
		n = 300 * (1 + len(v))
		for _, e := range v {
			n = budget.Plus(n, b.copying(e, depth+1))
		}
	case []any:
		b.Spend(100*(1+len(v)), "values")
		n = 300 * (1 + len(v))
		for _, e := range v {
			n = budget.Plus(n, b.copying(e, depth+1))
		}
	default:
		n = budget.Times(30, b.size(v))
	}
	return n
}

func copiedEntries(of map[string]any) (map[string]any, error) {
	if of == nil {
		return nil, nil
	}
	all := make(map[string]any, len(of))
	for key, e := range of {
		var err error
		if all[key], err = copiedWithin(e); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func copiedWithin(v any) (any, error) {
	if v == nil {
		return nil, nil
	}
	return mustDeepCopy(v)
}
