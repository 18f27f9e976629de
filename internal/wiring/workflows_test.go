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

// The workflow of the night lists what it runs by docs/testing.md, and by the
// code: all long comparisons, and all fuzz targets.
func TestNightRunsWhatIsDocumented(t *testing.T) {
	for _, program := range []string{"bash", "jq"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("skipped: the list is made with %s", program)
		}
	}
	var workflow struct {
		Jobs map[string]struct{ Steps []step }
	}
	read(t, ".github/workflows/nightly.yml", &workflow)
	output := filepath.Join(t.TempDir(), "output")
	for _, s := range workflow.Jobs["list"].Steps {
		if s.ID == "list" {
			c := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
			c.Dir = root(t)
			c.Env = append(os.Environ(), "GITHUB_OUTPUT="+output)
			out, err := c.CombinedOutput()
			require.NoError(t, err, "%s", out)
		}
	}
	text, err := os.ReadFile(output)
	require.NoError(t, err)
	lines := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		lines[name] = value
	}

	var commands []string
	require.NoError(t, json.Unmarshal([]byte(lines["commands"]), &commands))
	documentation := page(t, "docs/testing.md")
	documented := regexp.MustCompile(`(?m)^    .*(go test \./internal/.*)$`).FindAllStringSubmatch(documentation, -1)
	for _, m := range documented {
		elsewhere := strings.Contains(m[0], " -fuzz") || strings.Contains(m[0], " -update") || strings.Contains(m[0], "JVMLINT_CORPUS=")
		runs := strings.Contains(strings.Join(commands, "\n")+"\n", m[1]+"\n")
		assert.NotEqual(t, elsewhere, runs, m[0])
	}
	for _, command := range commands {
		assert.NotRegexp(t, `=(DIR|JARS|FILE)\b`, command, "only the environment knows where that is")
	}

	var fuzzed []struct{ Package, Target string }
	require.NoError(t, json.Unmarshal([]byte(lines["targets"]), &fuzzed))
	var targets, listed []string
	for _, f := range fuzzed {
		targets = append(targets, nameOf(f.Package)+" "+f.Target)
	}
	for _, m := range pageRow.FindAllStringSubmatch(section(t, documentation, "Fuzzing"), -1) {
		for _, target := range codesOf(m[2]) {
			listed = append(listed, codesOf(m[1])[0]+" "+target)
		}
	}
	assert.ElementsMatch(t, listed, targets)
}
