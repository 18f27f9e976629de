package session

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report/pages"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/rules"
)

// Settings are all that holds for a path, with what says so. Shown are those of
// the command that prints them.
func (s *Session) Settings(path string, shown func(*config.Config) []pages.Setting) ([]pages.Setting, error) {
	folder, err := s.folderOf(path)
	if err != nil {
		return nil, err
	}
	if path == StdinName {
		path = s.options.Stdin.Name
	}
	c := s.configs.of(folder)
	if err := s.readable(); err != nil {
		return nil, err
	}
	section := c.For(path)
	all := append(factSettings(s.options.Facts.Over(section.Facts)), clusterSettings(s.cluster.Over(section.Cluster))...)
	all = append(all, shown(c)...)
	all = append(all, s.baselineSetting(c))
	for _, g := range c.Exclude {
		all = append(all, pages.Setting{Name: "exclude", Value: g.Pattern, By: g.By})
	}
	for _, i := range c.Images {
		all = append(all, pages.Setting{Name: "image " + string(i.Name), Value: imageText(i), By: i.Source})
	}
	for _, p := range c.Together {
		all = append(all, pages.Setting{Name: "together", Value: p.Options.Value + ", " + p.Hazelcast.Value, By: p.Options.By})
	}
	for _, r := range append(rules.All(), c.CustomRules()...) {
		all = append(all, s.ruleSettings(r, section.Rules[r.ID])...)
	}
	return all, nil
}

// folderOf is the folder whose configuration holds for a path.
func (s *Session) folderOf(path string) (string, error) {
	if path == StdinName {
		return filepath.Dir(s.options.Stdin.Name), nil
	}
	switch info, err := s.files.Stat(path); {
	case err != nil:
		return "", Plain(err)
	case info.IsDir():
		return path, nil
	}
	return filepath.Dir(path), nil
}

// ByDefault says that nobody has said otherwise.
const ByDefault = "default"

// settingBy is a setting that somebody may have made.
func settingBy(name, value, by string) pages.Setting {
	if by == "" {
		return pages.Setting{Name: name, Value: "not set"}
	}
	return pages.Setting{Name: name, Value: value, By: by}
}

// clusterSettings are what charts are rendered for.
func clusterSettings(c helmchart.Cluster) []pages.Setting {
	return []pages.Setting{
		settingBy("kube-version", c.KubeVersion.Version, c.KubeVersionBy),
		settingBy("api-versions", strings.Join(c.APIVersions, ", "), c.APIVersionsBy),
	}
}

func factSettings(f workload.Facts) []pages.Setting {
	all := []pages.Setting{
		settingBy("jdk", f.JDK.Names(), f.JDK.Why),
		settingBy("hazelcast", f.HazelcastVersion.String(), f.HazelcastWhy),
	}
	if len(f.JDK.Candidates) == 0 {
		all[0] = settingBy("jdk", "", "")
	}
	all = append(all, settingBy("cgroup", string(f.Node.Cgroup), f.Node.By))
	for _, s := range workload.AllStated {
		v := *s.Of(&f)
		all = append(all, settingBy(s.Name, v.Text.String(), v.Why))
	}
	return all
}

// baselineSetting is what is left out by a list.
func (s *Session) baselineSetting(c *config.Config) pages.Setting {
	set := pages.Setting{Name: "baseline", Value: "not set"}
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
func (s *Session) ruleSettings(r *lint.Rule, said config.RuleSetting) []pages.Setting {
	level := pages.Setting{Name: r.ID, Value: r.Severity.String(), By: ByDefault}
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
	all := []pages.Setting{level}
	for _, q := range r.Parameters {
		p := pages.Setting{Name: r.ID + ": " + q.Name, Value: q.Text(q.Default), By: ByDefault}
		if v, set := said.Parameters[q.Name]; set {
			p.Value, p.By = q.Text(v.N), v.Why
		}
		all = append(all, p)
	}
	return all
}

// imageText says what an image brings.
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
