package rules

import "github.com/jvmlint/jvmlint/internal/lint"

// inCluster tells whether the program is one of several members. Of a
// Hazelcast member it must be known; nothing else is taken for a cluster.
func inCluster(p *lint.Pass) bool {
	if p.Workload.IsMember && !p.Workload.Members.Known() {
		p.Needs(lint.FactMembers)
	}
	return p.Workload.Members.N > 1
}
