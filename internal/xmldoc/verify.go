package xmldoc

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// part is a name, a value or a text of a document, and where it stands.
type part struct {
	path, value string
	depth       int
	at          source.Span
}

// Verify proves that edits did what they say and nothing else: after is before with the edits made, and every name,
// value and text that no edit touches is what it was. Those that an edit touches, and new ones, are the words of edits.
func Verify(before *source.File, edits []source.Edit, after *source.File) error {
	data, err := before.Apply(edits)
	if err != nil {
		return err
	}
	if !bytes.Equal(data, after.Data) {
		return fmt.Errorf("%s is not the result of the edits", after.Name)
	}
	b, err := Parse(before)
	if err != nil {
		return fmt.Errorf("before the edits: %w", err)
	}
	a, err := Parse(after)
	if err != nil {
		return fmt.Errorf("after the edits: %w", err)
	}
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b source.Edit) int { return a.Span.Start - b.Span.Start })
	shift := 0
	var replaced, written [][2]int
	for _, e := range edits {
		replaced = append(replaced, [2]int{e.Span.Start, e.Span.End})
		written = append(written, [2]int{e.Span.Start + shift, e.Span.Start + shift + len(e.New)})
		shift += len(e.New) - e.Span.Len()
	}
	was, is := untouched(b.parts(), replaced), untouched(a.parts(), written)
	for i, p := range was {
		if i >= len(is) || is[i].depth != p.depth || is[i].value != p.value {
			return fmt.Errorf("the change would alter %s", p.path)
		}
	}
	if len(is) > len(was) {
		return fmt.Errorf("the change would add %s", is[len(was)].path)
	}
	return nil
}

// untouched are the parts that no change meets. Changes are in their order. A text at whose border something is put in
// is not changed by that, but for an empty one.
func untouched(parts []part, changes [][2]int) []part {
	return slices.DeleteFunc(parts, func(p part) bool {
		i, _ := slices.BinarySearchFunc(changes, p.at.Start, func(c [2]int, at int) int { return c[1] - at })
		for ; i < len(changes) && changes[i][0] <= p.at.End; i++ {
			start, end := changes[i][0], changes[i][1]
			if start < p.at.End && p.at.Start < end || p.at.Len() == 0 && start <= p.at.Start && p.at.Start <= end {
				return true
			}
		}
		return false
	})
}

// parts are those of a document in its order, without texts of blanks alone.
func (d *Document) parts() []part {
	var all []part
	var walk func(e *Element, path string, depth int)
	walk = func(e *Element, path string, depth int) {
		path += "/" + e.Name
		add := func(what, value string, at source.Span) { all = append(all, part{path + what, value, depth, at}) }
		add("", e.Name, e.Tag.Span())
		for _, a := range e.Attributes {
			add("/@"+a.Name, a.Name, a.Key.Span())
			add("/@"+a.Name, a.Value.String(), a.Value.Span())
		}
		if t := Trim(e.Text); t.Len() > 0 {
			add("", t.String(), t.Span())
		}
		for _, c := range e.Children {
			walk(c, path, depth+1)
		}
	}
	walk(d.Root, "", 0)
	return append(all, lists.Of(d.Comments, func(c source.Span) part { return part{"a comment", c.String(), 0, c} })...)
}
