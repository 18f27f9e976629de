package xmldoc

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

// FuzzParse: whatever is read has its places in the file, and a value that may be
// edited becomes what is written in its place, and nothing else changes.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"<?xml version='1.0'?>\n<p:a xmlns:p=\"u\" k = 'v&amp;w' p:l=\"\">x &lt; <![CDATA[<y>]]><!-- no -->\r\nz<b/></p:a>",
		"<!DOCTYPE a [<!ENTITY b 'c'>]><a d='&#65;\t'>\r</a>", "<a b='1' b='2'/>", "\ufeff<a>&#xFFFE;</a >", "<a><b c='x'></b><b c=\"'\"/></a>",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		file := source.NewFile("f.xml", []byte(s))
		doc, err := Parse(file)
		if err != nil {
			return
		}
		edited := 0
		var walk func(e *Element)
		walk = func(e *Element) {
			assert.True(t, e.Span.Start <= e.Start.Start && e.Start.End <= e.Span.End && e.Span.End <= len(s), "%q", s)
			for _, a := range e.Attributes {
				if edited++; edited < 4 && a.Value.Editable() {
					replaced(t, file, a.Value)
				}
			}
			for _, child := range e.Children {
				walk(child)
			}
		}
		walk(doc.Root)
	})
}

// replaced writes another value, and reads it.
func replaced(t *testing.T, file *source.File, old source.Text) {
	const value = `a<b&"'c`
	edits := []source.Edit{{Span: old.Span(), New: Escape(value)}}
	data, err := file.Apply(edits)
	require.NoError(t, err)
	after := source.NewFile("f.xml", data)
	require.NoError(t, Verify(file, edits, after), "%q", data)
	doc, err := Parse(after)
	require.NoError(t, err, "%q", data)
	assert.Contains(t, valuesOf(doc.Root), value, "%q", data)
}

func valuesOf(e *Element) []string {
	var all []string
	for _, a := range e.Attributes {
		all = append(all, a.Value.String())
	}
	for _, child := range e.Children {
		all = append(all, valuesOf(child)...)
	}
	return all
}
