// Package session is the way from files and facts to findings and fixes: it finds and reads files by what the
// configuration says, predicts and judges what they describe, leaves out what comments, baselines and --new-from
// leave out, and mends it. It reads through a file system that it is handed, and prints nothing.
package session

import (
	"cmp"
	"errors"
	"slices"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Options are what a session is told, beside the paths of files.
type Options struct {
	Facts         workload.Facts // stated: they override configurations and files
	Configuration Configuration
	Rules         Choice
	Exclude       []string // patterns of paths that are not judged, as seen from the current folder
	Charts        project.Charts
	Baseline      Baseline
	NewFrom       string // a git revision: only what has changed since is of interest
	FailOn        FailOn
	Strict        *bool // what cannot be read is a problem, asked for or not; nil: as configured
	Stdin         project.Stdin
	Progress      project.Progress
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

// Session judges files by one set of options. It is for one run: what it has read stays as it was.
type Session struct {
	options   Options
	files     filesystem.System
	paths     []string // that were read
	configs   configurations
	chosen    Choice                        // by the options, each rule by its id
	customOf  map[*lint.Rule]*config.Config // of the rules that configurations bring
	project   *project.Project
	baselines map[*config.Config]*baseline // by what names them; nil: the options, for all
	overruled []overruled
	said      map[*workload.Workload]said
	faults    []error // of jvmlint itself, while it predicted

	listed func(*lint.Finding) bool // whose fixes are tried; nil: those of all
}

// Open begins a session. Its error is of the options; what is wrong with a
// configuration that it reads comes with Faults.
func Open(o Options, files filesystem.System) (*Session, error) {
	if o.Progress == nil {
		o.Progress = project.Quietly
	}
	s := &Session{
		options: o, files: files, customOf: map[*lint.Rule]*config.Config{}, baselines: map[*config.Config]*baseline{},
		configs: configurations{files: files, byFolder: map[string]*config.Config{}, byPath: map[string]*config.Config{}},
	}
	var err error
	s.project, err = project.Open(project.Options{
		Exclude: o.Exclude, Charts: o.Charts, Strict: o.Strict, Stdin: o.Stdin, Progress: o.Progress, Configuration: s.configs.of,
	}, files)
	if err != nil {
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

// Read finds files and reads them. Its error says why nothing was read; where that is ErrFaults, Faults tell.
func (s *Session) Read(paths []string) (*project.Files, error) {
	s.paths = paths
	r := s.project.Find(paths)
	s.openConfigured(r)
	if err := s.readable(); err != nil {
		return r, err
	}
	if err := s.project.CheckCharts(r); err != nil {
		r.Failures = append(r.Failures, err)
	}
	s.project.Read(r)
	return r, nil
}

// openConfigured opens what the configurations of files name.
func (s *Session) openConfigured(r *project.Files) {
	s.configs.faults = append(append(s.configs.faults, r.Faults...), s.openBaselines()...)
}

// Predict says what each workload of some files will do, with what is stated and configured of it.
func (s *Session) Predict(r *project.Files) ([]*predict.Predictions, error) {
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
