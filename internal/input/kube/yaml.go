// Package kube reads YAML: manifests of Kubernetes and resources of operators,
// templates and values of charts, Compose files, and Hazelcast's configuration.
package kube

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/input/reading"
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
	Formats: []reading.Format{OtherYAML, KubernetesManifest, ComposeFile, ChartValues, HazelcastChartValues, HazelcastYAML, HazelcastClientYAML, TaskDefinition},
	Files:   []string{"*.yaml", "*.yml", "Kustomization"},
	YAML:    true,
	Content: (*reading.Candidate).IsYAML,
	Read: func(in *reading.Input, c *reading.Candidate) {
		documents, _ := c.YAML()
		file{in}.readYAML(documents)
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
	if tasks := taskDefinitions(documents[0].Root); len(documents) == 1 && len(tasks) > 0 {
		in.readTasks(tasks)
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
			in.readContainers(d.Root)
			valuesReader{file: in}.read(d.Root, part{})
		}
	}
	if len(in.Workloads) > 0 && in.Format == OtherYAML {
		in.Format = ChartValues
	}
}

// isSuite tells tests of a chart: what they set is made up.
//
// https://github.com/helm-unittest/helm-unittest/blob/main/DOCUMENT.md
func isSuite(root *yamldoc.Node) bool {
	tests := root.Get("tests").Items()
	return len(tests) > 0 && tests[0].Get("it") != nil && tests[0].Get("asserts") != nil
}
