package lint

import (
	"cmp"
	"slices"
	"sort"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// evidence tells which findings about a workload rest on text that only looks like
// options of a JVM, or on something that nobody knows here.
type evidence struct {
	doubtful bool   // some of the options only look like some
	perhaps  places // where those stand that a script hands on in some cases only
	sure     places // where the others stand
}

func evidenceOf(w *workload.Workload) evidence {
	e := evidence{doubtful: w.Evidence() == jvmflag.LooksLike}
	for _, o := range w.Options {
		if s := o.Text.Span(); o.Perhaps && !s.IsZero() {
			e.perhaps = append(e.perhaps, s)
		}
	}
	e.perhaps.sort()
	if !e.doubtful {
		return e
	}
	for _, o := range w.Options {
		if s := o.Text.Span(); o.Evidence > jvmflag.LooksLike && !s.IsZero() {
			e.sure = append(e.sure, s)
		}
	}
	e.sure.sort()
	return e
}

// settle reports whether a finding is to be told. What rests on text that only
// looks like options is told by few rules, as information, and nothing is edited.
// How an image tunes the JVM by itself is no information for who uses it.
func (e evidence) settle(f *Finding) bool {
	if f.tellsGap() || f.ofImage && f.Severity == Info {
		return false
	}
	if f.Severity == Error && e.perhaps.have(f.Span) {
		f.Severity = Warning
		f.Note("it is in a branch of the script that may not run")
	}
	if !e.doubtful || e.sure.have(f.Span) && !slices.ContainsFunc(f.Related, func(r Related) bool { return !e.sure.have(r.Span) }) {
		return true
	}
	f.Severity, f.Confidence = Info, Likely
	for i := range f.Fixes {
		f.Fixes[i] = Fix{Title: f.Fixes[i].Title, Safety: Manual}
	}
	f.Note("this only looks like JVM options: no JVM is known to read it")
	return f.Rule.OfShape
}

// tellsGap reports whether a finding would tell of what nobody knows here.
func (f *Finding) tellsGap() bool {
	return source.HasGap(f.Message) || slices.ContainsFunc(slices.Concat(f.Notes, f.Details), source.HasGap) ||
		slices.ContainsFunc(f.Fixes, func(fix Fix) bool { return source.HasGap(fix.Title) })
}

// places are spans in order, none of which overlaps another.
type places []source.Span

func (p places) sort() { slices.SortFunc(p, order) }

func order(a, b source.Span) int {
	return cmp.Or(cmp.Compare(a.File.Name, b.File.Name), cmp.Compare(a.Start, b.Start))
}

// have reports whether a span begins within one of them.
func (p places) have(s source.Span) bool {
	i := sort.Search(len(p), func(i int) bool { return order(p[i], s) > 0 })
	return i > 0 && p[i-1].File == s.File && s.Start < p[i-1].End
}
