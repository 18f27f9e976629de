package chart

import (
	"reflect"

	"github.com/jvmlint/jvmlint/internal/chart/budget"
)

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
	case map[string]any:
		for _, e := range v {
			n += b.sizeBelow(e, depth+1)
		}
	case []any:
		for _, e := range v {
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
