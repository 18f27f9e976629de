// Package config reads .jvmlint.yaml: what a project says of its JVMs and of
// the rules, for all of its files or for some.
//
// One table of keys says what may stand in the file. The parser reads by it,
// and the JSON Schema for editors is written from it.
package config

//go:generate go run ./generate ../../docs/jvmlint.schema.json

import (
	"path/filepath"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/custom"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
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

// CustomRules are the rules that the file brings.
func (c *Config) CustomRules() []*lint.Rule {
	var all []*lint.Rule
	for _, r := range c.Custom {
		all = append(all, r.Rule)
	}
	return all
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
	if err != nil {
		if fault, ok := err.(*source.Problem); ok {
			return c, Faults{fault}
		}
		return c, Faults{{File: f, Message: err.Error()}}
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
