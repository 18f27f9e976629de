package rules

import (
	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var hazelcastTTLWithoutEntryStats = lint.Rule{
	ID: "hazelcast-ttl-without-entry-stats", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofHazelcast,
	Title: "entries of a Hazelcast map expire, but their times and hits are not kept",
	Check: ofMaps(func(p *lint.Pass, m hazelcast.MapConfig) {
		expiry, meaning := m.TimeToLive, "a time to live"
		if expiry.N <= 0 {
			expiry, meaning = m.MaxIdle, "an idle time"
		}
		stats := m.PerEntryStats
		if expiry.N <= 0 || !stats.Known() || stats.Name == "true" || m.Resource { // which has no field for them
			return
		}
		f := p.Report(lint.Places{expiry.Text},
			"map %q expires entries after %s of %d s, but keeps no %s", m.WrittenName(), meaning, expiry.N/1000, m.LostStats())
		// It is Hazelcast's default, and nothing says where it runs.
		f.InfoIf(!p.Workload.HazelcastVersion.Known() || p.Workload.Image.Len() == 0)
		f.Note("without per-entry-stats-enabled these read -1: nothing shows why an entry is gone, or still there")
		f.Because(stats.Text, "read as false")
		title := "keep statistics per entry, 24 bytes each"
		if p.Workload.HazelcastSchema.Known() {
			f.Suggest(lint.Unsafe, title, repair.SetOf(m.Map, "true", "per-entry-stats-enabled"))
			return
		}
		do := either.Of(p.Workload.Hazelcast.XML != nil, "refuse", "ignore") // measured on 4.0.1, 4.0.6, 4.1 and 4.1.10
		f.Note("Hazelcast 4.0 and 4.1 keep them without that key, which they " + do)
		f.Suggest(lint.Manual, title+": per-entry-stats-enabled, from Hazelcast 4.2 on")
	}),
}
