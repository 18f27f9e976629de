package project

import (
	"path"

	"github.com/jvmlint/jvmlint/internal/workload"
)

// joinCluster gives the pods of members what the files of their folder, or the chart, say of access and of names beside
// them, and what all files of the run do.
func joinCluster(p *Project, r *linked) {
	all, folders := &workload.Cluster{}, map[string]*workload.Cluster{}
	for _, in := range r.plain {
		folder := path.Dir(in.File.Name)
		if folders[folder] == nil {
			folders[folder] = &workload.Cluster{}
		}
		folders[folder].Add(&in.Cluster)
	}
	for _, in := range r.all() {
		all.Add(&in.Cluster)
	}
	for _, in := range r.all() {
		near := &in.Cluster
		if in.Chart == nil {
			near = folders[path.Dir(in.File.Name)]
		}
		for _, w := range in.Workloads {
			if w.Pod != nil && w.Pod.Everywhere == nil {
				w.Pod.Cluster, w.Pod.Everywhere = near, near
				if p.walked {
					w.Pod.Everywhere = all
				}
				w.Pod.Complete, w.Pod.Moved = in.Chart != nil || p.walked, in.Kustomized != nil
			}
		}
	}
}
