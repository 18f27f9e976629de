package rules

import (
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var hazelcastMergePolicyStats = lint.Rule{
	ID: "hazelcast-merge-policy-stats", Severity: lint.Error, Confidence: lint.Certain, Groups: ofMemberStart,
	Title: "a merge policy needs per-entry statistics that are off",
	Check: ofMaps(func(p *lint.Pass, m hazelcast.MapConfig) {
		if !m.MergeNeedsEntryStats() || !m.PerEntryStats.Known() || m.PerEntryStats.Name == "true" {
			return
		}
		f := p.Report(lint.Places{m.MergePolicy.Text},
			"merge policy %s needs per-entry-stats-enabled, which %s does not have: the member does not start", m.MergePolicy.Name, repair.MapName(m))
		if !p.Workload.HazelcastSchema.Known() {
			f.Severity = lint.Warning
			f.Note("nothing names the Hazelcast release, and 4.0 and 4.1 start with it")
		}
		f.Because(m.PerEntryStats.Text, "read as false")
		f.Suggest(lint.Unsafe, "keep statistics per entry, 24 bytes each", repair.SetOf(m.Map, "true", "per-entry-stats-enabled"))
		f.Suggest(lint.Manual, "or choose a policy that needs no statistics: PutIfAbsent, PassThrough, Discard, ExpirationTime")
	}),
}
