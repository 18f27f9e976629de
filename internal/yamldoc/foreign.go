package yamldoc

import (
	"errors"

	"go.yaml.in/yaml/v3"

	"github.com/jvmlint/jvmlint/internal/source"
)

// foreign is what a node needs that stands in a file of another notation, whose program reads it as if it were YAML.
type foreign struct {
	span source.Span
	Writing
}

// Writing is how a value of another notation is changed. A function that is nil changes nothing.
type Writing struct {
	Insert func(key, value string) (source.Edit, error) // of a mapping
	Again  source.Span                                  // of a key: where it has to be written once more
}

var errFixed = errors.New("its place allows no change")

func (f *foreign) insert(key, value string) (source.Edit, error) {
	if f.Insert == nil {
		return source.Edit{}, errFixed
	}
	return f.Insert(key, value)
}

// ForeignScalar is a string of another notation.
func ForeignScalar(text source.Text, w Writing) *Node {
	n := &Node{yaml: &yaml.Node{Kind: yaml.ScalarNode, Style: yaml.DoubleQuotedStyle, Tag: "!!str", Value: text.String()}, foreign: &foreign{text.Span(), w}}
	n.once.Do(func() { n.scalar = &scalar{text: text, exact: text.Editable()} })
	return n
}

// ForeignMapping is a mapping of another notation, or one that a program merges from several, without entries so far.
func ForeignMapping(span source.Span, w Writing) *Node {
	return &Node{yaml: &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}, foreign: &foreign{span, w}}
}

// ForeignSequence is the same for a sequence.
func ForeignSequence(span source.Span) *Node {
	return &Node{yaml: &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}, foreign: &foreign{span: span}}
}

// AddEntry adds an entry to a mapping of another notation that nobody has read yet.
func (n *Node) AddEntry(key, value *Node) {
	key.parent, value.parent, value.key = n, n, key
	n.children = append(n.children, key, value)
}

// AddItem adds an item to a sequence of another notation.
func (n *Node) AddItem(item *Node) {
	item.parent = n
	n.children = append(n.children, item)
}

// Rename are the edits that write a key or a value anew, wherever it is written;
// none where its place is not known for certain.
func Rename(key *Node, name string) []source.Edit {
	if !key.Text().Editable() {
		return nil
	}
	edits := []source.Edit{{Span: key.Text().Span(), New: name}}
	if key.foreign != nil && !key.foreign.Again.IsZero() {
		edits = append(edits, source.Edit{Span: key.foreign.Again, New: name})
	}
	return edits
}

// Borrow gives a node to put into a mapping or a sequence that is merged from
// several: it stands where it did, and has another parent.
func (n *Node) Borrow() *Node { return &Node{target: n.real()} }

// PutIn gives a scalar the value that it has once a program puts others into it. Its
// place stays, and no edit of the scalar itself touches it.
func (n *Node) PutIn(text source.Text) {
	if n = n.real(); n.Kind() != Scalar {
		return
	}
	n.scan()
	filled := *n.scalar
	filled.text, filled.exact = text, false
	n.scalar, n.yaml.Value = &filled, text.String()
}
