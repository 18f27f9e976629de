package session

import (
	"path"
	"slices"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

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
		case !values && !c.isValues(file) && (in.Format == input.ChartValues || chart.IsChart(c.session.files, path.Dir(file.Name))): // what its chart makes of it is not known
			return false
		case values && !in.Rendered || len(in.Problems) > 0 || !c.ofWorkloads(in, rule):
			return false
		}
		some = some || len(in.Workloads) > 0
	}
	return some
}

// ofWorkloads reports whether a rule has judged all workloads of an input.
func (c coverage) ofWorkloads(in *input.Input, rule string) bool {
	return !slices.ContainsFunc(in.Workloads, func(w *workload.Workload) bool { return !c.of(w, rule) })
}

// ofWorkload reports whether a rule has judged a workload of an input.
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
