package rules

import (
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var hazelcastTTLVsMaxIdle = lint.Rule{
	ID: "hazelcast-ttl-vs-max-idle", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofHazelcast,
	Title: "max-idle-seconds can never expire an entry before time-to-live-seconds does",
	Check: ofMaps(func(p *lint.Pass, m hazelcast.MapConfig) {
		ttl, idle := m.TimeToLive, m.MaxIdle
		if ttl.N <= 0 || idle.N < ttl.N || !p.Workload.HazelcastSchema.EndsByLifetime() {
			return
		}
		_, key := m.Place("max-idle-seconds")
		f := p.Report(lint.Places{idle.Text}, "%s %d of %s has no effect: entries live at most %d s", key, idle.N/1000, repair.MapName(m), ttl.N/1000)
		f.Because(ttl.Text, "ends first")
		f.Suggest(lint.Unsafe, "set the idle time to 0, which means none", repair.SetOf(m.Map, "0", "max-idle-seconds"))
		f.Suggest(lint.Manual, "or make it shorter than the time to live")
	}),
}
