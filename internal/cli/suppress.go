package cli

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// suppress takes out of a result what comments of the inputs ask to leave out.
func (a *app) suppress(result *lint.Result, inputs []*input.Input) {
	comments := commentsOf(inputs)
	for _, f := range namedFiles(result, inputs) {
		comments = append(comments, input.Read(f).Suppressions...)
	}
	result.Suppress(lint.Comments{
		All: merged(comments), Rules: a.ruleIDs(), Judged: a.judgementOf(result, inputs).ofComment,
		Settings: func(f *source.File) lint.Settings { return config.Lint(a.sayOfFile(f).Rules, a.options.selected) },
	}, a.rules())
	for _, f := range result.Findings {
		if f.Rule.CheckIgnore != nil { // what is said of its file holds for it
			a.said[f.Workload] = a.sayOfFile(f.Span.File)
		}
	}
}

func commentsOf(inputs []*input.Input) []*lint.Suppression {
	var all []*lint.Suppression
	for _, in := range inputs {
		all = append(all, in.Suppressions...)
	}
	return all
}

// merged makes one of the comments of a template that several releases render.
func merged(comments []*lint.Suppression) []*lint.Suppression {
	var all []*lint.Suppression
	known := map[source.Span]*lint.Suppression{}
	for _, s := range comments {
		if have := known[s.Span]; have != nil {
			have.Covers = append(have.Covers, s.Covers...)
			continue
		}
		one := *s
		one.Covers = slices.Clone(s.Covers)
		known[s.Span] = &one
		all = append(all, &one)
	}
	return all
}

// namedFiles are files that findings stand in and that are no inputs: options
// name them, of java or of jvmlint.
func namedFiles(result *lint.Result, inputs []*input.Input) []*source.File {
	var known, all []*source.File
	for _, in := range inputs {
		known = append(append(known, in.File), in.File.Sources()...)
	}
	for _, f := range result.Findings {
		file := f.Span.File
		if !slices.Contains(known, file) && !file.Rendered() && !strings.HasPrefix(file.Name, "<") {
			known, all = append(known, file), append(all, file)
		}
	}
	return all
}

func (a *app) sayOfFile(f *source.File) said {
	c := a.project.of(filepath.Dir(f.Name))
	return said{c, c.For(f.Name)}
}

func (a *app) judgementOf(result *lint.Result, inputs []*input.Input) judgement {
	return judgement{inputs, result, a}
}

// judgement tells what was judged of the inputs.
type judgement struct {
	inputs []*input.Input
	result *lint.Result
	app    *app
}

// ofComment tells whether a rule has judged what a comment is about. What a
// template says depends on values that other runs may have.
func (j judgement) ofComment(s *lint.Suppression, rule *lint.Rule) bool {
	if !j.ofFile(s.Span.File, rule.ID) {
		return false
	}
	if s.File && s.Covers == nil || !j.isValues(s.Span.File) {
		return true
	}
	return slices.ContainsFunc(j.inputs, func(in *input.Input) bool { // other values may overrule what is there
		return in.Chart != nil && cameFromLines(in.File.Span(0, len(in.File.Data)).Written(), s.Covers[0])
	})
}

// ofFile tells whether a rule has judged all that it could of a file.
func (j judgement) ofFile(file *source.File, rule string) bool {
	some := false
	for _, in := range j.inputs {
		switch values := isValuesOf(in, file); {
		case !values && in.File != file:
			continue
		case !values && !j.isValues(file) && (in.Format == input.ChartValues || chart.IsChart(path.Dir(file.Name))): // what its chart makes of it is not known
			return false
		case values && !in.Rendered || len(in.Problems) > 0 || !j.ofWorkloads(in, rule):
			return false
		}
		some = some || len(in.Workloads) > 0
	}
	return some
}

// ofWorkloads tells whether a rule has judged all workloads of an input.
func (j judgement) ofWorkloads(in *input.Input, rule string) bool {
	return !slices.ContainsFunc(in.Workloads, func(w *workload.Workload) bool { return !j.of(w, rule) })
}

// ofWorkload tells whether a rule has judged a workload of an input.
func (j judgement) ofWorkload(in *input.Input, name, rule string) bool {
	return len(in.Problems) == 0 && slices.ContainsFunc(in.Workloads, func(w *workload.Workload) bool { return w.Name == name && j.of(w, rule) })
}

// of tells whether a rule has judged a workload: with all its facts, and with
// its JVM, where it has one. One that was joined to another has not been.
func (j judgement) of(w *workload.Workload, rule string) bool {
	_, judged := j.app.said[w]
	return judged && len(j.result.Faults) == 0 && !j.app.settings(w)[rule].Off && (w.HasJVM || len(w.Options) == 0) &&
		!slices.ContainsFunc(j.result.Refused, func(r lint.Refused) bool { return r.All && r.Workload == w }) &&
		!slices.ContainsFunc(j.result.NotJudged, func(n lint.NotJudged) bool { return n.Rule.ID == rule && n.Workload == w })
}

func (j judgement) isValues(file *source.File) bool {
	return slices.ContainsFunc(j.inputs, func(in *input.Input) bool { return isValuesOf(in, file) })
}

// isValuesOf tells a file of values that an input was rendered with.
func isValuesOf(in *input.Input, file *source.File) bool {
	return in.Chart != nil && slices.Contains(in.Chart.Values(in.Release), file)
}

// cameFromLines tells whether a part of a text was written on some lines.
func cameFromLines(t source.Text, lines source.Span) bool {
	return cameFrom(t, source.Span{File: lines.File, Start: lines.Start, End: lines.End + 1})
}
