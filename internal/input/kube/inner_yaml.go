package kube

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// innerYAML are keys of resources under which YAML stands as a text: values of
// a chart, or patches.
//
//	https://argo-cd.readthedocs.io/en/stable/user-guide/helm/ (values)
//	https://docs.k3s.io/helm (valuesContent)
//	https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/patches/ (patch)
var innerYAML = map[string]bool{"values": true, "valuesContent": true, "patch": true, "patchesStrategicMerge": true}

// readInnerYAML reads the YAML in texts of a resource. A patch is a part of
// the object that it changes, and values are a part of those of the chart.
func (m *manifests) readInnerYAML(n *yamldoc.Node, key string) {
	for _, item := range n.Items() {
		m.readInnerYAML(item, key)
	}
	for _, e := range n.Entries() {
		m.readInnerYAML(e.Value, e.Key.Value())
	}
	if n.Kind() != yamldoc.Scalar || !innerYAML[key] || n.Style() != yamldoc.Literal || !strings.Contains(n.Value(), "\n") {
		return
	}
	m.readInner(n)
}

// readInner reads a text that is YAML by itself, and tells false where it is none.
func (in file) readInner(n *yamldoc.Node) bool {
	inner := source.Inner(in.File.Name, n.Text())
	documents, err := yamldoc.Parse(inner)
	if err != nil || reading.ScalarsOnly(documents) {
		return false
	}
	in.readPart(inner, documents)
	return true
}

// readPart reads documents of which something else says more.
func (in file) readPart(f *source.File, documents []*yamldoc.Document) {
	inner := file{&reading.Input{File: f, Options: in.Options}}
	inner.readYAML(documents)
	inner.LeaveAsPart()
	in.TakeOver(inner.Input)
}
