package session

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Judgement is what judging files came to.
type Judgement struct {
	*lint.Result
	Problems []*source.Problem // what kept something from being judged
	Notes    []*source.Problem // what was left out without fault
	Rules    []*lint.Rule      // all there are
	Judging  func(*workload.Workload) []*lint.Rule
	Gone     []string // what baselines list and is no more
	Stored   string   // the baseline that was written

	Extents       []lint.Judged // of all workloads
	Named         int           // JVMs that notes name, and of which nothing is judged
	Files, Charts int           // that were read; the files of a chart are none of the files

	Unknown       []string // what may run a JVM and is not known, by name
	UnknownLikely bool     // something tells of a JVM in one of them
}

// Judge judges what was read. Its error says why nothing can be judged.
func (s *Session) Judge(r *Files) (*Judgement, error) {
	change, err := s.changeOf(r)
	if err != nil {
		return nil, err
	}
	predicted := s.predict(r.Inputs)
	if err := s.checkMeasured(predicted); err != nil {
		return nil, err
	}
	run := judging{inputs: r.Inputs, predicted: predicted, change: change, store: true}
	result, err := s.judge(&run)
	if err != nil {
		return nil, err
	}
	j := &Judgement{Result: result, Rules: s.allRules(), Judging: s.judging(run.rules), Stored: run.stored}
	j.Problems = withFailures(append(problems(r.Inputs, result.Refused), result.Unlisted...), append(r.Failures, result.Faults...))
	running := chartsWithJVM(r.Inputs)
	for _, in := range r.Inputs {
		for _, n := range in.Notes {
			n.Lacking = n.Lacking && !running[n.File.Name]
		}
		j.Notes = append(j.Notes, in.Notes...)
	}
	j.Notes = withFailures(j.Notes, r.Unasked)
	j.Notes = once(slices.Concat(j.Notes, refusalNotes(result.Refused), unmodelledNotes(predicted)))
	j.Gone = s.gone(run.covered)
	before := map[*workload.Workload]bool{}
	for _, in := range r.Inputs {
		for _, w := range in.Workloads {
			before[w] = in.Before
		}
	}
	j.Extents = slices.DeleteFunc(result.Extents(), func(e lint.Judged) bool { return before[e.Workload] })
	for i, e := range j.Extents {
		if at := e.Workload.At.Span(); !at.IsZero() {
			j.Extents[i].At = chart.Origin(at)
		}
	}
	j.Named = named(r.Inputs)
	j.Unknown, j.UnknownLikely = unknownOf(r.Inputs)
	j.Files, j.Charts = r.count()
	return j, nil
}

// named counts the JVMs that notes name, and that are no workloads; those of the releases of a chart are one.
func named(inputs []*input.Input) int {
	places, run := map[placed]bool{}, map[placed]bool{}
	for _, in := range inputs {
		for _, u := range in.Unjudged {
			if !u.BuiltBy.IsZero() {
				run[placedAt(u.BuiltBy.File, u.BuiltBy)] = true
			}
		}
	}
	for _, in := range inputs {
		for _, u := range in.Unjudged {
			if run[placedAt(cmp.Or(u.At.File, in.File), u.At)] {
				continue // a container runs what the Dockerfile builds
			}
			if slices.ContainsFunc(in.Workloads, func(w *workload.Workload) bool { return w.Doubt == u.Why }) {
				continue
			}
			at := chart.Origin(u.At)
			places[placedAt(cmp.Or(at.File, in.File), at)] = true
		}
	}
	return len(places)
}

func (r *Files) count() (files, charts int) {
	if len(r.found) == 0 {
		return 0, 0
	}
	paths := map[string]bool{}
	for _, in := range r.Inputs {
		if in.Chart != nil {
			paths[in.Chart.Path] = true
		}
	}
	return len(outsideCharts(r.Inputs)), len(paths)
}

// judging is one way through the pipeline, and what it came to beside findings.
type judging struct {
	inputs    []*input.Input
	predicted []*predict.Predictions
	change    *change // that findings have to lie in; nil: they need not
	store     bool    // write the baseline that the options name

	rules   []*lint.Rule
	covered coverage
	stored  string
	trial   *trial // of changes
	fault   error  // of jvmlint itself
}

// judge is the pipeline: what is found, one finding for a line that several workloads share, and the fixes that hold.
func (s *Session) judge(run *judging) (*lint.Result, error) {
	result, err := s.find(run)
	if err != nil {
		return nil, err
	}
	result.Join()
	run.trial.offer(result, s.lists)
	return result, nil
}

// find has the rules judge what is predicted, traces findings from what charts render to where it was written, and
// leaves out those that comments, baselines and the change do. A fault of jvmlint itself is in the result.
func (s *Session) find(run *judging) (*lint.Result, error) {
	run.rules = s.chosenRules()
	result, _ := lint.CheckWith(run.predicted, s.holding(run.rules), s.settings)
	result.Faults = append(result.Faults, s.faults...)
	run.fault = errors.Join(result.Faults...)
	run.trial = s.trial(run.inputs)
	run.trial.remember(result)
	chart.Trace(result, editable(run.inputs))
	keepNamed(run.inputs, result)
	s.lowerAsides(result, run.inputs)
	run.covered = coverage{run.inputs, result, s}
	s.suppress(result, run.covered)
	if run.store {
		var err error
		if run.stored, err = s.storeBaseline(result, run.covered); err != nil {
			return nil, err
		}
	}
	s.adopt(result)
	if err := run.change.keep(result); err != nil {
		return nil, err
	}
	return result, nil
}

// problems gathers what kept inputs, or JVMs that do not start, from being judged.
func problems(inputs []*input.Input, refused []lint.Refused) []*source.Problem {
	all := slices.Concat(lists.Of(inputs, func(in *input.Input) []*source.Problem { return in.Problems })...)
	for _, r := range refused {
		if r.All && !r.Reported && !source.HasGap(r.Refusal.At.String()) {
			all = append(all, problemAt(r.Workload.File, r.Refusal.At.Span(),
				fmt.Sprintf("the JVM does not start on JDK %s: %v", lint.Releases(r.JDKs), r.Refusal)))
		}
	}
	return all
}

// chartsWithJVM are the paths of the charts in which a JVM was found, judged or not.
func chartsWithJVM(inputs []*input.Input) map[string]bool {
	found := map[string]bool{}
	for _, in := range inputs {
		if in.Chart != nil && (slices.ContainsFunc(in.Workloads, (*workload.Workload).HasJVM) ||
			slices.ContainsFunc(in.Notes, func(n *source.Problem) bool { return n.Unjudged })) {
			found[in.Chart.Path] = true
		}
	}
	return found
}

// saidAt is what is said of a place.
type saidAt struct {
	placed
	message string
}

// once leaves out what was said of the same place before: releases of a chart
// have much in common, and a file is read again with one that names it.
func once(notes []*source.Problem) []*source.Problem { return unsaid(notes, map[saidAt]bool{}) }

// unsaid leaves out what was said before, and adds the others to that.
func unsaid(problems []*source.Problem, before map[saidAt]bool) []*source.Problem {
	return slices.DeleteFunc(problems, func(p *source.Problem) bool {
		s := saidAt{placedAt(p.File, p.Span), p.Message}
		again := before[s]
		before[s] = true
		return again
	})
}

// placed is a place in a file, however often that was read.
type placed struct {
	file       string
	start, end int
}

func placedAt(f *source.File, at source.Span) placed { return placed{f.Name, at.Start, at.End} }

// problemAt is a problem where the text of its span was written.
func problemAt(f *source.File, at source.Span, message string) *source.Problem {
	cites := []*source.File{f}
	if !at.IsZero() {
		at = chart.Origin(at)
		f = at.File
	}
	return &source.Problem{File: f, Span: at, Message: message, Cites: cites}
}

// Problems are what kept files from being read, or a part of them from being judged.
func (r *Files) Problems() []*source.Problem {
	return withFailures(problems(r.Inputs, nil), r.Failures)
}

// withFailures adds failures to problems. One that names no file is jvmlint's.
func withFailures(problems []*source.Problem, failures []error) []*source.Problem {
	for _, err := range failures {
		var problem *source.Problem
		if !errors.As(err, &problem) {
			problem = &source.Problem{File: source.NewFile("jvmlint", nil), Message: err.Error()}
		}
		problems = append(problems, problem)
	}
	return problems
}

// refusalNotes say which of several JDKs would not start: the findings hold on the others.
func refusalNotes(refused []lint.Refused) []*source.Problem {
	var notes []*source.Problem
	for _, r := range refused {
		if !r.All && !r.Reported {
			notes = append(notes, problemAt(r.Workload.File, r.Refusal.At.Span(),
				fmt.Sprintf("%s is judged without JDK %s, on which the JVM does not start: %v", r.Workload.Name, lint.Releases(r.JDKs), r.Refusal)))
		}
	}
	return notes
}

// unmodelledNotes name the releases of Hazelcast of which nothing is judged.
func unmodelledNotes(predicted []*predict.Predictions) []*source.Problem {
	var notes []*source.Problem
	for _, ps := range predicted {
		w := ps.Workload
		if w.Unmodelled == nil {
			continue
		}
		judged := ""
		if w.HasJVM() {
			judged = ", and its JVM is judged like any other"
		}
		notes = append(notes, problemAt(w.File, w.Unmodelled.At.Span(), w.Unmodelled.Judged()+judged))
	}
	return notes
}

// Unread is how many of the files that are no charts describe no JVM or member, and what they are.
func (r *Files) Unread() (counts map[input.Format]int, files int) {
	counts = map[input.Format]int{}
	inputs := outsideCharts(r.Inputs)
	for _, in := range inputs {
		if len(in.Workloads) == 0 && len(in.Problems) == 0 && !in.Told {
			counts[in.Format]++
		}
	}
	return counts, len(inputs)
}

// outsideCharts are the inputs that are no chart, and no part of one.
func outsideCharts(inputs []*input.Input) []*input.Input {
	var folders []string
	for _, in := range inputs {
		if in.Chart != nil {
			folders = append(folders, path.Join(in.Chart.Path, "x"))
		}
	}
	return slices.DeleteFunc(slices.Clone(inputs), func(in *input.Input) bool {
		return in.Chart != nil || slices.ContainsFunc(folders, func(f string) bool { return strings.HasPrefix(in.File.Name, strings.TrimSuffix(f, "x")) })
	})
}

// lowerAsides makes infos without automatic fixes of findings that concern nothing which is
// deployed from here: of values that a chart is only tested with, and of lines in subcharts
// that others maintain. What another release has at the same place says it all.
func (s *Session) lowerAsides(result *lint.Result, inputs []*input.Input) {
	aside := s.aside(inputs)
	elsewhere := map[findingAt]bool{}
	for _, f := range result.Findings {
		if !aside(f) {
			elsewhere[findingAt{f.Rule, placedAt(f.Span.File, f.Span)}] = true
		}
	}
	result.Findings = slices.DeleteFunc(result.Findings, func(f *lint.Finding) bool {
		if !aside(f) {
			return false
		}
		if s.settings(f.Workload)[f.Rule.ID].Severity == nil {
			f.Severity = lint.Info
		}
		for i := range f.Fixes {
			f.Fixes[i] = lint.Fix{Title: f.Fixes[i].Title, Safety: lint.Manual}
		}
		return elsewhere[findingAt{f.Rule, placedAt(f.Span.File, f.Span)}]
	})
}

type findingAt struct {
	rule *lint.Rule
	at   placed
}

// aside returns which findings those are.
func (s *Session) aside(inputs []*input.Input) func(*lint.Finding) bool {
	tests := map[*workload.Workload]bool{}
	var charts []*input.Input
	for _, in := range inputs {
		if in.Chart == nil {
			continue
		}
		charts = append(charts, in)
		for _, w := range in.Workloads { // values that somebody names are meant
			tests[w] = len(s.options.Charts.Values) == 0 && in.Chart.IsTest(in.Release)
		}
	}
	return func(f *lint.Finding) bool {
		return !slices.ContainsFunc(f.All(), func(x *lint.Finding) bool { return !tests[x.Workload] }) ||
			slices.ContainsFunc(charts, func(in *input.Input) bool { return in.Chart.IsVendored(f.Span.File) })
	}
}

// coverage is what was judged of some inputs: of what was not, nobody can say
// whether a finding is gone, or a comment of use.
type coverage struct {
	inputs  []*input.Input
	result  *lint.Result
	session *Session
}

// ofComment reports whether a rule has judged what a comment is about. What a
// template says depends on values that other runs may have.
func (c coverage) ofComment(s *lint.Suppression, rule *lint.Rule) bool {
	if !c.ofFile(s.Span.File, rule.ID) {
		return false
	}
	if s.File && s.Covers == nil || !c.isValues(s.Span.File) {
		return true
	}
	return slices.ContainsFunc(c.inputs, func(in *input.Input) bool { // other values may overrule what is there
		return in.Chart != nil && cameFromLines(in.File.Span(0, len(in.File.Data)).Written(), s.Covers[0])
	})
}

// ofFile reports whether a rule has judged all that it could of a file.
func (c coverage) ofFile(file *source.File, rule string) bool {
	some := false
	for _, in := range c.inputs {
		switch values := isValuesOf(in, file); {
		case !values && in.File != file:
			continue
		case !values && !c.isValues(file) && (in.Format == kube.ChartValues || chart.IsChart(c.session.files, path.Dir(file.Name))): // what its chart makes of it is not known
			return false
		case values && !in.Rendered || len(in.Problems) > 0 || !c.ofWorkloads(in, rule):
			return false
		}
		some = some || len(in.Workloads) > 0
	}
	return some
}

func (c coverage) ofWorkloads(in *input.Input, rule string) bool {
	return !slices.ContainsFunc(in.Workloads, func(w *workload.Workload) bool { return !c.of(w, rule) })
}

func (c coverage) ofWorkload(in *input.Input, name, rule string) bool {
	return len(in.Problems) == 0 && slices.ContainsFunc(in.Workloads, func(w *workload.Workload) bool { return w.Name == name && c.of(w, rule) })
}

// of reports whether a rule has judged a workload: with all its facts, and with
// its JVM, where it has one. One that was joined to another has not been.
func (c coverage) of(w *workload.Workload, rule string) bool {
	_, judged := c.session.said[w]
	return judged && len(c.result.Faults) == 0 && !c.session.settings(w)[rule].Off && (w.HasJVM() || len(w.Options) == 0) &&
		!slices.ContainsFunc(c.result.Refused, func(r lint.Refused) bool { return r.All && r.Workload == w }) &&
		!slices.ContainsFunc(c.result.NotJudged, func(n lint.NotJudged) bool { return n.Rule.ID == rule && n.Workload == w })
}

func (c coverage) isValues(file *source.File) bool {
	return slices.ContainsFunc(c.inputs, func(in *input.Input) bool { return isValuesOf(in, file) })
}

// isValuesOf tells a file of values that an input was rendered with.
func isValuesOf(in *input.Input, file *source.File) bool {
	return in.Chart != nil && slices.Contains(in.Chart.Values(in.Release), file)
}

// cameFromLines reports whether a part of a text was written on some lines.
func cameFromLines(t source.Text, lines source.Span) bool {
	return cameFrom(t, source.Span{File: lines.File, Start: lines.Start, End: lines.End + 1})
}
