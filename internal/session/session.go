// Package session is the way from files and facts to findings and fixes: it finds and reads files by what the
// configuration says, predicts and judges what they describe, leaves out what comments, baselines and --new-from
// leave out, and mends it. It reads through a file system that it is handed, and prints nothing.
package session

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"sync"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Options are what a session is told, beside the paths of files.
type Options struct {
	Facts         workload.Facts // stated: they override configurations and files
	Configuration Configuration
	Rules         Choice
	Exclude       []string // patterns of paths that are not judged, as seen from the current folder
	Charts        Charts
	Baseline      Baseline
	NewFrom       string // a git revision: only what has changed since is of interest
	FailOn        FailOn
	Strict        *bool // what cannot be read is a problem, asked for or not; nil: as configured
	Stdin         Stdin
	Progress      Progress
}

// Configuration says which configuration holds; by itself the nearest one.
type Configuration struct {
	File string // one that holds for all files
	None bool
}

// Choice is which rules judge, by their names, groups or patterns.
type Choice struct {
	Selected []string // these alone; empty: all
	Ignored  []string
}

// FailOn is the severity that a build fails from.
type FailOn struct {
	Severity string
	Stated   bool // it overrides the configuration
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

// Session judges files by one set of options. It is for one run: what it has read stays as it was.
type Session struct {
	options   Options
	files     filesystem.System
	configs   configurations
	chosen    Choice                        // by the options, each rule by its id
	customOf  map[*lint.Rule]*config.Config // of the rules that configurations bring
	cluster   helmchart.Cluster             // that the options name for charts
	pairs     []pair
	baselines map[*config.Config]*baseline // by what names them; nil: the options, for all
	overruled []Overruled
	said      map[*workload.Workload]said
	once      sync.Map // files that were read, by their paths: *source.File
	own       reading.OwnImages
	room      int              // for JVMs that kustomizations deploy
	starters  []*reading.Input // Dockerfiles that start java, where all here do
	copies    *copying         // what images hold of the files that were read
	faults    []error          // of jvmlint itself, while it predicted

	listed func(*lint.Finding) bool // whose fixes are tried; nil: those of all
}

// Open begins a session. Its error is of the options; what is wrong with a
// configuration that it reads comes with Faults.
func Open(o Options, files filesystem.System) (*Session, error) {
	if o.Progress == nil {
		o.Progress = Quietly
	}
	s := &Session{
		options: o, files: files, customOf: map[*lint.Rule]*config.Config{}, baselines: map[*config.Config]*baseline{},
		configs: configurations{files: files, byFolder: map[string]*config.Config{}, byPath: map[string]*config.Config{}},
	}
	var err error
	if s.cluster, err = o.Charts.cluster(); err != nil {
		return nil, err
	}
	if err := s.configs.open(o.Configuration); err != nil {
		return nil, err
	}
	return s, nil
}

// Faults are what is wrong with the configurations that were read: nothing is
// judged by one of which a part is not understood.
func (s *Session) Faults() []error { return s.configs.faults }

// Here is the configuration that holds in the current folder.
func (s *Session) Here() *config.Config { return s.configs.of(".") }

// ChooseRules finds the rules that the options name, and refuses a name that neither jvmlint nor a configuration
// brings.
func (s *Session) ChooseRules() error {
	all := s.allRules()
	s.chosen = Choice{}
	var unknown error
	for _, to := range []struct {
		words []string
		ids   *[]string
	}{{s.options.Rules.Selected, &s.chosen.Selected}, {s.options.Rules.Ignored, &s.chosen.Ignored}} {
		for _, word := range to.words {
			ids, err := lint.Named(word, all)
			if err != nil {
				unknown, ids = cmp.Or(unknown, err), []string{word} // none, not all, where it is the only one
			}
			*to.ids = append(*to.ids, ids...)
		}
	}
	return unknown
}

// readable fails where configurations or the choice of rules are at fault.
func (s *Session) readable() error {
	if len(s.configs.faults) > 0 {
		return ErrFaults
	}
	return s.ChooseRules()
}

// ErrFaults says that Faults tell why nothing was read.
var ErrFaults = errors.New("the configuration is invalid")

// TryFixesOf tells which findings somebody will see: fixes of the others are not tried, and their edits may not hold.
func (s *Session) TryFixesOf(listed func(*lint.Finding) bool) { s.listed = listed }

// lists reports whether somebody will see a finding.
func (s *Session) lists(f *lint.Finding) bool { return s.listed == nil || s.listed(f) }

// LeaveConfigurations takes none from here on: what is judged is no file of the current folder.
func (s *Session) LeaveConfigurations() { s.configs.only = none }

// LeaveBaselines leaves nothing out for a baseline from here on.
func (s *Session) LeaveBaselines() { s.options.Baseline, s.baselines = Baseline{None: true}, nil }

// Predict says what each workload of some files will do, with what is stated and configured of it.
func (s *Session) Predict(r *Files) ([]*predict.Predictions, error) {
	all := s.predict(r.Inputs)
	r.Failures = append(r.Failures, s.faults...)
	return all, s.checkMeasured(all)
}

// Fails reports whether a build fails for a finding.
func (s *Session) Fails(f *lint.Finding) bool { return f.Severity >= s.failSeverity(f.Workload) }

// failSeverity is the least severity of a finding that a build fails for.
func (s *Session) failSeverity(w *workload.Workload) lint.Severity {
	name := s.options.FailOn.Severity
	if c := s.said[w].config; c != nil && c.FailOn.Value != "" && !s.options.FailOn.Stated {
		name = c.FailOn.Value
	}
	return lint.Severity(slices.Index(lint.Severities(), name))
}
