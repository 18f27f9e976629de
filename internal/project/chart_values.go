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
	"github.com/jvmlint/jvmlint/internal/lists"
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
						w.DoubtOptions(w.Doubt)
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
	rendered := lists.Flat(c.Workloads, textsOf)
	for _, o := range w.Options {
		span := o.Text.Foremost()
		if span.IsZero() {
			continue
		}
		if slices.ContainsFunc(rendered, func(t source.Text) bool { return CameFrom(t.Written(), span) }) {
			return true, true
		}
		used = used || CameFrom(all(), span)
	}
	return false, used
}

// textsOf are the options of a workload, and what reaches no JVM: a variable that nothing in its container reads, and
// fields that Kubernetes does not know.
func textsOf(w *workload.Workload) []source.Text {
	all := lists.Of(w.Options, func(o jvmflag.Option) source.Text { return o.Text })
	if w.Unread != nil {
		all = append(all, w.Unread.Options)
	}
	if w.Container != nil {
		all = append(all, lists.Of(w.Container.Unknown, func(f workload.Field) source.Text { return f.Value })...)
	}
	return all
}

// CameFrom reports whether a part of a text was written at a span.
func CameFrom(t source.Text, at source.Span) bool {
	return slices.ContainsFunc(t.Pieces(), func(p source.Text) bool {
		s := p.Foremost()
		return s.File == at.File && s.Start < at.End && at.Start < s.End
	})
}
