package chart_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/filesystem"
)

// TestCorpus renders every chart below the folder JVMLINT_CORPUS. All text
// that Helm makes must keep its place.
func TestCorpus(t *testing.T) {
	charts, untraced := 0, 0
	eachRealChart(t, func(path string) {
		c, err := chart.Load(filesystem.OS{}, path, budget.NewRun())
		if err != nil {
			t.Log(path, err)
			return
		}
		r := c.Render(chart.Release{})
		charts++
		untraced += len(r.Untraced())
		assert.Empty(t, r.Untraced(), path)
		for _, p := range r.Problems {
			where := ""
			if p.Span.File != nil {
				at := p.Span.File.Position(p.Span.Start)
				where = fmt.Sprintf("%s:%d:%d", p.Span.File.Name, at.Line, at.Column)
			}
			t.Log(filepath.Base(path), where, p.Message)
		}
	})
	t.Logf("%d charts, %d templates of unknown place", charts, untraced)
}
