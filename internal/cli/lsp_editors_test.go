package cli_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// outcome is what an editor saw of a file before and after it applied a fix.
type outcome struct {
	Before []string
	Hover  string
	Text   string
	After  any
}

// inEditor has a program open a file and raise its region size.
func inEditor(t *testing.T, run func(jvmlint, file string) *exec.Cmd, result func(printed []byte) []byte) {
	program, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	jvmlint, file := filepath.Join(dir, "jvmlint"), filepath.Join(dir, "values.yaml")
	if err := os.Symlink(program, jvmlint); err != nil {
		t.Skipf("skipped: %s", err)
	}
	require.NoError(t, os.WriteFile(file, []byte(values), 0o644))
	cmd := run(jvmlint, file)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	printed, err := cmd.Output()
	require.NoError(t, err, "%s%s", printed, &stderr)
	var o outcome
	require.NoError(t, json.Unmarshal(result(printed), &o), "%s%s", printed, &stderr)
	assert.Contains(t, o.Before, "g1-region-count")
	assert.Contains(t, o.Hover, "a heap of 50g has 12800 G1 regions of 4m")
	assert.Regexp(t, `11   G1 region +4m  command line`, o.Hover)
	assert.Equal(t, strings.Replace(values, "=4m", "=32m", 1), o.Text)
	assert.NotContains(t, o.After, "g1-region-count")
}

// regionAt is where the size of a region stands in values, in UTF-16.
var regionAt = []string{"1", "58"}

func TestLSPWithPygls(t *testing.T) {
	python := os.Getenv("JVMLINT_PYGLS")
	if python == "" {
		t.Skip("skipped: JVMLINT_PYGLS names no python that has pygls")
	}
	script, err := filepath.Abs("testdata/editors/pygls_client.py")
	require.NoError(t, err)
	inEditor(t, func(jvmlint, file string) *exec.Cmd {
		return exec.Command(python, script, jvmlint, file, regionAt[0], regionAt[1], "raise the region")
	}, func(printed []byte) []byte { return printed })
}

func TestLSPWithNeovim(t *testing.T) {
	nvim := os.Getenv("JVMLINT_NVIM")
	if nvim == "" {
		t.Skip("skipped: JVMLINT_NVIM names no Neovim")
	}
	script, err := filepath.Abs("testdata/editors/neovim_client.lua")
	require.NoError(t, err)
	result := filepath.Join(t.TempDir(), "result.json")
	inEditor(t, func(jvmlint, file string) *exec.Cmd {
		cmd := exec.Command(nvim, "--headless", "--clean", "-c", "luafile "+script, "-c", "cquit")
		cmd.Env = append(os.Environ(), "JVMLINT="+jvmlint, "FILE="+file, "LINE="+regionAt[0], "CHARACTER="+regionAt[1], "TITLE=raise the region", "RESULT="+result, "HOME="+t.TempDir())
		return cmd
	}, func([]byte) []byte {
		data, err := os.ReadFile(result)
		require.NoError(t, err)
		return data
	})
}
