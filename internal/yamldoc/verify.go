package yamldoc

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Verify proves that edits did what they say and nothing else: after is before with the edits made; each scalar edited
// within its text has the old value with the edits made in it; each scalar replaced, and each entry added to a mapping,
// has the value that the new text has by itself; and every other value and every comment is what it was, but for edits
// within those spans of comments that may change. The error names the path of the first thing that is not so.
// What the files were read as is taken where it is at hand.
func Verify(before *source.File, was []*Document, edits []source.Edit, after *source.File, is []*Document, mayChange ...source.Span) error {
	data, err := before.Apply(edits)
	if err != nil {
		return err
	}
	if !bytes.Equal(data, after.Data) {
		return fmt.Errorf("%s is not the result of the edits", after.Name)
	}
	b, err := streamOf(before, was)
	if err != nil {
		return fmt.Errorf("before the edits: %w", err)
	}
	a, err := streamOf(after, is)
	if err != nil {
		return fmt.Errorf("after the edits: %w", err)
	}
	if len(b.docs) != len(a.docs) {
		return fmt.Errorf("%d documents, were %d", len(a.docs), len(b.docs))
	}
	v := verifier{edits: place(edits)}
	for i, d := range b.docs {
		v.markAdded(a.docs[i].Root)
		path := ""
		if len(b.docs) > 1 {
			path = fmt.Sprintf("document %d: ", i+1)
		}
		if err := v.node(path, d.Root, a.docs[i].Root); err != nil {
			return err
		}
	}
	return sameComments(withEdits(b.comments(), edits, mayChange), a.comments())
}

// streamOf is what a file was read as, or is: readers may have changed what they read.
func streamOf(f *source.File, read []*Document) (*stream, error) {
	if len(read) > 0 && read[0].File == f && !read[0].Root.stream.changed {
		return read[0].Root.stream, nil
	}
	return parse(f)
}

// verifier compares a tree with what edits made of it.
type verifier struct{ edits []*placedEdit }

// placedEdit is an edit, and where its new text stands afterwards.
type placedEdit struct {
	source.Edit
	start, end int
	added      bool // adds entries to a mapping, or items to a sequence
}

func place(edits []source.Edit) []*placedEdit {
	placed := lists.Of(edits, func(e source.Edit) *placedEdit { return &placedEdit{Edit: e} })
	slices.SortStableFunc(placed, func(a, b *placedEdit) int { return a.Span.Start - b.Span.Start })
	shift := 0
	for _, e := range placed {
		e.start = e.Span.Start + shift
		e.end = e.start + len(e.New)
		shift += len(e.New) - e.Span.Len()
	}
	return placed
}

// markAdded finds the edits that bring a key or an item: all of it stands in what they add.
func (v *verifier) markAdded(n *Node) {
	for i, c := range n.children {
		if n.yaml.Kind == yaml.MappingNode && i%2 == 0 || n.yaml.Kind == yaml.SequenceNode {
			if e := v.addedAt(c); e != nil {
				e.added = true
			}
		}
		v.markAdded(c)
	}
}

// addedAt is the edit that added a key or an item.
func (v *verifier) addedAt(n *Node) *placedEdit {
	_, end := n.extent()
	added, _ := lists.First(v.edits, func(e *placedEdit) bool {
		return e.Span.Len() == 0 && e.start <= n.at && n.at < end && end <= e.end
	})
	return added
}

func (v *verifier) node(path string, b, a *Node) error {
	switch {
	case b.yaml.Kind != a.yaml.Kind:
		return changed(path, describe(b), describe(a))
	case b.yaml.Anchor != a.yaml.Anchor:
		return changed(path, "anchor &"+b.yaml.Anchor, "&"+a.yaml.Anchor)
	case b.target != nil:
		if b.yaml.Value != a.yaml.Value {
			return changed(path, "alias *"+b.yaml.Value, "*"+a.yaml.Value)
		}
		return nil
	case b.yaml.Kind == yaml.ScalarNode:
		return v.scalar(path, b, a)
	case b.Tag() != a.Tag() || b.Style() != a.Style():
		return changed(path, describe(b), describe(a))
	case b.yaml.Kind == yaml.MappingNode:
		return v.mapping(path, b, a)
	}
	return v.sequence(path, b, a)
}

func (v *verifier) mapping(path string, b, a *Node) error {
	added := map[*placedEdit][]*Node{}
	old := b.children
	for i := 0; i+1 < len(a.children); i += 2 {
		key, value := a.children[i], a.children[i+1]
		if e := v.addedAt(key); e != nil {
			added[e] = append(added[e], key, value)
			continue
		}
		if len(old) == 0 {
			return fmt.Errorf("%s: a new entry, %s", join(path, key), describe(value))
		}
		here := join(path, old[0])
		if err := v.node(here+" (key)", old[0], key); err != nil {
			return err
		}
		if err := v.node(here, old[1], value); err != nil {
			return err
		}
		old = old[2:]
	}
	if len(old) > 0 {
		return fmt.Errorf("%s: the entry is gone", join(path, old[0]))
	}
	if len(added) > 0 && len(a.Duplicates()) > len(b.Duplicates()) {
		return fmt.Errorf("%s: the key already exists", join(path, a.Duplicates()[0].Key))
	}
	for _, e := range v.edits {
		if nodes := added[e]; nodes != nil && !e.makes(Mapping, a.Style() == Flow, nodes...) {
			return fmt.Errorf("%s: the entry is not what was added, %q", join(path, nodes[0]), e.New)
		}
	}
	return nil
}

// same reports whether two trees without anchors and aliases are equal.
func same(a, b *Node) bool {
	return a.target == nil && b.target == nil && a.yaml.Anchor == "" && b.yaml.Anchor == "" &&
		a.Kind() == b.Kind() && a.Tag() == b.Tag() && a.Value() == b.Value() &&
		slices.EqualFunc(a.children, b.children, same)
}

func (v *verifier) scalar(path string, b, a *Node) error {
	edits, err := v.touching(b)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	c := b.scan()
	switch {
	case len(edits) == 0:
		if b.Value() != a.Value() || b.Tag() != a.Tag() || b.Style() != a.Style() {
			return changed(path, describe(b), describe(a))
		}
		return nil
	case len(edits) == 1 && edits[0].Span.Start == c.start && edits[0].Span.End == c.end:
		return replaced(path, edits[0].New, b, a)
	}
	want, err := edited(b, edits)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	switch {
	case a.Value() != want:
		return fmt.Errorf("%s: is %q, should be %q", path, a.Value(), want)
	case a.Style() != b.Style() || b.Tag() == "!!str" && a.Tag() != "!!str":
		return changed(path, describe(b), describe(a))
	}
	return nil
}

// touching are the edits within a scalar.
func (v *verifier) touching(n *Node) ([]*placedEdit, error) {
	c := n.scan()
	if c.start == c.end {
		return nil, nil // nothing can be written there
	}
	end := max(c.end, c.text.Span().End)
	var edits []*placedEdit
	for _, e := range v.edits {
		switch s := e.Span; {
		case e.added || s.End < c.start || s.Start > end:
		case s.Len() > 0 && (s.End == c.start || s.Start == end): // next to it
		case s.Start < c.start || s.End > end:
			return nil, errors.New("an edit reaches beyond it")
		default:
			edits = append(edits, e)
		}
	}
	return edits, nil
}

// replaced checks a scalar that new text took the place of.
func replaced(path, text string, b, a *Node) error {
	tag, value := "!!null", ""
	if strings.Trim(text, " \t\r\n") != "" {
		alone := readValue(text, b.parent.Style() == Flow)
		if b.key == nil && b.parent.Kind() == Mapping { // a key
			alone = readKey(text, b.parent.Style() == Flow)
		}
		if alone == nil {
			return fmt.Errorf("%s: %q is not a value", path, text)
		}
		tag, value = alone.Tag(), alone.Value()
	}
	if b.yaml.Style&yaml.TaggedStyle != 0 {
		tag = b.Tag()
	}
	if a.Value() != value || a.Tag() != tag {
		return fmt.Errorf("%s: is %s, should be %s %q", path, describe(a), tag, value)
	}
	return nil
}

// edited is the decoded value of a scalar with edits made in it.
func edited(n *Node, edits []*placedEdit) (string, error) {
	c := n.scan()
	if !c.exact {
		return "", errors.New("its text has no certain place")
	}
	value := n.Value()
	for _, e := range slices.Backward(edits) {
		i, j, ok := decodedRange(c.text, e.Span)
		if !ok {
			return "", fmt.Errorf("an edit of %q cuts through a character", e.Span)
		}
		piece, ok := decodePiece(n, e.New)
		if !ok {
			return "", fmt.Errorf("%q cannot stand in a %s scalar", e.New, n.Style())
		}
		value = value[:i] + piece + value[j:]
	}
	return value, nil
}

// decodedRange gives the decoded bytes that a span of the source stands for.
// The span must begin and end between characters.
func decodedRange(t source.Text, s source.Span) (i, j int, ok bool) {
	if t.Len() == 0 {
		return 0, 0, s == t.Span()
	}
	i, ok1 := boundary(t, s.Start)
	j, ok2 := boundary(t, s.End)
	return i, j, ok1 && ok2 && i <= j
}

// boundary gives the decoded byte in front of which an offset stands.
func boundary(t source.Text, offset int) (int, bool) {
	k := sort.Search(t.Len(), func(k int) bool { return t.Slice(k, k+1).Span().Start >= offset })
	begins := k < t.Len() && t.Slice(k, k+1).Span().Start == offset
	return k, begins || k > 0 && t.Slice(k-1, k).Span().End == offset
}

// decodePiece decodes text as it would be in the middle of a scalar.
func decodePiece(n *Node, text string) (string, bool) {
	text = "x" + text + "x" // it has neighbours
	var head string
	switch style := n.Style(); style {
	case DoubleQuoted:
		text = `"` + text + `"`
	case SingleQuoted:
		text = `'` + text + `'`
	case Literal, Folded:
		head = map[Style]string{Literal: "|\n", Folded: ">\n"}[style] + strings.Repeat(" ", n.scan().indent)
	}
	f := source.NewFile("", []byte(head+text))
	r := reader{src: f.Data, out: source.NewBuilder(f)}
	var end int
	switch n.Style() {
	case DoubleQuoted, SingleQuoted:
		end = r.quoted(0)
	case Literal, Folded:
		var c scalar
		r.block(&c, n.scan().indent-1)
		end = c.end
	default:
		end = r.plain(0, len(f.Data))
	}
	value := r.out.Text(0).String()
	if end != len(f.Data) || len(value) < 2 || value[len(value)-1] != 'x' {
		return "", false
	}
	return value[1 : len(value)-1], true
}

func changed(path, was, is string) error { return fmt.Errorf("%s: is %s, was %s", path, is, was) }

func join(path string, key *Node) string {
	name := key.Value()
	if key.target == nil && key.Kind() != Scalar {
		name = "{...}"
	}
	if path == "" || strings.HasSuffix(path, ": ") {
		return path + name
	}
	return path + "." + name
}

func describe(n *Node) string {
	switch {
	case n.target != nil:
		return "alias *" + n.yaml.Value
	case n.Kind() == Scalar:
		return fmt.Sprintf("%s %q (%s)", n.Tag(), n.Value(), n.Style())
	}
	return fmt.Sprintf("%s of %d (%s)", n.Tag(), len(n.children), n.Style())
}

// sequence compares items, but for those that edits take out with their lines or put in.
func (v *verifier) sequence(path string, b, a *Node) error {
	old := lists.Where(b.children, func(item *Node) bool { return !v.removes(item) })
	at := 0
	for i, item := range a.children {
		here := fmt.Sprintf("%s[%d]", path, i)
		if e := v.addedAt(item); e != nil {
			if !e.makes(Sequence, a.Style() == Flow, item) {
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
	return slices.ContainsFunc(v.edits, func(e *placedEdit) bool {
		return e.New == "" && e.Span.Start < start && end <= e.Span.End
	})
}

// makes reports whether the text an edit adds parses by itself to these children of a collection.
func (e *placedEdit) makes(kind Kind, flow bool, nodes ...*Node) bool {
	text := e.New
	behindSign, isBefore := strings.CutSuffix(text, "- ") // before an item, whose sign it takes
	switch {
	case flow && kind == Mapping:
		text = "{" + strings.Trim(text, ", ") + "}"
	case flow:
		text = "[" + strings.Trim(text, ", ") + "]"
	case isBefore && kind == Sequence:
		text = "- " + behindSign
	}
	return slices.EqualFunc(childrenIn(text, kind), nodes, same)
}

// withEdits is what edits make of comments, as far as these may change. One that is empty then is gone.
func withEdits(comments []Comment, edits []source.Edit, mayChange []source.Span) []Comment {
	var left []Comment
	for _, c := range comments {
		var own []source.Edit
		for _, e := range edits {
			if slices.ContainsFunc(mayChange, func(s source.Span) bool { return c.Span.Covers(s) && within(e.Span, s) }) {
				at := max(e.Span.Start, c.Span.Start)
				own = append(own, source.Edit{Span: c.Span.File.Span(at, min(e.Span.End, c.Span.End)), New: e.New})
			}
		}
		if len(own) > 0 {
			after, _ := c.Span.File.Apply(own) // as they were applied with all others
			c.Text = strings.TrimSpace(string(after[c.Span.Start : c.Span.End+len(after)-len(c.Span.File.Data)]))
		}
		if c.Text != "" {
			left = append(left, c)
		}
	}
	return left
}

// within tells an edit of a part of a comment: it may take blanks and line ends around that, and nothing else.
func within(edit, part source.Span) bool {
	if edit.File != part.File || edit.End <= part.Start || edit.Start >= part.End {
		return false
	}
	data := edit.File.Data
	outside := string(data[min(edit.Start, part.Start):part.Start]) + string(data[part.End:max(edit.End, part.End)])
	return strings.TrimSpace(outside) == ""
}

func sameComments(b, a []Comment) error {
	for i := range max(len(b), len(a)) {
		switch {
		case i >= len(a):
			return fmt.Errorf("the comment %q is gone", b[i].Text)
		case i >= len(b):
			return fmt.Errorf("a new comment, %q", a[i].Text)
		case b[i].Text != a[i].Text || b[i].OwnLine != a[i].OwnLine:
			return changed("a comment", fmt.Sprintf("%q", b[i].Text), fmt.Sprintf("%q", a[i].Text))
		}
	}
	return nil
}
