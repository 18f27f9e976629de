package rules

import (
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastTTLVsMaxIdle = lint.Rule{
	ID: "hazelcast-ttl-vs-max-idle", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupHazelcast},
	Title:  "max-idle-seconds can never expire an entry before time-to-live-seconds does",
	What:   "max-idle-seconds of a map is not shorter than its time-to-live-seconds, and both are set.",
	Why: `The time to live counts from the last write of an entry, the idle time from its last read or write, which is
never earlier: the time to live always ends first. The only effect of the idle time is that each read records its time.`,
	FixSafety: `Unsafe: if the program gives entries a time to live of their own (put or setTtl with a time), the idle
time counts for them.`,
	Exceptions: "A program that sets a longer time to live, entry by entry.",
	Evidence: `Measured on members of 5.3.1 and 5.7.0: with a time to live of 3 s and an idle time of 3 or 60 s, an
entry expired after 3 s, whether it was read all the time or not at all.`,
	Examples: []lint.Example{mended("hazelcast.yaml", "",
		"hazelcast:\n  map:\n    sessions:\n      time-to-live-seconds: 600\n      max-idle-seconds: 3600\n",
		"time-to-live-seconds: 600", "time-to-live-seconds: 3600", "max-idle-seconds: 3600", "max-idle-seconds: 600")},
	References: []string{
		"https://docs.hazelcast.com/hazelcast/5.3/data-structures/managing-map-memory",
	},
	Check: ofMaps(func(p *lint.Pass, m hazelcast.MapConfig) {
		ttl, idle := m.TimeToLive, m.MaxIdle
		if ttl.N <= 0 || idle.N < ttl.N {
			return
		}
		_, key := m.Place("max-idle-seconds")
		f := p.Report([]source.Text{idle.Text}, "%s %d of %s has no effect: entries live at most %d s", key, idle.N/1000, repair.MapName(m), ttl.N/1000)
		f.Because(ttl.Text, "ends first")
		f.Suggest(lint.Unsafe, "set the idle time to 0, which means none", repair.SetOf(m.Map, "0", "max-idle-seconds"))
		f.Suggest(lint.Manual, "or make it shorter than the time to live")
	}),
}
