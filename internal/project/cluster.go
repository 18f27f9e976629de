package project

import (
	"path"
	"slices"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// joinCluster gives the pods of members what the files of their folder, or the chart, say of access and of names beside
// them, and what all files of the run do.
func joinCluster(p *Project, r *linked) {
	all, folders, inputs := &workload.Cluster{}, map[string]*workload.Cluster{}, r.all()
	if !slices.ContainsFunc(inputs, func(in *Input) bool { return slices.ContainsFunc(in.Workloads, isNewPod) }) {
		return
	}
	for _, in := range inputs {
		all.Add(&in.Cluster)
		if folder := path.Dir(in.File.Name); in.Chart == nil {
			if folders[folder] == nil {
				folders[folder] = &workload.Cluster{}
			}
			folders[folder].Add(&in.Cluster)
		}
	}
	for _, in := range inputs {
		near := &in.Cluster
		if in.Chart == nil {
			near = folders[path.Dir(in.File.Name)]
		}
		everywhere := either.Of(p.walked, all, near)
		for _, w := range in.Workloads {
			if isNewPod(w) {
				w.Pod.Cluster, w.Pod.Everywhere = near, everywhere
				w.Pod.Complete, w.Pod.Moved = in.Chart != nil || p.walked, in.Kustomized != nil
			}
		}
	}
}

// isNewPod reports whether nothing was joined to the pod of a workload.
func isNewPod(w *workload.Workload) bool { return w.Pod != nil && w.Pod.Everywhere == nil }
