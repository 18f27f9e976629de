package report_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// TestRenderedStaysYAML masks what every chart below JVMLINT_CORPUS renders to:
// it stays YAML, of the same keys and lists.
func TestRenderedStaysYAML(t *testing.T) {
	dir := os.Getenv("JVMLINT_CORPUS")
	if dir == "" {
		t.Skip("skipped: JVMLINT_CORPUS names no folder")
	}
	charts := 0
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() != "Chart.yaml" {
			return err
		}
		c, err := chart.Load(filesystem.OS{}, filepath.Dir(path), budget.NewRun())
		if err != nil {
			return nil
		}
		f := c.Render(chart.Release{}).File
		var masked bytes.Buffer
		require.NoError(t, report.Rendered(&masked, f))
		want, err := yamldoc.Parse(f)
		require.NoError(t, err, path)
		got, err := yamldoc.Parse(source.NewFile(path, masked.Bytes()))
		if assert.NoError(t, err, path) {
			assert.Equal(t, shapes(want), shapes(got), path)
		}
		charts++
		return nil
	}))
	t.Logf("%d charts", charts)
}

// shapes are documents without the values in them.
func shapes(all []*yamldoc.Document) (shapes []string) {
	for _, d := range all {
		shapes = append(shapes, shape(d.Root))
	}
	return shapes
}

func shape(n *yamldoc.Node) string {
	var all []string
	for _, e := range n.Entries() {
		all = append(all, e.Key.Value()+": "+shape(e.Value))
	}
	for _, item := range n.Items() {
		all = append(all, "- "+shape(item))
	}
	return fmt.Sprint(all)
}
