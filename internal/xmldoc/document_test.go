package xmldoc

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

func parse(t *testing.T, text string) *Document {
	doc, err := Parse(source.NewFile("f.xml", []byte(text)))
	require.NoError(t, err, text)
	return doc
}

// Every name and value stands where it is read, byte for byte.
func TestPlaces(t *testing.T) {
	doc := parse(t, "<?xml version='1.0'?>\n<!-- ä -->\n<p:a xmlns:p=\"u\" k = 'v&amp;w'\n  p:l=\"\">x &lt; <![CDATA[<y>]]><!-- no -->\r\nz<b/></p:a>")
	root := doc.Root
	start, end := root.Names()
	assert.Equal(t, []string{"u", "a", "a", "p:a", "a"}, []string{root.Space, root.Name, start.String(), root.EndTag.String(), end.String()})
	assert.Equal(t, "x < <y>\nz", root.Text.String())
	assert.True(t, root.Text.Slice(0, 2).Editable())
	assert.Equal(t, "<y>", root.Text.Slice(4, 7).Span().String())
	require.Len(t, root.Attributes, 2)
	assert.Equal(t, "v&w", root.Attributes[0].Value.String())
	assert.Equal(t, "v&amp;w", root.Attributes[0].Value.Span().String())
	assert.Equal(t, "k", root.Attributes[0].Key.Span().String())
	assert.Equal(t, "u", root.Attributes[1].Space)
	assert.Equal(t, []string{"<!-- ä -->", "<!-- no -->"}, []string{doc.Comments[0].String(), doc.Comments[1].String()})
	assert.True(t, root.Children[0].Empty())
	assert.Equal(t, "<b/>", root.Children[0].Span.String())
}

// What a parser refuses is refused, and nothing outside the file is read.
func TestFaults(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "there is no element",
		"text":                   "there is text outside the element at the top",
		"<a/><b/>":               "there is a second element at the top",
		"<a b='1' b='2'/>":       "the attribute b occurs twice in <a>",
		"<p:a/>":                 "the prefix p is bound to no namespace",
		"<a x:b='1'/>":           "the prefix x is bound to no namespace",
		"<a><b></a>":             "cannot be read as XML: element <b> closed by </a>",
		"<a>&x;</a>":             "cannot be read as XML: invalid character entity &x;",
		"<a b=c/>":               "cannot be read as XML: unquoted or missing attribute value in element",
		"<a><!-- a -- b --></a>": `cannot be read as XML: invalid sequence "--" not allowed in comments`,
		"<?xml version='1.0' encoding='x'?><a>ä</a>": `cannot be read as XML: opening charset "x": its encoding is x, and only UTF-8 is read`,
		strings.Repeat("<a>", 501):                   "elements are nested more than 500 levels deep",
	} {
		_, err := Parse(source.NewFile("f.xml", []byte(text)))
		if assert.Error(t, err, text) {
			assert.Equal(t, want, strings.Replace(err.(*source.Problem).Message, "xml: ", "", 1), text)
		}
	}
}

// A change is what its edits say, and nothing else.
func TestVerify(t *testing.T) {
	const text = `<a k="1"><!-- c --><b>2</b><c/></a>`
	for edit, want := range map[[2]string]string{
		{"1", "5"}:                    "",
		{"2", "5"}:                    "",
		{"<c/>", "<c/><d/>"}:          "",
		{"/>", "><d/></c>"}:           "",
		{"2", "2</b><b>3"}:            "",
		{"c --><b>2</b>", "c --><b>"}: "after the edits: f.xml:1:30: cannot be read as XML: element <b> closed by </a>",
	} {
		f := source.NewFile("f.xml", []byte(text))
		at := strings.Index(text, edit[0])
		edits := []source.Edit{{Span: f.Span(at, at+len(edit[0])), New: edit[1]}}
		data, err := f.Apply(edits)
		require.NoError(t, err, "%v", edit)
		got := ""
		if err := Verify(f, edits, source.NewFile("f.xml", data)); err != nil {
			got = err.Error()
		}
		assert.Equal(t, want, got, "%v", edit)
	}
	f := source.NewFile("f.xml", []byte(text))
	assert.ErrorContains(t, Verify(f, nil, source.NewFile("f.xml", []byte("<a/>"))), "is not the result of the edits")
}
