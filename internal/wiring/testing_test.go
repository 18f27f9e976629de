package wiring

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The tables of docs/testing.md list all variables that tests ask for, and all
// that is fuzzed.

// eachText hands over the text of all files of Go, tests and scripts among them.
func eachText(t *testing.T, see func(name, text string)) {
	eachGoFile(t, func(name, path string) {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		see(name, string(text))
	}, "internal", "rules", "scripts")
}

var askedVariable = regexp.MustCompile(`"(JVMLINT_[A-Z_]+)"`)

func TestVariablesAreListed(t *testing.T) {
	asked := map[string]bool{}
	eachText(t, func(_, text string) {
		for _, m := range askedVariable.FindAllStringSubmatch(text, -1) {
			asked[m[1]] = true
		}
	})
	var listed []string
	for _, m := range pageRow.FindAllStringSubmatch(section(t, page(t, "docs/testing.md"), "Variables"), -1) {
		listed = append(listed, codesOf(m[1])...)
	}
	assert.ElementsMatch(t, slices.Collect(maps.Keys(asked)), listed)
}

var fuzzTarget = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(f \*testing\.F`)

func TestFuzzTargetsAreListed(t *testing.T) {
	targets, listed := map[string][]string{}, map[string][]string{}
	eachText(t, func(name, text string) {
		for _, m := range fuzzTarget.FindAllStringSubmatch(text, -1) {
			targets[name] = append(targets[name], m[1])
			slices.Sort(targets[name])
		}
	})
	for _, m := range pageRow.FindAllStringSubmatch(section(t, page(t, "docs/testing.md"), "Fuzzing"), -1) {
		listed[codesOf(m[1])[0]] = codesOf(m[2])
	}
	assert.Equal(t, targets, listed)
}
