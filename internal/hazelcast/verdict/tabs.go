package verdict

import (
	"bytes"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// noTabs is the first release whose reader of YAML takes no tab where a value or a key may begin, and tabsInBrackets
// the first that takes it between brackets again: snakeyaml-engine 2.6 and 2.10.
var (
	noTabs         = hazelcast.Version{Major: 5, Minor: 3}
	tabsInBrackets = hazelcast.Version{Major: 5, Minor: 6}
)

// tabs finds the first tab that separates where only blanks may: it stands in
// no scalar and no comment, nor right behind a plain scalar, which swallows it.
func (d *document) tabs(root *yamldoc.Node) []Refusal {
	file := root.Span().File
	if d.helm || d.Release.Before(noTabs) || file == nil || bytes.IndexByte(file.Data, '\t') < 0 {
		return nil
	}
	spans := d.taken(root, nil)
	if _, comments, err := yamldoc.ParseCommented(file); err == nil {
		for _, c := range comments {
			spans = append(spans, c.Span)
		}
	}
	for i, c := range file.Data {
		if c != '\t' || slices.ContainsFunc(spans, func(s source.Span) bool { return i >= s.Start && i < s.End }) {
			continue
		}
		return []Refusal{{At: root, Span: file.Span(i, i+1), Fault: Tab, Message: `found character '\t(TAB)' that cannot start any token. (Do not use \t(TAB) for indentation)`}}
	}
	return nil
}

// taken are the places where a tab is text, or is passed over.
func (d *document) taken(n *yamldoc.Node, spans []source.Span) []source.Span {
	span := n.Span()
	data := span.File.Data
	switch n.Style() {
	case yamldoc.Plain:
		for span.End < len(data) && span.Len() > 0 && (data[span.End] == ' ' || data[span.End] == '\t') {
			span.End++
		}
		return append(spans, span)
	case yamldoc.Literal, yamldoc.Folded: // its header is no text
		if header := bytes.IndexByte(data[span.Start:span.End], '\n'); header >= 0 {
			span.Start += header
		}
		return append(spans, span)
	case yamldoc.SingleQuoted, yamldoc.DoubleQuoted:
		return append(spans, span)
	case yamldoc.Flow:
		if !d.Release.Before(tabsInBrackets) {
			spans = append(spans, span)
		}
	}
	if !n.Alias().IsZero() {
		return spans // what it stands for is looked at where it is
	}
	for _, e := range n.Pairs() {
		spans = d.taken(e.Value, d.taken(e.Key, spans))
	}
	for _, item := range n.Items() {
		spans = d.taken(item, spans)
	}
	return spans
}
