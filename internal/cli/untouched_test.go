package cli_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/cli"
)

// TestNothingIsWritten runs what no option tells to write, and looks whether any
// file of the folder, or one beside it, is another afterwards.
func TestNothingIsWritten(t *testing.T) {
	top := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(top, "project"), os.DirFS("../../testdata/field-report")))
	require.NoError(t, os.CopyFS(filepath.Join(top, "project", "chart"), os.DirFS("../../testdata/gitops/charts/store")))
	t.Setenv("HOME", top)
	t.Setenv("TMPDIR", top)
	t.Chdir(filepath.Join(top, "project"))
	before := stateOf(t, top)
	for name, line := range map[string]string{
		"check":              "check .",
		"check, patch":       "check --diff --unsafe-fixes .",
		"check, all formats": "check --format sarif --exit-zero .",
		"check, rendered":    "check --show-rendered chart",
		"predict":            "predict start.yaml",
		"advise":             "advise --jdk 17 --memory 10Gi --cpus 8 start.yaml",
		"advise, patch":      "advise --jdk 17 --memory 10Gi --cpus 8 --diff start.yaml",
		"capacity":           "capacity --object 5MiB start.yaml",
		"java":               "java -Xmx2gb -jar app.jar",
		"explain":            "explain heap-is-limit",
		"rules":              "rules",
		"version":            "version",
		"completion":         "completion bash",
	} {
		t.Run(name, func(t *testing.T) {
			var out, messages bytes.Buffer
			cli.Main(strings.Fields(line), strings.NewReader(""), &out, &messages)
			require.NotEmpty(t, out.String(), messages.String())
			assert.Equal(t, before, stateOf(t, top))
		})
	}
}

// stateOf is what each file and folder below one is: its mode, when it was
// written, and its bytes.
func stateOf(t *testing.T, top string) map[string]string {
	t.Helper()
	all := map[string]string{}
	require.NoError(t, filepath.WalkDir(top, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		all[name] = info.Mode().String() + " " + info.ModTime().String()
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(name)
			all[name] += "\n" + string(data)
			return err
		}
		return nil
	}))
	return all
}
