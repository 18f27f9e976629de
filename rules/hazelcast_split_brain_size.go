package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var hazelcastSplitBrainSize = lint.Rule{
	ID: "hazelcast-split-brain-size", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofHazelcast,
	Title: "a split-brain protection lets both halves go on, or blocks all operations",
	Check: func(p *lint.Pass) {
		members := p.Workload.Members
		for _, rule := range p.Workload.Hazelcast.Protections() {
			if rule.Enabled.Name != "true" || rule.Custom || !rule.MinSize.Known() {
				continue
			}
			if lacks(p, members, lint.FactMembers) {
				return
			}
			least, at := rule.MinSize.N, lint.Places{rule.MinSize.Text, rule.Name.Text()}
			size := fmt.Sprint(least) + lint.ByDefault(rule.MinSize.Origin)
			majority := hazelcast.Majority(members.N)
			var f *lint.Finding
			switch {
			case members.N > 1 && least > members.N:
				f = p.Report(at, "minimum-cluster-size %s is more than the %s: no operation ever succeeds", size, plural.Of(members.N, "member"))
			case hazelcast.BothHalvesGoOn(least, members.N):
				f = p.Report(at, "minimum-cluster-size %s lets both halves of a split go on: the cluster has %s", size, plural.Of(members.N, "member"))
			default:
				continue
			}
			f.Because(members.Text, "members")
			f.Suggest(lint.Unsafe, fmt.Sprintf("require a majority (%d)", majority),
				repair.SetKey(p.Workload.Hazelcast.Root.Get("split-brain-protection", rule.Name.Value()), "minimum-cluster-size", fmt.Sprint(majority)))
		}
	},
}
