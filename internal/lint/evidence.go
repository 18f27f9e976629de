package lint

import (
	"cmp"
	"slices"
	"sort"
	"strings"

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
		if o.Perhaps {
			e.perhaps.add(o.Text)
		}
	}
	e.perhaps.sort()
	if !e.doubtful {
		return e
	}
	for _, o := range w.Options {
		if o.Evidence > jvmflag.LooksLike {
			e.sure.add(o.Text)
		}
	}
	e.sure.sort()
	return e
}

// settle reports whether a finding is to be told. What rests on text that only
// looks like options is told by few rules, as information, and nothing is edited.
// How an image tunes the JVM by itself is no information for who uses it.
func (e evidence) settle(f *Finding) bool {
	f.elideGaps()
	if f.tellsGap() || f.ofImage && f.Severity == Info {
		return false
	}
	if f.Severity == Error && e.perhaps.have(f.Span) {
		f.Severity = Warning
		f.Note("it is in a branch that may not be taken")
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

// elideGaps leaves what nobody knows here out of the words of a refusal, which holds
// whatever that is.
func (f *Finding) elideGaps() {
	if f.Refusal == nil || source.HasGap(f.Message) {
		return
	}
	for i := range f.Notes {
		f.Notes[i] = strings.ReplaceAll(f.Notes[i], source.Gap, "…")
	}
	for i := range f.Fixes {
		f.Fixes[i].Title = strings.ReplaceAll(f.Fixes[i].Title, source.Gap, "…")
	}
}

// tellsGap reports whether a finding would tell of what nobody knows here.
func (f *Finding) tellsGap() bool {
	return source.HasGap(f.Message) || slices.ContainsFunc(slices.Concat(f.Notes, f.Details), source.HasGap) ||
		slices.ContainsFunc(f.Fixes, func(fix Fix) bool { return source.HasGap(fix.Title) })
}

// places are spans in order, none of which overlaps another.
type places []source.Span

// add adds where each part of a text stands: it may be pieced together from all over a file.
func (p *places) add(t source.Text) {
	for _, part := range t.Pieces() {
		if s := part.Span(); !s.IsZero() {
			*p = append(*p, s)
		}
	}
}

func (p places) sort() { slices.SortFunc(p, order) }

func order(a, b source.Span) int {
	return cmp.Or(cmp.Compare(a.File.Name, b.File.Name), cmp.Compare(a.Start, b.Start))
}

// have reports whether a span begins within one of them.
func (p places) have(s source.Span) bool {
	i := sort.Search(len(p), func(i int) bool { return order(p[i], s) > 0 })
	return i > 0 && p[i-1].File == s.File && s.Start < p[i-1].End
}
