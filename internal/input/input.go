// Package input reads files into workloads. Each reader has a file of its own
// and recognises its input by content; a name alone decides nothing.
package input

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Format is a kind of input.
type Format string

const (
	HazelcastChartValues Format = "values of the Hazelcast chart"
	HazelcastYAML        Format = "Hazelcast configuration"
	HazelcastClientYAML  Format = "Hazelcast client configuration"
	OptionsText          Format = "JVM options"
	JavaCommand          Format = "java command line"
	OtherYAML            Format = "YAML without JVM options or Hazelcast configuration"
	HelmTemplate         Format = "Helm template"
)

// Input is what a file was read as, and the workloads that it describes.
type Input struct {
	File      *source.File
	Format    Format
	Workloads []*workload.Workload
	Problems  []*Problem
}

// Problem is something about an input that keeps it, or a part of it, from
// being judged. Span is zero where the whole input is meant.
type Problem struct {
	File    *source.File
	Span    source.Span
	Message string
}

func (p *Problem) Error() string {
	if p.Span.IsZero() {
		return p.File.Name + ": " + p.Message
	}
	at := p.File.Position(p.Span.Start)
	return fmt.Sprintf("%s:%d:%d: %s", p.File.Name, at.Line, at.Column, p.Message)
}

// formats says what can be read, for the error about what cannot.
const formats = "read are values of the Hazelcast chart, a hazelcast.yaml, a file of JVM options, and lines such as JAVA_OPTS=..."

// Read recognises a file and reads it.
func Read(f *source.File) *Input {
	in := &Input{File: f}
	if !utf8.Valid(f.Data) {
		in.problem(source.Span{}, "not text in UTF-8; %s", formats)
		return in
	}
	if beginsWithOption(f) {
		in.readOptions()
		return in
	}
	documents, err := yamldoc.Parse(f)
	if err == nil && !scalarsOnly(documents) {
		in.readYAML(documents)
		return in
	}
	switch {
	case len(bytes.TrimSpace(f.Data)) == 0:
		in.Format = OtherYAML
	case looksLikeHazelcastXML(f.Data):
		in.problem(source.Span{}, "Hazelcast configuration in XML is not read yet, in YAML it is")
	case bytes.Contains(f.Data, []byte("{{")):
		in.Format = HelmTemplate
	case assignsOptions(f):
		in.readOptions()
	case err != nil:
		in.yamlProblem(err)
	default:
		in.problem(source.Span{}, "not recognised; %s", formats)
	}
	return in
}

func (in *Input) problem(at source.Span, format string, args ...any) {
	in.Problems = append(in.Problems, &Problem{File: in.File, Span: at, Message: fmt.Sprintf(format, args...)})
}

func looksLikeHazelcastXML(data []byte) bool {
	head := bytes.TrimSpace(data[:min(len(data), 64<<10)])
	return bytes.HasPrefix(head, []byte("<")) && bytes.Contains(head, []byte("<hazelcast"))
}

// yamlProblem says why a file is not YAML, and where, as far as the parser knows.
func (in *Input) yamlProblem(err error) {
	var fault *yamldoc.Error
	if errors.As(err, &fault) {
		in.problem(fault.Span, "%s", fault.Message)
		return
	}
	in.problem(source.Span{}, "%s", err)
}

// readYAML reads what each document of a YAML file describes.
func (in *Input) readYAML(documents []*yamldoc.Document) {
	in.Format = OtherYAML
	for _, d := range documents {
		in.readDocument(d.Root)
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
		return
	}
	if client := root.Get("hazelcast-client"); client != nil || root.Get("hazelcast-client-failover") != nil {
		in.Format = HazelcastClientYAML
		return
	}
	if e, ok := root.Entry("hazelcast"); ok && e.Value.Kind() == yamldoc.Mapping {
		in.Format = HazelcastYAML
		in.readHazelcastYAML(e)
	}
}
