package kube

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// chartFields are where resources name a chart that is fetched.
//
//	https://argo-cd.readthedocs.io/en/stable/user-guide/helm/
//	https://fluxcd.io/flux/components/helm/helmreleases/
//	https://docs.k3s.io/helm
var chartFields = map[string][]fieldPath{
	"Application":    {{"spec", "source", "chart"}, {"spec", "sources", "*", "chart"}},
	"ApplicationSet": {{"spec", "template", "spec", "source", "chart"}, {"spec", "template", "spec", "sources", "*", "chart"}},
	"HelmRelease":    {{"spec", "chart", "spec", "chart"}, {"spec", "chart", "name"}},
	"HelmChart":      {{"spec", "chart"}},
}

// nameChart names the JVMs of a chart that a resource has fetched, by the name of the
// chart alone.
func (m *manifests) nameChart(o *yamldoc.Node) {
	for _, p := range chartFields[m.kindOf(o)] {
		for _, n := range scalarsAt(o, p) {
			m.nameFetched(n)
		}
	}
}

// scalarsAt are the scalars at a path; "*" stands for each item.
func scalarsAt(n *yamldoc.Node, p fieldPath) []*yamldoc.Node {
	if i := slices.Index(p, "*"); i >= 0 {
		var all []*yamldoc.Node
		for _, item := range n.Get(p[:i]...).Items() {
			all = append(all, scalarsAt(item, p[i+1:])...)
		}
		return all
	}
	if n = n.Get(p...); n.Kind() != yamldoc.Scalar || n.IsNull() {
		return nil
	}
	return []*yamldoc.Node{n}
}

// nameFetched names the JVMs of a chart of a known product.
func (in file) nameFetched(chart *yamldoc.Node) {
	if reading.IsFetchedChart(chart.Value()) {
		in.NameChart(chart.Text(), "chart "+chart.Value()+" is not here, so its JVM options are unknown")
	}
}

// nameByFile names the JVMs of values that tell of none, by the name of their file:
// kafka-values.yaml, values-jenkins.yml. Helmfile names its charts.
func (in file) nameByFile(root *yamldoc.Node) {
	for _, release := range root.Get("releases").Items() {
		if chart := release.Get("chart"); chart.Kind() == yamldoc.Scalar {
			in.nameFetched(chart)
		}
	}
	name := strings.ToLower(path.Base(in.File.Name))
	if len(root.Entries()) == 0 {
		return
	}
	if m := valuesOf.FindStringSubmatch(name); m != nil && images.LikeProduct(m[1]+m[2]) {
		in.NotJudgedUnlessRendered(root.Entries()[0].Key.Span(), "by its name, the file holds values of a chart for %s, whose options are unknown", m[1]+m[2])
		return
	}
	if in.FileBeside == nil || in.FileBeside("Chart.yaml") != nil { // which is rendered with them
		return
	}
	product := path.Base(path.Dir(in.File.Name))
	if heap := heapKeyIn(root); heap != nil && valuesName.MatchString(name) && images.LikeProduct(product) {
		in.NotJudgedUnlessRendered(heap.Span(), "by its folder, the file holds values of a chart for %s, which is not here and may size the heap by %s", product, heap.Value())
	}
}

// heapKeyIn is the first key that gives the size of a heap to a chart; nil where none does.
func heapKeyIn(n *yamldoc.Node) *yamldoc.Node {
	for _, e := range n.Entries() {
		if heapKeyName.MatchString(e.Key.Value()) && e.Value.Kind() == yamldoc.Scalar && !e.Value.IsNull() {
			return e.Key
		}
		if found := heapKeyIn(e.Value); found != nil {
			return found
		}
	}
	return nil
}

var (
	heapKeyName = lazyregexp.New(`(?i)^(?:max_?|initial_?|jvm_?)?heap_?(?:size|max|opts|memory)$`)
	valuesName  = lazyregexp.New(`^(?:[\w.-]+[._-])?values(?:[._-][\w.-]+)?\.ya?ml$`)
)

// valuesOf finds the product in the name of a file of values.
var valuesOf = lazyregexp.New(`^(?:(.+)[._-]values(?:[._-]\w+)?|values[._-](.+))\.ya?ml$`)
