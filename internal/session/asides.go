package session

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/workload"
)

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
