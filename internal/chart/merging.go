package chart

import (
	"errors"
	"reflect"
	"text/template"

	"dario.cat/mergo"
)

// mostMerged is how many mappings a merge may go through. A mapping may come to hold itself while it is
// merged, and then merging has no end: a stack that overflows cannot be caught.
const mostMerged = 100_000

// merging are Sprig's functions that merge and copy mappings, with what they go through counted.
//
//	https://github.com/Masterminds/sprig/blob/v3.3.0/dict.go
func (b *bounds) merging() template.FuncMap {
	must := func(options ...func(*mergo.Config)) func(map[string]any, ...map[string]any) (any, error) {
		return func(into map[string]any, all ...map[string]any) (any, error) {
			for _, from := range all {
				counting := mergo.WithTransformers(&mergeCount{b, mostMerged})
				if err := mergo.Merge(&into, from, append(options[:len(options):len(options)], counting)...); err != nil {
					return nil, err
				}
			}
			return into, nil
		}
	}
	may := func(f func(map[string]any, ...map[string]any) (any, error)) func(map[string]any, ...map[string]any) any {
		return func(into map[string]any, all ...map[string]any) any {
			merged, err := f(into, all...)
			if err != nil {
				return ""
			}
			return merged
		}
	}
	merge, overwrite := must(), must(mergo.WithOverride)
	copied := func(v any) (any, error) {
		if v == nil { // which Sprig refuses
			return nil, errors.New("deepCopy of nil")
		}
		return b.deepCopy(v, 0), nil
	}
	return template.FuncMap{
		"deepCopy": copied, "mustDeepCopy": copied,
		"merge": may(merge), "mustMerge": merge, "mergeOverwrite": may(overwrite), "mustMergeOverwrite": overwrite,
	}
}

// mergeCount is asked for each mapping that a merge goes into, and changes none.
type mergeCount struct {
	*bounds
	left int
}

// Transformer counts.
func (c *mergeCount) Transformer(reflect.Type) func(into, from reflect.Value) error {
	if c.left--; c.left < 0 {
		c.Exceed(tooDeep)
	}
	c.Spend(perCall, "merge")
	return nil
}

// deepCopy copies what values are made of, at a twentieth of the cost of Sprig, which looks
// at every value by reflection. No template changes what else there is.
func (b *bounds) deepCopy(v any, depth int) any {
	if depth > mostDepth {
		b.Exceed(tooDeep)
	}
	b.Spend(400*itemsOf(v), "values")
	switch v := v.(type) {
	case values:
		all, _ := b.deepCopy(map[string]any(v), depth).(map[string]any)
		return values(all)
	case map[string]any:
		if v == nil {
			return v
		}
		all := make(map[string]any, len(v))
		for key, e := range v {
			all[key] = b.deepCopy(e, depth+1)
		}
		return all
	case []any:
		if v == nil {
			return v
		}
		all := make([]any, len(v))
		for i, e := range v {
			all[i] = b.deepCopy(e, depth+1)
		}
		return all
	}
	return v
}
