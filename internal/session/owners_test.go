package session

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

func TestCommentsThatExplainAValue(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"behind":               {"- JAVA_OPTS=-Xmx!4g # 4 GB of the node's 32\n", "4 GB of the node's 32"},
		"behind, of another":   {"- JAVA_OPTS=-Xmx!4g # the node has 32 GB\n", ""},
		"above":                {"# half of it: 512 MB\nJAVA_OPTS=-Xmx!512m\n", "half of it: 512 MB"},
		"above another":        {"a:\n  # only 512m\n  b: 1\n  c: !512m\n", ""},
		"above a key around":   {"# 512Mi will do\nresources:\n  requests:\n    cpu: 1\n    memory: !512Mi\n", "512Mi will do"},
		"names the key":        {"# low requests\nresources:\n  requests:\n    cpu: 1\n    memory: !512Mi\n", "low requests"},
		"of the requests":      {"# requests are low in tests\nresources:\n  limits:\n    memory: !512Mi\n", ""},
		"sizes of resources":   {"# broker 2Gi\nresources:\n  requests: {cpu: 1, memory: !768Mi}\n", "broker 2Gi"},
		"sizes of another key": {"# broker 2Gi, controller 1Gi\nkafka:\n  requests: {cpu: 1, memory: !768Mi}\n", ""},
		"resources, no size":   {"# as much as it needs\nresources:\n  requests: {cpu: 1, memory: !768Mi}\n", ""},
		"too far":              {"# 512m in all\na:\n  b:\n    c:\n      d: !512m\n", ""},
		"a key commented out":  {"# e.g.\n# memory: 512Mi\nresources:\n  limits:\n    memory: !512Mi\n", ""},
		"an option that is no": {"# -Xmx512m\n-Xmx!512m\n", ""},
	} {
		at := strings.Index(c.text, "!")
		file := source.NewFile("a.yaml", []byte(strings.Replace(c.text, "!", "", 1)))
		assert.Equal(t, c.want, explains(file, file.Span(at, at+1+strings.IndexAny(c.text[at+1:], "gMm"))), name)
	}
}

func TestWhatHelmTemplatePrintedIsItsCharts(t *testing.T) {
	text := "---\n# Source: shop/templates/deployment.yaml\nmemory: 512Mi\n"
	file := source.NewFile("out.yaml", []byte(text))
	err := ofOwner(file)
	want := "helm template printed out.yaml of shop/templates/deployment.yaml: change the values of the chart"
	require.EqualError(t, err, want)
	other := source.NewFile("out.yaml", []byte("# Source: the wiki\nmemory: 512Mi\n"))
	assert.NoError(t, ofOwner(other))
}

func TestWhatTestsReadIsLeft(t *testing.T) {
	for name, want := range map[string]string{
		"op/src/test/resources/a_values.yaml": "tests read op/src/test/resources/a_values.yaml, and may expect what stands there",
		"app/__fixtures__/a.yaml":             "tests read app/__fixtures__/a.yaml, and may expect what stands there",
		"src/main/resources/a.yaml":           "",
		"charts/shop/ci/test-values.yaml":     "", // Helm installs it
	} {
		file := source.NewFile(name, []byte("memory: 512Mi\n"))
		err := ofOwner(file)
		if want == "" {
			assert.NoError(t, err, name)
		} else {
			assert.EqualError(t, err, want, name)
		}
	}
}

func TestWhatABuildCopiedIsChangedAtItsSource(t *testing.T) {
	read := &trial{of: map[string][]int{"k8s/app.yaml": {0}, "start.sh": {1}}}
	for name, want := range map[string]string{
		"out/production/shop/k8s/app.yaml": "a build made out/production/shop/k8s/app.yaml of k8s/app.yaml: change that",
		"target/k8s/app.yaml":              "a build made target/k8s/app.yaml of k8s/app.yaml: change that",
		"services/shop/k8s/app.yaml":       "", // another program's
		"build/start.sh":                   "", // many files have such a name
		"k8s/app.yaml":                     "",
	} {
		err := read.copied(source.NewFile(name, nil))
		if want == "" {
			assert.NoError(t, err, name)
		} else {
			assert.EqualError(t, err, want, name)
		}
	}
}
