package session

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// overruledIn is a file that has a part in a finding and overrules the one that a fix changes: the values
// of one environment over those of the chart, the patch of an overlay over its base, a container over its
// image. What others read, too, is not changed for its sake. nil where there is none.
func (t *trial) overruledIn(o offered) *source.File {
	if len(o.finding.Others()) > 0 && t.ofImage(o) {
		return nil // all containers need it of their image, and there are several
	}
	var over *source.File
	for _, f := range o.finding.All() {
		in := t.read[f.Workload]
		if in == nil {
			return nil
		}
		layer := layerOf(o.fix.Edits[0].Span.File, f.Workload, in)
		above := partAbove(f, in, layer)
		if above == nil && layer == 0 {
			above = t.ofRelease(o, f, in)
		}
		if above == nil {
			return nil // the file is the finding's own in this release
		}
		over = above
	}
	return over
}

// ofImage reports whether a fix changes what its containers are built by, and no others are.
func (t *trial) ofImage(o offered) bool {
	need := map[*workload.Workload]bool{}
	for _, f := range o.finding.All() {
		need[f.Workload] = true
	}
	for w := range t.read {
		by := w.BuiltBy
		if built := by != nil && by.Name == o.fix.Edits[0].Span.File.Name; built != need[w] {
			return false
		}
	}
	return true
}

// ofRelease are the values that a finding comes from which the chart by itself, read from the same lines, lacks.
func (t *trial) ofRelease(o offered, f *lint.Finding, in *input.Input) *source.File {
	if in.Chart == nil || len(in.Release.Values) == 0 {
		return nil
	}
	for w, other := range t.read {
		itself := other.Chart != nil && other.Chart.Path == in.Chart.Path && len(other.Release.Values) == 0
		if itself && w.Name == f.Workload.Name && w.Doubt == "" &&
			!slices.ContainsFunc(o.finding.All(), func(x *lint.Finding) bool { return x.Workload == w }) {
			return in.Release.Values[len(in.Release.Values)-1]
		}
	}
	return nil
}

// partAbove is a file with a part in a finding in a layer above one.
func partAbove(f *lint.Finding, in *input.Input, layer int) *source.File {
	if layerOf(f.Span.File, f.Workload, in) > layer {
		return f.Span.File
	}
	for _, r := range f.Related {
		if layerOf(r.Span.File, f.Workload, in) > layer {
			return r.Span.File
		}
	}
	return nil
}

// layerOf is the place of a file among those that say how a workload runs: a higher one overrules a lower.
func layerOf(f *source.File, w *workload.Workload, in *input.Input) int {
	named := func(x *source.File) bool { return x.Name == f.Name }
	switch {
	case w.BuiltBy != nil && named(w.BuiltBy), slices.ContainsFunc(in.NamedLike, named):
		return -1
	case in.Chart != nil:
		return slices.IndexFunc(in.Release.Values, named) + 1
	case in.Kustomized != nil && in.Kustomized.Patches(f):
		return 1
	}
	return 0
}

// preferOwn puts the second fix of a finding first, where the first one changes a limit that other JVMs share and
// the second one only what is its own.
func (t *trial) preferOwn(f *lint.Finding) {
	if len(f.Fixes) < 2 || len(f.Fixes[0].Edits) != 1 || len(f.Fixes[1].Edits) == 0 {
		return
	}
	if t.limits == nil {
		t.limits = map[source.Span]map[string]bool{}
		for _, in := range t.inputs {
			for _, w := range in.Workloads {
				if at := w.Memory.Text.Span(); !at.IsZero() && w.Unread == nil && !w.Helper {
					at = chart.Origin(at)
					if t.limits[at] == nil {
						t.limits[at] = map[string]bool{}
					}
					t.limits[at][w.Name] = true
				}
			}
		}
	}
	if len(t.limits[f.Fixes[0].Edits[0].Span]) > 1+len(f.Others()) {
		f.Fixes[0], f.Fixes[1] = f.Fixes[1], f.Fixes[0]
	}
}
