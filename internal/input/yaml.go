package input

import (
	"errors"
	"slices"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

const (
	OtherYAML            Format = "YAML without JVM options or Hazelcast configuration"
	KubernetesManifest   Format = "Kubernetes manifest"
	ComposeFile          Format = "Compose file"
	ChartValues          Format = "values of a chart"
	HazelcastChartValues Format = "values of the Hazelcast chart"
	HazelcastYAML        Format = "Hazelcast configuration"
	HazelcastClientYAML  Format = "Hazelcast client configuration"
)

var yamlFile = reader{
	name:    "Kubernetes manifests, values of charts, Compose files, a hazelcast.yaml",
	formats: []Format{OtherYAML, KubernetesManifest, ComposeFile, ChartValues, HazelcastChartValues, HazelcastYAML, HazelcastClientYAML},
	files:   []string{"*.yaml", "*.yml"},
	yaml:    true,
	content: (*candidate).isYAML,
	read: func(in *Input, c *candidate) {
		documents, _ := c.yaml()
		in.readYAML(documents)
	},
	comments: yamlRemarks,
}

// isYAML tells YAML from a text that merely parses as one.
func (c *candidate) isYAML() bool {
	documents, err := c.yaml()
	return err == nil && !scalarsOnly(documents)
}

// yamlProblem says why a file is not YAML, and where, as far as the parser knows.
func (in *Input) yamlProblem(err error) {
	var fault *source.Problem
	if errors.As(err, &fault) {
		in.problem(fault.Span, "%s", fault.Message)
		return
	}
	in.problem(source.Span{}, "%s", err)
}

// readYAML reads what each document of a YAML file describes.
func (in *Input) readYAML(documents []*yamldoc.Document) {
	in.Format = OtherYAML
	if kind, ok := configurationKind(documents[0].Root); ok && len(chartValues(documents[0].Root)) == 0 {
		in.readHazelcastYAML(documents, kind)
		return
	}
	for _, d := range documents {
		if kind, ok := configurationKind(d.Root); ok && len(chartValues(d.Root)) == 0 {
			in.readHazelcastYAML([]*yamldoc.Document{d}, kind)
			continue
		}
		in.readDocument(d.Root)
	}
	if in.Format != OtherYAML {
		return
	}
	if slices.ContainsFunc(documents, func(d *yamldoc.Document) bool { return isManifest(d.Root) }) {
		in.readManifests(documents)
		return
	}
	if len(documents) == 1 && isCompose(documents[0].Root) {
		in.readCompose(documents[0].Root)
		return
	}
	for _, d := range documents {
		in.readContainers(d.Root)
		valuesReader{in}.read(d.Root, part{})
	}
	if len(in.Workloads) > 0 {
		in.Format = ChartValues
	}
}

// scalarsOnly tells a YAML file from a text that merely parses as one.
func scalarsOnly(documents []*yamldoc.Document) bool {
	for _, d := range documents {
		if d.Root != nil && d.Root.Kind() != yamldoc.Scalar {
			return false
		}
	}
	return true
}

func (in *Input) readDocument(root *yamldoc.Node) {
	if values := chartValues(root); len(values) > 0 {
		in.Format = HazelcastChartValues
		for _, v := range values {
			in.readChartValues(v)
		}
	}
}
