package chart_test

import (
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
	together, refused := 0, 0
	for i := range charts {
		d := drawn(seed + i)
		files := d.Chart(func(string, drawnFiles) {})
		given := d.Values()
		ours, theirs := load(t, files)
		top, err := ours.InstalledWith(given, helmchart.Cluster{}, nil)
		want, fault := helmValues(theirs, given)
		if fault != nil {
			require.Error(t, err, "seed %d: Helm says %s", seed+i, fault)
			refused++
			continue
		}
		require.NoError(t, err, "seed %d", seed+i)
		if !assert.ObjectsAreEqual(map[string]any(want), map[string]any(top.Values)) {
			require.Equal(t, written(t, want), written(t, top.Values), "seed %d", seed+i)
		}
		require.Equal(t, helmTree(theirs), tree(ours), "seed %d", seed+i)
		together++
	}
	t.Logf("%d charts with the values that Helm gives them, %d refused", together, refused)
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

// TestImports: what a chart imports of its dependencies stands below its own values, as Helm has it.
func TestImports(t *testing.T) {
	files := drawnFiles{
		"Chart.yaml": "apiVersion: v2\nname: app\nversion: 1.0.0\ndependencies:\n" +
			"- {name: db, version: 1.x.x, import-values: [data, missing, {child: global, parent: global}, {child: jvm.heap, parent: of.db}, {child: none, parent: a}, 5]}\n" +
			"- {name: web, alias: front, version: 1.x.x, import-values: [{child: jvm, parent: .}, {child: jvm.heap, parent: of.front}]}\n",
		"values.yaml":                       "own: 1\nof: {db: {max: 3g}}\nglobal: {tag: x}\nfront: {jvm: {heap: {min: 1g}}}\n",
		"charts/db/Chart.yaml":              "apiVersion: v2\nname: db\nversion: 1.0.0\n",
		"charts/db/values.yaml":             "exports: {data: {own: 2, more: {a: b}}}\nglobal: {tag: y, of: db}\njvm: {heap: {min: 1g, max: 2g}}\n",
		"charts/web/Chart.yaml":             "apiVersion: v2\nname: web\nversion: 1.0.0\ndependencies: [{name: log, version: 1.x.x, import-values: [jvm]}]\n",
		"charts/web/values.yaml":            "none: null\n",
		"charts/web/charts/log/Chart.yaml":  "apiVersion: v2\nname: log\nversion: 1.0.0\n",
		"charts/web/charts/log/values.yaml": "exports: {jvm: {jvm: {heap: {max: 4g}}}}\n",
	}
	for _, given := range []map[string]any{nil, {"of": map[string]any{"db": nil}}, {"db": map[string]any{"jvm": map[string]any{"heap": map[string]any{"max": "9g"}}}}} {
		ours, theirs := load(t, files)
		top, err := ours.InstalledWith(given, helmchart.Cluster{}, nil)
		require.NoError(t, err, "%v", given)
		want, err := helmValues(theirs, given)
		require.NoError(t, err, "%v", given)
		assert.Equal(t, written(t, want), written(t, top.Values), "%v", given)
	}
}

// written are values line by line, for people to see how they differ.
func written(t *testing.T, values any) []string {
	t.Helper()
	data, err := yaml.Marshal(values)
	require.NoError(t, err)
	return strings.Split(string(data), "\n")
}
