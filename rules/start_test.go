package rules_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/rules"
)

// startRules report refusals to start.
var startRules = []string{"unknown-flag", "locked-flag", "bad-flag-value", "collector-conflict", "size-conflict"}

// refusedLines are command lines for each cause, and the rule that tells of it.
var refusedLines = []struct {
	cause      jvmflag.Cause
	line, rule string
}{
	{jvmflag.UnknownOption, "-XX:+NoSuchFlag", "unknown-flag"},
	{jvmflag.UnknownOption, "-Xfoo", "unknown-flag"},
	{jvmflag.UnknownOption, "-XX:", "unknown-flag"},
	{jvmflag.UnknownOption, "-Xverify:foo", "unknown-flag"},
	{jvmflag.LockedFlag, "-XX:G1NewSizePercent=5", "locked-flag"},
	{jvmflag.LockedFlag, "-XX:+TraceBytecodes", "locked-flag"},
	{jvmflag.BadValue, "-Xmx9gb", "bad-flag-value"},
	{jvmflag.BadValue, "-XX:UseG1GC", "bad-flag-value"},
	{jvmflag.BadValue, "-Xlog:nonsense", "bad-flag-value"},
	{jvmflag.CollectorConflict, "-XX:+UseSerialGC -XX:+UseParallelGC", "collector-conflict"},
	{jvmflag.SizeConflict, "-Xms2g -Xmx1g", "size-conflict"},
	{jvmflag.MissingFile, "-XX:Flags=no-such-file", "size-conflict"},
	{jvmflag.LauncherError, "@no-such-file", "size-conflict"},
}

// judge checks a command line with all rules.
func judge(t *testing.T, jdk int, line string) (*lint.Pass, *lint.Result) {
	w := input.ReadJavaCommand(strings.Fields(line), nil, input.Folder(t.TempDir())).Workloads[0]
	memory := source.Value{N: 8 << 30, Origin: source.Argument}
	workload.Facts{JDK: workload.JDK{Candidates: []int{jdk}, Why: "--jdk"}, Memory: memory, CPUs: source.Value{N: 4, Origin: source.Argument}}.Apply(w)
	result, err := lint.Check([]*workload.Workload{w}, rules.All())
	require.NoError(t, err, line)
	return lint.NewPass(predict.Of(w, jdk)), result
}

// told are the refusals that findings tell of, with the rules that do.
func told(result *lint.Result) []string {
	var all []string
	for _, f := range result.Findings {
		if f.Refusal != nil {
			all = append(all, f.Rule.ID+": "+strings.Join(f.Refusal.Lines, " | "))
		}
	}
	return all
}

func TestEveryCauseIsReported(t *testing.T) {
	seen := map[jvmflag.Cause]bool{}
	for _, c := range refusedLines {
		pass, result := judge(t, 17, c.line)
		require.NotEmpty(t, pass.Refusals(), c.line)
		for _, r := range pass.Refusals() {
			assert.Equal(t, c.cause, r.Cause, c.line)
			seen[r.Cause] = true
		}
		assert.Len(t, told(result), len(pass.Refusals()), c.line)
		for _, f := range result.Findings {
			if f.Refusal != nil {
				assert.Equal(t, []any{c.rule, lint.Error, true}, []any{f.Rule.ID, f.Severity, f.Span.Len() <= len("java "+c.line)}, c.line)
			}
		}
		for _, r := range result.Refused {
			assert.True(t, r.Reported, c.line)
		}
	}
	for _, cause := range []jvmflag.Cause{
		jvmflag.UnknownOption, jvmflag.LockedFlag, jvmflag.BadValue, jvmflag.CollectorConflict, jvmflag.SizeConflict, jvmflag.MissingFile, jvmflag.LauncherError,
	} {
		assert.True(t, seen[cause], "cause %d", cause)
	}
}

// Whatever keeps a JVM from starting is told of once, by a rule about starts,
// and its fixes leave the JVM refusing no more than before.
func TestRefusalsAreReportedOnce(t *testing.T) {
	recorded, err := os.ReadFile("../internal/jvmflag/testdata/refusals.txt")
	require.NoError(t, err)
	judged := 0
	for _, line := range strings.Split(strings.TrimSpace(string(recorded)), "\n") {
		head, _, _ := strings.Cut(line, " => ")
		number, words, _ := strings.Cut(head, ": ")
		jdk := 0
		_, err := fmt.Sscan(number, &jdk)
		require.NoError(t, err)
		pass, result := judge(t, jdk, words)
		all := told(result)
		require.Len(t, all, len(pass.Refusals()), line)
		for i, r := range pass.Refusals() {
			rule, lines, _ := strings.Cut(all[i], ": ")
			assert.Contains(t, startRules, rule)
			if len(all) == 1 {
				assert.Equal(t, strings.Join(r.Lines, " | "), lines, line)
			}
			judged++
		}
		for _, f := range result.Findings {
			assert.NotRegexp(t, `^[A-Z][a-z]|\.$|%!`, f.Message, line)
		}
	}
	assert.Greater(t, judged, 100)
}

// What an image brings stands in no file: the finding says where it comes from.
func TestRefusalOutsideFiles(t *testing.T) {
	file := source.NewFile("values.yaml", []byte("hazelcast: {}\n"))
	key := source.Verbatim(file.Span(0, 9))
	brought := jvmflag.Option{Text: source.Unlocated("-XX:+NoSuchFlag", "JAVA_OPTS_DEFAULT of image x"), Channel: jvmflag.CommandLine}
	w := &workload.Workload{Identity: workload.Identity{Name: "x", File: file, At: key, JDK: workload.JDK{Candidates: []int{17}, Why: "--jdk"}}, Launch: workload.Launch{Known: workload.AllOptions, Options: []jvmflag.Option{brought}}}
	result, err := lint.Check([]*workload.Workload{w}, rules.All())
	require.NoError(t, err)
	require.Len(t, told(result), 1)
	f := result.Findings[0]
	assert.Equal(t, file.Span(0, 9), f.Span)
	assert.Equal(t, `JDK 17 refuses to start with "NoSuchFlag": no JDK from 8 to 28 has it`, f.Message)
	assert.Contains(t, f.Notes, "-XX:+NoSuchFlag is set in JAVA_OPTS_DEFAULT of image x")
	require.Len(t, f.Fixes, 1)
	assert.Equal(t, lint.Manual, f.Fixes[0].Safety)
}
