package rules

import (
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastTTLWithoutEntryStats = lint.Rule{
	ID: "hazelcast-ttl-without-entry-stats", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupHazelcast},
	Title:  "entries of a Hazelcast map expire, but their times and hits are not kept",
	What: `A map sets time-to-live-seconds or max-idle-seconds over 0, but per-entry-stats-enabled is not true. A named
map inherits neither from the map called default. It is a warning where a member of a known release is deployed with it
(in a chart, a manifest, Compose), and info in a file by itself: no statistics are Hazelcast's default.`,
	Why: `Entries do expire without statistics. Many believe, and some published, that they do not. Measured on 4.2.8,
5.0.5, 5.3.1 and 5.7.0, entries with a time to live or a maximum idle time, from the configuration, from put or from
setTtl, all expire with statistics off. Only times and counts of single entries are lost: the creation time and last
stored time, the last access unless the map evicts by LRU, the hits unless it evicts by LFU. They read -1, so expiry
cannot be debugged; LFU breaks ties at random (21112 of 45000 cold entries survived, compared with 4853 with
statistics); and the merge policies HigherHits and LatestAccess refuse to start.`,
	FixSafety:  "Unsafe: each entry costs 24 bytes more (5.3.1: a value of n bytes with an Integer key takes n + 148 instead of n + 124). It is left to you where nothing names the release: Hazelcast 4.0 does not start with the key.",
	Exceptions: "A map of many small entries whose expiry nobody will ever have to explain.",
	Evidence:   "Measured on members of 4.2.8, 5.0.5, 5.3.1 and 5.7.0.",
	Examples: []lint.Example{mended("hazelcast.yaml", "",
		"hazelcast:\n  map:\n    sessions:\n      time-to-live-seconds: 3600\n",
		"time-to-live-seconds: 3600", "time-to-live-seconds: 3600\n      per-entry-stats-enabled: true")},
	References: []string{
		"https://docs.hazelcast.com/hazelcast/5.3/data-structures/reading-map-metrics",
		"https://docs.hazelcast.com/hazelcast/5.3/data-structures/managing-map-memory",
	},
	Check: ofMaps(func(p *lint.Pass, m hazelcast.MapConfig) {
		expiry, meaning := m.TimeToLive, "a time to live"
		if expiry.N <= 0 {
			expiry, meaning = m.MaxIdle, "an idle time"
		}
		stats := m.PerEntryStats
		if expiry.N <= 0 || !stats.Known() || stats.Name == "true" || m.Resource { // which has no field for them
			return
		}
		f := p.Report([]source.Text{expiry.Text},
			"map %q expires entries after %s of %d s, but keeps no %s", m.WrittenName(), meaning, expiry.N/1000, m.LostStats())
		if w := p.Workload; !w.HazelcastVersion.Known() || w.Image.Len() == 0 {
			f.Severity = lint.Info // it is Hazelcast's default, and nothing says where it runs
		}
		f.Note("without per-entry-stats-enabled these read -1: nothing shows why an entry is gone, or still there")
		f.Because(stats.Text, "read as false")
		title := "keep statistics per entry, 24 bytes each"
		if knowsRelease(p) {
			f.Suggest(lint.Unsafe, title, repair.SetOf(m.Map, "true", "per-entry-stats-enabled"))
		} else {
			f.Suggest(lint.Manual, title+": per-entry-stats-enabled, which a member of Hazelcast 4.0 refuses")
		}
	}),
}

// knowsRelease reports whether something names the release of the member, which is then one that is modelled.
func knowsRelease(p *lint.Pass) bool {
	schema, _ := p.Workload.Hazelcast.SchemaRelease()
	return p.Workload.HazelcastVersion.Known() || schema != ""
}
