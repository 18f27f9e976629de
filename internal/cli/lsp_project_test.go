package cli_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/cli"
)

// Facts come with the connection, over the command line, and from the client's
// configuration, over both.
func TestLSPSettings(t *testing.T) {
	e := startEditor(t, "--jdk", "21", "--ignore", "heap-grows", "--memory", "64Gi")
	e.settings = object{"jdk": 17, "ignore": []string{"always-pretouch"}, "memory": nil}
	e.initialize(object{"jvmlint": object{"jdk": 11, "cpus": 8}})
	e.openText("jvm.options", 1, "-Xmx4g\n")
	e.waitFor("question", func() bool { return slices.Contains(e.asked, "workspace/configuration") })
	assert.Eventually(t, func() bool {
		return strings.Contains(e.hover("jvm.options", 0, 2), "JDK 17 (--jdk), 8 CPUs (--cpus), limit 64Gi (--memory)")
	}, patience, 50*time.Millisecond)
	e.mu.Lock()
	e.settings = object{"jdk": 99}
	e.mu.Unlock()
	e.notify("workspace/didChangeConfiguration", object{"settings": nil})
	e.waitFor("refusal", func() bool { return len(e.messages) > 0 })
	assert.Equal(t, []string{"settings of jvmlint: --jdk: jvmlint does not know JDK 99; it knows 8 to 28, the nearest is 28"}, e.messages)
	assert.Contains(t, e.hover("jvm.options", 0, 2), "JDK 17 (--jdk)", "those before stay")
	assert.Contains(t, codes(e.diagnostics("jvm.options", 1)), "heap-grows", "a list counts in place of the one before")
}

func TestLSPUnknownSetting(t *testing.T) {
	e := startEditor(t)
	e.initialize(object{"memroy": "1Gi"})
	e.waitFor("refusal", func() bool { return len(e.messages) > 0 })
	assert.Equal(t, []string{`settings of jvmlint: unknown setting "memroy", did you mean "memory"?`}, e.messages)
	e.openText("jvm.options", 1, "-Xmx2gb\n")
	assert.Equal(t, []string{"bad-flag-value"}, codes(e.diagnostics("jvm.options", 1)), "it works without")
	e.notify("workspace/didChangeConfiguration", object{"settings": object{"jvmlint": object{"ignore": []string{"bad-flag-value"}}}})
	e.waitFor("no finding", func() bool {
		return len(e.shown[e.uri("jvm.options")].Diagnostics) == 1 && e.shown[e.uri("jvm.options")].Diagnostics[0].Code == ""
	})
}

// A chart is rendered with the text that is open.
func TestLSPChart(t *testing.T) {
	e := startEditor(t)
	for name, text := range map[string]string{
		"app/Chart.yaml":                "apiVersion: v2\nname: app\nversion: 1.0.0\n",
		"app/values.yaml":               "heap: 1g\nregion: 1m\n",
		"app/templates/deployment.yaml": deployment,
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755), name)
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644), name)
	}
	e.initialize(object{"jdk": 11})
	text := "heap: 50g\nregion: 4m\n"
	e.openText("app/values.yaml", 1, text)
	d := about(t, e.diagnostics("app/values.yaml", 1), "g1-region-count")
	assert.Equal(t, textRange{position{1, 8}, position{1, 10}}, d.Range)
	assert.Regexp(t, "maximum heap +50g", e.hover("app/values.yaml", 0, 7))
	fixed := e.apply(named(t, e.actions("app/values.yaml", 1), "raise the region size to 32m"), "app/values.yaml", text, 1)
	assert.Equal(t, "heap: 50g\nregion: 32m\n", fixed)

	e.openText("app/templates/deployment.yaml", 1, deployment)
	assert.NotContains(t, codes(e.diagnostics("app/templates/deployment.yaml", 1)), "bad-flag-value")
	e.change("app/templates/deployment.yaml", 2, object{"text": strings.Replace(deployment, "-Xss1m", "-Xss1mb", 1)})
	d = about(t, e.diagnostics("app/templates/deployment.yaml", 2), "bad-flag-value")
	assert.Equal(t, 11, d.Range.Start.Line)
	e.change("app/values.yaml", 2, object{"text": fixed})
	assert.NotContains(t, codes(e.diagnostics("app/values.yaml", 2)), "g1-region-count")
}

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: app}
spec:
  template:
    spec:
      containers:
      - name: app
        image: eclipse-temurin:11
        env:
        - name: JAVA_TOOL_OPTIONS
          value: "-Xmx{{ .Values.heap }} -XX:+UseG1GC -Xss1m -XX:G1HeapRegionSize={{ .Values.region }}"
`

// What a project says counts as it does for check, and while it is typed.
func TestLSPConfiguration(t *testing.T) {
	e := startEditor(t)
	require.NoError(t, os.WriteFile(".jvmlint.yaml", []byte("jdk: 11\nrules: {g1-region-count: off}\n"), 0o644))
	e.initialize(nil)
	e.openText("values.yaml", 1, values)
	assert.NotContains(t, codes(e.diagnostics("values.yaml", 1)), "g1-region-count")
	assert.Contains(t, e.hover("values.yaml", 1, 24), "JDK 11 (.jvmlint.yaml:1)")
	e.openText(".jvmlint.yaml", 1, "jdk: 11\nrules: {g1-region-count: error}\n")
	assert.Contains(t, e.hover(".jvmlint.yaml", 1, 10), "G1 cuts the heap into more than 2048 regions")
	e.waitFor("error", func() bool {
		return slices.Contains(codes(e.shown[e.uri("values.yaml")].Diagnostics), "g1-region-count")
	})
	assert.Equal(t, 1, about(t, e.diagnostics("values.yaml", 1), "g1-region-count").Severity)
	e.change(".jvmlint.yaml", 2, object{"text": "jdk: 11\nrules: {g1-region-cont: error}\n"})
	all := e.diagnostics(".jvmlint.yaml", 2)
	require.Len(t, all, 1)
	assert.Equal(t, `unknown rule "g1-region-cont", did you mean "g1-region-count"?`, all[0].Message)
	assert.Equal(t, textRange{position{1, 8}, position{1, 22}}, all[0].Range)
	e.waitFor("end of the diagnostics", func() bool { return len(e.shown[e.uri("values.yaml")].Diagnostics) == 0 })
	e.waitFor("reason", func() bool { return len(e.messages) > 0 })
	assert.Contains(t, e.messages[0], `.jvmlint.yaml:2:9: unknown rule "g1-region-cont"`)
}

// Rules of the project have their page under the cursor, in the files that they
// judge and in the configuration while it is written.
func TestLSPCustomRules(t *testing.T) {
	const configuration = "jdk: 17\ncustom-rules:\n- {id: house-maximum-heap, severity: error, condition: heap > 1, message: over it, why: It never fits.}\n"
	e := startEditor(t)
	require.NoError(t, os.WriteFile(".jvmlint.yaml", []byte(configuration), 0o644))
	e.initialize(nil)
	e.openText("jvm.options", 1, "# jvmlint:ignore house-maximum-heap -- it does fit\n-Xmx4g\n-Xms4g\n")
	const page = "### [house-maximum-heap](https://github.com/jvmlint/jvmlint/blob/main/docs/configuration.md#rules-of-your-own)\n\n" +
		"Over it. Of .jvmlint.yaml:3.\n\n**What.** Triggers where `heap > 1`.\n\n**Why.** It never fits.\n"
	assert.Equal(t, page, e.hover("jvm.options", 0, 20))
	e.openText(".jvmlint.yaml", 1, strings.ReplaceAll(configuration, "house-maximum", "house-minimum"))
	assert.Equal(t, strings.ReplaceAll(page, "house-maximum", "house-minimum"), e.hover(".jvmlint.yaml", 2, 10))
	e.change("jvm.options", 2, object{"text": "-Xmx4g\n-Xms4g\n"})
	about(t, e.diagnostics("jvm.options", 2), "house-minimum-heap")
	assert.Contains(t, e.hover("jvm.options", 0, 5), "**Why.** It never fits.")
}

// What a baseline lists is no diagnostic, and no fix is offered for it. The
// configuration names one, and an option another.
func TestLSPBaseline(t *testing.T) {
	const list = `{"schema": 1, "findings": [{"rule": "%s", "file": "jvm.options", "workload": "options", "text": "%s", "count": 1}]}`
	const text = "-XX:MaxPermSize=1g\n-XX:PermSize=1g\n-ea\n"
	e := startEditor(t, "--no-env")
	require.NoError(t, os.WriteFile("old.json", fmt.Appendf(nil, list, "obsolete-flag", "-XX:MaxPermSize=1g"), 0o644))
	require.NoError(t, os.WriteFile("other.json", fmt.Appendf(nil, list, "obsolete-flag", "-XX:PermSize=1g"), 0o644))
	require.NoError(t, os.WriteFile(".jvmlint.yaml", []byte("jdk: 11\nbaseline: old.json\n"), 0o644))
	e.initialize(nil)
	e.openText("jvm.options", 1, text)
	lineOf := func(version int) int {
		return about(t, e.diagnostics("jvm.options", version), "obsolete-flag").Range.Start.Line
	}
	assert.Equal(t, 1, lineOf(1))
	assert.Len(t, e.diagnostics("jvm.options", 1), 1)
	assert.Len(t, e.actions("jvm.options", 0), 1, "all fixes, and none for this line")
	assert.Len(t, e.actions("jvm.options", 1), 2)
	assert.Equal(t, "-XX:MaxPermSize=1g\n-ea\n", e.apply(named(t, e.actions("jvm.options", 1, "source.fixAll"), ""), "jvm.options", text, 1))

	set := func(settings object) {
		e.notify("workspace/didChangeConfiguration", object{"settings": object{"jvmlint": settings}})
	}
	first := func() []int {
		var lines []int
		for _, d := range e.shown[e.uri("jvm.options")].Diagnostics {
			lines = append(lines, d.Range.Start.Line)
		}
		return lines
	}
	set(object{"baseline": "other.json"})
	e.waitFor("those of the other baseline", func() bool { return slices.Equal(first(), []int{0}) })
	set(object{"no-baseline": true})
	e.waitFor("all diagnostics", func() bool { return slices.Equal(first(), []int{0, 1}) })
	set(object{"baseline": "missing.json"})
	e.waitFor("refusal", func() bool { return len(e.messages) > 0 })
	assert.Equal(t, []string{"settings of jvmlint: --baseline missing.json: the file does not exist; --write-baseline writes it"}, e.messages)

	e.openText(".jvmlint.yaml", 1, "jdk: 11\nbaseline: missing.json\n")
	set(object{})
	e.waitFor("problem of the configuration", func() bool { return len(e.shown[e.uri(".jvmlint.yaml")].Diagnostics) == 1 })
	d := e.diagnostics(".jvmlint.yaml", 1)[0]
	assert.Equal(t, `"missing.json" does not exist; --write-baseline writes it`, d.Message)
	assert.Equal(t, textRange{position{1, 10}, position{1, 22}}, d.Range)
}

// lsp takes the option as check does, and reads the file anew when it judges.
func TestLSPBaselineOption(t *testing.T) {
	e := startEditor(t, "--jdk", "11", "--baseline", "old.json")
	assert.Equal(t, 2, <-e.exit, "there is no such file")
	list := filepath.Join(t.TempDir(), "baseline.json")
	require.NoError(t, os.WriteFile(list, []byte(`{"schema": 1, "findings": []}`), 0o644))
	e = startEditor(t, "--jdk", "11", "--baseline", list)
	e.initialize(nil)
	e.openText("jvm.options", 1, "-XX:PermSize=1g\n")
	assert.Equal(t, []string{"obsolete-flag"}, codes(e.diagnostics("jvm.options", 1)))
	require.NoError(t, os.WriteFile("jvm.options", []byte("-XX:PermSize=1g\n"), 0o644))
	assert.Equal(t, 0, cli.Main([]string{"check", "--jdk", "11", "--write-baseline", list, "."}, strings.NewReader(""), io.Discard, io.Discard))
	e.change("jvm.options", 2, object{"text": "-XX:PermSize=1g\n-ea\n"})
	assert.Empty(t, e.diagnostics("jvm.options", 2))
}
