package chart_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	helm "helm.sh/helm/v4/pkg/chart/v2"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"
	"sigs.k8s.io/yaml"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
)

// TestValuesAsHelm draws charts and values, and holds against Helm which
// dependencies are left, what is known of them, and what values templates see.
// JVMLINT_SEED and JVMLINT_CHARTS draw others, and more of them.
func TestValuesAsHelm(t *testing.T) {
	seed, charts := number(t, "JVMLINT_SEED", 1), number(t, "JVMLINT_CHARTS", 1500)
	t.Logf("JVMLINT_SEED=%d", seed)
	together, refused, circles, chance := 0, 0, 0, 0
	for i := range charts {
		d := drawn(seed + i)
		files := d.Chart(func(string, drawnFiles) {})
		given := d.Values()
		ours, theirs := load(t, files)
		top, err := ours.InstalledWith(given, helmchart.Cluster{}, nil)
		if errors.Is(err, helmchart.ErrCircle) { // Helm's stack would overflow
			circles++
			continue
		}
		want, fault := helmValues(theirs, given)
		if fault != nil {
			require.Error(t, err, "seed %d: Helm says %s", seed+i, fault)
			refused++
			continue
		}
		require.NoError(t, err, "seed %d", seed+i)
		if !assert.ObjectsAreEqual(map[string]any(want), map[string]any(top.Values)) {
			if byChance(t, files, given, want) {
				chance++
				continue
			}
			require.Equal(t, written(t, want), written(t, top.Values), "seed %d", seed+i)
		}
		require.Equal(t, helmTree(theirs), tree(ours), "seed %d", seed+i)
		together++
	}
	t.Logf("%d charts with the values that Helm gives them, %d refused, %d that Helm never ends with, %d with values that Helm throws dice for", together, refused, circles, chance)
	assert.Greater(t, together, refused)
}

func helmValues(c *helm.Chart, given map[string]any) (common.Values, error) {
	if err := chartutil.ProcessDependencies(c, given); err != nil {
		return nil, err
	}
	top, err := util.ToRenderValues(c, given, common.ReleaseOptions{}, nil)
	if err != nil {
		return nil, err
	}
	return top["Values"].(common.Values), nil
}

// about is what templates know of a chart.
type about struct {
	path     string
	metadata map[string]any
	below    []about
}

func tree(c *helmchart.Chart) about {
	a := about{path: c.FullPath(), metadata: c.Metadata.AsMap()}
	for _, d := range c.Dependencies {
		a.below = append(a.below, tree(d))
	}
	return a
}

// byChance reports whether Helm gives a chart other values than these, if it is asked again: where an
// import has put mappings into one another, its order of keys decides. Some outcomes are rare, so it
// asks many times.
func byChance(t *testing.T, files drawnFiles, given map[string]any, first common.Values) bool {
	t.Helper()
	for range 1000 {
		_, theirs := load(t, files)
		values, err := helmValues(theirs, given)
		require.NoError(t, err)
		if !assert.ObjectsAreEqual(map[string]any(first), map[string]any(values)) {
			return true
		}
	}
	return false
}

// written are values line by line, for people to see how they differ.
func written(t *testing.T, values any) []string {
	t.Helper()
	data, err := yaml.Marshal(values)
	require.NoError(t, err)
	return strings.Split(string(data), "\n")
}
