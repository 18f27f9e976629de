package project

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/input/compose"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// leaveIncluded drops the workloads of files that another file includes, which knows more of the JVM, and those whose
// options all stand in a workload that shares them. Services of a Compose file run even if another file extends them.
func leaveIncluded(_ *Project, r *linked) {
	included, shared := map[string]bool{}, map[string]map[source.Place]bool{} // by the names of files
	for _, in := range r.plain {
		for _, f := range in.Linked(reading.Includes) {
			included[f.Name] = included[f.Name] || in.Kustomized == nil || !in.Kustomized.Takes(f)
		}
		for _, f := range in.Linked(reading.Shares) {
			if shared[f.Name] == nil {
				shared[f.Name] = map[source.Place]bool{}
			}
			for _, w := range in.Workloads {
				for _, o := range w.Options {
					shared[f.Name][o.Text.Written().Place()] = true
				}
			}
		}
	}
	for _, in := range r.plain {
		if included[in.File.Name] && in.Format != compose.Format {
			in.Workloads = nil
		}
		if places := shared[in.File.Name]; places != nil {
			before := len(in.Workloads)
			in.Workloads = slices.DeleteFunc(in.Workloads, func(w *workload.Workload) bool {
				own := func(o jvmflag.Option) bool { return !places[o.Text.Written().Place()] }
				return len(w.Options) > 0 && !slices.ContainsFunc(w.Options, own)
			})
			in.Told = in.Told || len(in.Workloads) < before
		}
	}
}
