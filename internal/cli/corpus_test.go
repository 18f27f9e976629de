package cli_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/cli"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// inCopyOfCorpus goes into a repository with a copy of the folder that
// JVMLINT_CORPUS names.
func inCopyOfCorpus(t *testing.T) {
	t.Helper()
	corpus := os.Getenv("JVMLINT_CORPUS")
	if corpus == "" {
		t.Skip("skipped: JVMLINT_CORPUS names no folder")
	}
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(corpus)))
	t.Chdir(dir)
	out, err := exec.Command("git", "init", "--quiet").CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// TestFixesSettleOnRealFiles applies all fixes to a copy of the folder that
// JVMLINT_CORPUS names: no finding that had one is left with it, files stay
// readable, and a second run changes nothing.
func TestFixesSettleOnRealFiles(t *testing.T) {
	inCopyOfCorpus(t)
	run := func(args ...string) []byte {
		var stdout, stderr bytes.Buffer
		code := cli.Main(append([]string{"check", "--exit-zero", "--no-config"}, args...), bytes.NewReader(nil), &stdout, &stderr)
		require.Zero(t, code, "%s", &stderr)
		return stdout.Bytes()
	}
	type finding struct {
		Rule     string
		Location struct{ File string }
		Fixes    []struct {
			Safety string
			Edits  []json.RawMessage
		}
	}
	findings := func() (all []finding, fixable []finding) {
		var report struct{ Findings []finding }
		require.NoError(t, json.Unmarshal(run("--format", "json"), &report))
		for _, f := range report.Findings {
			for _, fix := range f.Fixes {
				if len(fix.Edits) > 0 {
					fixable = append(fixable, f)
					break
				}
			}
		}
		return report.Findings, fixable
	}
	before, fixable := findings()
	wasYAML := readableYAML(t)
	run("--unsafe-fixes")
	after, left := findings()
	assert.Empty(t, left, "no finding keeps a fix that could be applied")
	assert.Empty(t, string(run("--unsafe-fixes", "--diff")), "a second run changes nothing")
	assert.Equal(t, wasYAML, readableYAML(t), "what was YAML is YAML")
	t.Logf("%d findings, %d of them with a fix; %d are left", len(before), len(fixable), len(after))
	assert.LessOrEqual(t, len(after), len(before)-len(fixable)/2)
}

// readableYAML lists the files of the current folder that are YAML.
func readableYAML(t *testing.T) (all []string) {
	require.NoError(t, fs.WalkDir(os.DirFS("."), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if _, err := yamldoc.Parse(source.NewFile(path, data)); err == nil {
			all = append(all, path)
		}
		return nil
	}))
	return all
}
