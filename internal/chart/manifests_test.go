package chart_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"helm.sh/helm/v4/pkg/release/v1/util"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/source"
)

// TestManifestsAsHelm: what a template prints is cut as Helm cuts it.
func TestManifestsAsHelm(t *testing.T) {
	for name, printed := range map[string]string{
		"nothing":                            " \n",
		"one":                                "a: 1\n",
		"a line of dashes first":             "---\na: 1\n---\nb: 2\n",
		"trimmed up to a comment":            "---# of the member\na: 1\n",
		"trimmed up to a key":                "a: 1\n---b: 2\n",
		"blanks before the first key":        "\n\n  a: 1\n---\n \t\n  b: 2\n",
		"only comments":                      "# nothing\n---\n# here\n---\na: 1\n",
		"blanks behind the dashes":           "a: 1\n---  \t\nb: 2\n",
		"blanks before the dashes":           "  ---\na: 1\n  ---\nb: 2\n",
		"more dashes":                        "a: 1\n----\n-----BEGIN\n",
		"dashes in a text":                   "a: |\n  ---\n  x\n",
		"dashes at the end":                  "a: 1\n---",
		"lines that end as those of Windows": "---\r\na: 1\r\n---\r\n\r\nb: 2\r\n",
		"another blank":                      "\u00a0a: 1\n---\n\u2003b: 2\n",
	} {
		t.Run(name, func(t *testing.T) {
			got := chart.Manifests(printed)
			theirs := util.SplitManifests(printed)
			var want []string
			for i := range len(theirs) {
				want = append(want, theirs[fmt.Sprintf("manifest-%d", i)])
			}
			assert.Equal(t, want, got)
		})
	}
}

// TestManifests: one that is no YAML stops no other of its template, and is
// pointed at.
func TestManifests(t *testing.T) {
	dir := unpack(t, chartYAML+`-- values.yaml --
heap: 1g
name: "a: b"
-- templates/x.yaml --
{{/* blanks before the first key */ -}}

  {{- "\n\n  " }}a: {{ .Values.heap }}
---
b: {{ .Values.name }}
{{ "---" -}}
# trimmed
c: {{ .Values.heap }}
`)
	r := render(t, dir, chart.Release{})
	assert.Equal(t, "---\n# Source: app/templates/x.yaml\na: 1g\n---\n# Source: app/templates/x.yaml\n# trimmed\nc: 1g\n", string(r.File.Data))
	assert.Equal(t, "values.yaml:1:7 1g", placed(t, dir, r, "1g"))
	require.Len(t, r.Problems, 1)
	assert.Equal(t, "the rendered chart is not valid YAML: mapping values are not allowed in this context: a value contains a colon followed by a blank: quote the value, or check the indentation", r.Problems[0].Message)
	assert.Equal(t, "values.yaml:2:8 a: b", say(dir, source.Verbatim(r.Problems[0].Span)))
	assert.False(t, slices.ContainsFunc(strings.Split(string(r.File.Data), "\n"), func(l string) bool { return strings.HasPrefix(l, "b:") }))
}
