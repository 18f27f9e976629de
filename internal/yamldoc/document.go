// Package yamldoc reads YAML so that every value keeps its place.
//
// The yaml library tells where a node starts, in lines and columns, and no more. This package works out from the
// source which bytes each decoded character stands for, and checks the result against the library's own: text that
// does not come out the same is never given a precise place.
//
// Files are changed by splicing bytes, never by writing YAML anew, and a change is proved by parsing again (Verify).
package yamldoc

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Limits on what is read. They keep hostile input from taking all memory or
// time; no file written by people comes near them.
const (
	MaxBytes   = 16 << 20  // size of a file
	MaxMarks   = 2_000_000 // commas, colons, brackets and the like: each may start a value
	MaxDepth   = 1000      // nesting, aliases followed
	MaxAliased = 1_000_000 // nodes reached by following every alias of a file once
)

// Document is one YAML document of a file. Once it is read, it and its nodes are read only and may be used from several
// goroutines.
type Document struct {
	File *source.File
	Root *Node // never nil; a null scalar in an empty document
}

// Parse reads every document of a file. A file without any, empty or of
// comments only, gives none. Every error is an *source.Problem.
func Parse(f *source.File) ([]*Document, error) {
	s, err := parse(f)
	if err != nil {
		return nil, err
	}
	return s.docs, nil
}

// stream is one file being read, and what its nodes share.
type stream struct {
	file  *source.File
	src   []byte
	lines []int // offset of the first byte of each line, as YAML counts lines
	docs  []*Document

	cursor  cursor
	anchors map[*yaml.Node]*anchored
	aliased int
	free    []Node // nodes of a document are allocated at once, and so are the lists of their children
	places  []*Node
	changed bool // a reader changed nodes of it
}

// anchored is what an alias needs to know of the node it stands for.
type anchored struct {
	node *Node
	size size
	done bool // false while within it: an alias seen then would contain itself
}

// size is the extent of a tree with its aliases followed.
type size struct{ nodes, height int }

func parse(f *source.File) (*stream, error) {
	if len(f.Data) > MaxBytes {
		return nil, &source.Problem{File: f, Message: fmt.Sprintf("is %d bytes, over the limit of %d", len(f.Data), MaxBytes), Cause: errBound}
	}
	s := &stream{file: f, src: f.Data, anchors: map[*yaml.Node]*anchored{}}
	if err := s.index(); err != nil {
		return nil, err
	}
	dec := yaml.NewDecoder(bytes.NewReader(f.Data))
	for {
		y, err := decode(dec)
		if errors.Is(err, io.EOF) {
			return s, nil
		}
		if err != nil {
			return nil, s.libraryError(err)
		}
		n := countNodes(y.Content[0])
		s.free, s.places = make([]Node, n), make([]*Node, n-1)
		root, _, werr := s.wrap(y.Content[0], nil, nil)
		if werr != nil {
			return nil, werr
		}
		s.docs = append(s.docs, &Document{File: f, Root: root})
	}
}

// decode reads one document. The library panics on some malformed input.
func decode(dec *yaml.Decoder) (y *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("cannot be read as YAML: %v", r)
		}
	}()
	y = new(yaml.Node)
	return y, dec.Decode(y)
}

// index finds the lines, and refuses bytes that YAML does not allow, so that the error can say where they stand.
func (s *stream) index() error {
	if bytes.HasPrefix(s.src, []byte{0xff, 0xfe}) || bytes.HasPrefix(s.src, []byte{0xfe, 0xff}) {
		return &source.Problem{File: s.file, Message: "is UTF-16; only UTF-8 is read"}
	}
	i := len(s.src) - len(bytes.TrimPrefix(s.src, []byte(bom)))
	s.lines = append(make([]int, 0, 1+bytes.Count(s.src, []byte{'\n'})), i)
	marks := 0
	for i < len(s.src) {
		switch c := s.src[i]; {
		case 'a' <= c && c <= 'z', c == ' ', 'A' <= c && c <= 'Z', '0' <= c && c <= '9': // most of a file
			i++
			continue
		}
		if startsValue(s.src, i) {
			if marks++; marks > MaxMarks {
				return s.beyond(i, "holds more than %d values", MaxMarks)
			}
		}
		if n := breakLen(s.src, i); n > 0 {
			i += n
			s.lines = append(s.lines, i)
			continue
		}
		if c := s.src[i]; c >= ' ' && c < 0x7f || c == '\t' {
			i++
			continue
		}
		r, n := utf8.DecodeRune(s.src[i:])
		switch {
		case r == utf8.RuneError && n <= 1:
			return s.errorAt(i, "byte 0x%02x is not valid UTF-8", s.src[i])
		case r < ' ', r >= 0x7f && r < 0xa0, r == 0xfffe, r == 0xffff: // tabs and line breaks were seen above
			return s.errorAt(i, "control character U+%04X is not allowed", r)
		}
		i += n
	}
	return nil
}

// startsValue reports whether a byte may be the mark of one more node.
func startsValue(src []byte, i int) bool {
	switch src[i] {
	case ',', ':', '[', '{', '?':
		return true
	case '-':
		return i+1 == len(src) || isSpace(src, i+1)
	}
	return false
}

// cursor is the last place whose offset was worked out. Nodes come in the
// order of the file, so that a long line is walked once and not once per node.
type cursor struct{ line, column, offset int }

// offset turns the library's line and column, in characters from 1, into an offset.
func (s *stream) offset(line, column int) int {
	if line < 1 || line > len(s.lines) {
		return len(s.src)
	}
	c := s.cursor
	if c.line != line || c.column > column {
		c = cursor{line, 1, s.lines[line-1]}
	}
	for ; c.column < column && c.offset < len(s.src); c.column++ {
		_, n := utf8.DecodeRune(s.src[c.offset:])
		c.offset += n
	}
	s.cursor = c
	return c.offset
}

func (s *stream) before(offset int) []byte { return s.src[s.lines[s.lineOf(offset)]:offset] }

// column counts the characters before an offset on its line.
func (s *stream) column(offset int) int { return utf8.RuneCount(s.before(offset)) }

// wrap makes the nodes of a tree, and measures it with its aliases followed.
// key is the key whose value y is, in a mapping.
func (s *stream) wrap(y *yaml.Node, parent, key *Node) (*Node, size, error) {
	n := &s.free[0]
	s.free = s.free[1:]
	*n = Node{stream: s, yaml: y, parent: parent, key: key, at: s.offset(y.Line, y.Column)}
	if y.Kind == yaml.AliasNode {
		return s.wrapAlias(n)
	}
	total := size{1, 1}
	var a *anchored
	if y.Anchor != "" {
		a = &anchored{node: n}
		s.anchors[y] = a
	}
	n.children, s.places = s.places[:0:len(y.Content)], s.places[len(y.Content):]
	for i, c := range y.Content {
		key = nil
		if y.Kind == yaml.MappingNode && i%2 == 1 {
			key = n.children[i-1]
		}
		child, z, err := s.wrap(c, n, key)
		if err != nil {
			return nil, size{}, err
		}
		n.children = append(n.children, child)
		total.nodes += z.nodes
		total.height = max(total.height, z.height+1)
	}
	if total.height > MaxDepth {
		return nil, size{}, s.beyond(n.at, "is nested more than %d levels deep", MaxDepth)
	}
	if a != nil {
		a.size, a.done = total, true
	}
	return n, total, nil
}

func (s *stream) wrapAlias(n *Node) (*Node, size, error) {
	a := s.anchors[n.yaml.Alias]
	if a == nil || !a.done {
		return nil, size{}, s.errorAt(n.at, "anchor '%s' contains itself", n.yaml.Value)
	}
	if s.aliased += a.size.nodes; s.aliased > MaxAliased {
		return nil, size{}, s.beyond(n.at, "aliases stand for more than %d nodes", MaxAliased)
	}
	n.target = a.node
	return n, a.size, nil
}

// countNodes is how many nodes a tree of the library has.
func countNodes(y *yaml.Node) int { return 1 + lists.Sum(y.Content, countNodes) }

// errBound is the cause of what goes beyond a bound.
var errBound = errors.New("a bound was exceeded")

// Exceeded reports whether a bound is why a file is not read.
func Exceeded(err error) bool { return errors.Is(err, errBound) }

// beyond is the problem of what goes beyond a bound.
func (s *stream) beyond(offset int, format string, args ...any) *source.Problem {
	p := s.errorAt(offset, format, args...)
	p.Cause = errBound
	return p
}

func (s *stream) errorAt(offset int, format string, args ...any) *source.Problem {
	return &source.Problem{File: s.file, Span: s.file.Span(offset, offset), Message: fmt.Sprintf(format, args...)}
}

// parserMessage matches the messages of the library's parser, as opposed to its
// scanner: for those it counts lines from 0.
var parserMessage = lazyregexp.New(`^did not find expected (key|'-' indicator|node content|',' or|<)` +
	`|^found undefined tag handle|^found (duplicate|incompatible) `)

var unknownAnchor = lazyregexp.New(`^unknown anchor '([^']*)' referenced`)

// libraryError turns an error of the library, "yaml: line 3: message", into one
// with a place: the line, without its indentation.
func (s *stream) libraryError(err error) *source.Problem {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 1 // the library leaves out the first line's number
	if rest, ok := strings.CutPrefix(message, "line "); ok {
		if number, text, ok := strings.Cut(rest, ": "); ok {
			if n, err := strconv.Atoi(number); err == nil {
				line, message = n, text
				if parserMessage.MatchString(text) {
					line++
				}
			}
		}
	}
	e := &source.Problem{File: s.file, Message: message + meaning(message)}
	if m := unknownAnchor.FindStringSubmatch(message); m != nil {
		e.Span = s.onlyAlias(m[1])
		return e
	}
	if strings.HasPrefix(message, "cannot be read as YAML") {
		return e
	}
	start := s.lines[min(line, len(s.lines))-1]
	for start < len(s.src) && isBlank(s.src[start]) {
		start++
	}
	e.Span = s.file.Span(start, lineEnd(s.src, start))
	return e
}

//go:embed meanings.tsv
var meanings string

// meaning is put behind a message of the library; empty where none is known.
func meaning(message string) string {
	for line := range strings.Lines(meanings) {
		if begins, means, _ := strings.Cut(strings.TrimSpace(line), "\t"); strings.HasPrefix(message, begins) {
			return ": " + means
		}
	}
	return ""
}

// onlyAlias finds the alias *name where nothing else in the file looks like it.
func (s *stream) onlyAlias(name string) source.Span {
	found := regexp.MustCompile(`\*`+lazyregexp.Quote(name)+`(?:[^0-9A-Za-z_-]|$)`).FindAllIndex(s.src, 2)
	if len(found) != 1 {
		return source.Span{}
	}
	return s.file.Span(found[0][0], found[0][0]+1+len(name))
}

// Comment is a comment of a file.
type Comment struct {
	Span    source.Span // from its "#" to the end of the line, the line end not included
	Text    string      // the bytes of Span
	OwnLine bool        // nothing but blanks stands before it on its line
}

// ParseCommented gives the documents of a file and its comments in their order. A "#"
// within a scalar is none. The error is an *source.Problem.
func ParseCommented(f *source.File) ([]*Document, []Comment, error) {
	s, err := parse(f)
	if err != nil {
		return nil, nil, err
	}
	return s.docs, s.comments(), nil
}

func (s *stream) comments() []Comment {
	var comments []Comment
	i := 0
	scan := func(until int) { // outside of scalars, every "#" starts a comment
		for ; i < until; i++ {
			if s.src[i] != '#' {
				continue
			}
			c := Comment{Span: s.file.Span(i, lineEnd(s.src, i)), OwnLine: len(bytes.Trim(s.before(i), " \t")) == 0}
			c.Text = c.Span.String()
			comments = append(comments, c)
			i = c.Span.End
		}
	}
	for _, data := range s.data() {
		scan(data[0])
		i = max(i, data[1])
	}
	scan(len(s.src))
	return comments
}

// data are the runs of bytes that belong to scalars, in the order of the file.
func (s *stream) data() [][2]int {
	var runs [][2]int
	var walk func(n *Node)
	walk = func(n *Node) {
		if n.target == nil && n.yaml.Kind == yaml.ScalarNode {
			switch c := n.scan(); {
			case c.bodyStart > 0: // a comment may follow the header
				runs = append(runs, [2]int{c.start, c.headerEnd}, [2]int{c.bodyStart, max(c.end, c.bodyStart)})
			case c.end > c.start:
				runs = append(runs, [2]int{c.start, c.end})
			}
		}
		for _, c := range n.children {
			walk(c)
		}
	}
	for _, d := range s.docs {
		walk(d.Root)
	}
	slices.SortFunc(runs, func(a, b [2]int) int { return a[0] - b[0] })
	return runs
}
