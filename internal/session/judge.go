package session

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/suppression"
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
func (s *Session) Judge(r *project.Files) (*Judgement, error) {
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
	j.Problems = project.WithFailures(append(problems(r.Inputs, result.Refused), result.Unlisted...), append(r.Failures, result.Faults...))
	running := chartsWithJVM(r.Inputs)
	for _, in := range r.Inputs {
		for _, n := range in.Notes {
			n.Lacking = n.Lacking && !running[n.File.Name]
		}
		j.Notes = append(j.Notes, in.Notes...)
	}
	j.Notes = project.WithFailures(j.Notes, r.Unasked)
	j.Notes = source.Untold(slices.Concat(j.Notes, refusalNotes(result.Refused), unmodelledNotes(predicted)), map[source.Told]bool{})
	j.Gone = s.gone(run.covered)
	earlier := lists.Where(r.Inputs, func(in *project.Input) bool { return in.Before })
	before := lists.Set(lists.Flat(earlier, func(in *project.Input) []*workload.Workload { return in.Workloads }))
	j.Extents = slices.DeleteFunc(result.Extents(), func(e lint.Judged) bool { return before[e.Workload] })
	for i, e := range j.Extents {
		if at := e.Workload.At.Span(); !at.IsZero() {
			j.Extents[i].At = chart.Origin(at)
		}
	}
	j.Named = named(r.Inputs)
	j.Unknown, j.UnknownLikely = project.UnknownImages(r.Inputs)
	j.Files, j.Charts = r.Count()
	return j, nil
}

// named counts the JVMs that notes name, and that are no workloads; those of the releases of a chart are one.
func named(inputs []*project.Input) int {
	places, run := map[source.Location]bool{}, map[source.Location]bool{}
	for _, in := range inputs {
		for _, u := range in.Unjudged {
			if !u.BuiltBy.IsZero() {
				run[source.LocationIn(u.BuiltBy.File, u.BuiltBy)] = true
			}
		}
	}
	for _, in := range inputs {
		for _, u := range in.Unjudged {
			if run[source.LocationIn(cmp.Or(u.At.File, in.File), u.At)] {
				continue // a container runs what the Dockerfile builds
			}
			if slices.ContainsFunc(in.Workloads, func(w *workload.Workload) bool { return w.Doubt == u.Why }) {
				continue
			}
			at := chart.Origin(u.At)
			places[source.LocationIn(cmp.Or(at.File, in.File), at)] = true
		}
	}
	return len(places)
}

// judging is one way through the pipeline, and what it came to beside findings.
type judging struct {
	inputs    []*project.Input
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
	chart.Trace(result, project.Editable(run.inputs))
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
func problems(inputs []*project.Input, refused []lint.Refused) []*source.Problem {
	all := lists.Flat(inputs, func(in *project.Input) []*source.Problem { return in.Problems })
	for _, r := range refused {
		if r.All && !r.Reported && !source.HasGap(r.Refusal.At.String()) {
			all = append(all, problemAt(r.Workload.File, r.Refusal.At.Span(),
				fmt.Sprintf("the JVM does not start on JDK %s: %v", lint.Releases(r.JDKs), r.Refusal)))
		}
	}
	return all
}

// chartsWithJVM are the paths of the charts in which a JVM was found, judged or not.
func chartsWithJVM(inputs []*project.Input) map[string]bool {
	found := map[string]bool{}
	for _, in := range inputs {
		if in.Chart != nil && (slices.ContainsFunc(in.Workloads, (*workload.Workload).HasJVM) ||
			slices.ContainsFunc(in.Notes, func(n *source.Problem) bool { return n.Unjudged })) {
			found[in.Chart.Path] = true
		}
	}
	return found
}

// problemAt is a problem where the text of its span was written.
func problemAt(f *source.File, at source.Span, message string) *source.Problem {
	cites := []*source.File{f}
	if !at.IsZero() {
		at = chart.Origin(at)
		f = at.File
	}
	return &source.Problem{File: f, Span: at, Message: message, Cites: cites}
}

// refusalNotes say which of several JDKs would not start: the findings hold on the others.
func refusalNotes(refused []lint.Refused) []*source.Problem {
	some := lists.Where(refused, func(r lint.Refused) bool { return !r.All && !r.Reported })
	return lists.Of(some, func(r lint.Refused) *source.Problem {
		return problemAt(r.Workload.File, r.Refusal.At.Span(),
			fmt.Sprintf("%s is judged without JDK %s, on which the JVM does not start: %v", r.Workload.Name, lint.Releases(r.JDKs), r.Refusal))
	})
}

// unmodelledNotes name the releases of Hazelcast of which nothing is judged.
func unmodelledNotes(predicted []*predict.Predictions) []*source.Problem {
	some := lists.Where(predicted, func(ps *predict.Predictions) bool { return ps.Workload.Unmodelled != nil })
	return lists.Of(some, func(ps *predict.Predictions) *source.Problem {
		w, judged := ps.Workload, ""
		if w.HasJVM() {
			judged = ", and its JVM is judged like any other"
		}
		return problemAt(w.File, w.Unmodelled.At.Span(), w.Unmodelled.Judged()+judged)
	})
}

// coverage is what was judged of some inputs: of what was not, nobody can say
// whether a finding is gone, or a comment of use.
type coverage struct {
	inputs  []*project.Input
	result  *lint.Result
	session *Session
}

// ofComment reports whether a rule has judged what a comment is about. What a
// template says depends on values that other runs may have.
func (c coverage) ofComment(s *suppression.Comment, rule *lint.Rule) bool {
	whole := s.File && s.Covers == nil || !c.isValues(s.Span.File)
	return c.ofFile(s.Span.File, rule.ID) && (whole || slices.ContainsFunc(c.inputs, func(in *project.Input) bool {
		// other values may overrule what is there
		return in.Chart != nil && cameFromLines(in.File.Span(0, len(in.File.Data)).Written(), s.Covers[0])
	}))
}

// ofFile reports whether a rule has judged all that it could of a file.
func (c coverage) ofFile(file *source.File, rule string) bool {
	some := false
	missed := func(w *workload.Workload) bool { return !c.of(w, rule) }
	for _, in := range c.inputs {
		switch values := in.IsRenderedWith(file); {
		case !values && in.File != file:
			continue
		case !values && !c.isValues(file) && (in.Format == kube.ChartValues || chart.IsChart(c.session.files, path.Dir(file.Name))): // what its chart makes of it is not known
			return false
		case values && !in.Rendered || len(in.Problems) > 0 || slices.ContainsFunc(in.Workloads, missed):
			return false
		}
		some = some || len(in.Workloads) > 0
	}
	return some
}

func (c coverage) ofWorkload(in *project.Input, name, rule string) bool {
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
	return slices.ContainsFunc(c.inputs, func(in *project.Input) bool { return in.IsRenderedWith(file) })
}

// cameFromLines reports whether a part of a text was written on some lines.
func cameFromLines(t source.Text, lines source.Span) bool {
	return project.CameFrom(t, source.Span{File: lines.File, Start: lines.Start, End: lines.End + 1})
}

// keepNamed leaves, of what charts come to that nobody named, what stands in the values files
// that somebody did, what these have a part in, and what the chart's own values alone do not bring.
func keepNamed(inputs []*project.Input, result *lint.Result) {
	named, own := map[*workload.Workload][]string{}, map[*workload.Workload]bool{}
	for _, in := range inputs {
		for _, w := range in.Workloads {
			if in.Only != nil {
				named[w], own[w] = in.Only, in.Before
			}
		}
	}
	result.Findings = slices.DeleteFunc(result.Findings, func(f *lint.Finding) bool {
		only, some := named[f.Workload]
		if !some || slices.Contains(only, f.Span.File.Name) {
			return false
		}
		partOf := slices.ContainsFunc(f.Related, func(r lint.Related) bool { return slices.Contains(only, r.Span.File.Name) })
		before := slices.ContainsFunc(f.All(), func(of *lint.Finding) bool { return own[of.Workload] })
		return f.Severity == lint.Info || !partOf && before
	})
}
