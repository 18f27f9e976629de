// Package xmlconfig reads the XML configuration of a member or a client of Hazelcast into the form that its YAML has:
// both say the same in other words, and the member reads both with one code
// (https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/MemberDomConfigProcessor.java,
// and YamlMemberDomConfigProcessor beside it).
package xmlconfig

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/xmlschema"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// newest is the schema by which attributes are told from elements.
var newest = hazelcast.Version{Major: 5, Minor: 1 << 10}

// Of is the configuration that a document holds.
func Of(doc *xmldoc.Document) *hazelcast.Config {
	root := doc.Root
	t := xmlschema.For(newest).Roots[root.Name]
	r := reader{}
	top := yamldoc.ForeignMapping(root.Span, yamldoc.Writing{})
	key, value := NameOf(root), mappingOf(root, t)
	top.AddEntry(key, value)
	for _, c := range root.Children {
		of := t.Child(c.Name)
		switch {
		case c.Name == "import":
			list := r.shared(value, NameOf(c), yamldoc.ForeignSequence(c.Span))
			if file, has := c.Attribute("resource"); has {
				list.AddItem(scalarOf(file.Value))
			}
		case of.HasAttribute("name"):
			r.addNamed(value, c, of)
		default:
			r.addChild(value, c, of)
		}
	}
	return &hazelcast.Config{Root: value, Key: key, Documents: []*yamldoc.Node{top}, XML: doc}
}

// reader keeps what several elements add to.
type reader map[place]*yamldoc.Node

type place struct {
	in  *yamldoc.Node
	key string
}

// shared is the value of a key that several elements add to.
func (r reader) shared(in, key, value *yamldoc.Node) *yamldoc.Node {
	at := place{in, key.Value()}
	if r[at] == nil {
		r[at] = value
		in.AddEntry(key, value)
	}
	return r[at]
}

// addNamed adds an element to the mapping of those of its kind, by its name. One
// whose name another has goes over that one.
func (r reader) addNamed(value *yamldoc.Node, c *xmldoc.Element, t *xmlschema.Type) {
	all := r.shared(value, NameOf(c), yamldoc.ForeignMapping(c.Span, yamldoc.Writing{}))
	name := source.Vague(hazelcast.DefaultMap, c.Tag.Span())
	if a, has := c.Attribute("name"); has {
		name = xmldoc.Trim(a.Value)
	}
	r.fill(r.shared(all, yamldoc.ForeignScalar(name, yamldoc.Writing{}), mappingOf(c, t)), c, t, "name")
}

// NameOf is the key that an element has for its name, which stands in both of its tags.
func NameOf(e *xmldoc.Element) *yamldoc.Node {
	tag, again := e.Names()
	return yamldoc.ForeignScalar(tag, yamldoc.Writing{Again: again})
}

// scalarOf is a text: the member leaves out what is blank around it.
func scalarOf(text source.Text) *yamldoc.Node {
	return yamldoc.ForeignScalar(xmldoc.Trim(text), yamldoc.Writing{})
}

// Lists are elements whose children are the items of a list: of texts, or of mappings.
var (
	textLists    = []string{"listeners", "message-listeners", "partition-lost-listeners", "member-list", "outbound-ports", "cluster-members", "attributes"}
	mappingLists = []string{"entry-listeners", "item-listeners", "indexes", "serializers"}
)

// addChild adds an element to the mapping of the one that it stands in.
func (r reader) addChild(in *yamldoc.Node, c *xmldoc.Element, t *xmlschema.Type) {
	if c.Name == "discovery-strategy" { // of several, which make a list
		key := yamldoc.ForeignScalar(source.Vague("discovery-strategies", c.Tag.Span()), yamldoc.Writing{})
		r.shared(in, key, yamldoc.ForeignSequence(c.Span)).AddItem(r.valueOf(c, t))
		return
	}
	in.AddEntry(NameOf(c), r.valueOf(c, t))
}

// valueOf is what an element holds.
func (r reader) valueOf(c *xmldoc.Element, t *xmlschema.Type) *yamldoc.Node {
	switch {
	case c.Name == "properties":
		return propertiesOf(c)
	case slices.Contains(textLists, c.Name):
		list := yamldoc.ForeignSequence(c.Span)
		for _, item := range c.Children {
			list.AddItem(scalarOf(item.Text))
		}
		return list
	case slices.Contains(mappingLists, c.Name) && c.Parent.Name != "compact-serialization": // of which the class alone is known
		list := yamldoc.ForeignSequence(c.Span)
		for _, item := range c.Children {
			of := t.Child(item.Name)
			list.AddItem(r.fill(mappingOf(item, of), item, of, ""))
		}
		return list
	case len(c.Children) == 0 && len(c.Attributes) == 0 && !t.HasParts():
		return scalarOf(c.Text)
	}
	return r.fill(mappingOf(c, t), c, t, "")
}

// fill adds attributes, elements and text to the mapping of an element, and gives it back.
func (r reader) fill(value *yamldoc.Node, c *xmldoc.Element, t *xmlschema.Type, but string) *yamldoc.Node {
	for _, a := range c.Attributes {
		if a.Space == "" && a.Name != but {
			value.AddEntry(yamldoc.ForeignScalar(a.Key, yamldoc.Writing{}), scalarOf(a.Value))
		}
	}
	for _, child := range c.Children {
		r.addChild(value, child, t.Child(child.Name))
	}
	text := xmldoc.Trim(c.Text)
	if len(c.Children) > 0 || text.Len() == 0 {
		return value
	}
	key := either.Of(c.Name == "port", "port", "class-name") // that most elements with a text and attributes name
	value.AddEntry(yamldoc.ForeignScalar(source.Vague(key, c.Tag.Span()), yamldoc.Writing{}), scalarOf(c.Text))
	return value
}

// propertiesOf are the properties of an element: each has a name and a value.
func propertiesOf(c *xmldoc.Element) *yamldoc.Node {
	value := yamldoc.ForeignMapping(c.Span, yamldoc.Writing{Insert: func(name, text string) (source.Edit, error) {
		return insertElement(c, `<property name="`+xmldoc.Escape(name)+`">`+xmldoc.Escape(text)+`</property>`)
	}})
	for _, p := range c.Children {
		if name, has := p.Attribute("name"); has {
			value.AddEntry(scalarOf(name.Value), scalarOf(p.Text))
		}
	}
	return value
}

var errNoPlace = errors.New("the schema has no certain place for it")

// mappingOf is an empty mapping for an element. What is added to it becomes an
// attribute or an element, as the schema has it.
func mappingOf(e *xmldoc.Element, t *xmlschema.Type) *yamldoc.Node {
	return yamldoc.ForeignMapping(e.Span, yamldoc.Writing{Insert: func(key, value string) (source.Edit, error) {
		switch {
		case t.HasAttribute(key):
			end := endOfStart(e)
			return source.Edit{Span: e.Start.File.Span(end, end), New: " " + key + `="` + xmldoc.Escape(value) + `"`}, nil
		case t.AnyOrder() && t.Child(key).IsText():
			return insertElement(e, "<"+key+">"+xmldoc.Escape(value)+"</"+key+">")
		}
		return source.Edit{}, errNoPlace
	}})
}

// endOfStart is where the name and the attributes in a start tag end.
func endOfStart(e *xmldoc.Element) int {
	return e.Start.Start + len(strings.TrimRight(strings.TrimRight(e.Start.String(), "/>"), " \t\r\n"))
}

// insertElement adds an element behind those that are there: on a line of its own where the last one has one.
func insertElement(e *xmldoc.Element, element string) (source.Edit, error) {
	if prefix, _, has := strings.Cut(e.Tag.String(), ":"); has {
		return source.Edit{}, errors.New("elements have the prefix " + prefix)
	}
	f := e.Start.File
	if e.Empty() {
		return source.Edit{Span: f.Span(endOfStart(e), e.Start.End), New: ">" + element + "</" + e.Tag.String() + ">"}, nil
	}
	at := e.EndTag.Start - len("</")
	if len(e.Children) == 0 {
		return source.Edit{Span: f.Span(at, at), New: element}, nil
	}
	last := e.Children[len(e.Children)-1].Span
	line := bytes.LastIndexByte(f.Data[:last.Start], '\n') + 1
	indent := string(f.Data[line:last.Start])
	if strings.Trim(indent, " \t") == "" {
		element = f.LineEnd() + indent + element
	}
	return source.Edit{Span: f.Span(last.End, last.End), New: element}, nil
}
