package input

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// corpus is a folder of real files, or "".
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

// Every real file is read, and what parses as YAML gives no problem.
func TestCorpus(t *testing.T) {
	dir := corpus()
	if dir == "" {
		t.Skip("no folder of real files: set JVMLINT_CORPUS")
	}
	formats, workloads := map[reading.Format]int{}, 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		in := Read(source.NewFile(path, data))
		checkPlaces(t, in)
		formats[in.Format]++
		workloads += len(in.Workloads)
		if documents, err := yamldoc.Parse(in.File); err == nil && !reading.ScalarsOnly(documents) {
			assert.Empty(t, messages(in.Problems), path)
		}
		return nil
	})
	require.NoError(t, err)
	t.Logf("%d workloads, files by format: %v", workloads, formats)
}
