package template

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Variables give the value of a name that a template puts in, and whether that is known. A
// known one that is empty is not set.
type Variables func(name string) (value source.Text, known bool)

// plainName is an action of Jinja that puts one variable in, or where that is not set what
// stands in its place.
//
//	https://jinja.palletsprojects.com/en/stable/templates/#jinja-filters.default
var plainName = lazyregexp.New(`^\{\{-?\s*([A-Za-z_]\w*)\s*(?:\|\s*(?:default|d)\(\s*(?:"([^"\\{]*)"|'([^'\\{]*)'|(\d+))\s*(?:,\s*[Tt]rue\s*)?\)\s*)?-?\}\}$`)

// mostDeep is how deep values may name others: one may name itself.
const mostDeep = 5

// of is what an action puts in: a gap, where that is not known.
func (v Variables) of(action source.Text, depth int) source.Text {
	gap := source.GapAt(action.Span())
	m := plainName.FindStringSubmatchIndex(action.String())
	if v == nil || m == nil || depth == 0 {
		return gap
	}
	value, known := v(action.String()[m[2]:m[3]])
	if !known {
		return gap
	}
	for i := 4; i < len(m) && value.Len() == 0; i += 2 {
		if m[i] >= 0 {
			return action.Slice(m[i], m[i+1])
		}
	}
	if value.Len() == 0 {
		return gap
	}
	t := Parse("", value)
	filled := writer{}
	for _, p := range t.parts {
		switch {
		case p.kind == textual:
			filled.texts = append(filled.texts, p.text)
		case p.kind == outputs:
			filled.texts = append(filled.texts, v.of(p.text, depth-1))
		default:
			return gap
		}
	}
	all := source.Join(filled.texts...)
	if strings.Trim(all.String(), source.Gap) == "" { // nothing of it is known
		return gap
	}
	return all
}

// FillKnown is a text with the values that are known and that fit in place of actions; the
// others stay. It reports whether there are any.
func FillKnown(text source.Text, values Variables, fits func(value string) bool) (filled source.Text, some bool) {
	if values == nil {
		return text, false
	}
	var parts []source.Text
	at := 0
	for _, a := range actionsOf(text.String(), common) {
		if a.kind != outputs {
			continue
		}
		value := values.of(text.Slice(a.start, a.end), mostDeep)
		if source.HasGap(value.String()) || !fits(value.String()) {
			continue
		}
		parts = append(parts, text.Slice(at, a.start), value)
		at, some = a.end, true
	}
	return source.Join(append(parts, text.Slice(at, text.Len()))...), some
}
