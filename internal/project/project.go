// Package project says how the files of a project belong together. It finds them, reads each by itself, and follows the
// links between them: builds, mounts, includes, objects that others share, patches, and the values of charts. Read
// leaves each workload with the one file that knows the most of it.
package project

import (
	"errors"
	"io"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Options are what is said of a project, beside the paths of its files.
type Options struct {
	Exclude  []string // patterns of paths that are not judged, as seen from the current folder
	Charts   Charts
	Strict   *bool // what cannot be read is a problem, asked for or not; nil: as configured
	Stdin    Stdin
	Progress Progress

	Configuration func(folder string) *config.Config // that holds there
}

// Stdin is standard input, which stands among the paths as -.
type Stdin struct {
	Name string // that it is shown under
	io.Reader
}

// Progress is told of long work: how much there is, in units, and each that is done. It gives what ends it.
type Progress func(what string, total int) (step func(units int), end func())

// Quietly is a Progress that nobody is told of.
func Quietly(string, int) (step func(units int), end func()) { return func(int) {}, func() {} }

// Project is the files of one run: what was read of them stays as it was.
type Project struct {
	Cluster helmchart.Cluster // that the options name for charts

	options  Options
	files    filesystem.System
	pairs    []pair
	once     sync.Map // files that were read, by their paths: *source.File
	folders  parallel.Memo[string, folder]
	own      reading.OwnImages
	kept     *reading.Kept
	run      *budget.Run    // what reading and judging may take
	advice   *budget.Run    // what advice may take; nil: none was asked for yet
	contents *imageContents // what images hold of the files that were read
	walked   bool           // its files were found in folders: a person named none by itself
}

// Open begins with a project. Its error is of the options.
func Open(o Options, files filesystem.System) (*Project, error) {
	cluster, err := o.Charts.cluster()
	return &Project{Cluster: cluster, options: o, files: files}, err
}

// Input is a file as it was read, or what a chart renders to as one release.
type Input struct {
	*reading.Input

	Chart    *chart.Chart // that the file was rendered from; nil for files that somebody wrote
	Release  chart.Release
	Rendered bool     // all of it was, with all that it depends on
	Only     []string // the values files that were named, where nobody named the chart
	Before   bool     // it is the chart without any of these: what they bring is held against it
}

// IsRenderedWith tells a file of values that the input was rendered with.
func (in *Input) IsRenderedWith(values *source.File) bool {
	return in.Chart != nil && slices.Contains(in.Chart.Values(in.Release), values)
}

// Files are what was read.
type Files struct {
	Inputs   []*Input
	Failures []error // files that could not be read; the others were
	Unasked  []error // the same of what nobody named: notes
	Left     Skipped
	OfNoKind []string // files that by their names should be read, hold options of a JVM, and that no reader takes
	Faults   []error  // of configurations: what they name is not there

	found []found // before configurations leave any of it out
	read  []found // of these, with what goes with them
}

// Given are inputs that were not found in files.
func Given(inputs ...*reading.Input) *Files {
	return &Files{Inputs: lists.Of(inputs, func(in *reading.Input) *Input { return &Input{Input: in} })}
}

// File is one that was read, by its name; nil where none was.
func (r *Files) File(name string) *source.File {
	for _, in := range r.Inputs {
		if in.File.Name == name {
			return in.File
		}
	}
	return nil
}

// Count is how many files that are no part of a chart, and how many charts were read.
func (r *Files) Count() (files, charts int) {
	if len(r.found) == 0 {
		return 0, 0
	}
	rendered := lists.Where(r.Inputs, func(in *Input) bool { return in.Chart != nil })
	paths := lists.Set(lists.Of(rendered, func(in *Input) string { return in.Chart.Path }))
	return len(OutsideCharts(r.Inputs)), len(paths)
}

// Unread is how many of the files that are no charts describe no JVM or member, and what they are.
func (r *Files) Unread() (counts map[input.Format]int, files int) {
	counts = map[input.Format]int{}
	inputs := OutsideCharts(r.Inputs)
	for _, in := range inputs {
		if len(in.Workloads) == 0 && len(in.Problems) == 0 && !in.Told {
			counts[in.Format]++
		}
	}
	return counts, len(inputs)
}

// OutsideCharts are the inputs that are no chart, and no part of one.
func OutsideCharts(inputs []*Input) []*Input {
	rendered := lists.Where(inputs, func(in *Input) bool { return in.Chart != nil })
	charts := lists.Of(rendered, func(in *Input) string { return strings.TrimSuffix(path.Join(in.Chart.Path, "x"), "x") })
	return slices.DeleteFunc(slices.Clone(inputs), func(in *Input) bool {
		within := func(chart string) bool { return strings.HasPrefix(in.File.Name, chart) }
		return in.Chart != nil || slices.ContainsFunc(charts, within)
	})
}

// Problems are what kept files from being read, or a part of them from being judged.
func (r *Files) Problems() []*source.Problem {
	return WithFailures(lists.Flat(r.Inputs, func(in *Input) []*source.Problem { return in.Problems }), r.Failures)
}

// WithFailures adds failures to problems. One that names no file is jvmlint's.
func WithFailures(problems []*source.Problem, failures []error) []*source.Problem {
	for _, err := range failures {
		var problem *source.Problem
		if !errors.As(err, &problem) {
			problem = &source.Problem{File: source.NewFile("jvmlint", nil), Message: err.Error()}
		}
		problems = append(problems, problem)
	}
	return problems
}
