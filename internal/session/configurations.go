package session

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/rules"
)

// configurations are those of a project, each for the files below its folder.
type configurations struct {
	files    filesystem.System
	only     *config.Config // of the options, or none at all; nil: the nearest
	byFolder map[string]*config.Config
	byPath   map[string]*config.Config
	faults   []error
}

// none is what holds without a configuration.
var none = &config.Config{}

func (c *configurations) open(o Configuration) error {
	switch {
	case o.None && o.File != "":
		return errors.New("--config and --no-config exclude each other")
	case o.None:
		c.only = none
	case o.File != "":
		c.only = c.read(config.Open(c.files, o.File, filesystem.ReadNamed))
		here, err := c.files.Abs(".")
		if err != nil {
			return err
		}
		c.only.Folder = here
	}
	return nil
}

func (c *configurations) of(folder string) *config.Config {
	if c.only != nil {
		return c.only
	}
	if found := c.byFolder[folder]; found != nil {
		return found
	}
	c.byFolder[folder] = c.nearest(folder)
	return c.byFolder[folder]
}

// nearest is the folder's own, or that of the nearest folder above it, up to the repository.
func (c *configurations) nearest(folder string) *config.Config {
	folder, err := c.files.Abs(folder)
	path, last := "", true
	if err == nil {
		path, last, err = config.In(c.files, folder)
	}
	switch {
	case err != nil && !slices.ContainsFunc(c.faults, func(e error) bool { return e.Error() == err.Error() }):
		c.faults = append(c.faults, err)
	case path != "" && c.byPath[path] == nil:
		c.byPath[path] = c.read(config.Open(c.files, filesystem.Relative(c.files, path), filesystem.ReadFile))
	case !last:
		return c.of(filepath.Dir(folder))
	}
	return cmp.Or(c.byPath[path], none)
}

func (c *configurations) read(file *source.File, err error) *config.Config {
	if err != nil {
		c.faults = append(c.faults, err)
		return &config.Config{}
	}
	read, faults := config.Read(c.files, file, rules.All())
	c.faults = append(c.faults, lists.Of(faults, func(p *source.Problem) error { return p })...)
	return read
}

// all are those that were read, by their paths.
func (c *configurations) all() []*config.Config {
	if c.only != nil {
		return []*config.Config{c.only}
	}
	return lists.Of(slices.Sorted(maps.Keys(c.byPath)), func(path string) *config.Config { return c.byPath[path] })
}

func (c *configurations) ofFile(f *source.File) said {
	of := c.of(filepath.Dir(f.Name))
	return said{of, of.For(f.Name).Rules}
}

// ofInput is a configuration, and what it says of an input.
func (c *configurations) ofInput(in *project.Input) (*config.Config, config.Section) {
	of := c.of(filepath.Dir(in.File.Name))
	if in.Chart != nil {
		of = c.of(in.Chart.Path)
	}
	return of, of.For(pathsOf(in)...)
}

// said is what holds for a workload, its facts aside.
type said struct {
	config *config.Config
	Rules  map[string]config.RuleSetting
}

func pathsOf(in *project.Input) []string {
	if in.File.Name == source.CommandLine {
		return nil
	}
	if in.Chart == nil {
		return []string{in.File.Name}
	}
	return append(lists.Of(in.Release.Values, nameOf), in.Chart.Path)
}

func nameOf(f *source.File) string { return f.Name }

// allRules are jvmlint's own, and those of each configuration that was read.
func (s *Session) allRules() []*lint.Rule {
	all := slices.Clone(rules.All())
	for _, c := range s.configs.all() {
		for _, r := range c.CustomRules() {
			s.customOf[r] = c
			all = append(all, r)
		}
	}
	return all
}

// chosenRules are those that the options let judge.
func (s *Session) chosenRules() []*lint.Rule {
	return slices.DeleteFunc(s.allRules(), func(r *lint.Rule) bool {
		judged, _ := s.chosen.judges(r)
		return !judged
	})
}

// judges reports whether the choice lets a rule judge, and which option decides
// that; none where it says nothing of the rule.
func (c Choice) judges(r *lint.Rule) (judged bool, by string) {
	switch {
	case slices.Contains(c.Ignored, r.ID):
		return false, "--ignore"
	case slices.Contains(c.Selected, r.ID):
		return true, "--select"
	case len(c.Selected) > 0:
		return false, "--select"
	}
	return true, ""
}

func (s *Session) settings(w *workload.Workload) lint.Settings {
	return config.Lint(s.said[w].Rules, s.chosen.Selected)
}

// holding gives those of some rules that hold for a workload: one of a configuration does where that does.
func (s *Session) holding(all []*lint.Rule) func(*workload.Workload) []*lint.Rule {
	if len(s.customOf) == 0 {
		return lint.Always(all)
	}
	return func(w *workload.Workload) []*lint.Rule {
		return slices.DeleteFunc(slices.Clone(all), func(r *lint.Rule) bool { return s.customOf[r] != nil && s.customOf[r] != s.said[w].config })
	}
}

// judging gives those of some rules that judge a workload.
func (s *Session) judging(all []*lint.Rule) func(*workload.Workload) []*lint.Rule {
	holding := s.holding(all)
	return func(w *workload.Workload) []*lint.Rule {
		settings := s.settings(w)
		return slices.DeleteFunc(slices.Clone(holding(w)), func(r *lint.Rule) bool { return settings[r.ID].Off })
	}
}

func (s *Session) RuleIDs() []string { return lint.IDs(s.allRules()) }

// Settings are all that holds for a path, with what says so. Shown are those of the command that prints them.
func (s *Session) Settings(path string, shown func(*config.Config) []Setting) ([]Setting, error) {
	folder, err := s.folderOf(path)
	if err != nil {
		return nil, err
	}
	if path == project.StdinName {
		path = s.options.Stdin.Name
	}
	c := s.configs.of(folder)
	if err := s.readable(); err != nil {
		return nil, err
	}
	section := c.For(path)
	exclude := func(g config.Glob) Setting { return Setting{"exclude", g.Pattern, g.By} }
	image := func(i images.Image) Setting { return Setting{"image " + string(i.Name), imageText(i), i.Source} }
	together := func(p config.Pair) Setting {
		return Setting{"together", p.Options.Value + ", " + p.Hazelcast.Value, p.Options.By}
	}
	ofRule := func(r *lint.Rule) []Setting { return s.ruleSettings(r, section.Rules[r.ID]) }
	cluster := s.project.Cluster.Over(section.Cluster)
	ofCluster := []Setting{
		settingBy("kube-version", cluster.KubeVersion.Version, cluster.KubeVersionBy),
		settingBy("api-versions", strings.Join(cluster.APIVersions, ", "), cluster.APIVersionsBy),
	}
	return slices.Concat(
		factSettings(s.options.Facts.Over(section.Facts)), ofCluster,
		shown(c), []Setting{s.baselineSetting(c)}, lists.Of(c.Exclude, exclude), lists.Of(c.Images, image),
		lists.Of(c.Together, together), lists.Flat(append(rules.All(), c.CustomRules()...), ofRule),
	), nil
}

// folderOf is the folder whose configuration holds for a path.
func (s *Session) folderOf(path string) (string, error) {
	if path == project.StdinName {
		return filepath.Dir(s.options.Stdin.Name), nil
	}
	switch info, err := s.files.Stat(path); {
	case err != nil:
		return "", project.Plain(err)
	case info.IsDir():
		return path, nil
	}
	return filepath.Dir(path), nil
}

// Setting is one of a project: what it is called, its value, and what says so.
type Setting struct{ Name, Value, By string }

// ByDefault says that nobody has said otherwise.
const ByDefault = "default"

func settingBy(name, value, by string) Setting {
	if by == "" {
		return Setting{Name: name, Value: "not set"}
	}
	return Setting{Name: name, Value: value, By: by}
}

func factSettings(f workload.Facts) []Setting {
	all := []Setting{
		settingBy("jdk", f.JDK.Names(), f.JDK.Why),
		settingBy("hazelcast", f.HazelcastVersion.String(), f.HazelcastWhy),
		settingBy("cgroup", string(f.Node.Cgroup), f.Node.By),
	}
	return append(all, lists.Of(workload.AllStated, func(s workload.Stated) Setting {
		v := *s.Of(&f)
		return settingBy(s.Name, v.Text.String(), v.Why)
	})...)
}

func (s *Session) baselineSetting(c *config.Config) Setting {
	set := Setting{Name: "baseline", Value: "not set"}
	switch o := s.options.Baseline; {
	case o.None:
		set.By = "--no-baseline"
	case o.Write != "":
		set.Value, set.By = filepath.ToSlash(o.Write), "--write-baseline"
	case o.File != "":
		set.Value, set.By = filepath.ToSlash(o.File), "--baseline"
	case c.Baseline.Value != "":
		set.Value, set.By = c.Path(c.Baseline.Value), c.Baseline.By
	}
	return set
}

// ruleSettings are the level of a rule and its parameters.
func (s *Session) ruleSettings(r *lint.Rule, said config.RuleSetting) []Setting {
	level := Setting{Name: r.ID, Value: r.Severity.String(), By: ByDefault}
	if !r.At.IsZero() {
		level.By = r.Place()
	}
	if said.Level.Value != "" {
		level.Value, level.By = said.Level.Value, said.Level.By
	}
	switch judged, by := s.chosen.judges(r); {
	case !judged:
		level.Value, level.By = "off", by
	case by != "" && level.Value == "off":
		level.Value, level.By = r.Severity.String(), by
	}
	all := []Setting{level}
	for _, q := range r.Parameters {
		p := Setting{Name: r.ID + ": " + q.Name, Value: q.Text(q.Default), By: ByDefault}
		if v, set := said.Parameters[q.Name]; set {
			p.Value, p.By = q.Text(v.N), v.Why
		}
		all = append(all, p)
	}
	return all
}

func imageText(i images.Image) string {
	var parts []string
	add := func(set bool, format string, args ...any) {
		if set {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	add(i.Tag != "", "tag %s", i.Tag)
	add(i.JDK != 0, "JDK %d", i.JDK)
	add(i.JVM != "", "%s", i.JVM)
	add(i.Hazelcast.Known(), "Hazelcast %s", i.Hazelcast)
	for _, arg := range i.Arguments {
		add(arg.Variable != "", "reads %s", arg.Variable)
		add(arg.Variable == "", "%s", arg.Default)
	}
	return strings.Join(parts, ", ")
}
