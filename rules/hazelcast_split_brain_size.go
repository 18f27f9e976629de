package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastSplitBrainSize = lint.Rule{
	ID: "hazelcast-split-brain-size", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupHazelcast},
	Title:  "a split-brain protection lets both halves go on, or blocks all operations",
	What: `minimum-cluster-size of an enabled rule (2 by default) is at most half the number of members, or more than
all of them. Rules that decide by a function of their own are not judged.`,
	Why: `A cluster of four with a minimum of two may split into two and two: each half has enough members, both go on
writing, and one half loses its writes when they merge. The rule then protects nothing. With a minimum over the number
of members, every operation always fails.`,
	FixSafety:  "Unsafe: with fewer members than that, operations on the protected maps fail.",
	Exceptions: "A cluster that often runs with fewer members and would rather merge than wait.",
	Evidence: `Measured on members of 5.3.1 and 5.7.0: with fewer members than the minimum, each operation throws
SplitBrainProtectionException; with as many, none does. The rest is arithmetic.`,
	Examples: []lint.Example{mended("values.yaml", "", `image: {tag: "5.3.1"}
cluster: {memberCount: 6}
hazelcast:
  yaml:
    hazelcast:
      split-brain-protection:
        half: {enabled: true, minimum-cluster-size: 3}
`, "minimum-cluster-size: 3", "minimum-cluster-size: 4")},
	References: []string{
		"https://docs.hazelcast.com/hazelcast/5.3/network-partitioning/split-brain-protection",
	},
	Check: func(p *lint.Pass) {
		members := p.Workload.Members
		for _, rule := range p.Workload.Hazelcast.Protections() {
			if rule.Enabled.Name != "true" || rule.Custom || !rule.MinSize.Known() {
				continue
			}
			if lacks(p, members, lint.FactMembers) {
				return
			}
			least, at := rule.MinSize.N, []source.Text{rule.MinSize.Text, rule.Name.Text()}
			size := fmt.Sprint(least)
			if rule.MinSize.Origin == source.Default {
				size += " by default"
			}
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
