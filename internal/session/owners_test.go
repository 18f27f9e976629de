package session

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

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
