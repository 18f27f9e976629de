package chart_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	helmaccess "helm.sh/helm/v4/pkg/chart"
	"helm.sh/helm/v4/pkg/chart/loader/archive"
	helm "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/chart/v2/loader"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
)

// load makes a chart of its files, and has Helm do it.
func load(t *testing.T, files drawnFiles) (*helmchart.Chart, *helm.Chart) {
	t.Helper()
	var all []*helmchart.File
	var same []*archive.BufferedFile
	for _, name := range slices.Sorted(maps.Keys(files)) {
		all = append(all, &helmchart.File{Name: name, Path: name, Data: []byte(files[name])})
		same = append(same, &archive.BufferedFile{Name: name, Data: []byte(files[name])})
	}
	ours, err := helmchart.New(all, budget.NewRun())
	require.NoError(t, err)
	theirs, err := loader.LoadFiles(same)
	require.NoError(t, err)
	sorted(theirs)
	return ours, theirs
}

// sorted puts dependencies in order: Helm's loader has none.
func sorted(c *helm.Chart) {
	below := slices.Clone(c.Dependencies())
	slices.SortFunc(below, func(a, b *helm.Chart) int {
		switch {
		case a.Name() < b.Name():
			return -1
		}
		return 1
	})
	c.SetDependencies(below...)
	for _, d := range below {
		sorted(d)
	}
}

func helmTree(c *helm.Chart) about {
	accessor, err := helmaccess.NewAccessor(c)
	if err != nil {
		panic(err)
	}
	a := about{path: c.ChartFullPath(), metadata: accessor.MetadataAsMap()}
	for _, d := range c.Dependencies() {
		a.below = append(a.below, helmTree(d))
	}
	return a
}
