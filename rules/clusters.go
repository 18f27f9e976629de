package rules

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/lint"
)

// inCluster tells whether the program is one of several members. Of a
// Hazelcast member it must be known; nothing else is taken for a cluster.
func inCluster(p *lint.Pass) bool {
	if p.Workload.IsMember && !p.Workload.Members.Known() {
		p.Needs(lint.FactMembers)
	}
	return p.Workload.Members.N > 1
}

// perhapsLater tells whether nothing names the JDK, and a later release than
// the given one may be what runs.
func perhapsLater(p *lint.Pass, release int) bool {
	return p.Workload.JDK.Open && slices.Max(p.Workload.JDK.Candidates) > release
}

// liveFits tells whether --live can be meant for this heap.
func liveFits(p *lint.Pass) bool { return p.Workload.Live.N < p.JVM.Heap.N }
