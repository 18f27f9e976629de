// Package config reads .jvmlint.yaml: what a project says of its JVMs and of
// the rules, for all of its files or for some.
//
// One table of keys says what may stand in the file. The parser reads by it,
// and the JSON Schema for editors is written from it.
package config

//go:generate go test . -run UpToDate -update

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/custom"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/wildcard"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Name is what the file is called.
const Name = ".jvmlint.yaml"

// Config is one file. Without a file it is empty.
type Config struct {
	File   *source.File // nil where there is none
	Folder string       // that its paths begin in, absolute
	Section
	Exclude  []Glob
	Select   []Choice // the rules that judge; none: all
	Ignore   []Choice // rules that do not
	FailOn   Word
	Format   Word
	Baseline Word
	Strict   Word
	Files    []Files
	Images   []images.Image
	Together []Pair
	Custom   []*custom.Rule

	files filesystem.System
}

func (c *Config) CustomRules() []*lint.Rule {
	return lists.Of(c.Custom, func(r *custom.Rule) *lint.Rule { return r.Rule })
}

// Section is what may be said of all files, and of some.
type Section struct {
	Facts   workload.Facts
	Cluster helmchart.Cluster // that charts are rendered for
	Rules   map[string]RuleSetting
}

// Files is what is said of the files under some paths.
type Files struct {
	Paths []Glob
	Section
}

// Pair is a file of options and a Hazelcast configuration of one process.
type Pair struct {
	Options   Word
	Hazelcast Word
	Facts     workload.Facts
}

// Word is a word of the file, with its place.
type Word struct {
	Value string
	By    string // the file and the line; empty where nothing says it
	At    source.Span
}

// Choice are the rules that a word of the file chooses.
type Choice struct {
	IDs []string
	By  string
	At  source.Span
}

// RuleSetting is what is said of a rule.
type RuleSetting struct {
	Level      Word // off or a severity
	Parameters map[string]source.Value
}

// Faults are all that is wrong with a file.
type Faults []*source.Problem

// Read reads a file. The rules are those that it may speak of.
func Read(files filesystem.System, f *source.File, rules []*lint.Rule) (*Config, Faults) {
	f.Aside = true
	c := &Config{File: f, Folder: filepath.Dir(f.Name), files: files}
	if whole, err := files.Abs(c.Folder); err == nil {
		c.Folder = whole
	}
	documents, err := yamldoc.Parse(f)
	if fault := (*source.Problem)(nil); errors.As(err, &fault) { // every error is one
		return c, Faults{fault}
	}
	r := &reader{file: f}
	for i, d := range documents {
		switch {
		case i > 0:
			r.fault(d.Root, "a second document, but the configuration is a single one")
		case d.Root.Kind() != 0 && !d.Root.IsNull():
			c.Custom = readCustom(r, d.Root, rules)
			all := append(rules[:len(rules):len(rules)], c.CustomRules()...)
			top(all).read(r, d.Root, c)
			c.choose(all)
		}
	}
	return c, r.faults
}

// Glob is a pattern of paths that begin in the folder of the file: * stands
// for anything but /, ** for any folders. A folder stands for all below it.
type Glob struct{ Pattern, By string }

// within reports whether a path lies below the folder of the file, and which.
func (c *Config) below(path string) (string, bool) {
	whole, err := c.files.Abs(path)
	if err != nil {
		return "", false
	}
	below, err := filepath.Rel(c.Folder, whole)
	return filepath.ToSlash(below), err == nil && filepath.IsLocal(below)
}

func matchesAny(globs []Glob, below string) bool {
	return slices.ContainsFunc(globs, func(g Glob) bool {
		return wildcard.Match(g.Pattern, below) || wildcard.Match(g.Pattern+"/**", below)
	})
}

func (c *Config) Excludes(path string) bool {
	if len(c.Exclude) == 0 {
		return false
	}
	below, ok := c.below(path)
	return ok && matchesAny(c.Exclude, below)
}

// For is what the file says of what stands at some paths: of one file, or of the several that make up a chart.
func (c *Config) For(paths ...string) Section {
	s := c.Section
	if len(c.Files) == 0 {
		return s
	}
	below := lists.Found(paths, c.below)
	s.Rules = maps.Clone(s.Rules)
	for _, f := range c.Files {
		if slices.ContainsFunc(below, func(p string) bool { return matchesAny(f.Paths, p) }) {
			s.put(f.Section)
		}
	}
	return s
}

// put lays a section over this one, whose rules are its own.
func (s *Section) put(over Section) {
	s.Facts, s.Cluster = over.Facts.Over(s.Facts), over.Cluster.Over(s.Cluster)
	for id, r := range over.Rules {
		if s.Rules == nil {
			s.Rules = map[string]RuleSetting{}
		}
		before := s.Rules[id]
		r.Level = cmp.Or(r.Level, before.Level)
		if parameters := maps.Clone(before.Parameters); parameters != nil {
			maps.Copy(parameters, r.Parameters)
			r.Parameters = parameters
		}
		s.Rules[id] = r
	}
}

// Path is where a path of the file leads, as the user would name it.
func (c *Config) Path(path string) string {
	return filesystem.Relative(c.files, filepath.Join(c.Folder, path))
}

// In is the path of the file that a folder has; empty where it has none. Last reports that none of a folder above holds
// for it either: it is a repository, or the root.
func In(files filesystem.System, folder string) (path string, last bool, err error) {
	path = filepath.Join(folder, Name)
	if _, err := files.Lstat(path); err == nil {
		if filesystem.LeadsOut(files, path, filesystem.Root(files, folder)) {
			return "", true, fmt.Errorf("%s: is a link that points outside the repository: name the configuration by --config", filesystem.Relative(files, path))
		}
		return path, true, nil
	}
	if other := filepath.Join(folder, ".jvmlint.yml"); filesystem.IsRegular(files, other) {
		return "", true, fmt.Errorf("%s: the configuration is read from %s only", filesystem.Relative(files, other), Name)
	}
	_, err = files.Stat(filepath.Join(folder, ".git"))
	return "", err == nil || folder == filepath.Dir(folder), nil
}

// largest is in bytes: no configuration that people write comes near it.
const largest = 1 << 20

// Open reads the bytes of a file, as filesystem.ReadFile or filesystem.ReadNamed does.
func Open(
	files filesystem.System, path string, read func(_ filesystem.System, path string, most int64) ([]byte, error),
) (*source.File, error) {
	data, err := read(files, path, largest)
	if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
		err = fmt.Errorf("%s: %w", path, failed.Err)
	}
	if err != nil {
		return nil, err
	}
	return source.NewFile(filepath.ToSlash(filepath.Clean(path)), data), nil
}
