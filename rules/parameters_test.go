package rules_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/rules"
)

// TestParameters sets each number that a project may set to the ends of its
// range: at one of them an example must be judged otherwise.
func TestParameters(t *testing.T) {
	name := regexp.MustCompile(`^[a-z]+(-[a-z]+)+$`)
	for _, r := range rules.All() {
		seen := map[string]bool{}
		for _, q := range r.Parameters {
			at := r.ID + ": " + q.Name
			assert.Regexp(t, name, q.Name, at)
			assert.False(t, seen[q.Name], at)
			seen[q.Name] = true
			assert.NotEmpty(t, q.Doc, at)
			assert.LessOrEqual(t, q.Least, q.Default, at)
			assert.LessOrEqual(t, q.Default, q.Most, at)
			changed := false
			for _, e := range r.Words().Examples {
				for _, n := range []int64{q.Least, q.Most} {
					changed = changed || findsWith(t, r, e, e.Good, e.GoodLog, q.Name, n) || !findsWith(t, r, e, e.Bad, e.BadLog, q.Name, n)
				}
			}
			assert.True(t, changed, "%s decides nothing", at)
		}
	}
}

// findsWith reports whether a rule finds something in a text, with a number of its
// own.
func findsWith(t *testing.T, r *lint.Rule, e lint.Example, text, log, parameter string, n int64) bool {
	said := facts(t, e.Args)
	measure(t, &said, log)
	file := source.NewFile(e.Name, []byte(text))
	settings := lint.Settings{r.ID: {Parameters: map[string]int64{parameter: n}}}
	result, err := lint.CheckWith(predictedOf(file, said), lint.Always([]*lint.Rule{r}), func(*workload.Workload) lint.Settings { return settings })
	require.NoError(t, err)
	return len(result.Findings) > 0
}

// TestSettings turns a rule off, and gives its findings another severity.
func TestSettings(t *testing.T) {
	file := source.NewFile("options.txt", []byte("-Xmx8g -Xms1g -XX:MaxGCPauseMillis=5\n"))
	severe := lint.Error
	rule := slices.DeleteFunc(rules.All(), func(r *lint.Rule) bool { return r.ID != "g1-pause-target" })
	for _, c := range []struct {
		settings lint.Settings
		want     []lint.Severity
	}{
		{nil, []lint.Severity{lint.Warning}},
		{lint.Settings{"g1-pause-target": {Off: true}}, nil},
		{lint.Settings{"g1-pause-target": {Severity: &severe}}, []lint.Severity{lint.Error}},
		{lint.Settings{"heap-grows": {Off: true}}, []lint.Severity{lint.Warning}},
	} {
		result, err := lint.CheckWith(predictedOf(file, facts(t, "--jdk 17 --memory 12Gi --cpus 8")), lint.Always(rule), func(*workload.Workload) lint.Settings { return c.settings })
		require.NoError(t, err, "%+v", c.settings)
		var got []lint.Severity
		for _, f := range result.Findings {
			got = append(got, f.Severity)
		}
		assert.Equal(t, c.want, got, c)
	}
}
