package helmchart

import (
	"cmp"
	_ "embed"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// Capabilities are what templates see as .Capabilities without a cluster: what Helm 4.3.1 takes for known.
type Capabilities struct {
	KubeVersion KubeVersion
	APIVersions VersionSet
	HelmVersion HelmVersion
}

type KubeVersion struct {
	Version    string
	normalized string // without what a vendor added
	Major      string
	Minor      string
}

// Copied is what deepCopy makes of them, which loses what is not exported.
func (c Capabilities) Copied() *Capabilities {
	c.KubeVersion.normalized = ""
	return &c
}

func (v *KubeVersion) String() string { return cmp.Or(v.normalized, v.Version) }

// GitVersion is the name that the release had in Helm 2.
func (v *KubeVersion) GitVersion() string { return v.Version }

// ParseKubeVersion reads a release as helm template --kube-version does.
// https://github.com/helm/helm/blob/v4.3.1/pkg/chart/common/capabilities.go
func ParseKubeVersion(s string) (KubeVersion, error) {
	m := numbers.FindStringSubmatch(s)
	if m == nil {
		return KubeVersion{}, fmt.Errorf("%q is not a release of Kubernetes such as 1.31 or v1.31.4", s)
	}
	parts := lists.Of(strings.Split(m[1], "."), func(n string) string { return cmp.Or(strings.TrimLeft(n, "0"), "0") })
	return KubeVersion{
		Version: "v" + strings.TrimPrefix(s, "v"), normalized: "v" + strings.Join(parts, "."), Major: parts[0], Minor: parts[1],
	}, nil
}

// numbers finds those of a release; behind them anything may stand.
// https://github.com/kubernetes/apimachinery/blob/v0.37.2/pkg/util/version/version.go, ParseGeneric
var numbers = lazyregexp.New(`^\s*v?((?:0|[1-9]\d{0,17})(?:\.\d{1,18})+)(?:\D|$)`)

// Cluster is what somebody says of the Kubernetes that a chart is rendered for.
type Cluster struct {
	KubeVersion KubeVersion // zero: that of Helm
	APIVersions []string    // beside those of Helm

	KubeVersionBy, APIVersionsBy string // what says so
}

// Over is the cluster, and where nothing is said of it the one under it.
func (c Cluster) Over(under Cluster) Cluster {
	c.KubeVersion, c.KubeVersionBy = cmp.Or(c.KubeVersion, under.KubeVersion), cmp.Or(c.KubeVersionBy, under.KubeVersionBy)
	if c.APIVersions == nil {
		c.APIVersions, c.APIVersionsBy = under.APIVersions, under.APIVersionsBy
	}
	return c
}

// capabilities are those of Helm, but for what is said of the cluster.
func (c Cluster) capabilities() *Capabilities {
	all := NewCapabilities()
	all.KubeVersion = cmp.Or(c.KubeVersion, all.KubeVersion)
	all.APIVersions = slices.Concat(all.APIVersions, c.APIVersions)
	return all
}

// HelmVersion is the Helm that charts are rendered as by.
type HelmVersion struct {
	Version           string `json:"version,omitempty"`
	GitCommit         string `json:"git_commit,omitempty"`
	GitTreeState      string `json:"git_tree_state,omitempty"`
	GoVersion         string `json:"go_version,omitempty"`
	KubeClientVersion string `json:"kube_client_version"`
}

type VersionSet []string

func (all VersionSet) Has(version string) bool { return slices.Contains(all, version) }

// NewCapabilities are those of Helm 4.3.1, which was built with client-go of Kubernetes 1.37.
func NewCapabilities() *Capabilities {
	return &Capabilities{
		KubeVersion: KubeVersion{Version: "v1.37.0", normalized: "v1.37.0", Major: "1", Minor: "37"},
		APIVersions: strings.Fields(apiVersions),
		HelmVersion: HelmVersion{Version: "v4.3.1", GoVersion: runtime.Version(), KubeClientVersion: "v1.37"},
	}
}

// apiVersions are those that client-go has types of, and those of custom resources.
//
//go:embed api_versions.txt
var apiVersions string
