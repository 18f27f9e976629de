package chart

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Templates pass strings around. For a string to keep its place it is put between marks: two characters of the
// private planes that number its text, and one that ends it. All functions of templates take marks off or carry them
// on, so that text without its marks is what Helm makes.
const (
	markHigh = 0xF0000  // the first character of a number, plus its high digit
	markLow  = 0x100000 // the second one, plus its low digit
	markEnd  = 0x10FFFD
	digits   = 0xFFF0
)

// marks number texts.
type marks struct {
	bounds *bounds
	table  []mark
}

// mark is a text that strings refer to.
type mark struct {
	text  source.Text
	typed any           // what the text stands for where that is no string; else nil
	spelt source.Text   // how a number was written: 1000000 for 1e+06
	node  *yamldoc.Node // the value of a file that it is; nil where it is none
}

func (m *marks) marked(k mark) string {
	if k.text.Len() == 0 || !k.text.Located() && k.text.Foremost().IsZero() {
		return k.text.String()
	}
	m.bounds.Spend(1500+5*k.text.Len(), "places")
	n := len(m.table)
	m.table = append(m.table, k)
	var b strings.Builder
	b.Grow(k.text.Len() + 12)
	b.WriteRune(rune(markHigh + n/digits))
	b.WriteRune(rune(markLow + n%digits))
	b.WriteString(k.text.String())
	b.WriteRune(markEnd)
	return b.String()
}

func (m *marks) encode(t source.Text) string { return m.marked(mark{text: t}) }

// mayHoldMarks reports whether a string has characters that marks are made of.
func mayHoldMarks(s string) bool {
	return (strings.IndexByte(s, 0xf3) >= 0 || strings.IndexByte(s, 0xf4) >= 0) && strings.ContainsFunc(s, isMark)
}

func isMark(r rune) bool { return r >= markHigh }

// decode gives the text of a string with marks. What stands between none is of unknown place.
func (m *marks) decode(s string) source.Text {
	if !mayHoldMarks(s) {
		return source.Unlocated(s, "a template")
	}
	m.bounds.Spend(4*len(s), "places")
	var parts []source.Text
	for s != "" {
		m.bounds.Spend(200, "places")
		if begin := untilMark(s); begin > 0 {
			parts = append(parts, source.Unlocated(s[:begin], "a template"))
			s = s[begin:]
			continue
		}
		k, value, rest := m.next(s)
		switch {
		case k != nil && k.text.String() == value:
			parts = append(parts, k.text)
		case k != nil && value != "": // something cut it
			parts = append(parts, source.Vague(value, k.text.Foremost()))
		case value != "":
			parts = append(parts, source.Unlocated(value, "a template"))
		}
		s = rest
	}
	return m.together(parts)
}

// perRun is what a run of a text takes, most of it memory.
const perRun = 800

// together puts texts together, all of whose runs are copied.
func (m *marks) together(parts []source.Text) source.Text {
	m.bounds.Spend(perRun*(len(parts)+lists.Sum(parts, source.Text.Runs)), "places")
	return source.Join(parts...)
}

// untilMark is how many bytes of a string come before a mark: all, where it has none.
func untilMark(s string) int {
	return len(s) - len(strings.TrimLeftFunc(s, func(r rune) bool { return !isMark(r) }))
}

// next takes a mark and its text off a string that begins with one.
func (m *marks) next(s string) (k *mark, value, rest string) {
	high, n := utf8.DecodeRuneInString(s)
	s = s[n:]
	if high == markEnd {
		return nil, "", s
	}
	if low, n := utf8.DecodeRuneInString(s); high < markLow && low >= markLow && low != markEnd {
		s = s[n:]
		if i := int(high-markHigh)*digits + int(low-markLow); i < len(m.table) {
			k = &m.table[i]
		}
	}
	end := untilMark(s)
	value, rest = s[:end], s[end:]
	if r, n := utf8.DecodeRuneInString(rest); r == markEnd {
		rest = rest[n:]
	}
	return k, value, rest
}

// only is the mark of a string that is one marked text and nothing else.
func (m *marks) only(s string) *mark {
	if !mayHoldMarks(s) {
		return nil
	}
	if k, value, rest := m.next(s); k != nil && rest == "" && value == k.text.String() {
		return k
	}
	return nil
}

func strip(s string) string {
	if !mayHoldMarks(s) {
		return s
	}
	var b strings.Builder
	for { // not strings.Map: files may be no text
		mark := strings.IndexFunc(s, isMark)
		if mark < 0 {
			return b.String() + s
		}
		b.WriteString(s[:mark])
		_, n := utf8.DecodeRuneInString(s[mark:])
		s = s[mark+n:]
	}
}

// bare takes the marks off a value, but not off what a collection holds.
func (m *marks) bare(v any) any {
	switch v := v.(type) {
	case string:
		m.bounds.Spend(50+4*len(v), "values")
		if k := m.only(v); k != nil && k.typed != nil {
			return k.typed
		}
		return strip(v)
	case []byte:
		return []byte(strip(string(v)))
	}
	return v
}

// plain takes the marks off a value and off all that it holds.
func (m *marks) plain(v any) any { return m.plainDown(v, 0) }

func (m *marks) plainDown(v any, depth int) any {
	if depth > mostDepth {
		m.bounds.Exceed(tooDeep)
	}
	m.bounds.Spend(100*(1+itemsOf(v)), "values")
	switch v := v.(type) {
	case map[string]any:
		return withPlainKeys(v, func(e any) any { return m.plainDown(e, depth+1) })
	case values:
		return values(m.plainDown(map[string]any(v), depth).(map[string]any))
	case map[string]string:
		return withPlainKeys(v, strip)
	case []any:
		return helmchart.Changed(v, func(e any) any { return m.plainDown(e, depth+1) })
	case []string:
		return lists.Of(v, strip)
	}
	return m.bare(v)
}

// withPlainKeys is a mapping of what becomes of each value, under the keys without their marks.
func withPlainKeys[V any](m map[string]V, plain func(V) V) map[string]V {
	if m == nil {
		return nil
	}
	out := make(map[string]V, len(m))
	for k, e := range m {
		out[strip(k)] = plain(e)
	}
	return out
}

// foremost is the first place that any of the texts comes from: a value of a file before the text of a template.
func (m *marks) foremost(all ...any) source.Span {
	for _, v := range all {
		m.bounds.Spend(50, "places")
		if s, is := v.(string); is {
			if at := place(m.decode(s)); !at.IsZero() {
				return at
			}
		}
	}
	return source.Span{}
}

// computed is what a function made of values: where they stand is pointed at, and cannot be edited.
func (m *marks) computed(result any, from ...any) any {
	value, isString := result.(string)
	if !isString {
		value = fmt.Sprint(result)
	}
	for _, v := range from { // one that comes out as it went in
		s, _ := v.(string)
		if k := m.only(s); k != nil && k.spelt.Len() > 0 && k.spelt.String() == value {
			return m.marked(mark{text: k.spelt, typed: typedOrNil(result), node: k.node})
		} else if s != "" && isString && strip(s) == value {
			return s
		}
	}
	at := m.foremost(from...)
	if at.IsZero() {
		return result
	}
	return m.marked(mark{text: source.Vague(value, at), typed: typedOrNil(result)})
}

// typedOrNil is the value of a mark whose text is not the value itself.
func typedOrNil(v any) any {
	if _, isString := v.(string); isString {
		return nil
	}
	return v
}
