package chart

import (
	"reflect"
	"slices"
	"text/template"

	"github.com/jvmlint/jvmlint/internal/lists"
)

// collections are the functions that hand values on as they are. What they
// look at, keys and conditions, they see without marks.
func (t *tracer) collections() template.FuncMap {
	all := template.FuncMap{
		"default": func(other any, given ...any) any {
			if len(given) == 0 || t.empty(given[0]) {
				return other
			}
			return given[0]
		},
		"coalesce": func(all ...any) any {
			first, _ := lists.First(all, func(v any) bool { return !t.empty(v) })
			return first
		},
		"empty":    t.empty,
		"required": t.required,
		"ternary": func(yes, no, is any) (any, error) {
			return t.sprig("ternary", yes, no, t.bare(is))
		},
	}
	// Which of their arguments are looked at.
	for name, looked := range map[string]func(i, n int) bool{
		"list": none, "tuple": none, "concat": none, "values": none, "deepCopy": none, "mustDeepCopy": none,
		"append": none, "push": none, "mustAppend": none, "mustPush": none, "prepend": none, "mustPrepend": none,
		"first": none, "mustFirst": none, "last": none, "mustLast": none, "rest": none, "mustRest": none,
		"initial": none, "mustInitial": none, "reverse": none, "mustReverse": none, "keys": none,
		"dict": func(i, _ int) bool { return i%2 == 0 },
		"get":  others, "set": func(i, _ int) bool { return i == 1 }, "unset": others, "hasKey": others,
		"pick": others, "omit": others, "slice": others, "mustSlice": others,
		"pluck": first, "chunk": first, "mustChunk": first,
		"dig":    func(i, n int) bool { return i < n-2 },
		"kindOf": every, "kindIs": every, "typeOf": every, "typeIs": every, "typeIsLike": every,
	} {
		all[name] = func(args ...any) (any, error) {
			for i := range args {
				if looked(i, len(args)) {
					args[i] = t.bare(args[i])
				}
			}
			return t.sprig(name, args...)
		}
	}
	for _, name := range []string{"merge", "mergeOverwrite", "mustMerge", "mustMergeOverwrite"} {
		all[name] = func(args ...any) (any, error) {
			t.charge(name, args) // before it is gone through
			t.emptied(args)
			return t.sprig(name, args...)
		}
	}
	return all
}

func none(_, _ int) bool   { return false }
func every(_, _ int) bool  { return true }
func first(i, _ int) bool  { return i == 0 }
func others(i, _ int) bool { return i > 0 }

func (t *tracer) sprig(name string, args ...any) (any, error) {
	t.charge(name, args)
	return invoke(reflect.ValueOf(t.plainly[name]), args)
}

// empty tells what Sprig takes for nothing.
func (t *tracer) empty(v any) bool {
	is, _ := template.IsTrue(t.bare(v))
	return !is && reflect.ValueOf(v).Kind() != reflect.Struct
}

func (t *tracer) required(message, v any) (any, error) {
	_, err := required(t.asText(message).String(), t.bare(v))
	return v, err
}

// emptied takes the marks off what is nothing, in entries that several values have: merging replaces that.
func (t *tracer) emptied(all []any) {
	mappings := lists.Found(all, mapping)
	for i := 1; i < len(mappings); i++ {
		for key := range mappings[i] {
			if slices.ContainsFunc(mappings[1:i], func(o map[string]any) bool { _, seen := o[key]; return seen }) {
				continue
			}
			have := lists.Found(mappings, func(o map[string]any) (any, bool) {
				e, has := o[key]
				return e, has
			})
			if len(have) > 1 {
				for _, o := range mappings {
					if s, is := o[key].(string); is {
						o[key] = t.truth(s)
					}
				}
				t.emptied(have)
			}
		}
	}
}

func (t *tracer) splitList(separator, v any) ([]string, error) {
	s, by := t.asText(v), t.asText(separator).String()
	t.charge("splitList", []any{by, s.String()})
	return lists.Of(t.split(s, by), func(p run) string { return t.encode(s.Slice(p.start, p.end)) }), nil
}

func (t *tracer) join(separator, list any) (any, error) {
	by := t.asText(separator)
	items := t.items(list)
	t.charge("join", []any{by.String(), items})
	return t.made(t.together(separated(lists.Of(items, t.asText), by)))
}

// items are the members of a list as Sprig makes strings of it: nil is left out.
// Those of anything else than values and texts lose their places.
func (t *tracer) items(list any) []any {
	if all, is := list.([]any); is {
		return slices.DeleteFunc(slices.Clone(all), func(v any) bool { return v == nil })
	}
	texts, is := list.([]string)
	if !is {
		plain, _ := t.sprig("toStrings", t.plain(list))
		texts, _ = plain.([]string)
	}
	return lists.Of(texts, func(s string) any { return s })
}
