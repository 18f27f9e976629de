package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/cli"
)

// TestSameOutputOnAnyNumberOfCPUs holds the output on one processor against
// that on several, for a tree with the files of all scripts.
func TestSameOutputOnAnyNumberOfCPUs(t *testing.T) {
	tree := t.TempDir()
	scripts, err := filepath.Glob("../../testdata/*/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, scripts)
	for _, script := range scripts {
		archive, err := txtar.ParseFile(script)
		require.NoError(t, err)
		for _, f := range archive.Files {
			path := filepath.Join(tree, filepath.Base(script), filepath.FromSlash(f.Name))
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
			require.NoError(t, os.WriteFile(path, f.Data, 0o644))
		}
	}
	t.Chdir(tree)
	check := func(cpus int) string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cpus))
		var out bytes.Buffer
		cli.Main([]string{"check", "--no-config", "--memory", "4Gi"}, bytes.NewReader(nil), &out, &out)
		return out.String()
	}
	one := check(1)
	assert.Contains(t, one, "[g1-region-count]")
	assert.Contains(t, one, "left out: ")
	for range 3 {
		assert.Equal(t, one, check(8))
	}
}
