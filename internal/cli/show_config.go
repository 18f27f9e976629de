package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report/pages"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/rules"
)

// showConfig prints every setting that holds for each of the paths.
func (a *app) showConfig(cmd *cobra.Command, paths []string) error {
	if err := a.prepare(cmd); err != nil {
		return err
	}
	if err := a.readBaseline(); err != nil {
		return err
	}
	configs := make([]*config.Config, len(paths))
	for i, path := range paths {
		folder, err := a.folderOf(path)
		if err != nil {
			return err
		}
		configs[i] = a.project.of(folder)
	}
	if err := errors.Join(a.faulty(), a.checkRules()); err != nil {
		return err
	}
	for i, path := range paths {
		if path == stdinName {
			path = a.options.stdinFilename
		}
		if err := pages.Settings(a.stdout, filepath.ToSlash(path), a.settingsOf(cmd, configs[i], configs[i].For(path))); err != nil {
			return err
		}
	}
	return nil
}

// folderOf is the folder whose configuration holds for a path.
func (a *app) folderOf(path string) (string, error) {
	if path == stdinName {
		return filepath.Dir(a.options.stdinFilename), nil
	}
	switch info, err := os.Stat(path); {
	case err != nil:
		return "", plainError(err)
	case info.IsDir():
		return path, nil
	}
	return filepath.Dir(path), nil
}

// settingsOf are all that holds, with what says so.
func (a *app) settingsOf(cmd *cobra.Command, c *config.Config, section config.Section) []pages.Setting {
	all := append(factSettings(a.given.Over(section.Facts)), a.output(cmd, c)...)
	all = append(all, a.baselineSetting(c))
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
		all = append(all, a.ruleSettings(r, section.Rules[r.ID])...)
	}
	return all
}

const byDefault = "default"

func factSettings(f workload.Facts) []pages.Setting {
	set := func(name, value, by string) pages.Setting {
		if by == "" {
			return pages.Setting{Name: name, Value: "not set"}
		}
		return pages.Setting{Name: name, Value: value, By: by}
	}
	all := []pages.Setting{
		set("jdk", lint.Releases(f.JDK.Candidates), f.JDK.Why),
		set("hazelcast", f.HazelcastVersion.String(), f.HazelcastWhy),
	}
	if len(f.JDK.Candidates) == 0 {
		all[0] = set("jdk", "", "")
	}
	for _, s := range workload.AllStated {
		v := *s.Of(&f)
		all = append(all, set(s.Name, v.Text.String(), v.Why))
	}
	return all
}

// output is what decides how findings are shown.
func (a *app) output(cmd *cobra.Command, c *config.Config) []pages.Setting {
	var all []pages.Setting
	for _, s := range []struct {
		name, value string
		said        config.Word
	}{{"fail-on", a.options.failOn, c.FailOn}, {"format", strings.Join(a.options.formats, " "), a.project.of(".").Format}} {
		switch {
		case cmd.Flag(s.name).Changed:
			all = append(all, pages.Setting{Name: s.name, Value: s.value, By: "--" + s.name})
		case s.said.Value != "":
			all = append(all, pages.Setting{Name: s.name, Value: s.said.Value, By: s.said.By})
		default:
			all = append(all, pages.Setting{Name: s.name, Value: s.value, By: byDefault})
		}
	}
	return all
}

// baselineSetting is what is left out by a list.
func (a *app) baselineSetting(c *config.Config) pages.Setting {
	s := pages.Setting{Name: "baseline", Value: "not set"}
	switch o := a.options; {
	case o.noBaseline:
		s.By = "--no-baseline"
	case o.writeBaseline != "":
		s.Value, s.By = filepath.ToSlash(o.writeBaseline), "--write-baseline"
	case o.baseline != "":
		s.Value, s.By = filepath.ToSlash(o.baseline), "--baseline"
	case c.Baseline.Value != "":
		s.Value, s.By = c.Path(c.Baseline.Value), c.Baseline.By
	}
	return s
}

// ruleSettings are the level of a rule and its parameters.
func (a *app) ruleSettings(r *lint.Rule, s config.RuleSetting) []pages.Setting {
	level := pages.Setting{Name: r.ID, Value: r.Severity.String(), By: byDefault}
	if !r.At.IsZero() {
		level.By = r.Place()
	}
	if s.Level.Value != "" {
		level.Value, level.By = s.Level.Value, s.Level.By
	}
	switch judged, by := a.options.chosen(r); {
	case !judged:
		level.Value, level.By = "off", by
	case by != "" && level.Value == "off":
		level.Value, level.By = r.Severity.String(), by
	}
	all := []pages.Setting{level}
	for _, q := range r.Parameters {
		p := pages.Setting{Name: r.ID + ": " + q.Name, Value: q.Text(q.Default), By: byDefault}
		if v, set := s.Parameters[q.Name]; set {
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
