package chart

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
)

func (t *tracer) splitList(separator, v any) ([]string, error) {
	s, by := t.asText(v), t.asText(separator).String()
	t.charge("splitList", []any{by, s.String()})
	if by == "" {
		return strings.Split(s.String(), ""), nil
	}
	var out []string
	for _, p := range t.split(s, by) {
		out = append(out, t.encode(s.Slice(p.start, p.end)))
	}
	return out, nil
}

func (t *tracer) join(separator, list any) (any, error) {
	by := t.asText(separator)
	items := t.items(list)
	t.charge("join", []any{by.String(), items})
	var parts []source.Text
	for i, v := range items {
		if i > 0 {
			parts = append(parts, by)
		}
		parts = append(parts, t.asText(v))
	}
	return t.made(t.together(parts))
}

// items are the members of a list as Sprig makes strings of it: nil is left
// out, and what is no list is its only member.
func (t *tracer) items(list any) []any {
	var all []any
	switch list := list.(type) {
	case []any:
		all = slices.DeleteFunc(slices.Clone(list), func(v any) bool { return v == nil })
	case []string:
		for _, s := range list {
			all = append(all, s)
		}
	case string:
		all = []any{list}
	default:
		plain, err := t.sprig("toStrings", t.plain(list))
		if err != nil {
			return nil
		}
		for _, s := range plain.([]string) {
			all = append(all, s)
		}
	}
	return all
}
