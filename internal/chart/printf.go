package chart

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// printed puts operands together as fmt.Sprint does: with a blank between two
// of which neither is a string.
func (t *tracer) printed(all []any) source.Text {
	var parts []source.Text
	stringBefore := true
	for i, v := range all {
		_, isString := t.bare(v).(string)
		if i > 0 && !isString && !stringBefore {
			parts = append(parts, literal(" "))
		}
		parts = append(parts, t.asText(v))
		stringBefore = isString
	}
	return t.together(parts)
}

var verb = lazyregexp.New(`%[-+# 0]*[0-9]*(?:\.[0-9]+)?[a-zA-Z%]`)

// printf formats as fmt does. What a verb prints as it is keeps its place.
func (t *tracer) printf(format any, args ...any) (any, error) {
	text := t.asText(format)
	plain := make([]any, len(args))
	for i, a := range args {
		plain[i] = t.plain(a)
	}
	t.charge("printf", append([]any{text.String()}, plain...))
	whole := fmt.Sprintf(text.String(), plain...)
	var parts []source.Text
	at, next := 0, 0
	for _, m := range verb.FindAllStringIndex(text.String(), -1) {
		parts = append(parts, text.Slice(at, m[0]))
		at = m[1]
		spec := text.String()[m[0]:m[1]]
		switch {
		case strings.HasSuffix(spec, "%"):
			parts = append(parts, unit("%", text.Slice(m[0], m[1])))
		case next >= len(args):
			return t.computed(whole, append([]any{format}, args...)...), nil
		default:
			parts = append(parts, t.verb(spec, args[next], plain[next]))
			next++
		}
	}
	made := t.together(append(parts, text.Slice(at, text.Len())))
	if made.String() != whole { // widths from arguments, too many of them
		return t.computed(whole, append([]any{format}, args...)...), nil
	}
	return t.made(made)
}

// verb is what one verb prints.
func (t *tracer) verb(spec string, arg, plain any) source.Text {
	printed := fmt.Sprintf(spec, plain)
	s, isString := arg.(string)
	if !isString {
		return literal(printed)
	}
	text := t.decode(s)
	if k := t.only(s); k != nil && k.spelt.Len() > 0 && k.spelt.String() == printed {
		return k.spelt
	}
	switch {
	case text.String() == printed:
		return text
	case spec == "%q":
		if q := quoteText(text); q.String() == printed {
			return q
		}
	}
	if i := strings.Index(printed, text.String()); i >= 0 && text.Len() > 0 && strings.TrimSpace(printed) == text.String() { // padded
		return source.Join(literal(printed[:i]), text, literal(printed[i+text.Len():]))
	}
	if at := place(text); !at.IsZero() {
		return source.Vague(printed, at)
	}
	return literal(printed)
}
