package chart_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/chart"
)

// TestCorpus renders every chart below the folder JVMLINT_CORPUS. All text
// that Helm makes must keep its place.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("JVMLINT_CORPUS")
	if dir == "" {
		t.Skip("JVMLINT_CORPUS names no folder")
	}
	charts, untraced := 0, 0
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() != "Chart.yaml" {
			return err
		}
		path = filepath.Dir(path)
		c, err := chart.Load(path)
		if err != nil {
			t.Log(path, err)
			return nil
		}
		r := c.Render(chart.Release{})
		charts++
		untraced += len(r.Untraced)
		assert.Empty(t, r.Untraced, path)
		for _, p := range r.Problems {
			where := ""
			if p.Span.File != nil {
				at := p.Span.File.Position(p.Span.Start)
				where = fmt.Sprintf("%s:%d:%d", p.Span.File.Name, at.Line, at.Column)
			}
			t.Log(filepath.Base(path), where, p.Message)
		}
		return nil
	}))
	t.Logf("%d charts, %d templates of unknown place", charts, untraced)
}
