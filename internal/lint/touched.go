package lint

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/source"
)

// KeepTouched takes the findings out of a result that a change has no part in:
// of which it touches neither the place nor one of those that have a part in it.
func (r *Result) KeepTouched(touches func(source.Span) bool) {
	var left []*Finding
	for _, f := range r.Findings {
		if slices.ContainsFunc(f.places(), touches) {
			left = append(left, f)
		}
	}
	r.Untouched += len(r.Findings) - len(left)
	r.Findings = left
}

// places are where a finding and all that has a part in it were written.
func (f *Finding) places() []source.Span {
	all := WrittenOn(f.Span)
	for _, r := range f.Related {
		all = append(all, WrittenOn(r.Span)...)
	}
	return all
}
