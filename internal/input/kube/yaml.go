// Package kube reads YAML: manifests of Kubernetes and resources of operators,
// templates and values of charts, and Hazelcast's configuration.
package kube

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/verdict"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

const (
	KubernetesManifest   reading.Format = "Kubernetes manifest"
	ChartValues          reading.Format = "values of a chart"
	HazelcastChartValues reading.Format = "values of the Hazelcast chart"
	HazelcastYAML        reading.Format = "Hazelcast configuration"
	HazelcastClientYAML  reading.Format = "Hazelcast client configuration"
)

// file is what a file of YAML is read into.
type file struct{ *reading.Input }

// YAMLFiles differ in what stands in their documents.
var YAMLFiles = reading.Reader{
	Name:    "Kubernetes manifests, values of charts, a hazelcast.yaml or hazelcast.xml",
	Formats: []reading.Format{reading.OtherYAML, KubernetesManifest, ChartValues, HazelcastChartValues, HazelcastYAML, HazelcastClientYAML},
	Files:   []string{"*.yaml", "*.yml", "Kustomization"},
	YAML:    true,
	Content: (*reading.Candidate).IsYAML,
	Read: func(in *reading.Input, c *reading.Candidate) {
		documents, _ := c.YAML()
		file{in}.readYAML(documents)
		in.FindNeverRead()
	},
	Comments: reading.YAMLRemarks,
}

// readYAML reads what each document of a YAML file describes.
func (in file) readYAML(documents []*yamldoc.Document) {
	in.Format = reading.OtherYAML
	if len(documents) == 1 && IsKustomization(in.File.Name) && kustomizes(documents[0].Root) {
		in.readKustomization(documents[0].Root)
		return
	}
	if kind, ok := configurationKind(documents[0].Root, in.File.Name); ok && !holdsChartValues(documents[0].Root) {
		in.readHazelcastYAML(documents, kind)
		return
	}
	for _, d := range documents {
		if kind, ok := configurationKind(d.Root, in.File.Name); ok && !holdsChartValues(d.Root) {
			in.readHazelcastYAML([]*yamldoc.Document{d}, kind)
		}
	}
	if in.Format != reading.OtherYAML || in.readManifests(documents) {
		return
	}
	for _, d := range documents {
		if !isSuite(d.Root) {
			valuesReader{file: in}.read(d.Root, part{})
		}
	}
	switch root := documents[0].Root; {
	case len(in.Workloads) > 0 && in.Format == reading.OtherYAML:
		in.Format = ChartValues
	case root.Get(reading.Jet) != nil && strings.HasPrefix(path.Base(in.File.Name), reading.Jet):
		in.NoteJet(root.Span())
	case in.Format == reading.OtherYAML && verdict.Resembles(reading.ConfigurationKind(in.File.Name), root):
		in.NameUnread()
	}
}

// ofSpringBoot matches the files that Spring Boot reads for any profile.
// https://docs.spring.io/spring-boot/reference/features/external-config.html
var ofSpringBoot = lazyregexp.New(`^(?:application|bootstrap)(?:-.*)?\.ya?ml$`)

// isSuite tells tests of a chart: what they set is made up.
// https://github.com/helm-unittest/helm-unittest/blob/main/DOCUMENT.md
func isSuite(root *yamldoc.Node) bool {
	tests := root.Get("tests").Items()
	return len(tests) > 0 && tests[0].Get("it") != nil && tests[0].Get("asserts") != nil
}

// readHazelcastYAML reads a member's own configuration file, or a client's.
func (in file) readHazelcastYAML(documents []*yamldoc.Document, kind verdict.Kind) {
	config := &hazelcast.Config{Documents: lists.Of(documents, func(d *yamldoc.Document) *yamldoc.Node { return d.Root })}
	if e, ok := documents[0].Root.Entry(string(kind)); ok {
		config.Root, config.Key = e.Value, e.Key
	}
	in.AddConfiguration(kind, config, HazelcastYAML, HazelcastClientYAML)
}

// configurationKind tells a configuration file of Hazelcast from the values of some chart that has a setting of that
// name: its top holds hazelcast, hazelcast-client or hazelcast-client-failover and nothing else, or else what belongs
// under it and has slipped to the left. A file of the name that members look for is one whatever else it holds, and one
// that Spring Boot reads is none: its keys are properties of a program.
func configurationKind(root *yamldoc.Node, file string) (verdict.Kind, bool) {
	named := reading.ConfigurationKind(file)
	given := slices.ContainsFunc(verdict.Kinds, func(kind verdict.Kind) bool { return root.Get(string(kind)) != nil })
	if named == "" && !given || root.Kind() != yamldoc.Mapping || ofSpringBoot.MatchString(path.Base(file)) {
		return "", false
	}
	for _, kind := range verdict.Kinds {
		e, ok := root.Entry(string(kind))
		if !ok || kind == verdict.Member && e.Value.Kind() != yamldoc.Mapping && (named != kind || !e.Value.IsNull() || len(root.Entries()) == 1) {
			continue
		}
		for _, other := range root.Entries() {
			name := other.Key.Value()
			own := named == kind && (verdict.Configures(kind, e.Value) || kind != verdict.Member && e.Value.IsNull()) || strings.HasPrefix(name, "hazelcast")
			if !own && !verdict.Misplaced(kind, e.Value, name) {
				return "", false
			}
		}
		return kind, true
	}
	if kind, key := verdict.Misspelt(root); named != "" && key != nil {
		return kind, true
	}
	if named != "" && verdict.Configures(named, root) {
		return named, true
	}
	return "", false
}
