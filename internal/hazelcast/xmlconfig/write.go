package xmlconfig

import (
	"bytes"
	"errors"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast/xmlschema"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

var errNoPlace = errors.New("the schema has no certain place for it")

// mappingOf is an empty mapping for an element. What is added to it becomes an
// attribute or an element, as the schema has it.
func mappingOf(e *xmldoc.Element, t *xmlschema.Type) *yamldoc.Node {
	return yamldoc.ForeignMapping(e.Span, yamldoc.Writing{Insert: func(key, value string) (source.Edit, error) {
		switch {
		case t.HasAttribute(key):
			return insertAttribute(e, key, value)
		case t.AnyOrder() && t.Child(key).IsText():
			return insertElement(e, "<"+key+">"+xmldoc.Escape(value)+"</"+key+">")
		}
		return source.Edit{}, errNoPlace
	}})
}

// insertAttribute adds an attribute behind those that are there.
func insertAttribute(e *xmldoc.Element, key, value string) (source.Edit, error) {
	tag := e.Start
	end := tag.End - 1
	if e.Empty() {
		end--
	}
	data := tag.File.Data
	for end > tag.Start && strings.IndexByte(" \t\r\n", data[end-1]) >= 0 {
		end--
	}
	return source.Edit{Span: tag.File.Span(end, end), New: " " + key + `="` + xmldoc.Escape(value) + `"`}, nil
}

// insertElement adds an element behind those that are there: on a line of its own where the last one has one.
func insertElement(e *xmldoc.Element, element string) (source.Edit, error) {
	if prefix, _, has := strings.Cut(e.Tag.String(), ":"); has {
		return source.Edit{}, errors.New("elements have the prefix " + prefix)
	}
	f := e.Start.File
	if e.Empty() {
		end := e.Start.End - len("/>")
		for end > e.Start.Start && strings.IndexByte(" \t\r\n", f.Data[end-1]) >= 0 {
			end--
		}
		return source.Edit{Span: f.Span(end, e.Start.End), New: ">" + element + "</" + e.Tag.String() + ">"}, nil
	}
	at := e.EndTag.Start - len("</")
	if len(e.Children) == 0 {
		return source.Edit{Span: f.Span(at, at), New: element}, nil
	}
	last := e.Children[len(e.Children)-1].Span
	line := bytes.LastIndexByte(f.Data[:last.Start], '\n') + 1
	indent := string(f.Data[line:last.Start])
	if strings.Trim(indent, " \t") == "" {
		element = lineBreak(f.Data) + indent + element
	}
	return source.Edit{Span: f.Span(last.End, last.End), New: element}, nil
}

// lineBreak is the first of a file.
func lineBreak(data []byte) string {
	if i := bytes.IndexByte(data, '\n'); i > 0 && data[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
