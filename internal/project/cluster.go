package project

import "github.com/jvmlint/jvmlint/internal/workload"

// joinCluster gives the pods of members what the files of the run say of access and of names beside them.
func joinCluster(p *Project, r *linked) {
	all, inputs := &workload.Cluster{}, r.all()
	for _, in := range inputs {
		all.Add(&in.Cluster)
	}
	for _, in := range inputs {
		for _, w := range in.Workloads {
			if w.Pod != nil && w.Pod.Cluster == &in.Cluster {
				w.Pod.Cluster, w.Pod.Complete, w.Pod.Moved = all, in.Chart != nil || p.walked, in.Kustomized != nil
			}
		}
	}
}
