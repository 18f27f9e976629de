package xmldoc

import (
	"bytes"
	"fmt"
	"slices"

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
	was := untouched(b.parts(), func(s source.Span) bool {
		return !slices.ContainsFunc(edits, func(e source.Edit) bool { return touches(s, e.Span.Start, e.Span.End) })
	})
	shift := 0
	var written [][2]int
	for _, e := range edits {
		written = append(written, [2]int{e.Span.Start + shift, e.Span.Start + shift + len(e.New)})
		shift += len(e.New) - e.Span.Len()
	}
	is := untouched(a.parts(), func(s source.Span) bool {
		return !slices.ContainsFunc(written, func(w [2]int) bool { return touches(s, w[0], w[1]) })
	})
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

// touches reports whether a place and a change meet. A text at whose border
// something is put in is not changed by that, but for an empty one.
func touches(s source.Span, start, end int) bool {
	if s.Len() == 0 {
		return start <= s.Start && s.Start <= end
	}
	return start < s.End && s.Start < end || start == end && s.Start < start && start < s.End
}

func untouched(parts []part, is func(source.Span) bool) []part {
	return slices.DeleteFunc(parts, func(p part) bool { return !is(p.at) })
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
	for _, c := range d.Comments {
		all = append(all, part{"a comment", c.String(), 0, c})
	}
	return all
}
