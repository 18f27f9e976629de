package chart_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"log"
	"log/slog"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	helm "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"
	"helm.sh/helm/v4/pkg/engine"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/source"
)

func init() { // Helm says of values what nobody asked
	log.SetOutput(io.Discard)
	slog.SetDefault(slog.New(slog.DiscardHandler))
}

// helmRenders gives what Helm's own packages make of a chart that is installed
// with values, without some of its templates.
func helmRenders(c *helm.Chart, given map[string]any, in helmchart.Cluster, without map[string]error) (map[string]string, error) {
	version, err := common.ParseKubeVersion(cmp.Or(in.KubeVersion.Version, "v1.37.0"))
	if err != nil {
		return nil, err
	}
	if needs := c.Metadata.KubeVersion; needs != "" && !chartutil.IsCompatibleRange(needs, version.String()) {
		return nil, errors.New("not for this Kubernetes")
	}
	top, err := helmTop(c, given, version, in.APIVersions)
	if err != nil {
		return nil, err
	}
	drop(c, without)
	return engine.Engine{CustomTemplateFuncs: chart.Random()}.RenderWithContext(context.Background(), c, top)
}

func drop(c *helm.Chart, failed map[string]error) {
	c.Templates = slices.DeleteFunc(slices.Clone(c.Templates), func(f *common.File) bool { return failed[path.Join(c.ChartFullPath(), f.Name)] != nil })
	for _, d := range c.Dependencies() {
		drop(d, failed)
	}
}

func helmTop(c *helm.Chart, given map[string]any, version *common.KubeVersion, apis []string) (common.Values, error) {
	if err := chartutil.ProcessDependencies(c, given); err != nil {
		return nil, err
	}
	capabilities := common.DefaultCapabilities.Copy()
	capabilities.KubeVersion = *version
	capabilities.APIVersions = slices.Concat(capabilities.APIVersions, apis)
	ours := helmchart.NewCapabilities().HelmVersion // Helm hides these in tests
	capabilities.HelmVersion.Version, capabilities.HelmVersion.GoVersion, capabilities.HelmVersion.KubeClientVersion = ours.Version, ours.GoVersion, ours.KubeClientVersion
	release := common.ReleaseOptions{Name: "release-name", Namespace: "default", Revision: 1, IsInstall: true}
	return util.ToRenderValuesWithSchemaValidation(c, given, release, capabilities, true) // schemas are left to Helm
}

// asHelm holds what a chart renders to, or why not, against Helm, whose chart
// theirs gives anew each time. Where some templates cannot be rendered Helm
// refuses all, and must render the others without them to the same text. It
// reports whether Helm rendered the chart.
func asHelm(t *testing.T, ours *chart.Chart, theirs func() *helm.Chart, r chart.Release, about any) bool {
	t.Helper()
	given := map[string]any{}
	for _, f := range r.Values {
		values, err := loader.LoadValues(bytes.NewReader(f.Data))
		require.NoError(t, err)
		given = loader.MergeMaps(given, values)
	}
	got, failed, err := ours.Texts(r)
	if beyondBounds(err) || slices.ContainsFunc(slices.Collect(maps.Values(failed)), beyondBounds) {
		return false // Helm would take all memory
	}
	want, refused := helmRenders(theirs(), given, r.Cluster, nil)
	switch {
	case refused != nil && len(failed) > 0:
		want, err = helmRenders(theirs(), given, r.Cluster, failed)
		require.NoError(t, err, about)
		same(t, want, got, func() (map[string]string, error) { return helmRenders(theirs(), given, r.Cluster, failed) }, about)
		return false
	case refused != nil:
		require.Error(t, err, "%v: Helm refuses it: %s", about, refused)
		return false
	}
	require.NoError(t, err, about)
	require.Empty(t, failed, about)
	same(t, want, got, func() (map[string]string, error) { return helmRenders(theirs(), given, r.Cluster, nil) }, about)
	return true
}

// same holds texts against Helm's. Where an import has put mappings of values
// into one another, Helm's change from one time to the next with the order of
// keys, and prove nothing.
func same(t *testing.T, want, got map[string]string, again func() (map[string]string, error), about any) {
	t.Helper()
	want, got = settle(want), settle(got)
	if assert.ObjectsAreEqual(want, got) {
		return
	}
	for range 20 {
		other, err := again()
		require.NoError(t, err, about)
		if !assert.ObjectsAreEqual(want, settle(other)) {
			return
		}
	}
	require.Equal(t, want, got, about)
}

var bound = regexp.MustCompile(`nested too deeply|more than \d+|of too much text|longer than`)

func beyondBounds(err error) bool {
	return chart.Exceeded(err) || err != nil && bound.MatchString(err.Error())
}

var (
	address = regexp.MustCompile(`0x[0-9a-f]{8,}`)
	named   = strings.NewReplacer("common.", "", "helmchart.", "", "engine.files", "Files") // packages of types, as %T prints them
)

// settle takes out of texts what differs from run to run, and where we and Helm
// keep the types that templates see.
func settle(texts map[string]string) map[string]string {
	for name, s := range texts {
		texts[name] = named.Replace(address.ReplaceAllString(s, "address"))
	}
	return texts
}

// TestCorpusAsHelm renders every chart below the folder JVMLINT_CORPUS, also
// with the values beside its own. The text of all templates must be Helm's.
func TestCorpusAsHelm(t *testing.T) {
	same, refused := 0, 0
	eachRealChart(t, func(path string) {
		for _, r := range releasesOf(t, path) {
			ours, err := chart.Load(filesystem.OS{}, path, budget.NewRun())
			require.NoError(t, err)
			theirs := func() *helm.Chart {
				c, err := loader.Load(path)
				require.NoError(t, err)
				return c
			}
			if asHelm(t, ours, theirs, r, path) {
				same++
			} else {
				refused++
			}
		}
	})
	t.Logf("%d releases as Helm renders them, %d that it refuses", same, refused)
}

// releasesOf are the chart with its own values, and with each file beside them.
func releasesOf(t *testing.T, path string) []chart.Release {
	t.Helper()
	c, err := chart.Load(filesystem.OS{}, path, budget.NewRun())
	require.NoError(t, err)
	all := []chart.Release{{}}
	for _, name := range c.ValuesBeside() {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		all = append(all, chart.Release{Values: []*source.File{source.NewFile(name, data)}})
	}
	return all
}
