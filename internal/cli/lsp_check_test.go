package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/cli"
)

// casesOfRules writes the files of the cases of all rules into a folder, each
// case in one of its own, and gives those that are no part of a chart.
func casesOfRules(t *testing.T, scripts []string) (names []string) {
	for _, script := range scripts {
		archive, err := txtar.ParseFile(script)
		require.NoError(t, err)
		dir := filepath.Join(filepath.Base(filepath.Dir(script)), filepath.Base(script))
		inChart := slices.ContainsFunc(archive.Files, func(f txtar.File) bool { return filepath.Base(f.Name) == "Chart.yaml" })
		for _, f := range archive.Files {
			path := filepath.Join(dir, filepath.FromSlash(f.Name))
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
			require.NoError(t, os.WriteFile(path, f.Data, 0o644))
			if !inChart && slices.Contains([]string{".yaml", ".options", ".txt", ".env"}, filepath.Ext(f.Name)) {
				names = append(names, path)
			}
		}
	}
	return names
}

// TestLSPSaysWhatCheckSays holds what an editor sees of the files of all cases
// of rules against what check says of the same files, and asks about many
// places of each.
func TestLSPSaysWhatCheckSays(t *testing.T) {
	scripts, err := filepath.Glob("../../testdata/rules/*/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, scripts)
	for i := range scripts {
		scripts[i], err = filepath.Abs(scripts[i])
		require.NoError(t, err)
	}
	e := startEditor(t, "--memory", "4Gi", "--jdk", "17", "--cpus", "4")
	e.initialize(nil)
	names := casesOfRules(t, scripts)
	require.NotEmpty(t, names)
	var out struct {
		Findings []struct {
			Rule     string
			Location struct {
				File  string
				Start struct{ Line int }
			}
		}
	}
	var stdout bytes.Buffer
	cli.Main(append([]string{"--memory", "4Gi", "--jdk", "17", "--cpus", "4", "check", "--exit-zero", "--format", "json"}, names...), strings.NewReader(""), &stdout, io.Discard)
	require.NoError(t, json.Unmarshal(stdout.Bytes(), &out))
	want := map[string][]string{}
	for _, f := range out.Findings {
		want[f.Location.File] = append(want[f.Location.File], fmt.Sprintf("%d %s", f.Location.Start.Line, f.Rule))
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		e.openText(name, 1, string(text))
	}
	told, fixes := 0, 0
	for _, name := range names {
		var got []string
		for _, d := range e.diagnostics(name, 1) {
			if d.Code != "" {
				got = append(got, fmt.Sprintf("%d %s", d.Range.Start.Line+1, d.Code))
			}
		}
		slices.Sort(got)
		slices.Sort(want[name])
		assert.Equal(t, want[name], got, name)
	}
	for i := 0; i < len(names); i += 10 {
		text, err := os.ReadFile(names[i])
		require.NoError(t, err)
		for line, s := range strings.Split(string(text), "\n") {
			for character := 0; character < len(s); character += 9 {
				if e.hover(names[i], line, character) != "" {
					told++
				}
			}
		}
		fixes += len(e.actions(names[i], 1))
	}
	t.Logf("%d files with %d findings; %d places told of, %d fixes offered", len(names), len(out.Findings), told, fixes)
	assert.NotZero(t, told)
	assert.NotZero(t, fixes)
	assert.Empty(t, e.messages)
}
