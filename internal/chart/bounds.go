package chart

import (
	"bytes"
	"errors"
	"reflect"
	"text/template"

	"dario.cat/mergo"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Bounds of rendering, which hostile or mistaken templates run into. Hardly a chart made by people comes near them:
// istio-base, which reads 900 KB of YAML twice, takes over 720 of its 1,216 million steps. They count and look at no
// clock, so that a chart renders alike on every machine.
const (
	mostDepth   = 400     // templates that include each other, values within values
	mostActions = 100_000 // of one template: the parser reads those within each other by functions that call themselves
	mostNested  = 20_000  // of all templates that include each other together
	mostRuns    = 10_000  // places in one string
)

// bounds counts what rendering takes.
type bounds struct {
	*budget.Budget
	depth, nested int
	room          int // bytes that may still be printed
}

// bounds are those of rendering a chart once. They grow with it, and with the values that it is installed with.
func (c *Chart) bounds(r Release) *bounds {
	size := c.loaded.Size() + lists.Sum(r.Values, func(f *source.File) int { return len(f.Data) })
	return &bounds{Budget: c.run.Budget(min(500_000_000+800*size, 4_000_000_000)), room: min(1<<20+size, 16<<20)}
}

// Exceeded reports whether a bound is why a chart is not read or not rendered.
func Exceeded(err error) bool {
	var bound *budget.Exceeded
	return errors.As(err, &bound)
}

// Each template begins with one call, and each round of its loops: of tick, which costs what they take.
const (
	perTemplate = 2000
	perNode     = 250
	perRound    = 600
	perCall     = 1200
	perYAML     = 500 // a byte, to find the places in it
)

func (b *bounds) tick(nodes int) string {
	b.Spend(perRound+nodes*perNode, "loops")
	return ""
}

// enter goes one template deeper, whose actions stand within each other so deep. It is left by what began it.
func (b *bounds) enter(nodes, nesting int) string {
	b.Spend(perTemplate+nodes*perNode, "templates")
	b.depth++
	b.nested += nesting
	switch {
	case b.depth > mostDepth:
		b.Exceed("templates include each other more than %d deep", mostDepth)
	case b.nested > mostNested:
		b.Exceed("templates that include each other nest actions more than %d deep", mostNested)
	}
	return ""
}

func (b *bounds) leave(nesting int) string {
	b.depth--
	b.nested -= nesting
	return ""
}

// within runs f, and comes back to the depth of before whatever happens in it.
func (b *bounds) within(f func() error) error {
	depth, nested := b.depth, b.nested
	defer func() { b.depth, b.nested = depth, nested }()
	return f()
}

const tooDeep = "values are nested too deeply"

// output is what a template prints to. What others include costs the making of
// a string; what a chart comes to is read afterwards, which costs more.
type output struct {
	*bounds
	bytes.Buffer
	last bool
}

// Write takes what is printed, up to the bound.
func (o *output) Write(p []byte) (n int, err error) {
	defer budget.Catch(&err)
	o.Spend(10*len(p), "what templates print")
	if o.last {
		if o.room -= len(p); o.room < 0 {
			o.Exceed("prints too much for a chart of this size")
		}
	}
	return o.Buffer.Write(p)
}

// perItem is what a value counts for beside its text.
const perItem = 16

// size is about how many bytes a value is written in, with all that it holds.
// Looking costs steps: a value may hold itself, or another one many times.
func (b *bounds) size(v any) int { return b.sizeBelow(v, 0) }

func (b *bounds) sizeBelow(v any, depth int) int {
	if depth > mostDepth {
		b.Exceed(tooDeep)
	}
	if of, is := v.(values); is {
		v = map[string]any(of)
	}
	n := perItem + 4*depth // what indents it
	switch v := v.(type) {
	case map[string]any:
		for key := range v {
			n += len(key)
		}
	case []byte:
		n += 4 * len(v) // printed as numbers
	case []int:
		n += perItem * len(v)
	case []string:
		for _, s := range v {
			n += perItem + 4*depth + len(s)
		}
	default:
		n += textOf(v)
	}
	b.Spend(40+n, "values")
	switch v := v.(type) {
	case nil, bool, int, int64, float64, string, []byte, []int, []string:
	case map[string]any, []any:
		for e := range helmchart.Held(v) {
			n += b.sizeBelow(e, depth+1)
		}
	default:
		n += b.sizeOfOther(reflect.ValueOf(v), depth)
	}
	return n
}

// sizeOfOther is the size of a value of a type that few functions give.
func (b *bounds) sizeOfOther(v reflect.Value, depth int) int {
	n := 0
	switch v.Kind() {
	case reflect.Map:
		for _, key := range v.MapKeys() {
			n += b.sizeBelow(key.Interface(), depth+1) + b.sizeBelow(v.MapIndex(key).Interface(), depth+1)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			n += b.sizeBelow(v.Index(i).Interface(), depth+1)
		}
	case reflect.String:
		n = v.Len()
	}
	return n
}

// textOf is how many bytes of text a value is, but for what it holds.
func textOf(v any) int {
	switch v := v.(type) {
	case string:
		return len(v)
	case []byte:
		return len(v)
	}
	return 0
}

// itemsOf is how many values a collection holds.
func itemsOf(v any) int {
	switch v := v.(type) {
	case nil, string:
		return 0
	case []any:
		return len(v)
	case map[string]any:
		return len(v)
	}
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Map, reflect.Slice, reflect.Array:
		return r.Len()
	}
	return 0
}

// numberOf is a count that a function is given, as a whole number; what is none
// counts for nothing, since the function refuses it.
func numberOf(v any) int {
	switch r := reflect.ValueOf(v); {
	case !r.IsValid():
		return 0
	case r.CanInt():
		return int(r.Int())
	case r.CanFloat():
		return int(r.Float())
	}
	return 0
}

// distance is how many steps lead from one number to another one; a step that
// leads over the largest of all leads round for ever.
func distance(from, to, step int) int {
	const large = 1 << 62
	if from > large || to > large || step > large || from < -large || to < -large || step < -large {
		return budget.Times(large, large)
	}
	if step == 0 {
		return 0
	}
	return max(to-from, from-to)/max(step, -step) + 1
}

// mostMerged is how many mappings a merge may go through. A mapping may come to hold itself while it is
// merged, and then merging has no end: a stack that overflows cannot be caught.
const mostMerged = 100_000

// merging are Sprig's functions that merge and copy mappings, with what they go through counted.
// https://github.com/Masterminds/sprig/blob/v3.3.0/dict.go
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
	switch of := v.(type) {
	case values:
		all, _ := b.deepCopy(map[string]any(of), depth).(map[string]any)
		return values(all)
	case *helmchart.Capabilities:
		return of.Copied()
	}
	return helmchart.Changed(v, func(e any) any { return b.deepCopy(e, depth+1) })
}
