package helmchart

import (
	"runtime"
	"slices"
)

// Capabilities are what templates see as .Capabilities without a cluster: what
// Helm 4.3.1 takes for known.
type Capabilities struct {
	KubeVersion KubeVersion
	APIVersions VersionSet
	HelmVersion HelmVersion
}

// KubeVersion is a release of Kubernetes.
type KubeVersion struct {
	Version    string
	normalized string // without what a vendor added
	Major      string
	Minor      string
}

// String is the release as it is printed.
func (v *KubeVersion) String() string { return v.normalized }

// GitVersion is the name that the release had in Helm 2.
func (v *KubeVersion) GitVersion() string { return v.Version }

// HelmVersion is the Helm that charts are rendered as by.
type HelmVersion struct {
	Version           string `json:"version,omitempty"`
	GitCommit         string `json:"git_commit,omitempty"`
	GitTreeState      string `json:"git_tree_state,omitempty"`
	GoVersion         string `json:"go_version,omitempty"`
	KubeClientVersion string `json:"kube_client_version"`
}

// VersionSet are versions of APIs.
type VersionSet []string

// Has reports whether a version is known.
func (all VersionSet) Has(version string) bool { return slices.Contains(all, version) }

// Copy gives the capabilities once more.
func (c *Capabilities) Copy() *Capabilities {
	one := *c
	return &one
}

// NewCapabilities are those of Helm 4.3.1, which was built with client-go of
// Kubernetes 1.37.
func NewCapabilities() *Capabilities {
	return &Capabilities{
		KubeVersion: KubeVersion{Version: "v1.37.0", normalized: "v1.37.0", Major: "1", Minor: "37"},
		APIVersions: apiVersions,
		HelmVersion: HelmVersion{Version: "v4.3.1", GoVersion: runtime.Version(), KubeClientVersion: "v1.37"},
	}
}

// apiVersions are those that client-go has types of, and those of custom
// resources.
var apiVersions = VersionSet{
	"v1",
	"admissionregistration.k8s.io/v1", "admissionregistration.k8s.io/v1alpha1", "admissionregistration.k8s.io/v1beta1",
	"internal.apiserver.k8s.io/v1alpha1",
	"apps/v1", "apps/v1beta1", "apps/v1beta2",
	"authentication.k8s.io/v1", "authentication.k8s.io/v1alpha1", "authentication.k8s.io/v1beta1",
	"authorization.k8s.io/v1", "authorization.k8s.io/v1beta1",
	"autoscaling/v1", "autoscaling/v2",
	"batch/v1", "batch/v1beta1",
	"certificates.k8s.io/v1", "certificates.k8s.io/v1beta1", "certificates.k8s.io/v1alpha1",
	"coordination.k8s.io/v1alpha2", "coordination.k8s.io/v1beta1", "coordination.k8s.io/v1",
	"discovery.k8s.io/v1", "discovery.k8s.io/v1beta1",
	"events.k8s.io/v1", "events.k8s.io/v1beta1",
	"extensions/v1beta1",
	"flowcontrol.apiserver.k8s.io/v1", "flowcontrol.apiserver.k8s.io/v1beta1", "flowcontrol.apiserver.k8s.io/v1beta2", "flowcontrol.apiserver.k8s.io/v1beta3",
	"lifecycle.k8s.io/v1alpha1",
	"networking.k8s.io/v1", "networking.k8s.io/v1beta1",
	"node.k8s.io/v1", "node.k8s.io/v1alpha1", "node.k8s.io/v1beta1",
	"policy/v1", "policy/v1beta1",
	"rbac.authorization.k8s.io/v1", "rbac.authorization.k8s.io/v1beta1", "rbac.authorization.k8s.io/v1alpha1",
	"resource.k8s.io/v1", "resource.k8s.io/v1beta2", "resource.k8s.io/v1beta1", "resource.k8s.io/v1alpha3",
	"scheduling.k8s.io/v1alpha3", "scheduling.k8s.io/v1beta1", "scheduling.k8s.io/v1",
	"storage.k8s.io/v1beta1", "storage.k8s.io/v1", "storage.k8s.io/v1alpha1",
	"storagemigration.k8s.io/v1", "storagemigration.k8s.io/v1beta1",
	"apiextensions.k8s.io/v1beta1", "apiextensions.k8s.io/v1",
}
