package yamldoc

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
)

// sequence compares items, but for those that edits take out with their lines
// or put in.
func (v *verifier) sequence(path string, b, a *Node) error {
	var old []*Node
	for _, item := range b.children {
		if !v.removes(item) {
			old = append(old, item)
		}
	}
	at := 0
	for i, item := range a.children {
		here := fmt.Sprintf("%s[%d]", path, i)
		if e := v.addedAt(item); e != nil {
			if !e.makesItem(item, a.Style() == Flow) {
				return fmt.Errorf("%s: the item is not what was added, %q", here, e.New)
			}
			continue
		}
		if at == len(old) {
			return fmt.Errorf("%s: a new item, %s", here, describe(item))
		}
		if err := v.node(here, old[at], item); err != nil {
			return err
		}
		at++
	}
	if at < len(old) {
		return fmt.Errorf("%s: an item is gone, %s", path, describe(old[at]))
	}
	return nil
}

// removes reports whether an edit takes all of an item out.
func (v *verifier) removes(item *Node) bool {
	start, end := item.extent()
	for _, e := range v.edits {
		if e.New == "" && e.Span.Start < start && end <= e.Span.End {
			return true
		}
	}
	return false
}

// makesItem reports whether the text an edit adds parses by itself to this item.
func (e *placedEdit) makesItem(item *Node, flow bool) bool {
	text := e.New
	behindSign, isBefore := strings.CutSuffix(text, "- ") // before an item, whose sign it takes
	switch {
	case flow:
		text = "[" + strings.Trim(text, ", ") + "]"
	case isBefore:
		text = "- " + behindSign
	}
	docs, err := Parse(source.NewFile("", []byte(text)))
	return err == nil && len(docs) == 1 && docs[0].Root.Kind() == Sequence &&
		len(docs[0].Root.children) == 1 && same(docs[0].Root.children[0], item)
}
