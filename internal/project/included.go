package project

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// leaveIncluded drops what was read of files that others include, which say more of the JVM, and what all is said of by
// those that share it. The services of a Compose file run whoever extends them.
func leaveIncluded(_ *Project, r *linked) {
	taken, told := map[string]bool{}, map[string]map[source.Place]bool{}
	for _, in := range r.plain {
		for _, f := range in.Linked(reading.Includes) {
			taken[f.Name] = taken[f.Name] || in.Kustomized == nil || !in.Kustomized.Takes(f)
		}
		for _, f := range in.Linked(reading.Shares) {
			if told[f.Name] == nil {
				told[f.Name] = map[source.Place]bool{}
			}
			for _, w := range in.Workloads {
				for _, o := range w.Options {
					told[f.Name][o.Text.Written().Place()] = true
				}
			}
		}
	}
	for _, in := range r.plain {
		if taken[in.File.Name] && in.Format != kube.ComposeFile {
			in.Workloads = nil
		}
		if all := told[in.File.Name]; all != nil {
			before := len(in.Workloads)
			in.Workloads = slices.DeleteFunc(in.Workloads, func(w *workload.Workload) bool {
				return len(w.Options) > 0 && !slices.ContainsFunc(w.Options, func(o jvmflag.Option) bool { return !all[o.Text.Written().Place()] })
			})
			in.Told = in.Told || len(in.Workloads) < before
		}
	}
}
