package chart_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// eachRealChart calls do with the folder of every chart below the one that
// JVMLINT_CORPUS names.
func eachRealChart(t *testing.T, do func(path string)) {
	dir := os.Getenv("JVMLINT_CORPUS")
	if dir == "" {
		t.Skip("skipped: JVMLINT_CORPUS names no folder")
	}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() == "Chart.yaml" {
			do(filepath.Dir(path))
		}
		return err
	}))
}
