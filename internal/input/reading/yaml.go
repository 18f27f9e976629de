package reading

import (
	"bytes"
	"slices"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// OtherYAML is YAML in which nothing is found.
const OtherYAML Format = "YAML without JVM options or Hazelcast configuration"

// ItemsOf are the words of a list.
func ItemsOf(list *yamldoc.Node) []Item {
	items := list.Items()
	words := slices.Grow([]Item(nil), len(items))
	for _, n := range items {
		w := Item{Text: n.Text()}
		switch s := n.Span(); {
		case s.IsZero() || n.Style() == yamldoc.Literal || n.Style() == yamldoc.Folded || !s.Covers(w.Text.Span()): // the last: a parameter is put in
		case list.Style() == yamldoc.Flow:
			w.Written, w.Comma = source.Verbatim(s), true
		case string(bytes.Trim(s.Before(), " \t\r")) == "-":
			w.Written, w.OwnLine = source.Verbatim(s), true
		}
		words = append(words, w)
	}
	return words
}

// QuantityFault is a quantity that is none.
type QuantityFault struct {
	At  *yamldoc.Node
	Key string // empty where the message names none
	Err error
}

// ReportQuantities says of the container of a JVM which of its quantities are none. What
// somebody fills in later is not known; anything else a cluster would refuse.
func (in *Input) ReportQuantities(faults []QuantityFault) {
	for _, f := range faults {
		switch {
		case source.HasGap(f.At.Value()), f.Key == "" && (f.At.Value() == "" || HasPlaceholder(f.At.Value())):
		case HasPlaceholder(f.At.Value()), replaced.MatchString(f.At.Value()):
			in.Note(f.At.Span(), "the value of %s: %s is unknown", f.Key, f.At.Value())
		case f.Key == "":
			in.Problem(f.At.Span(), "%s", f.Err)
		default:
			in.Problem(f.At.Span(), "%s: %s", f.Key, f.Err)
		}
	}
}

// replaced is a word that a script replaces: MEMORY_LIMIT, __MEMORY__.
var replaced = lazyregexp.New(`^_*[A-Z][A-Z\d]*_[A-Z\d_]*$`)

// YAMLRemarks are the comments of YAML. A scalar is one thing with its key.
func YAMLRemarks(f *source.File) Remarks {
	documents, comments, _ := yamldoc.ParseCommented(f) // none where it is no YAML
	r := Remarks{Comments: lists.Of(comments, func(c yamldoc.Comment) Comment { return Comment{c.Span, c.OwnLine} })}
	for _, d := range documents {
		scalars(&r, d.Root, source.Span{})
	}
	return r
}

// scalars gathers those below a node. An alias stands for text elsewhere.
func scalars(r *Remarks, n *yamldoc.Node, key source.Span) {
	if !n.Alias().IsZero() {
		return
	}
	switch n.Kind() {
	case yamldoc.Scalar:
		at := n.Span()
		if !key.IsZero() && key.Start < at.Start {
			at.Start = key.Start
		}
		r.Units = append(r.Units, at)
	case yamldoc.Sequence:
		for _, i := range n.Items() {
			scalars(r, i, source.Span{})
		}
	case yamldoc.Mapping:
		for _, p := range n.Pairs() {
			scalars(r, p.Value, p.Key.Span())
		}
	}
}
