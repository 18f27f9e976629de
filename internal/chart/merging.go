package chart

import (
	"reflect"
	"text/template"

	"dario.cat/mergo"
)

// mostMerged is how many mappings a merge may go through. A mapping may come to hold itself while it is
// merged, and then merging has no end: a stack that overflows cannot be caught.
const mostMerged = 100_000

// merging are Sprig's functions that merge mappings, with what they go through counted.
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
	return template.FuncMap{
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
