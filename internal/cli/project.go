package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/rules"
)

// project is what configurations say, each for the files below its folder.
type project struct {
	only     *config.Config // of --config, or none at all; nil: the nearest
	byFolder map[string]*config.Config
	byPath   map[string]*config.Config
	faults   []error
	texts    map[string]*source.File // that count in place of files, by path
}

// none is what holds without a configuration.
var none = &config.Config{}

// open takes the configuration that is asked for.
func (p *project) open(o *options) error {
	switch {
	case o.noConfig && o.config != "":
		return errors.New("--config and --no-config exclude each other")
	case o.noConfig:
		p.only = none
	case o.config != "":
		p.only = p.read(o.config)
		here, err := filepath.Abs(".")
		if err != nil {
			return err
		}
		p.only.Folder = here
	}
	return nil
}

// of is the configuration that holds in a folder.
func (p *project) of(folder string) *config.Config {
	if p.only != nil {
		return p.only
	}
	if c := p.byFolder[folder]; c != nil {
		return c
	}
	asked := folder
	if whole, err := filepath.Abs(folder); err == nil {
		folder = whole
	}
	c := none
	path, err := config.Nearest(folder)
	switch {
	case err != nil && !slices.ContainsFunc(p.faults, func(e error) bool { return e.Error() == err.Error() }):
		p.faults = append(p.faults, err)
	case path != "" && p.byPath[path] != nil:
		c = p.byPath[path]
	case path != "":
		c = p.read(config.Relative(path))
		p.byPath = with(p.byPath, path, c)
	}
	p.byFolder = with(p.byFolder, asked, c)
	return c
}

func with(m map[string]*config.Config, key string, c *config.Config) map[string]*config.Config {
	if m == nil {
		m = map[string]*config.Config{}
	}
	m[key] = c
	return m
}

func (p *project) read(path string) *config.Config {
	file := p.texts[path]
	if file == nil {
		var err error
		if file, err = config.Open(path); err != nil {
			p.faults = append(p.faults, err)
			return &config.Config{}
		}
	}
	c, faults := config.Read(file, rules.All())
	for _, f := range faults {
		p.faults = append(p.faults, f)
	}
	return c
}

// faulty writes what is wrong with configurations: nothing is judged by one of
// which a part is not understood.
func (a *app) faulty() error {
	if len(a.project.faults) == 0 {
		return nil
	}
	for _, err := range a.project.faults {
		fmt.Fprintf(a.stderr, "jvmlint: %s\n", report.Plain(err.Error()))
	}
	return errReported
}

// prepare checks the options, reads the facts, and finds the configuration of
// the current folder.
func (a *app) prepare(cmd *cobra.Command) error {
	if err := a.takeOptions(cmd); err != nil {
		return err
	}
	if here := a.project.of("."); slices.Contains(a.options.formatNames(), here.Format.Value) && !cmd.Flag("format").Changed {
		a.options.formats, a.options.outputs = []string{here.Format.Value}, []output{{format: here.Format.Value}}
	}
	if err := a.faulty(); err != nil || cmd.Name() == "check" { // which finds further configurations
		return err
	}
	return a.checkRules()
}

// takeOptions checks the options and reads the facts.
func (a *app) takeOptions(cmd *cobra.Command) error {
	given := func(option string) bool {
		f := cmd.Flag(strings.TrimPrefix(option, "--"))
		return f != nil && f.Changed
	}
	if err := a.options.check(); err != nil {
		return err
	}
	var err error
	if a.given, err = a.options.facts(given); err != nil {
		return err
	}
	if err := a.readGCLogs(); err != nil {
		return fmt.Errorf("--gc-log: %w", err)
	}
	a.failOnGiven = given("--fail-on")
	return a.project.open(&a.options)
}

// configure finds what configuration holds for each file, and leaves out those
// that it excludes. The configurations themselves are no inputs.
func (a *app) configure(files []found, left *skipped) []found {
	var kept []found
	for _, f := range files {
		folder := filepath.Dir(f.path)
		switch {
		case f.chart:
			folder = f.path
		case f.path == stdinName:
			folder = filepath.Dir(a.options.stdinFilename)
		}
		f.config = a.project.of(folder)
		switch {
		case filepath.Base(f.path) == config.Name:
		case f.config.Excludes(a.nameOf(f)):
			left.excluded++
		default:
			kept = append(kept, f)
		}
	}
	return kept
}

// nameOf is the path of a file, or the one that standard input stands for.
func (a *app) nameOf(f found) string {
	if f.path == stdinName {
		return a.options.stdinFilename
	}
	return f.path
}

// said is what holds for a workload.
type said struct {
	config *config.Config
	config.Section
}

// sayOf is what the configuration says of an input.
func (a *app) sayOf(in *input.Input) said {
	c := a.project.of(filepath.Dir(in.File.Name))
	if in.Chart != nil {
		c = a.project.of(in.Chart.Path)
	}
	return said{c, c.For(pathsOf(in)...)}
}

// pathsOf are the paths that an input was read from.
func pathsOf(in *input.Input) []string {
	if in.File.Name == source.CommandLine {
		return nil
	}
	if in.Chart == nil {
		return []string{in.File.Name}
	}
	paths := []string{in.Chart.Path}
	for _, f := range in.Release.Values {
		paths = append(paths, f.Name)
	}
	return paths
}

// workloads are those of the inputs, with what is said of them.
func (a *app) workloads(inputs []*input.Input) []*predict.Predictions {
	a.said = map[*workload.Workload]said{}
	ofPair, joined := a.join(inputs)
	var all []*predict.Predictions
	for _, in := range inputs {
		of := a.sayOf(in)
		of.Facts = a.given.Over(of.Facts).WithLog()
		for _, w := range in.Workloads {
			if !w.HasJVM && joined[w.Hazelcast] {
				continue
			}
			said := of
			pair, paired := ofPair[w]
			if paired {
				said.Facts = a.given.Over(pair.Over(of.Facts)).WithLog()
			}
			if paired || of.config != none {
				a.overrule(w, said.Facts)
			}
			a.said[w] = said
			all = append(all, predict.For(w, said.Facts))
		}
	}
	return all
}

// settings are those of the rules for a workload.
func (a *app) settings(w *workload.Workload) lint.Settings {
	return config.Lint(a.said[w].Rules, a.options.selected)
}

// judgedBy tells which of the rules a workload is judged by.
func (a *app) judgedBy(rules []*lint.Rule) func(*workload.Workload) []*lint.Rule {
	return func(w *workload.Workload) []*lint.Rule {
		settings := a.settings(w)
		return slices.DeleteFunc(slices.Clone(rules), func(r *lint.Rule) bool { return settings[r.ID].Off || !a.holdsFor(r, w) })
	}
}

// fails tells a finding that gives exit code 1.
func (a *app) fails(f *lint.Finding) bool { return f.Severity >= a.failSeverity(f.Workload) }

// failSeverity is the least severity of a finding that gives exit code 1.
func (a *app) failSeverity(w *workload.Workload) lint.Severity {
	name := a.options.failOn
	if c := a.said[w].config; c != nil && c.FailOn.Value != "" && !a.failOnGiven {
		name = c.FailOn.Value
	}
	return lint.Severity(slices.Index(lint.Severities(), name))
}
