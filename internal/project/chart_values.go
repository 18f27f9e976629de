package project

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// leaveValuesToCharts drops the workloads of values files that a chart was rendered with: what its templates make of
// them counts. Those stay that are rendered to something which is not read as options, such as a file in a ConfigMap,
// and options that no template reads.
func leaveValuesToCharts(_ *Project, all *linked) {
	for _, c := range all.charts {
		if c.Chart == nil { // it could not be loaded: where values go nobody knows
			for _, in := range all.plain {
				if path.Dir(in.File.Name) == c.File.Name && in.Format == kube.ChartValues {
					for _, w := range in.Workloads {
						doubt(w, "%s", w.Doubt)
					}
				}
			}
			continue
		}
		rendered := sync.OnceValue(func() source.Text { return c.File.Span(0, len(c.File.Data)).Written() })
		values := c.Chart.Values(c.Release)
		for _, in := range all.plain {
			if slices.Contains(values, in.File) {
				in.Workloads = slices.DeleteFunc(in.Workloads, func(w *workload.Workload) bool {
					told, used := coveredByChart(c, rendered, w)
					if !told && !used && mayBePart(w) && !c.Chart.MayRead(strings.Split(w.Name, ".")) {
						markUnread(w, c.Chart)
						return false
					}
					return told || c.Rendered && !used
				})
			}
		}
	}
}

// noteUnrendered adds the notes that hold only for values which no chart was rendered with.
func noteUnrendered(_ *Project, all *linked) {
	for _, in := range all.plain {
		if !slices.ContainsFunc(all.charts, func(c *Input) bool { return c.IsRenderedWith(in.File) && c.Rendered }) {
			for _, p := range in.UnlessRendered {
				in.Notes = append(in.Notes, p)
				in.Unjudged = append(in.Unjudged, input.Unjudged{At: p.Span, Why: p.Message})
			}
		}
	}
}

// mayBePart reports whether a value holds options beside which others may stand, or did so when charts were last asked.
func mayBePart(w *workload.Workload) bool {
	return len(w.Options) > 0 && w.Known < workload.AllOptions || w.Unread != nil && w.Unread.Value
}

// markUnread leaves of a workload only that its options reach no JVM.
func markUnread(w *workload.Workload, of *chart.Chart) {
	reads := slices.DeleteFunc(of.ReadBeside(strings.Split(w.Name, ".")), func(name string) bool {
		return reading.EvidenceOf(name) <= jvmflag.LooksLike
	})
	w.Unread = &workload.UnreadVariable{Name: w.Name, At: w.At, Value: true, Reads: reads}
	w.Known, w.Options = workload.Nothing, nil
}

// coveredByChart reports whether a chart's own workloads say all of what a workload of
// its values does, and whether it is in anything that is rendered.
func coveredByChart(c *Input, all func() source.Text, w *workload.Workload) (told, used bool) {
	if w.IsMember && slices.ContainsFunc(c.Workloads, func(r *workload.Workload) bool { return r.IsMember }) {
		return true, true
	}
	for _, o := range w.Options {
		span := o.Text.Foremost()
		if span.IsZero() {
			continue
		}
		if slices.ContainsFunc(c.Workloads, func(r *workload.Workload) bool { return reads(r, span) || leaves(r, span) || drops(r, span) }) {
			return true, true
		}
		used = used || CameFrom(all(), span)
	}
	return false, used
}

// reads reports whether an option of a workload was written at a span.
func reads(r *workload.Workload, at source.Span) bool {
	return slices.ContainsFunc(r.Options, func(o jvmflag.Option) bool { return CameFrom(o.Text.Written(), at) })
}

// leaves reports whether a variable that nothing in its container reads was written at a span.
func leaves(r *workload.Workload, at source.Span) bool {
	return r.Unread != nil && CameFrom(r.Unread.Options.Written(), at)
}

// drops reports whether a field that Kubernetes does not know was written at a span: what stands there reaches no JVM.
func drops(r *workload.Workload, at source.Span) bool {
	return r.Container != nil && slices.ContainsFunc(r.Container.Unknown, func(f workload.Field) bool {
		return CameFrom(f.Value.Written(), at)
	})
}

// CameFrom reports whether a part of a text was written at a span.
func CameFrom(t source.Text, at source.Span) bool {
	return slices.ContainsFunc(t.Pieces(), func(p source.Text) bool {
		s := p.Foremost()
		return s.File == at.File && s.Start < at.End && at.Start < s.End
	})
}
