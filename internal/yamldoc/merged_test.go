package yamldoc_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// What is merged of several files has its own parents, and its values stand where
// they stood.
func TestMerged(t *testing.T) {
	f := source.NewFile("a.yaml", []byte("a: &x {b: 1}\nc: *x\nd: [{e: 2}]\n"))
	documents, err := yamldoc.Parse(f)
	require.NoError(t, err)
	root := documents[0].Root
	merged := yamldoc.ForeignMapping(root.Span(), yamldoc.Writing{})
	for _, e := range root.Entries() {
		merged.AddEntry(e.Key.Borrow(), e.Value.Borrow())
	}
	assert.Same(t, merged, merged.Get("a").Parent())
	assert.Same(t, root, root.Get("a").Parent())
	assert.Equal(t, "d", merged.Get("d").Key().Value())
	assert.Equal(t, root.Get("a", "b").Text().Span(), merged.Get("c", "b").Text().Span())
	assert.Equal(t, root.Get("d").Span(), merged.Get("d").Span())
	assert.True(t, merged.Get("a").Alias().IsZero())
	assert.Equal(t, yamldoc.Flow, merged.Get("d").Style())
	assert.Equal(t, "1", merged.Borrow().Get("c").Borrow().Get("b").Value())
}
