package yamldoc

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"go.yaml.in/yaml/v3"
)

// InsertEntry gives the edit that adds "key: value" at the end of a mapping. In a block mapping it becomes a line of
// its own behind the last entry, with the mapping's indentation and the file's line ends. Key and value are written
// plain where they then read back as they are, the value as a string, number or boolean, or as a string alone, and in
// quotes otherwise. The error says why it cannot be done.
func InsertEntry(mapping *Node, key, value string, asString bool) (source.Edit, error) {
	edit, err := insertEntry(mapping, key, value, asString)
	if err != nil {
		return source.Edit{}, fmt.Errorf("add %s: %w", key, err)
	}
	return edit, nil
}

func insertEntry(n *Node, key, value string, asString bool) (source.Edit, error) {
	switch e, has := n.Entry(key); {
	case n.Kind() != Mapping:
		return source.Edit{}, errors.New("not a mapping")
	case n.foreign != nil && n.foreign.Insert == nil:
		return source.Edit{}, errors.New("its place allows no change")
	case n.foreign != nil:
		return n.foreign.Insert(key, value)
	case n.target != nil:
		return source.Edit{}, errors.New("the mapping is an alias, which is used elsewhere too")
	case has && !e.Merged:
		return source.Edit{}, errors.New("the key already exists")
	}
	if leaf := n.lastLeaf(); leaf != nil && !leaf.Exact() {
		return source.Edit{}, errors.New("the end of the last entry is not known for certain")
	}
	flow := n.Style() == Flow
	k, err := writeKey(key, flow)
	if err != nil {
		return source.Edit{}, err
	}
	v, err := writeValue(value, flow, asString)
	if err != nil {
		return source.Edit{}, err
	}
	if flow {
		if own := n.Entries(); len(own) > 0 && own[0].Key.Style() == DoubleQuoted && !strings.HasPrefix(k, `"`) {
			k = strconv.Quote(key) // as its neighbours, or JSON would no longer be JSON
		}
		return n.insertFlow(k + ": " + v)
	}
	return n.insertBlock(k + ": " + v)
}

func (n *Node) insertFlow(entry string) (source.Edit, error) {
	s := n.stream
	open, ok := n.bracket()
	if !ok || open != '{' {
		return source.Edit{}, errors.New("the mapping is a single pair in a sequence")
	}
	at := n.contentStart() + 1
	if len(n.children) > 0 {
		_, at = n.children[len(n.children)-1].extent()
		if i := skipSpace(s.src, at); i < len(s.src) && s.src[i] == ',' {
			at = i + 1
			entry = " " + entry
		} else if leaf := n.lastLeaf(); leaf != nil && leaf.scan().start == leaf.scan().end {
			entry = " , " + entry // a comma right behind a colon or a tag would be part of it
		} else {
			entry = ", " + entry
		}
	}
	return source.Edit{Span: s.file.Span(at, at), New: entry}, nil
}

func (n *Node) insertBlock(line string) (source.Edit, error) {
	s := n.stream
	start, end := n.extent()
	line = strings.Repeat(" ", s.column(start)) + line
	end = lineEnd(s.src, end)
	if size := breakLen(s.src, end); size > 0 {
		if c := s.src[end]; c != '\n' && c != '\r' {
			return source.Edit{}, errors.New("the last line ends with a line break of Unicode, which is not read the same everywhere")
		}
		at := end + size
		return source.Edit{Span: s.file.Span(at, at), New: line + string(s.src[end:at])}, nil
	}
	if leaf := n.lastLeaf(); leaf != nil && leaf.scan().bodyStart > 0 && leaf.scan().end == end && !leaf.stripped() {
		return source.Edit{}, errors.New("the last entry is a block of text without a line end, and would get one")
	}
	return source.Edit{Span: s.file.Span(end, end), New: s.file.LineEnd() + line}, nil
}

// stripped reports whether a block scalar drops its last line end.
func (n *Node) stripped() bool {
	c := n.scan()
	return c.end == c.headerEnd || strings.Contains(string(n.stream.src[c.start:c.headerEnd]), "-")
}

// lastLeaf is the last scalar of a tree, if the last node is one.
func (n *Node) lastLeaf() *Node {
	for n.target == nil && len(n.children) > 0 {
		n = n.children[len(n.children)-1]
	}
	if n.target != nil || n.Kind() != Scalar {
		return nil
	}
	return n
}

func writeValue(value string, flow, asString bool) (string, error) {
	if tag := plainTag(value, flow); tag == "!!str" || !asString && (tag == "!!int" || tag == "!!float" || tag == "!!bool") {
		return value, nil
	}
	return quote(value)
}

// quote writes a value in double quotes, with the escapes of Go: YAML has them all.
func quote(value string) (string, error) {
	if !utf8.ValidString(value) {
		return "", errors.New("not valid UTF-8")
	}
	return strconv.Quote(value), nil
}

// writeKey spells a key, which is always a string.
func writeKey(key string, flow bool) (string, error) {
	if len(key) > 1000 {
		return "", errors.New("the key is too long")
	}
	if isWords(key) {
		return key, nil
	}
	k := readKey(key, flow)
	if k != nil && k.Style() == Plain && k.Value() == key && plainTag(key, flow) == "!!str" { // behind "?" it reads as a value does
		return key, nil
	}
	return quote(key)
}

// ambiguous matches what is a string here, and elsewhere is not: a boolean or a
// number to readers of YAML 1.1, the border of a document at the start of a line.
var ambiguous = lazyregexp.New(`^(?:(?:---|\.\.\.).*|[yYnN]|[yY]es|YES|[nN]o|NO|[oO]n|ON|[oO]ff|OFF|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?)$`)

// words matches what is a plain string wherever it stands, so that nothing has to be parsed to know it.
var words = lazyregexp.New(`^[A-Za-z]+(?:-[A-Za-z]+)*$`)

// isWords reports whether text is words that are none of the names of YAML, in any case.
func isWords(text string) bool {
	switch strings.ToLower(text) {
	case "true", "false", "null", "yes", "no", "on", "off", "y", "n":
		return false
	}
	return words.MatchString(text)
}

// plainTag is the tag a value has when it is written plain; "" if it would not read back as the same value everywhere.
func plainTag(value string, flow bool) string {
	if isWords(value) {
		return "!!str"
	}
	v := readValue(value, flow)
	if v == nil || ambiguous.MatchString(value) || v.Style() != Plain || v.Value() != value {
		return ""
	}
	return v.Tag()
}

// readKey parses text as a key by itself; nil if it is not one plain or quoted scalar, without tag and anchor.
func readKey(text string, flow bool) *Node { return readPair(text+": v", flow, 0) }

// readValue parses text as the value of an entry by itself; nil as for readKey.
func readValue(text string, flow bool) *Node { return readPair("k: "+text, flow, 1) }

func readPair(text string, flow bool, child int) *Node {
	if flow {
		text = "{" + text + " }" // a colon before a blank is no part of a plain scalar
	}
	pair := childrenIn(text, Mapping)
	if len(pair) != 2 {
		return nil
	}
	n := pair[child]
	if n.target != nil || n.Kind() != Scalar || n.at != n.scan().start {
		return nil
	}
	return n
}

// childrenIn are those of the collection that a text is by itself; none where it is something else.
func childrenIn(text string, kind Kind) []*Node {
	docs, err := Parse(source.NewFile("", []byte(text)))
	if err != nil || len(docs) != 1 || docs[0].Root.Kind() != kind {
		return nil
	}
	return docs[0].Root.children
}

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
	key.change()
	value.change()
	key.parent, value.parent, value.key = n, n, key
	n.children = append(n.children, key, value)
}

// AddItem adds an item to a sequence of another notation.
func (n *Node) AddItem(item *Node) {
	item.change()
	item.parent = n
	n.children = append(n.children, item)
}

// change tells that a node is no longer what stands in its file.
func (n *Node) change() {
	if n.stream != nil {
		n.stream.changed = true
	}
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
	n.change()
	n.scalar, n.yaml.Value = &filled, text.String()
}
