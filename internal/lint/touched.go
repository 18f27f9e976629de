package lint

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/source"
)

// KeepTouched takes the findings out of a result that a change has no part in:
// of which it touches neither the place nor one of those that have a part in it,
// and that it does not bring about either, as brought tells of such findings.
func (r *Result) KeepTouched(touches func(source.Span) bool, brought func([]*Finding) []*Finding) {
	others := slices.DeleteFunc(slices.Clone(r.Findings), func(f *Finding) bool { return slices.ContainsFunc(f.places(), touches) })
	if len(others) == 0 {
		return
	}
	kept := brought(others)
	r.Untouched += len(others) - len(kept)
	r.Findings = slices.DeleteFunc(slices.Clone(r.Findings), func(f *Finding) bool {
		return slices.Contains(others, f) && !slices.Contains(kept, f)
	})
}

// places are where a finding and all that has a part in it were written.
func (f *Finding) places() []source.Span {
	all := writtenOn(f.Span)
	for _, r := range f.Related {
		all = append(all, writtenOn(r.Span)...)
	}
	return all
}

// NewSince are those of some findings that were not among the ones of before:
// each of before stands for one of the same rule, file and words, first of the
// same workload, then of any, which may have another name now.
func NewSince(before, findings []*Finding) []*Finding {
	naming := Naming{File: unchanged, Text: source.Span.String}
	left := &Result{Findings: findings}
	known := Baseline(nil).With(before, naming).Adopt(left, naming, anyFinding)
	for i := range known {
		known[i].Workload = ""
	}
	naming.AnyWorkload = true
	known.Adopt(left, naming, anyFinding)
	return left.Findings
}

func unchanged(s string) string { return s }

func anyFinding(*Finding) bool { return true }
