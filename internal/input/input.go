// Package input reads files into workloads. Each reader has a file of its own
// and recognises its input by content; a name alone decides nothing, except where the
// program that reads the file goes by it.
package input

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
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
	HazelcastXML         Format = "Hazelcast configuration in XML, which is not read yet"
	OptionsText          Format = "JVM options"
	Properties           Format = "properties with JVM options"
	Dockerfile           Format = "Dockerfile without JVM options"
	SystemdUnit          Format = "systemd unit without JVM options"
	Pasted               Format = "output of ps or jcmd without a JVM"
	MavenConfig          Format = "options of Maven itself"
	JavaCommand          Format = "java command line"
	KubernetesManifest   Format = "Kubernetes manifest"
	ComposeFile          Format = "Compose file"
	ChartValues          Format = "values of a chart"
	OtherYAML            Format = "YAML without JVM options or Hazelcast configuration"
	OtherText            Format = "text without JVM options"
	HelmTemplate         Format = "Helm template"
	Nothing              Format = "nothing but comments"
)

// IsYAML tells a format whose files are YAML.
func (f Format) IsYAML() bool {
	switch f {
	case OptionsText, Properties, Dockerfile, SystemdUnit, Pasted:
		return false
	}
	return true
}

// Input is what a file was read as, and the workloads that it describes.
type Input struct {
	File      *source.File
	Format    Format
	Workloads []*workload.Workload
	Problems  []*source.Problem
	Notes     []*source.Problem // what was left out, and why that is no fault

	Suppressions []*lint.Suppression // comments that ask to leave findings out

	Chart    *chart.Chart // that the file was rendered from; nil for files that somebody wrote
	Release  chart.Release
	Rendered bool // all of its templates were
	Unasked  bool // nobody asked for it: what keeps it from being judged are notes

	Options  Options
	Beside   bool           // it was read because another file goes with it, and is not to be changed
	ReadWith []*source.File // files beside it that it names
	beside   Beside
	embedded []remarks // of texts within it that are files by themselves

	incomplete bool // options could not be read: nothing can be said of the JVM
}

// LeaveAsNotes makes notes of the problems of what nobody asked for.
func (in *Input) LeaveAsNotes() {
	in.Unasked = true
	in.Notes, in.Problems = append(in.Notes, in.Problems...), nil
}

// formats says what can be read, for the error about what cannot.
const formats = "read are Kubernetes manifests, values of charts, Compose files, Dockerfiles, systemd units, a hazelcast.yaml, files of JVM options or of properties, lines such as JAVA_OPTS=..., and what ps and jcmd print"

// Options are what a project says about reading.
type Options struct {
	Images images.Table
}

// Read recognises a file and reads it.
func Read(f *source.File) *Input { return Options{}.Read(f) }

// Read recognises a file and reads it.
func (o Options) Read(f *source.File) *Input { return o.ReadBeside(f, nil) }

// ReadBeside reads a file, and with it those that it names and that stand
// beside it.
func (o Options) ReadBeside(f *source.File, beside Beside) *Input {
	in := &Input{File: f, Options: o, beside: beside}
	in.read(f)
	for _, w := range in.Workloads {
		w.LeaveOutFilledIn()
	}
	in.finish()
	in.Suppressions = suppressions(f, in.Format)
	for _, r := range in.embedded {
		in.Suppressions = append(in.Suppressions, r.suppressions()...)
	}
	return in
}

// finish takes JVMs out of what is judged of which not everything is known.
func (in *Input) finish() {
	for _, w := range in.Workloads {
		if in.incomplete {
			w.HasJVM = false
		}
		in.complete(w)
	}
}

func (in *Input) read(f *source.File) {
	if !utf8.Valid(f.Data) {
		in.problem(source.Span{}, "not text in UTF-8; %s", formats)
		return
	}
	if isMavenConfig(f.Name) {
		in.readMavenConfig()
		return
	}
	if isPasted(f) {
		in.readPasted()
		return
	}
	whole := textOf(f)
	if beginsWithOption(whole) {
		in.readOptions(whole)
		return
	}
	if isDockerfile(whole) {
		in.readDockerfile()
		return
	}
	if isSystemdUnit(whole) {
		in.readSystemdUnit()
		return
	}
	documents, err := yamldoc.Parse(f)
	if err == nil && !scalarsOnly(documents) {
		in.readYAML(documents)
		return
	}
	switch {
	case onlyComments(f):
		in.Format = Nothing
	case looksLikeHazelcastXML(f.Data):
		in.Format = HazelcastXML
		in.problem(rootOfXML(f), "Hazelcast configuration in XML is not read yet, in YAML it is")
	case bytes.Contains(f.Data, []byte("{{")):
		in.Format = HelmTemplate
		in.readTemplate(textOf(f))
	case isProperties(f):
		in.readProperties()
	case assignsOptions(whole), startsJava(whole):
		in.readScript(whole)
	case err != nil:
		in.yamlProblem(err)
	default:
		in.problem(source.Span{}, "not recognised; %s", formats)
	}
}

func (in *Input) problem(at source.Span, format string, args ...any) {
	in.Problems = remark(in.Problems, in.File, at, fmt.Sprintf(format, args...))
}

func (in *Input) note(at source.Span, format string, args ...any) {
	in.Notes = remark(in.Notes, in.File, at, fmt.Sprintf(format, args...))
}

// remark adds what is said of a place, once: several workloads share limits.
func remark(all []*source.Problem, file *source.File, at source.Span, message string) []*source.Problem {
	if !at.IsZero() {
		file = at.File
	}
	p := &source.Problem{File: file, Span: at, Message: message}
	if slices.ContainsFunc(all, func(have *source.Problem) bool { return *have == *p }) {
		return all
	}
	return append(all, p)
}

// unreadable is a problem that leaves options out: of the JVM nothing more can
// be said.
func (in *Input) unreadable(at source.Span, format string, args ...any) {
	in.incomplete = true
	in.problem(at, format, args...)
}

// options splits a text into options that arrive on a channel. A text that
// cannot be split gives none.
func (in *Input) options(channel jvmflag.Channel, t source.Text) []jvmflag.Option {
	words, err := jvmflag.Words(oneWord(t))
	var quote *jvmflag.QuoteError
	if errors.As(err, &quote) {
		in.unreadable(quote.At.Slice(0, 1).Span(), "%s", err)
		return nil
	}
	words = slices.DeleteFunc(words, func(w jvmflag.Word) bool { return w.Text.String() == `\` }) // a line that goes on
	return jvmflag.OnChannel(channel, words)
}

func looksLikeHazelcastXML(data []byte) bool {
	head := bytes.TrimSpace(data[:min(len(data), 64<<10)])
	return bytes.HasPrefix(head, []byte("<")) && bytes.Contains(head, []byte("<hazelcast"))
}

// rootOfXML is the name of the element at the top.
func rootOfXML(f *source.File) source.Span {
	at := hazelcastElement.FindIndex(f.Data)
	return f.Span(at[0]+1, at[1])
}

var hazelcastElement = lazyregexp.New(`<hazelcast[a-z-]*`)

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
