package chart_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
)

// TestClusterAsHelm: charts see, and are refused for, the Kubernetes that they
// are rendered for.
func TestClusterAsHelm(t *testing.T) {
	const template = `{{ with .Capabilities }}{{ .KubeVersion }} {{ .KubeVersion.Version }} {{ .KubeVersion.GitVersion }} {{ .KubeVersion.Major }}.{{ .KubeVersion.Minor }}
{{- .APIVersions.Has "monitoring.coreos.com/v1" }} {{ .APIVersions.Has "apps/v1" }} {{ semverCompare "<1.25-0" .KubeVersion.GitVersion }} {{ len .APIVersions }}{{ end }}`
	for name, c := range map[string]struct {
		needs, version string
		apis           []string
		renders        bool
	}{
		"that of Helm":             {renders: true},
		"named":                    {version: "1.24", renders: true},
		"of a vendor":              {version: "v1.24.3-eks-1de2ab1", needs: ">=1.22.0 <1.31.0", renders: true},
		"too new by itself":        {needs: ">=1.22.0 <1.31.0"},
		"as old as that":           {needs: ">=1.22.0 <1.31.0", version: "1.30", renders: true},
		"too old":                  {needs: ">=1.22.0-0", version: "1.21.14"},
		"a prerelease by its name": {needs: ">=1.24.0", version: "1.24.0-rc.1", renders: true},
		"further APIs":             {apis: []string{"monitoring.coreos.com/v1", "apps/v1"}, renders: true},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"Chart.yaml": "apiVersion: v2\nname: app\nversion: 1.2.3\nkubeVersion: \"" + c.needs + "\"\n", "templates/x.yaml": template}
			r := chart.Release{Cluster: helmchart.Cluster{APIVersions: c.apis}}
			if c.version != "" {
				var err error
				r.Cluster.KubeVersion, err = helmchart.ParseKubeVersion(c.version)
				require.NoError(t, err)
			}
			ours, theirs := both(t, files)
			assert.Equal(t, c.renders, asHelm(t, ours, theirs, r, name))
		})
	}
}
