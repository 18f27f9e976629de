package yamldoc

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/jvmlint/jvmlint/internal/source"
)

// corpus is a folder of real YAML files, or "".
func corpus() string {
	if dir := os.Getenv("JVMLINT_CORPUS"); dir != "" {
		return dir
	}
	dir := filepath.Join("..", "..", "..", "shared", "corpus")
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return dir
	}
	return ""
}

// Every scalar of every real file that parses has an exact place.
func TestCorpus(t *testing.T) {
	dir := corpus()
	if dir == "" {
		t.Skip("no folder of real YAML files: set JVMLINT_CORPUS")
	}
	files, unparsed, comments := 0, 0, 0
	scalars := map[Style]int{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".yaml" && filepath.Ext(path) != ".yml" {
			return err
		}
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		files++
		s, err := parse(source.NewFile(path, data))
		if err != nil {
			unparsed++
			return nil
		}
		comments += len(s.comments())
		for _, doc := range s.docs {
			eachNode(doc.Root, func(n *Node) {
				checkPlace(t, n)
				if n.Kind() == Scalar {
					scalars[n.Style()]++
					assert.True(t, n.Exact(), "%s: %s %q", path, n.Style(), n.Value())
				}
			})
		}
		return nil
	})
	require.NoError(t, err)
	t.Logf("%d files, %d of them do not parse, %d comments", files, unparsed, comments)
	for style := Plain; style <= Folded; style++ {
		t.Logf("%s: %d scalars, all exact", style, scalars[style])
	}
}

// eachNode calls f for every node of a tree, keys too, aliases not followed.
func eachNode(n *Node, f func(*Node)) {
	if n.target != nil {
		return
	}
	f(n)
	for _, c := range n.children {
		eachNode(c, f)
	}
}

// checkPlace holds what is known of a node's place against the source.
func checkPlace(t *testing.T, n *Node) {
	span := n.Span()
	require.True(t, 0 <= span.Start && span.Start <= span.End && span.End <= len(span.File.Data), "%v", span)
	if n.Kind() != Scalar {
		for _, c := range n.children {
			start, end := c.extent()
			require.True(t, span.Start <= start && end <= span.End, "%q is not within %q", span.File.Data[start:end], span)
		}
		return
	}
	text := n.Text()
	require.Equal(t, n.Value(), text.String())
	if !n.Exact() {
		require.False(t, text.Editable())
		return
	}
	for i := range text.Len() {
		one := text.Slice(i, i+1)
		at := one.Span()
		require.False(t, at.IsZero())
		if at.Len() == 1 && at.String() != "\n" && at.String() != "\r" {
			require.Equal(t, one.String(), at.String())
		}
	}
	if n.yaml.Style&^yaml.TaggedStyle == 0 && text.Len() > 0 {
		require.Equal(t, span, text.Span(), "a plain scalar is all text")
	}
}
