package chart_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"log"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	helm "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"
	"helm.sh/helm/v4/pkg/engine"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/source"
)

func init() { // Helm says of values what nobody asked
	log.SetOutput(io.Discard)
	slog.SetDefault(slog.New(slog.DiscardHandler))
}

// helmRenders gives what Helm's own packages make of a chart that is installed
// with values, without some of its templates.
func helmRenders(path string, given map[string]any, without map[string]error) (map[string]string, error) {
	c, err := loader.Load(path)
	if err != nil {
		return nil, err
	}
	version, err := common.ParseKubeVersion("v1.37.0")
	if err != nil {
		return nil, err
	}
	if needs := c.Metadata.KubeVersion; needs != "" && !chartutil.IsCompatibleRange(needs, version.Version) {
		return nil, errors.New("not for this Kubernetes")
	}
	top, err := helmTop(c, given, version)
	if err != nil {
		return nil, err
	}
	drop(c, without)
	return engine.Engine{CustomTemplateFuncs: chart.Random()}.RenderWithContext(context.Background(), c, top)
}

func drop(c *helm.Chart, failed map[string]error) {
	c.Templates = slices.DeleteFunc(c.Templates, func(f *common.File) bool { return failed[path.Join(c.ChartFullPath(), f.Name)] != nil })
	for _, d := range c.Dependencies() {
		drop(d, failed)
	}
}

func helmTop(c *helm.Chart, given map[string]any, version *common.KubeVersion) (common.Values, error) {
	if err := chartutil.ProcessDependencies(c, given); err != nil {
		return nil, err
	}
	capabilities := common.DefaultCapabilities.Copy()
	capabilities.KubeVersion = *version
	capabilities.HelmVersion.GoVersion = helmchart.NewCapabilities().HelmVersion.GoVersion // Helm hides both in tests
	capabilities.HelmVersion.KubeClientVersion = "v1.37"
	release := common.ReleaseOptions{Name: "release-name", Namespace: "default", Revision: 1, IsInstall: true}
	return util.ToRenderValues(c, given, release, capabilities)
}

// asHelm holds what a chart renders to, or why not, against Helm. Where some of
// its templates cannot be rendered Helm refuses all, and must render the others
// without them to the same text. It tells whether Helm rendered the chart.
func asHelm(t *testing.T, dir string, r chart.Release) bool {
	t.Helper()
	given := map[string]any{}
	for _, f := range r.Values {
		values, err := loader.LoadValues(bytes.NewReader(f.Data))
		require.NoError(t, err)
		given = loader.MergeMaps(given, values)
	}
	want, refused := helmRenders(dir, given, nil)
	loaded, err := chart.Load(dir)
	var got map[string]string
	failed := map[string]error{}
	if err == nil {
		got, failed, err = loaded.Texts(r)
	}
	if refused != nil && len(failed) > 0 {
		want, err = helmRenders(dir, given, failed)
		require.NoError(t, err, dir)
		assert.Equal(t, want, got, dir)
		return false
	}
	if refused != nil {
		assert.Error(t, err, "%s: Helm refuses it: %s", dir, refused)
		return false
	}
	if assert.NoError(t, err, dir) && assert.Empty(t, failed, dir) {
		assert.Equal(t, want, got, dir)
	}
	return true
}

// TestCorpusAsHelm renders every chart below the folder JVMLINT_CORPUS, also
// with the values beside its own. The text of all templates must be Helm's.
func TestCorpusAsHelm(t *testing.T) {
	dir := os.Getenv("JVMLINT_CORPUS")
	if dir == "" {
		t.Skip("JVMLINT_CORPUS names no folder")
	}
	same, refused := 0, 0
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() != "Chart.yaml" {
			return err
		}
		path = filepath.Dir(path)
		for _, r := range releasesOf(t, path) {
			if !asHelm(t, path, r) {
				refused++
				continue
			}
			same++
		}
		return nil
	}))
	t.Logf("%d releases as Helm renders them, %d that it refuses", same, refused)
}

// releasesOf are the chart with its own values, and with each file beside them.
func releasesOf(t *testing.T, path string) []chart.Release {
	t.Helper()
	c, err := chart.Load(path)
	require.NoError(t, err)
	all := []chart.Release{{}}
	for _, name := range c.ValuesBeside() {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		all = append(all, chart.Release{Values: []*source.File{source.NewFile(name, data)}})
	}
	return all
}
