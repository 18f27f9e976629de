package rules

import (
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var hazelcastMaxIdleSecond = lint.Rule{
	ID: "hazelcast-max-idle-second", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofHazelcast,
	Title: "with max-idle-seconds 1 entries expire although they are read",
	Check: ofMaps(func(p *lint.Pass, m hazelcast.MapConfig) {
		if m.MaxIdle.N != 1000 {
			return
		}
		_, key := m.Place("max-idle-seconds")
		f := p.Report(lint.Places{m.MaxIdle.Text}, "%s 1 expires the entries of %s a second after they were written, although they are read", key, repair.MapName(m))
		f.Suggest(lint.Unsafe, "keep them while they are read: 2 s", repair.SetOf(m.Map, "2", "max-idle-seconds"))
	}),
}
