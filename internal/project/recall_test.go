package project

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/compose"
	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
)

// plainSearch is what a plain search takes for an option of the JVM.
var plainSearch = regexp.MustCompile(`-X(?:m[sxn][\d$]|ss\d|X:[+-]?[A-Za-z]|log[:\s])[^\s"',;]*|-javaagent:[^\s"',;]+`)

// recall is what was read of the files of a kind, against a plain search.
type recall struct{ files, holding, workloads, options, read int }

// leastRecall is the share of the options of a plain search that must be read
// of each kind of file, in per cent.
var leastRecall = map[string]int{
	"files of options": 99, "properties": 99, "Compose files": 99, "manifests": 99, "values of charts": 90, "templates of charts": 70, // some are switched off, or overridden
	"Dockerfiles": 60, // some of them write options to files
}

// Of the options that a plain search finds in real files outside of comments,
// most are read. Charts are rendered with their own values.
func TestRecall(t *testing.T) {
	dir := os.Getenv("JVMLINT_CORPUS")
	if dir == "" {
		t.Skip("no folder of real files: set JVMLINT_CORPUS")
	}
	s := survey{dir: dir, read: spans{}, kinds: map[string]*recall{}}
	require.NoError(t, filepath.WalkDir(dir, s.charts))
	require.NoError(t, filepath.WalkDir(dir, s.file))
	t.Log("\n" + s.table())
	for kind, k := range s.kinds {
		assert.GreaterOrEqual(t, k.read*100, k.options*leastRecall[kind], kind)
	}
	t.Log("not read:\n" + strings.Join(s.missed, "\n"))
}

// table is what docs/accuracy.md sums up.
func (s *survey) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "| kind | files | with options | JVMs | options | read |\n| --- | --: | --: | --: | --: | --: |\n")
	sum := &recall{}
	row := func(kind string, k *recall) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d |\n", kind, k.files, k.holding, k.workloads, k.options, k.read)
	}
	for _, kind := range slices.Sorted(maps.Keys(s.kinds)) {
		k := s.kinds[kind]
		row(kind, k)
		*sum = recall{sum.files + k.files, sum.holding + k.holding, sum.workloads + k.workloads, sum.options + k.options, sum.read + k.read}
	}
	row("all", sum)
	return b.String()
}

// survey goes through a folder.
type survey struct {
	dir    string
	read   spans
	kinds  map[string]*recall
	missed []string
}

// spans are the bytes of files that options were read from.
type spans map[string][]source.Span

func (s spans) take(in *reading.Input) {
	for _, w := range in.Workloads {
		texts := []source.Text{}
		for _, o := range w.Options {
			texts = append(texts, o.Text)
		}
		if w.Unread != nil {
			at := w.Unread.At.Span()
			texts = append(texts, source.Verbatim(at.File.Line(at.File.LineAt(at.Start))))
		}
		for _, t := range texts {
			for _, p := range t.Written().Pieces() {
				if at := p.Foremost(); !at.IsZero() {
					s[at.File.Name] = append(s[at.File.Name], at)
				}
			}
		}
	}
	for _, n := range in.Notes { // an option that is said to be unknown was read, too
		if !n.Span.IsZero() && strings.HasPrefix(n.Message, "the JVM is not ") {
			at := n.Span
			s[at.File.Name] = append(s[at.File.Name], at.File.Line(at.File.LineAt(at.Start)))
		}
	}
}

func (s spans) hold(file string, start, end int) bool {
	return slices.ContainsFunc(s[file], func(at source.Span) bool { return at.Start < end && start < at.End })
}

// charts renders the charts of a folder with their own values and each file beside them.
func (s *survey) charts(path string, d fs.DirEntry, err error) error {
	if err != nil || d.Name() != "Chart.yaml" || withinChart(filepath.Dir(path)) {
		return err
	}
	c, err := chart.Load(filesystem.OS{}, filepath.Dir(path), budget.NewRun())
	if err != nil {
		return nil
	}
	releases := []chart.Release{{}}
	for _, name := range c.ValuesBeside() {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		releases = append(releases, chart.Release{Values: []*source.File{source.NewFile(name, data)}})
	}
	for _, r := range releases {
		in := readRelease(c, r, reading.Options{})
		s.read.take(in.Input)
		s.of("templates of charts").workloads += len(in.Workloads)
	}
	return nil
}

// withinChart tells what is read as a part of a chart.
func withinChart(path string) bool {
	for dir := filepath.Dir(path); dir != filepath.Dir(dir); path, dir = dir, filepath.Dir(dir) {
		if base := filepath.Base(path); base == "templates" || base == "charts" {
			if _, err := os.Stat(filepath.Join(dir, "Chart.yaml")); err == nil {
				return true
			}
		}
	}
	return false
}

func (s *survey) of(kind string) *recall {
	if s.kinds[kind] == nil {
		s.kinds[kind] = &recall{}
	}
	return s.kinds[kind]
}

// file reads a file, and counts what a plain search finds in it.
func (s *survey) file(path string, d fs.DirEntry, err error) error {
	if err != nil || !d.Type().IsRegular() || strings.HasSuffix(path, ".tsv") || strings.HasSuffix(path, ".md") {
		return err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	in := input.Read(source.NewFile(filepath.ToSlash(path), data))
	k := s.of(kindOf(in, path))
	k.files++
	if !withinChart(path) { // else it is rendered
		s.read.take(in)
		k.workloads += len(in.Workloads)
	}
	found := 0
	for n := 1; n <= in.File.Lines(); n++ {
		at := in.File.Line(n)
		line, _, _ := strings.Cut(at.String(), " #")
		if reading.IsComment(line) {
			continue
		}
		for _, m := range plainSearch.FindAllStringIndex(line, -1) {
			found++
			if s.read.hold(in.File.Name, at.Start+m[0], at.Start+m[1]) {
				k.read++
				continue
			}
			below, _ := filepath.Rel(s.dir, path)
			s.missed = append(s.missed, fmt.Sprintf("%s: %s:%d: %s", kindOf(in, path), below, n, line[m[0]:m[1]]))
		}
	}
	if k.options += found; found > 0 {
		k.holding++
	}
	return nil
}

// kindOf is what people would call a file.
func kindOf(in *reading.Input, path string) string {
	switch {
	case strings.Contains(path, "/templates/") || in.Format == kube.HelmTemplate:
		return "templates of charts"
	case strings.HasSuffix(path, ".sh"):
		return "shell scripts"
	}
	switch in.Format {
	case input.OptionsText, input.Nothing:
		return "files of options"
	case input.Properties:
		return "properties"
	case compose.Format:
		return "Compose files"
	case kube.KubernetesManifest:
		return "manifests"
	case kube.ChartValues, kube.HazelcastChartValues:
		return "values of charts"
	case input.Dockerfile:
		return "Dockerfiles"
	case input.SystemdUnit:
		return "systemd units"
	case kube.HazelcastYAML, kube.HazelcastClientYAML, input.HazelcastXML:
		return "Hazelcast configurations"
	}
	return "others"
}
