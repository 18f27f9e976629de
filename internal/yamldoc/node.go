package yamldoc

import (
	"slices"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Kind is what a node is.
type Kind uint8

// The kinds of nodes. There is no kind for aliases: they are followed.
const (
	Scalar Kind = iota + 1
	Mapping
	Sequence
)

// Style is how a node is written.
type Style uint8

// Scalars are Plain to Folded, collections Block or Flow.
const (
	Plain Style = iota + 1
	SingleQuoted
	DoubleQuoted
	Literal
	Folded
	Block
	Flow
)

func (s Style) String() string {
	return [...]string{"", "plain", "single quoted", "double quoted", "literal", "folded", "block", "flow"}[s]
}

// Node is a value in a document. Methods may be called on a nil Node, which is
// empty; so paths that lead nowhere need no checks.
type Node struct {
	stream   *stream
	yaml     *yaml.Node
	parent   *Node
	key      *Node // of a value in a mapping
	target   *Node // of an alias: the node it stands for
	children []*Node
	at       int // where it starts, tag and anchor included

	foreign *foreign // of a node that stands in no YAML

	once    sync.Once // guards what is worked out on demand
	scalar  *scalar
	mapping *mapping
}

// mapping is what a mapping holds.
type mapping struct {
	entries []Entry
	byKey   map[string]int // the entries that keys mean, where there are many
}

// Entry is a key and its value in a mapping.
type Entry struct {
	Key, Value *Node
	Merged     bool // comes from another mapping by "<<"
}

func (n *Node) real() *Node {
	if n != nil && n.target != nil {
		return n.target
	}
	return n
}

// Kind is what the node is; 0 for a nil Node.
func (n *Node) Kind() Kind {
	if n = n.real(); n == nil {
		return 0
	}
	switch n.yaml.Kind {
	case yaml.MappingNode:
		return Mapping
	case yaml.SequenceNode:
		return Sequence
	}
	return Scalar
}

// Style is how the node is written; 0 for a nil Node.
func (n *Node) Style() Style {
	n = n.real()
	switch kind := n.Kind(); {
	case kind == 0:
		return 0
	case kind != Scalar && n.yaml.Style&yaml.FlowStyle != 0:
		return Flow
	case kind != Scalar:
		return Block
	}
	switch style := n.yaml.Style; {
	case style&yaml.DoubleQuotedStyle != 0:
		return DoubleQuoted
	case style&yaml.SingleQuotedStyle != 0:
		return SingleQuoted
	case style&yaml.LiteralStyle != 0:
		return Literal
	case style&yaml.FoldedStyle != 0:
		return Folded
	}
	return Plain
}

// Quoted reports whether the node is a scalar in single or double quotes.
func (n *Node) Quoted() bool {
	style := n.Style()
	return style == SingleQuoted || style == DoubleQuoted
}

// Tag is the resolved tag in short form, such as !!str, !!int, !!bool, !!null or !!map; "" for a nil Node.
func (n *Node) Tag() string {
	if n = n.real(); n == nil {
		return ""
	}
	return n.yaml.ShortTag()
}

// IsNull reports whether the node is a null: empty, ~ or null. A nil Node is not.
func (n *Node) IsNull() bool { return n.Tag() == "!!null" }

// Value is the decoded value of a scalar; "" for any other node.
func (n *Node) Value() string {
	if n.Kind() != Scalar {
		return ""
	}
	return n.real().yaml.Value
}

// Text is the decoded value of a scalar, which knows where it stands. Where that could not be worked out for certain
// it is vague: it stands within the whole node. It is the zero Text for any other node.
func (n *Node) Text() source.Text {
	if n.Kind() != Scalar {
		return source.Text{}
	}
	return n.real().scan().text
}

// Exact reports whether the place of every byte of Text is known.
func (n *Node) Exact() bool { return n.Kind() == Scalar && n.real().scan().exact }

// Span is where the node stands, without its tag and anchor. A scalar has its quotes, or its "|" or ">" up to the end
// of its last line; a collection goes from the first byte of its content to the last. An alias gives the span of the
// node it stands for. An empty scalar has an empty span.
func (n *Node) Span() source.Span {
	if n = n.real(); n == nil {
		return source.Span{}
	}
	if n.foreign != nil {
		return n.foreign.span
	}
	start, end := n.extent()
	return n.stream.file.Span(start, end)
}

// Alias is where the alias stands through which the node was reached; the zero Span if there is none.
func (n *Node) Alias() source.Span {
	if n == nil || n.target == nil || n.stream == nil { // one that is borrowed was not reached through an alias
		return source.Span{}
	}
	return n.stream.file.Span(n.extent())
}

// extent is the place of the node itself, an alias not followed.
func (n *Node) extent() (start, end int) {
	src := n.stream.src
	switch {
	case n.target != nil:
		return n.at, skipName(src, n.at+1)
	case n.yaml.Kind == yaml.ScalarNode:
		c := n.scan()
		return c.start, c.end
	}
	start = n.contentStart()
	end = start
	if len(n.children) > 0 {
		_, end = n.children[len(n.children)-1].extent()
	}
	if open, ok := n.bracket(); ok {
		return start, closing(src, max(end, start+1), open)
	}
	return start, max(end, start)
}

// contentStart is the offset of the first byte of a collection behind its tag and anchor.
func (n *Node) contentStart() int {
	src, limit := n.stream.src, len(n.stream.src)
	if len(n.children) > 0 {
		limit = min(limit, n.children[0].at) // a tag or an anchor there is the child's
	}
	_, start := properties{tag: true, anchor: true}.skip(src, n.at, limit)
	return start
}

// bracket is the byte that opens a flow collection. The mapping of a single
// pair in a flow sequence, as in [a: b], has none.
func (n *Node) bracket() (byte, bool) {
	start := n.contentStart()
	pairs := n.yaml.Kind == yaml.MappingNode && len(n.children) > 0
	if n.yaml.Style&yaml.FlowStyle == 0 || start >= len(n.stream.src) || pairs && n.children[0].at <= start {
		return 0, false
	}
	open := n.stream.src[start]
	return open, open == '{' || open == '['
}

// closing finds the end of a flow collection behind its last entry.
func closing(src []byte, i int, open byte) int {
	want := open + 2 // '[' and ']', '{' and '}' are two apart
	for i = skipSpace(src, i); i < len(src); i = skipSpace(src, i+1) {
		if src[i] == want {
			return i + 1
		}
	}
	return i
}

// Items are the members of a sequence; none for any other node.
func (n *Node) Items() []*Node {
	if n.Kind() != Sequence {
		return nil
	}
	return n.real().children
}

// Entries are the entries of a mapping in the order of the file, and after them those that "<<" brings in and no own
// key overrides. A key given twice is in it twice. None for any other node. The slice must not be changed.
func (n *Node) Entries() []Entry {
	if n.Kind() != Mapping {
		return nil
	}
	n = n.real()
	n.once.Do(func() {
		m := &mapping{entries: n.resolve()}
		if len(m.entries) > fewEntries {
			m.byKey = make(map[string]int, len(m.entries))
			for i, e := range m.entries {
				if _, own := m.byKey[e.Key.Value()]; e.Key.Kind() == Scalar && !(own && e.Merged) {
					m.byKey[e.Key.Value()] = i
				}
			}
		}
		n.mapping = m
	})
	return n.mapping.entries
}

func (n *Node) resolve() []Entry {
	var merges []*Node
	own := slices.DeleteFunc(n.Pairs(), func(e Entry) bool {
		from := e.mergeSources()
		merges = append(merges, from...)
		return from != nil
	})
	if merges == nil {
		return own
	}
	seen := lists.Set(lists.Of(own, func(e Entry) name { return e.Key.name() }))
	for _, m := range merges {
		for _, e := range m.Entries() {
			if k := e.Key.name(); k.tag == "" || !seen[k] {
				seen[k] = true
				own = append(own, Entry{Key: e.Key, Value: e.Value, Merged: true})
			}
		}
	}
	return own
}

// mergeSources are the mappings that a "<<" entry brings in; nil for other
// entries, and where the value is not what "<<" takes.
func (e Entry) mergeSources() []*Node {
	if e.Key.Tag() != "!!merge" {
		return nil
	}
	from := []*Node{e.Value}
	if e.Value.Kind() == Sequence {
		from = e.Value.Items()
	}
	if slices.ContainsFunc(from, func(m *Node) bool { return m.Kind() != Mapping }) {
		return nil
	}
	return from
}

// name tells keys apart; that of a key that is no scalar is zero.
type name struct{ tag, value string }

func (n *Node) name() name {
	if n.Kind() != Scalar {
		return name{}
	}
	return name{n.Tag(), n.Value()}
}

// fewEntries are found by looking at each.
const fewEntries = 32

// Entry finds an entry of a mapping by its key, merged ones included. Of a key
// given twice the last counts, as it does for most readers.
func (n *Node) Entry(key string) (Entry, bool) {
	var found Entry
	entries := n.Entries()
	if len(entries) > fewEntries {
		if i, is := n.real().mapping.byKey[key]; is {
			found = entries[i]
		}
		return found, found.Key != nil
	}
	for _, e := range entries {
		if e.Merged && found.Key != nil {
			break
		}
		if e.Key.Value() == key && e.Key.Kind() == Scalar {
			found = e
		}
	}
	return found, found.Key != nil
}

// Get follows keys through nested mappings; nil if there is nothing.
func (n *Node) Get(path ...string) *Node {
	for _, key := range path {
		e, _ := n.Entry(key)
		n = e.Value
	}
	return n
}

// Duplicates are the entries of a mapping whose key an earlier own entry has already.
func (n *Node) Duplicates() []Entry {
	var twice []Entry
	seen := map[name]bool{}
	for _, e := range n.Entries() {
		k := e.Key.name()
		if e.Merged || k == (name{}) {
			continue
		}
		if seen[k] {
			twice = append(twice, e)
		}
		seen[k] = true
	}
	return twice
}

// Pairs are the entries of a mapping as they are written: "<<" is a key like any other. None for any other node.
func (n *Node) Pairs() []Entry {
	if n.Kind() != Mapping {
		return nil
	}
	n = n.real()
	pairs := make([]Entry, 0, len(n.children)/2)
	for i := 0; i+1 < len(n.children); i += 2 {
		pairs = append(pairs, Entry{Key: n.children[i], Value: n.children[i+1]})
	}
	return pairs
}

// WrittenTag is the tag that stands in the file, in short form; "" where none does and the value decides.
func (n *Node) WrittenTag() string {
	if n = n.real(); n == nil || n.yaml.Style&yaml.TaggedStyle == 0 {
		return ""
	}
	return n.yaml.ShortTag()
}

// Key is the key of an entry whose value the node is; nil for others.
func (n *Node) Key() *Node {
	if n == nil {
		return nil
	}
	return n.key
}

// Parent is the mapping or the sequence that the node is in; nil at the top.
func (n *Node) Parent() *Node {
	if n == nil {
		return nil
	}
	return n.parent
}
