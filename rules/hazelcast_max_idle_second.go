package rules

import (
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastMaxIdleSecond = lint.Rule{
	ID: "hazelcast-max-idle-second", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupHazelcast},
	Title:  "with max-idle-seconds 1 entries expire although they are read",
	What:   "max-idle-seconds of a map is 1.",
	Why: `The member keeps the time of the last read in whole seconds, so a read within the same second changes
nothing, and the entry is gone a second after it was written, however often it is read.`,
	FixSafety:  "Unsafe: entries live while they are read, and two seconds longer.",
	Exceptions: "A map whose entries may go after a second in any case: that is time-to-live-seconds 1.",
	Evidence: `Measured on members of 5.3.1 and 5.7.0: a key that is read every 250 ms is gone within a second with an
idle time of 1 s, with statistics per entry and without, and stays with 2 s.`,
	Examples: []lint.Example{{
		Name: "hazelcast.yaml",
		Bad:  "hazelcast:\n  map:\n    tokens:\n      max-idle-seconds: 1\n",
		Good: "hazelcast:\n  map:\n    tokens:\n      max-idle-seconds: 2\n",
	}},
	References: []string{
		"https://docs.hazelcast.com/hazelcast/5.3/data-structures/managing-map-memory",
	},
	Check: ofMaps(func(p *lint.Pass, m hazelcast.MapConfig) {
		if m.MaxIdle.N != 1000 {
			return
		}
		_, key := m.Place("max-idle-seconds")
		f := p.Report([]source.Text{m.MaxIdle.Text}, "%s 1 expires the entries of %s a second after they were written, although they are read", key, repair.MapName(m))
		f.Suggest(lint.Unsafe, "keep them while they are read: 2 s", repair.SetOf(m.Map, "2", "max-idle-seconds"))
	}),
}
