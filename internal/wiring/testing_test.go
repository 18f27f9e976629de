package wiring

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// docs/testing.md lists all variables that tests and scripts/long ask for, and
// all that scripts/long runs.

var (
	askedVariable  = regexp.MustCompile(`"(JVMLINT_[A-Z_]+)"`)
	scriptVariable = regexp.MustCompile(`\$\{(JVMLINT_[A-Z_]+):?-`)
)

func TestVariablesAreListed(t *testing.T) {
	asked := map[string]bool{}
	see := func(variable *regexp.Regexp, path string) {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, m := range variable.FindAllStringSubmatch(string(text), -1) {
			asked[m[1]] = true
		}
	}
	eachGoFile(t, func(_, path string) { see(askedVariable, path) }, "internal", "rules", "scripts", "lab")
	see(scriptVariable, filepath.Join(root(t), "scripts/long"))
	var listed []string
	for _, m := range pageRow.FindAllStringSubmatch(section(t, page(t, "docs/testing.md"), "Variables"), -1) {
		listed = append(listed, codesOf(m[1])...)
	}
	assert.ElementsMatch(t, slices.Collect(maps.Keys(asked)), listed)
}

// bash runs a script of the repository.
func bash(t *testing.T, script string) (stdout, stderr string) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("skipped: there is no bash")
	}
	var out, complaints bytes.Buffer
	c := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
	c.Dir, c.Stdout, c.Stderr = root(t), &out, &complaints
	_ = c.Run() // scripts say what went wrong
	return out.String(), complaints.String()
}

// longNames is what scripts/long can run.
func longNames(t *testing.T) []string {
	out, complaints := bash(t, "scripts/long --names")
	names := strings.Fields(out)
	require.NotEmpty(t, names, complaints)
	return names
}

var documentedLong = regexp.MustCompile("(?m)^\\| `(\\w+)` \\|")

func TestLongRunsAreDocumented(t *testing.T) {
	var documented []string
	for _, m := range documentedLong.FindAllStringSubmatch(section(t, page(t, "docs/testing.md"), "Long runs"), -1) {
		documented = append(documented, m[1])
	}
	assert.Equal(t, longNames(t), documented)
}

// Each name that the list has is a function of the script, and each function
// that runs something has its line.
func TestLongListsItsFunctions(t *testing.T) {
	listed := regexp.MustCompile(`(?m)^#: (\w+)\|[^|]+\|[^|]+\n(\w+)\(\) \{$`).FindAllStringSubmatch(page(t, "scripts/long"), -1)
	var names []string
	for _, m := range listed {
		assert.Equal(t, m[1], m[2])
		names = append(names, m[2])
	}
	assert.Equal(t, longNames(t), names)
}

func TestLongRefusesUnknownNames(t *testing.T) {
	out, complaints := bash(t, "scripts/long jvm || echo exit $?")
	assert.Equal(t, "long: there is no jvm; scripts/long lists all\n", complaints)
	assert.Equal(t, "exit 2\n", out)
}

// What fetches is tried four times, and says what it could not fetch.
func TestRetry(t *testing.T) {
	for name, c := range map[string]struct {
		succeeds  int // at which try
		pauses    []int
		exit      int
		complaint string
	}{
		"at once":      {1, nil, 0, ""},
		"the third":    {3, []int{2, 6}, 0, "a jar: not fetched, the next try is in 6 s\n"},
		"the last":     {4, []int{2, 6, 18}, 0, "a jar: not fetched, the next try is in 18 s\n"},
		"not even one": {5, []int{2, 6, 18}, 1, "a jar: could not be fetched in 4 tries\n"},
	} {
		t.Run(name, func(t *testing.T) {
			script := `. scripts/retry.sh; n=0; sleep() { echo "$1"; }; fetch() { [ $((++n)) -ge %d ]; }; retry "a jar" fetch || echo failed`
			out, complaints := bash(t, fmt.Sprintf(script, c.succeeds))
			var want strings.Builder
			for _, pause := range c.pauses {
				fmt.Fprintln(&want, pause)
			}
			if c.exit != 0 {
				want.WriteString("failed\n")
			}
			assert.Equal(t, want.String(), out)
			if c.complaint == "" {
				assert.Empty(t, complaints)
			}
			assert.True(t, strings.HasSuffix(complaints, c.complaint), complaints)
		})
	}
}
