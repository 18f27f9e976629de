// Package xmldoc reads XML so that every name, attribute and text keeps its place.
//
// The library of Go tells where a token ends, and no more. This package works out from the source where names and
// values stand within it, and checks what it decodes against the library's own: a text that does not come out the
// same is vague, and no edit touches it. Declarations of types and of entities are passed over, and nothing outside
// the file is ever read.
package xmldoc

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Limits on what is read.
const (
	MaxBytes = 16 << 20 // size of a file
	MaxDepth = 500      // nesting of elements
)

// Document is a file of XML.
type Document struct {
	File     *source.File
	Root     *Element
	Comments []source.Span // with what begins and ends them
	Doctype  source.Span   // a declaration of the type; zero where there is none
}

// Element is one, with all that stands in it.
type Element struct {
	Space, Name string // namespace, and name without its prefix
	Tag         source.Text
	EndTag      source.Span // the name in the end tag; zero where one tag is both
	Attributes  []Attribute // without declarations of namespaces
	Children    []*Element
	Text        source.Text // characters right in it, without comments
	Parent      *Element

	Start source.Span // its start tag
	Span  source.Span // from its start tag to its end tag
}

// Attribute is one of an element.
type Attribute struct {
	Space, Name string
	Key, Value  source.Text
}

// Attribute finds one that is in no namespace.
func (e *Element) Attribute(name string) (Attribute, bool) {
	return lists.First(e.Attributes, func(a Attribute) bool { return a.Space == "" && a.Name == name })
}

// Child is the first element of a name within another; nil where there is none.
func (e *Element) Child(name string) *Element {
	if e == nil {
		return nil
	}
	child, _ := lists.First(e.Children, func(c *Element) bool { return c.Name == name })
	return child
}

// ValueOf is the text of the first element of a name; empty where there is none.
func (e *Element) ValueOf(name string) string {
	if c := e.Child(name); c != nil {
		return strings.TrimSpace(c.Text.String())
	}
	return ""
}

// Names are where the name of the element stands, without its prefix: in its start
// tag, and in its end tag, if there is one.
func (e *Element) Names() (start source.Text, end source.Span) {
	start, end = e.Tag.Slice(e.Tag.Len()-len(e.Name), e.Tag.Len()), e.EndTag
	if !end.IsZero() {
		end.Start = end.End - len(e.Name)
	}
	return start, end
}

// Empty reports whether one tag is both start and end of the element.
func (e *Element) Empty() bool { return e.EndTag.IsZero() }

type reader struct {
	*Document
	decoder *xml.Decoder
	open    *Element
	pieces  map[*Element][]source.Text
	depth   int
}

// Parse reads a file. Every error is a *source.Problem.
func Parse(f *source.File) (*Document, error) {
	r := &reader{Document: &Document{File: f}, pieces: map[*Element][]source.Text{}}
	if len(f.Data) > MaxBytes {
		return nil, r.fail(0, "is %d bytes, over the limit of %d", len(f.Data), MaxBytes)
	}
	r.decoder = xml.NewDecoder(bytes.NewReader(f.Data))
	r.decoder.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) {
		if bytes.IndexFunc(f.Data, func(c rune) bool { return c >= 0x80 }) >= 0 {
			return nil, fmt.Errorf("its encoding is %s, and only UTF-8 is read", charset)
		}
		return in, nil // the same bytes in all that are like ASCII
	}
	for {
		start := int(r.decoder.InputOffset())
		token, err := r.decoder.Token()
		end := int(r.decoder.InputOffset())
		switch {
		case errors.Is(err, io.EOF) && r.Root != nil && r.open == nil:
			return r.Document, nil
		case errors.Is(err, io.EOF):
			return nil, r.fail(len(f.Data), "there is no element")
		case err != nil:
			return nil, r.syntax(err, end)
		}
		if err := r.token(token, start, end); err != nil {
			return nil, err
		}
	}
}

func (r *reader) token(token xml.Token, start, end int) error {
	switch t := token.(type) {
	case xml.StartElement:
		return r.start(t, start, end)
	case xml.EndElement:
		r.end(start, end)
	case xml.CharData:
		return r.text(t, start, end)
	case xml.Comment:
		r.Comments = append(r.Comments, r.File.Span(start, end))
	case xml.Directive:
		r.Doctype = r.File.Span(start, end)
	}
	return nil
}

func (r *reader) start(t xml.StartElement, start, end int) error {
	e := &Element{Space: t.Name.Space, Name: t.Name.Local, Parent: r.open, Start: r.File.Span(start, end)}
	if r.open == nil && r.Root != nil {
		return r.fail(start, "there is a second element at the top")
	}
	if r.depth++; r.depth > MaxDepth {
		return r.fail(start, "elements are nested more than %d levels deep", MaxDepth)
	}
	tag := scanTag(r.File, start, end)
	e.Tag = source.Verbatim(tag.name)
	if prefix, _, has := strings.Cut(tag.name.String(), ":"); has && prefix == e.Space && prefix != "xml" {
		return r.fail(start, "the prefix %s is bound to no namespace", prefix)
	}
	exact, seen := len(tag.attributes) == len(t.Attr), map[xml.Name]bool{}
	for i, a := range t.Attr {
		given := Attribute{Space: a.Name.Space, Name: a.Name.Local, Value: source.Vague(a.Value, e.Start), Key: source.Vague(a.Name.Local, e.Start)}
		if exact {
			given.Key = source.Verbatim(tag.attributes[i].name)
			if value := decode(r.File, tag.attributes[i].value, true); value.String() == a.Value {
				given.Value = value
			}
			prefix, _, has := strings.Cut(given.Key.String(), ":")
			if has && prefix == a.Name.Space && prefix != "xml" && prefix != "xmlns" {
				return r.fail(given.Key.Span().Start, "the prefix %s is bound to no namespace", prefix)
			}
		}
		if seen[a.Name] {
			return r.fail(given.Key.Span().Start, "the attribute %s occurs twice in <%s>", a.Name.Local, e.Name)
		}
		seen[a.Name] = true
		if a.Name.Space != "xmlns" && (a.Name.Space != "" || a.Name.Local != "xmlns") {
			e.Attributes = append(e.Attributes, given)
		}
	}
	if r.open == nil {
		r.Root = e
	} else {
		r.open.Children = append(r.open.Children, e)
	}
	r.open = e
	return nil
}

func (r *reader) end(start, end int) {
	e := r.open
	if end > start { // not made up for a tag that is both
		e.EndTag = scanTag(r.File, start, end).name
	}
	e.Span = r.File.Span(e.Start.Start, end)
	e.Text = source.Join(r.pieces[e]...)
	if e.Text.Len() == 0 {
		e.Text = source.Verbatim(r.File.Span(e.Start.End, e.Start.End))
	}
	delete(r.pieces, e)
	r.open, r.depth = e.Parent, r.depth-1
}

func (r *reader) text(t xml.CharData, start, end int) error {
	span := r.File.Span(start, end)
	if r.open == nil {
		if strings.Trim(string(t), " \t\r\n\ufeff") != "" {
			return r.fail(start, "there is text outside the element at the top")
		}
		return nil
	}
	text := decode(r.File, span, false)
	if text.String() != string(t) {
		text = source.Vague(string(t), span)
	}
	r.pieces[r.open] = append(r.pieces[r.open], text)
	return nil
}

func (r *reader) fail(at int, format string, args ...any) error {
	return &source.Problem{File: r.File, Span: r.File.Span(at, min(at+1, len(r.File.Data))), Message: fmt.Sprintf(format, args...)}
}

// syntax puts an error of the library into our words; it ends where the library had to stop.
func (r *reader) syntax(err error, at int) error {
	message := err.Error()
	var wrong *xml.SyntaxError
	if errors.As(err, &wrong) {
		message = wrong.Msg
	}
	return r.fail(max(0, min(at, len(r.File.Data))-1), "cannot be read as XML: %s", strings.TrimPrefix(message, "xml: "))
}

type tag struct {
	name       source.Span
	attributes []attributeAt
}

// attributeAt is where name and value of an attribute stand, the value without its quotes.
type attributeAt struct{ name, value source.Span }

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// scanTag finds the parts of a tag that the library has read: it is well formed.
func scanTag(f *source.File, start, end int) tag {
	src := f.Data[:end]
	i := start + 1
	if i < end && src[i] == '/' {
		i++
	}
	word := func() source.Span {
		from := i
		for i < end && !isBlank(src[i]) && !strings.ContainsRune("=/>", rune(src[i])) {
			i++
		}
		return f.Span(from, i)
	}
	blanks := func() {
		for i < end && isBlank(src[i]) {
			i++
		}
	}
	t := tag{name: word()}
	for {
		blanks()
		name := word()
		blanks()
		if name.Len() == 0 || i >= end || src[i] != '=' {
			return t
		}
		i++
		blanks()
		if i >= end || src[i] != '"' && src[i] != '\'' {
			return t
		}
		size := bytes.IndexByte(src[i+1:], src[i])
		if size < 0 {
			return t
		}
		t.attributes = append(t.attributes, attributeAt{name, f.Span(i+1, i+1+size)})
		i += size + 2
	}
}

var (
	cdataStart = []byte("<![CDATA[")
	cdataEnd   = []byte("]]>")
)

var entities = map[string]string{"lt": "<", "gt": ">", "amp": "&", "apos": "'", "quot": `"`}

// decode reads characters: a section of CDATA as it is, references put in, line ends as one character.
func decode(f *source.File, s source.Span, attribute bool) source.Text {
	src, b := f.Data, source.NewBuilder(f)
	from, to := s.Start, s.End
	plain := !attribute && bytes.HasPrefix(src[from:to], cdataStart) && bytes.HasSuffix(src[from:to], cdataEnd)
	if plain {
		from, to = from+len(cdataStart), to-len(cdataEnd)
	}
	copied := from
	code := func(value string, start, end int) {
		b.Copy(copied, start)
		b.Code(value, start, end)
		copied = end
	}
	for i := from; i < to; i++ {
		switch c := src[i]; {
		case c == '\r' && i+1 < to && src[i+1] == '\n':
			code("\n", i, i+2)
			i++
		case c == '\r':
			code("\n", i, i+1)
		case c == '&' && !plain:
			size := bytes.IndexByte(src[i:to], ';')
			if size < 0 {
				continue
			}
			code(referred(string(src[i+1:i+size])), i, i+size+1)
			i += size
		}
	}
	b.Copy(copied, to)
	return b.Text(from)
}

// referred is what a reference to a character or a predefined entity stands for.
func referred(name string) string {
	number, is := strings.CutPrefix(name, "#")
	if !is {
		return entities[name]
	}
	base := 10
	if hex, is := strings.CutPrefix(number, "x"); is {
		number, base = hex, 16
	}
	n, err := strconv.ParseUint(number, base, 21)
	if err != nil {
		return ""
	}
	return string(utf8.AppendRune(nil, rune(n)))
}

// Trim leaves out what is blank around a text.
func Trim(t source.Text) source.Text {
	const blanks = " \t\r\n"
	left := t.Len() - len(strings.TrimLeft(t.String(), blanks))
	return t.Slice(left, max(left, len(strings.TrimRight(t.String(), blanks))))
}

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;")

// Escape writes a text so that it may stand in an element or an attribute.
func Escape(s string) string { return escapes.Replace(s) }
