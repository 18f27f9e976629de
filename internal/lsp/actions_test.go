package lsp

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Edits of an open text have its version, those of a file none; clients that
// know no versions get both by their URIs.
func TestEdit(t *testing.T) {
	s := &Server{documents: map[string]*document{}}
	text := newText("😀 -Xmx1g\n", UTF16)
	open := &document{"untitled:1", 7, text, source.NewFile("untitled:1", []byte(text.value))}
	s.documents[open.file.Name] = open
	file := source.NewFile("jvm.options", []byte("\ufeffa\n-Xmx1g\n"))
	edits := []source.Edit{{Span: open.file.Span(9, 11), New: "2g"}, {Span: file.Span(3, 4), New: "# b"}, {Span: file.Span(9, 11), New: "3g"}}
	inText := []textEdit{{Range{Position{0, 7}, Position{0, 9}}, "2g"}}
	inFile := []textEdit{{Range{Position{0, 0}, Position{0, 1}}, "# b"}, {Range{Position{1, 4}, Position{1, 6}}, "3g"}}

	got, ok := s.edit(edits)
	assert.True(t, ok)
	assert.Equal(t, workspaceEdit{Changes: map[string][]textEdit{"untitled:1": inText, uriOf("jvm.options"): inFile}}, got)

	s.can.Workspace.WorkspaceEdit.DocumentChanges = true
	got, ok = s.edit(edits)
	assert.True(t, ok)
	assert.Equal(t, workspaceEdit{DocumentChanges: []documentEdit{
		{versionedDocument{"untitled:1", &open.version}, inText},
		{versionedDocument{uriOf("jvm.options"), nil}, inFile},
	}}, got)

	nowhere := source.NewFile(source.CommandLine, []byte("-Xmx1g"))
	_, ok = s.edit([]source.Edit{{Span: nowhere.Span(0, 1)}})
	assert.False(t, ok)
}

func TestAsked(t *testing.T) {
	for _, c := range []struct {
		only []string
		kind string
		want bool
	}{
		{nil, quickFix, true}, {[]string{"source"}, fixAll, true}, {[]string{"source.fixAll"}, fixAll, true}, {[]string{fixAll}, fixAll, true},
		{[]string{"source.fix"}, fixAll, false}, {[]string{"source.organizeImports", quickFix}, quickFix, true}, {[]string{"refactor"}, quickFix, false},
	} {
		assert.Equal(t, c.want, asked(c.only, c.kind), "%v", c)
	}
}

// A path leads to its URI and back.
func TestURI(t *testing.T) {
	for _, path := range []string{"values.yaml", "a b/ż%.yaml", "../up.yaml", "#1?.yaml"} {
		assert.Equal(t, path, pathOf(uriOf(path)))
	}
	assert.Equal(t, "untitled:Untitled-1", pathOf("untitled:Untitled-1"))
	assert.Equal(t, "%zz", pathOf("%zz"))
}
