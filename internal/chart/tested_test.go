package chart

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Values below ci or tests of a chart are of no release that anybody runs; those of another folder of that name may be.
func TestIsTested(t *testing.T) {
	for name, want := range map[string]bool{
		"charts/a/ci/kube.yaml": true, "charts/a/tests/x.yml": true, "charts/a/ci-values.yaml": true,
		"charts/a/values.yaml": false, "charts/a/values-test.yaml": false, "ci/kube.yaml": false, "charts/ab/ci/kube.yaml": false,
	} {
		assert.Equal(t, want, (&Chart{Path: "charts/a"}).IsTested(source.NewFile(name, nil)), name)
	}
	assert.True(t, (&Chart{Path: "."}).IsTested(source.NewFile("ci/kube.yaml", nil)), "a chart at the root")
}
