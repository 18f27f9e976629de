// Package kube reads YAML: manifests of Kubernetes and resources of operators,
// templates and values of charts, Compose files, and Hazelcast's configuration.
package kube

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/verdict"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

const (
	OtherYAML            reading.Format = "YAML without JVM options or Hazelcast configuration"
	KubernetesManifest   reading.Format = "Kubernetes manifest"
	ComposeFile          reading.Format = "Compose file"
	ChartValues          reading.Format = "values of a chart"
	HazelcastChartValues reading.Format = "values of the Hazelcast chart"
	HazelcastYAML        reading.Format = "Hazelcast configuration"
	HazelcastClientYAML  reading.Format = "Hazelcast client configuration"
)

// file is what a file of YAML is read into.
type file struct{ *reading.Input }

// YAMLFiles differ in what stands in their documents.
var YAMLFiles = reading.Reader{
	Name:    "Kubernetes manifests, values of charts, Compose files, a hazelcast.yaml or hazelcast.xml",
	Formats: []reading.Format{OtherYAML, KubernetesManifest, ComposeFile, ChartValues, HazelcastChartValues, HazelcastYAML, HazelcastClientYAML},
	Files:   []string{"*.yaml", "*.yml", "Kustomization"},
	YAML:    true,
	Content: (*reading.Candidate).IsYAML,
	Read: func(in *reading.Input, c *reading.Candidate) {
		documents, _ := c.YAML()
		file{in}.readYAML(documents)
		in.FindNeverRead()
	},
	Comments: YamlRemarks,
}

// readYAML reads what each document of a YAML file describes.
func (in file) readYAML(documents []*yamldoc.Document) {
	in.Format = OtherYAML
	if len(documents) == 1 && IsKustomization(in.File.Name) && kustomizes(documents[0].Root) {
		in.readKustomization(documents[0].Root)
		return
	}
	if kind, ok := configurationKind(documents[0].Root); ok && !holdsChartValues(documents[0].Root) {
		in.readHazelcastYAML(documents, kind)
		return
	}
	for _, d := range documents {
		if kind, ok := configurationKind(d.Root); ok && !holdsChartValues(d.Root) {
			in.readHazelcastYAML([]*yamldoc.Document{d}, kind)
		}
	}
	if in.Format != OtherYAML {
		return
	}
	if slices.ContainsFunc(documents, func(d *yamldoc.Document) bool {
		return isManifest(d.Root) || isKustomization(d.Root)
	}) {
		in.readManifests(documents)
		return
	}
	if len(documents) == 1 {
		if services := servicesOf(in.File.Name, documents[0].Root); len(services) > 0 {
			in.readCompose(documents[0].Root, services)
			return
		}
	}
	for _, d := range documents {
		if !isSuite(d.Root) {
			valuesReader{file: in}.read(d.Root, part{})
		}
	}
	if len(in.Workloads) > 0 && in.Format == OtherYAML {
		in.Format = ChartValues
	}
}

// isSuite tells tests of a chart: what they set is made up.
// https://github.com/helm-unittest/helm-unittest/blob/main/DOCUMENT.md
func isSuite(root *yamldoc.Node) bool {
	tests := root.Get("tests").Items()
	return len(tests) > 0 && tests[0].Get("it") != nil && tests[0].Get("asserts") != nil
}

// YamlRemarks are the comments of YAML. A scalar is one thing with its key.
func YamlRemarks(f *source.File) reading.Remarks {
	var r reading.Remarks
	documents, comments, _ := yamldoc.ParseCommented(f) // none where it is no YAML
	for _, c := range comments {
		r.Comments = append(r.Comments, reading.Comment{Span: c.Span, OwnLine: c.OwnLine})
	}
	for _, d := range documents {
		scalars(&r, d.Root, source.Span{})
	}
	return r
}

// scalars gathers those below a node. An alias stands for text elsewhere.
func scalars(r *reading.Remarks, n *yamldoc.Node, key source.Span) {
	if !n.Alias().IsZero() {
		return
	}
	switch n.Kind() {
	case yamldoc.Scalar:
		at := n.Span()
		if !key.IsZero() && key.Start < at.Start {
			at.Start = key.Start
		}
		r.Units = append(r.Units, at)
	case yamldoc.Sequence:
		for _, i := range n.Items() {
			scalars(r, i, source.Span{})
		}
	case yamldoc.Mapping:
		for _, p := range n.Pairs() {
			scalars(r, p.Value, p.Key.Span())
		}
	}
}

// readHazelcastYAML reads a member's own configuration file, or a client's. How their JVM is started stands elsewhere.
func (in file) readHazelcastYAML(documents []*yamldoc.Document, kind verdict.Kind) {
	config := &hazelcast.Config{}
	for _, d := range documents {
		config.Documents = append(config.Documents, d.Root)
	}
	if e, ok := documents[0].Root.Entry(string(kind)); ok {
		config.Root, config.Key = e.Value, e.Key
	}
	w := workload.New(string(kind), in.File, config.Key.Text())
	w.Known = workload.Nothing
	in.PinRelease(&w)
	if kind == verdict.Member {
		in.Format, w.IsMember, w.Hazelcast = HazelcastYAML, true, config
	} else {
		in.Format, w.HazelcastClient = HazelcastClientYAML, config
	}
	in.Workloads = append(in.Workloads, &w)
}

// configurationKind tells a configuration file of Hazelcast from the values of some chart that has a setting of that
// name: its top holds hazelcast, hazelcast-client or hazelcast-client-failover and nothing else, or else what belongs
// under it and has slipped to the left.
func configurationKind(root *yamldoc.Node) (verdict.Kind, bool) {
	if root.Kind() != yamldoc.Mapping {
		return "", false
	}
	for _, kind := range verdict.Kinds {
		e, ok := root.Entry(string(kind))
		if !ok || kind == verdict.Member && e.Value.Kind() != yamldoc.Mapping {
			continue
		}
		for _, other := range root.Entries() {
			name := other.Key.Value()
			if !strings.HasPrefix(name, "hazelcast") && !verdict.Misplaced(kind, e.Value, name) {
				return "", false
			}
		}
		return kind, true
	}
	return "", false
}
