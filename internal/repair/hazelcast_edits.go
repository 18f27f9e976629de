package repair

import (
	"strconv"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
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
func ByDefault(w hazelcast.Word) string {
	if w.Origin == source.Default {
		return w.Name + " by default"
	}
	return w.Name
}
