package rules

import (
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastMergePolicyStats = lint.Rule{
	ID: "hazelcast-merge-policy-stats", Severity: lint.Error, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupStart, lint.GroupHazelcast},
	Title:  "a merge policy needs per-entry statistics that are off",
	What: `The merge policy of a map is HigherHits, LatestAccess or LatestUpdate, and per-entry-stats-enabled is not
true. The member knows only the word true: yes and on mean false.`,
	Why: `These policies compare hits and times that are then kept for no entry. The member refuses such a map when it
starts ("requires the merge type ..., which is just provided if perEntryStatsEnabled field of map-config is true"),
even in the entry called default and under a pattern.`,
	FixSafety:  "Unsafe: each entry costs 24 bytes more.",
	Exceptions: "Never: the member does not start.",
	Evidence:   "Measured on members of 5.3.1 and 5.7.0, LatestUpdate too; ExpirationTime needs no statistics.",
	Examples: []lint.Example{mended("hazelcast.yaml", "",
		"hazelcast:\n  map:\n    sessions:\n      merge-policy:\n        class-name: LatestUpdateMergePolicy\n",
		"sessions:", "sessions:\n      per-entry-stats-enabled: true")},
	References: []string{
		"https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/MergePolicyValidator.java",
		"https://docs.hazelcast.com/hazelcast/5.3/network-partitioning/split-brain-recovery",
	},
	Check: ofMaps(func(p *lint.Pass, m hazelcast.MapConfig) {
		if !m.MergeNeedsEntryStats() || !m.PerEntryStats.Known() || m.PerEntryStats.Name == "true" {
			return
		}
		f := p.Report([]source.Text{m.MergePolicy.Text},
			"merge policy %s needs per-entry-stats-enabled, which %s does not have: the member does not start", m.MergePolicy.Name, repair.MapName(m))
		f.Because(m.PerEntryStats.Text, "read as false")
		f.Suggest(lint.Unsafe, "keep statistics per entry, 24 bytes each", repair.SetOf(m.Map, "true", "per-entry-stats-enabled"))
		f.Suggest(lint.Manual, "or choose a policy that needs no statistics: PutIfAbsent, PassThrough, Discard, ExpirationTime")
	}),
}
