package helmchart_test

import (
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"helm.sh/helm/v4/pkg/chart/common"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
)

// TestCapabilitiesAsHelm: templates see the APIs that Helm knows without a
// cluster, and the release of Kubernetes that it was built with.
func TestCapabilitiesAsHelm(t *testing.T) {
	of := func(module string) string {
		out, err := exec.Command("go", "list", "-m", "-f", "{{.Version}}", module).Output()
		require.NoError(t, err)
		return strings.TrimSpace(string(out))
	}
	minor := strings.Split(of("k8s.io/client-go"), ".")[1] // v0.37.1 is of Kubernetes 1.37
	c := helmchart.NewCapabilities()
	assert.Equal(t, []string(common.DefaultVersionSet), []string(c.APIVersions))
	assert.Equal(t, []string{"v1." + minor + ".0", "v1." + minor + ".0", "1", minor}, []string{c.KubeVersion.Version, c.KubeVersion.String(), c.KubeVersion.Major, c.KubeVersion.Minor})
	assert.Equal(t, helmchart.HelmVersion{Version: of("helm.sh/helm/v4"), GoVersion: runtime.Version(), KubeClientVersion: "v1." + minor}, c.HelmVersion)
}

// TestKubeVersionAsHelm: a release is read, or refused, as Helm does.
func TestKubeVersionAsHelm(t *testing.T) {
	for _, s := range []string{"1.31", "v1.31", "v1.31.4", "1.31.4-gke.1245000", "v1.31.4+k3s1", "1.31.4.5", " 1.31 ", "1.031", "1.31-", "01.31", "1", "v", "", "x1.31", "1.x", "99999999999999999999.1"} {
		want, refused := common.ParseKubeVersion(s)
		got, err := helmchart.ParseKubeVersion(s)
		if refused != nil {
			assert.Error(t, err, s)
			continue
		}
		require.NoError(t, err, s)
		assert.Equal(t, []string{want.Version, want.String(), want.Major, want.Minor}, []string{got.Version, got.String(), got.Major, got.Minor}, s)
	}
}

func TestClusterOver(t *testing.T) {
	version, err := helmchart.ParseKubeVersion("1.31")
	require.NoError(t, err)
	project := helmchart.Cluster{KubeVersion: version, KubeVersionBy: "project", APIVersions: []string{"a/v1"}, APIVersionsBy: "project"}
	assert.Equal(t, project, helmchart.Cluster{}.Over(project))
	assert.Equal(t, project, project.Over(helmchart.Cluster{KubeVersionBy: "x", APIVersions: []string{"b/v1"}}))
	option := helmchart.Cluster{APIVersions: []string{"b/v1"}, APIVersionsBy: "--api-versions"}
	assert.Equal(t, helmchart.Cluster{KubeVersion: version, KubeVersionBy: "project", APIVersions: []string{"b/v1"}, APIVersionsBy: "--api-versions"}, option.Over(project))
}
