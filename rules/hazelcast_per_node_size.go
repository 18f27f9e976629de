package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var hazelcastPerNodeSize = lint.Rule{
	ID: "hazelcast-per-node-size", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofHazelcast,
	Title: "a PER_NODE size is smaller than the number of partitions of a member",
	Check: ofMaps(func(p *lint.Pass, m hazelcast.MapConfig) {
		partitions := p.Workload.Hazelcast.Partitions(p.Options.Properties)
		e := m.Eviction
		if !partitions.Known() || !e.Known() || !e.Evicts() || e.MaxSizePolicy.Name != hazelcast.PerNode || e.Size.N >= partitions.N {
			return
		}
		members := p.Workload.Members
		if lacks(p, members, lint.FactMembers) {
			if few := (partitions.N - 1) / e.Size.N; few > 1 { // a single member is mostly a developer's
				f := p.Report(lint.Places{e.Size.Text}, "on up to %d members size %d is less than one entry for each of %d partitions, and %s holds one in each",
					few, e.Size.N, partitions.N, repair.MapName(m))
				f.Severity = lint.Info
				f.Because(partitions.Text, "partitions")
				f.Suggest(lint.Manual, fmt.Sprintf("set the size that it will be, such as %d on 2 members, or name the members with --members", hazelcast.LeastPerNode(2, partitions.N)))
			}
			return
		}
		if e.Size.N*members.N >= partitions.N {
			return
		}
		cluster, _ := hazelcast.PerNodeCap(e.Size.N, members.N, partitions.N)
		least := hazelcast.LeastPerNode(members.N, partitions.N)
		f := p.Report(lint.Places{e.Size.Text}, "size %d on %s is less than one entry for each of %d partitions: %s holds up to %d, one in each",
			e.Size.N, plural.Of(members.N, "member"), partitions.N, repair.MapName(m), cluster)
		f.Because(partitions.Text, "partitions")
		f.Because(members.Text, "members")
		f.Suggest(lint.Unsafe, fmt.Sprintf("set the size that it will be: %d on %s", least, plural.Of(members.N, "member")), repair.SetOf(m.Map, fmt.Sprint(least), "eviction", "size"))
	}),
}
