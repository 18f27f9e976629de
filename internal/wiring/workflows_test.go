package wiring

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// step is one of a job of a workflow.
type step struct {
	ID, Uses, Run string
	Env           map[string]string
}

var (
	pinned     = regexp.MustCompile(`^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
	usedAction = regexp.MustCompile(`(?m)^\s*(?:- )?uses: (.*)$`)
)

// Actions are pinned by the commit, with the release beside it.
func TestActionsArePinned(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(root(t), ".github/workflows/*.yml"))
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, m := range usedAction.FindAllStringSubmatch(string(text), -1) {
			assert.Regexp(t, pinned, m[1], name)
		}
	}
}

// The workflow of the night runs all that scripts/long names.
func TestNightRunsAllLongRuns(t *testing.T) {
	if _, err := exec.LookPath("jq"); err != nil {
		t.Skip("skipped: the list is made with jq")
	}
	var workflow struct {
		Jobs map[string]struct {
			Strategy struct{ Matrix map[string]string }
			Steps    []step
		}
	}
	read(t, ".github/workflows/nightly.yml", &workflow)
	listing := workflow.Jobs["list"].Steps
	out, complaints := bash(t, "export GITHUB_OUTPUT=/dev/stdout; "+listing[len(listing)-1].Run)
	list, found := strings.CutPrefix(out, "names=")
	require.True(t, found, complaints)
	var names []string
	require.NoError(t, json.Unmarshal([]byte(list), &names))
	assert.Equal(t, longNames(t), names)

	long := workflow.Jobs["long"]
	assert.Equal(t, map[string]string{"name": "${{ fromJSON(needs.list.outputs.names) }}"}, long.Strategy.Matrix)
	var runs []string
	for _, s := range long.Steps {
		if s.Env["NAME"] == "${{ matrix.name }}" {
			runs = append(runs, s.Run)
			assert.NotEmpty(t, s.Env["JVMLINT_SBOMS"], "a release has its SBOMs, which is tried here alone")
		}
	}
	assert.Equal(t, []string{`scripts/long "$NAME"`}, runs)
}
