package chart_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/filesystem"
)

// BenchmarkRender loads and renders a chart with dependencies, with the places
// of all text.
func BenchmarkRender(b *testing.B) {
	dir := b.TempDir()
	unpackTo(b, dir, family)
	b.ReportAllocs()
	for b.Loop() {
		c, err := chart.Load(filesystem.OS{}, dir, budget.NewRun())
		require.NoError(b, err)
		require.NotEmpty(b, c.Render(chart.Release{}).File.Data)
	}
}
