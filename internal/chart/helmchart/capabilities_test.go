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
