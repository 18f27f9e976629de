package repair

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
	"github.com/jvmlint/jvmlint/internal/hazelcast/verdict"
	"github.com/jvmlint/jvmlint/internal/hazelcast/xmlconfig"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// MapName is a map as messages speak of it.
func MapName(m hazelcast.MapConfig) string { return "map " + strconv.Quote(m.WrittenName()) }

// SetOf is the edit that gives a setting of a map a value, under the name that
// it has where the map is written. There may be none.
func SetOf(m hazelcast.Map, value string, setting ...string) source.Edit {
	mapping, key := m.Place(setting...)
	return SetKey(mapping, key, value)
}

// NoteFixed says of a setting that nobody can change in a map that is there.
func NoteFixed(f *lint.Finding, m hazelcast.Map, setting string) {
	if m.Fixed(setting) {
		_, field := m.Place(setting)
		f.Note("the operator refuses to change " + field + " of an existing map: use a map with another name, or a new cluster")
	}
}

// SetKey is the edit that gives a key of a mapping a value. A mapping that
// stands elsewhere, and is only referred to, is left alone.
func SetKey(mapping *yamldoc.Node, key, value string) source.Edit {
	if mapping.Kind() != yamldoc.Mapping || !mapping.Alias().IsZero() {
		return source.Edit{}
	}
	e, ok := mapping.Entry(key)
	switch {
	case !ok:
		edit, _ := yamldoc.InsertEntry(mapping, key, value, false) // none where it cannot be added
		return edit
	case e.Merged || !e.Value.Alias().IsZero():
	case e.Value.Text().Len() > 0 && (e.Value.Style() == yamldoc.Plain || e.Value.Quoted()):
		return lint.Replace(e.Value.Text(), value)
	}
	return source.Edit{}
}

// ByDefault writes a word, and that it is a default where it is one.
func ByDefault(w hazelcast.Word) string { return w.Name + lint.ByDefault(w.Origin) }

// RefusedAt is the key or the value at fault. Of what is more than a scalar its key is, or its first line.
func RefusedAt(r verdict.Refusal) []source.Text {
	at := r.At
	if !r.Span.IsZero() {
		return []source.Text{source.Verbatim(r.Span)}
	}
	if at == nil {
		return nil
	}
	if at.Kind() != yamldoc.Scalar && at.Key() != nil || at.Kind() == yamldoc.Scalar && at.Span().Len() == 0 {
		at = at.Key()
	}
	if at.Kind() == yamldoc.Scalar {
		return []source.Text{at.Text()}
	}
	span := at.Span()
	if span.IsZero() {
		return nil
	}
	line := span.File.Line(span.File.LineAt(span.Start))
	return []source.Text{source.Verbatim(span.File.Span(span.Start, min(span.End, line.End)))}
}

// MendRefusal suggests what is meant most likely.
func MendRefusal(f *lint.Finding, r verdict.Refusal) {
	if strings.Contains(r.At.Value(), "${") && r.Given != r.At.Value() {
		f.Note(r.At.Value() + " evaluates to " + r.Given)
		return
	}
	switch {
	case r.Wanted == schema.Integer && strings.Contains(r.At.Value(), "${"):
		f.Suggest(lint.Manual, "set the property, and write ${NAME} alone: a member knows no default behind a colon")
	case r.Fault == verdict.KeyNoText:
		f.Suggest(lint.Safe, "quote it, so that the key is a string", lint.Replace(r.At.Text(), strconv.Quote(r.At.Value())))
	case r.Fault == verdict.NullEntry:
		f.Suggest(lint.Manual, "remove the key, or give it content")
	case r.Fault == verdict.Tab:
		f.Suggest(lint.Safe, "replace it with a blank", lint.Replace(source.Verbatim(r.Span), " "))
	case r.Fault == verdict.DuplicateKey:
		f.Suggest(lint.Manual, "keep one of them")
	case r.Fault == verdict.MisIndented:
		f.Suggest(lint.Manual, "indent it below the key "+r.Expected[0])
	case r.Wanted == schema.Integer:
		mendNumber(f, r)
	case len(r.Expected) > 0 && (r.Keyword == "additionalProperties" || r.Keyword == "enum"):
		mendSpelling(f, r)
	}
}

// MendMoved says of a key of Hazelcast 3 what later releases have instead, and reports whether it is one.
func MendMoved(f *lint.Finding, r verdict.Refusal) bool {
	path := r.Given
	if way := strings.Split(strings.TrimPrefix(r.Location, "#"), "/"); len(way) > 2 {
		path = way[2] + "." + path
	}
	now, is := hazelcast.InsteadOf()[path]
	name, same := strings.CutPrefix(now, "=")
	switch {
	case !is || !r.IsKey:
		return false
	case now == "":
		f.Suggest(lint.Manual, "remove it: only Hazelcast 3 and older have it")
	case same:
		what := "write " + name + ": only Hazelcast 3 and older have " + r.Given
		if r.Element.Child("password") != nil {
			what += ", whose password protected nothing"
		}
		f.Suggest(lint.Unsafe, what, renamed(r, path, name)...)
	default:
		f.Suggest(lint.Manual, "write "+now+" instead: only Hazelcast 3 and older have "+r.Given)
	}
	return true
}

// renamed are the edits that rename a key of Hazelcast 3, and with it those of each of its entries; none where the name
// is taken.
func renamed(r verdict.Refusal, path, name string) []source.Edit {
	switch path {
	case "group":
		return clusterName(r.Element, name)
	case "map.max-size", "map.eviction-policy":
		return eviction(r.Element)
	}
	edits := yamldoc.Rename(r.At, name)
	var within []*yamldoc.Node
	if r.Element != nil {
		within = lists.Of(r.Element.Children, xmlconfig.NameOf)
	} else if has(r.At, name) {
		return nil
	}
	for _, each := range r.At.Parent().Get(r.Given).Entries() {
		within = append(within, lists.Of(each.Value.Entries(), func(e yamldoc.Entry) *yamldoc.Node { return e.Key })...)
	}
	for _, key := range within {
		switch name, same := strings.CutPrefix(hazelcast.InsteadOf()[path+"."+key.Value()], "="); {
		case same && r.Element == nil && has(key, name):
			return nil
		case same:
			edits = append(edits, yamldoc.Rename(key, name)...)
		}
	}
	return edits
}

// textOf is the text of an element that stands alone and holds nothing else; empty where that is not so, or there is none.
func textOf(e *xmldoc.Element) string {
	if e == nil || len(e.Children) > 0 || !alone(e) {
		return ""
	}
	return strings.TrimSpace(e.Text.Span().String())
}

// alone reports whether an element may be written anew: it stands once in its parent, and has no prefix and no comments.
func alone(e *xmldoc.Element) bool {
	same := lists.Where(e.Parent.Children, func(c *xmldoc.Element) bool { return c.Name == e.Name })
	return len(same) == 1 && e.Tag.String() == e.Name && !strings.Contains(e.Span.String(), "<!")
}

// clusterName writes the name of a group as that of the cluster, in XML. A password goes: it protected nothing.
func clusterName(e *xmldoc.Element, name string) []source.Edit {
	of := textOf(e.Child("name"))
	if of == "" || !alone(e) || e.Parent.Child(name) != nil {
		return nil
	}
	return []source.Edit{{Span: e.Span, New: fmt.Sprintf("<%[1]s>%[2]s</%[1]s>", name, of)}}
}

// eviction joins the size and the policy of a map in one element, in XML. Where there are both, the finding about the size
// has the edits.
func eviction(e *xmldoc.Element) []source.Edit {
	if e == nil || e.Parent.Child("eviction") != nil {
		return nil
	}
	size, policy := e.Parent.Child("max-size"), e.Parent.Child("eviction-policy")
	written, edits := "<eviction", []source.Edit{{Span: e.Span}}
	if policy != nil {
		written += fmt.Sprintf(" eviction-policy=%q", textOf(policy))
	}
	if size != nil {
		if of, is := size.Attribute("policy"); is {
			written += fmt.Sprintf(" max-size-policy=%q", of.Value.Span())
		}
		written += fmt.Sprintf(" size=%q", textOf(size))
	}
	switch {
	case policy != nil && textOf(policy) == "", size != nil && textOf(size) == "", e == policy && size != nil:
		return nil
	case policy != nil && size != nil:
		edits = append(edits, source.Edit{Span: policy.Span})
	}
	edits[0].New = written + "/>"
	return edits
}

// mendSpelling puts the nearest of the valid words in place of a wrong one.
func mendSpelling(f *lint.Finding, r verdict.Refusal) {
	near, only := spelling.Only(spelling.Near(r.Given, slices.Values(r.Expected), max(len(r.Given)/3, 1)))
	word := near.Name
	if word == "" || r.IsKey && has(r.At, word) {
		if len(r.Expected) <= 12 {
			f.Note("valid there: " + strings.Join(r.Expected, ", "))
		}
		return
	}
	safety := lint.Unsafe
	if only && near.Letters == 0 { // but for case, and for what joins its parts
		safety = lint.Safe
	}
	f.Suggest(safety, "write "+word, yamldoc.Rename(r.At, word)...)
}

// has reports whether the mapping that a key is in has another one too.
func has(key *yamldoc.Node, name string) bool {
	return slices.ContainsFunc(key.Parent().Pairs(), func(e yamldoc.Entry) bool { return e.Key.Value() == name })
}

func mendNumber(f *lint.Finding, r verdict.Refusal) {
	digits := strings.TrimSuffix(strings.ReplaceAll(strings.TrimPrefix(r.Given, "+"), "_", ""), ".0")
	if digits == r.Given || digits == "" || strings.Trim(digits, "0123456789") != "" || digits[0] == '0' && len(digits) > 1 {
		return
	}
	f.Suggest(lint.Safe, "write "+digits, lint.Replace(r.At.Text(), digits))
}
