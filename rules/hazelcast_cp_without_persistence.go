package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/lint"
)

var hazelcastCPWithoutPersistence = lint.Rule{
	ID: "hazelcast-cp-without-persistence", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofHazelcast,
	Title: "a rolling restart takes the majority of the CP subsystem",
	Check: func(p *lint.Pass) {
		config, reading := p.HazelcastReading()
		cp := config.CP()
		if reading.Release.Before(since41) || !cp.Members.Known() || cp.Members.N < 3 || !cp.Persistence.Known() || cp.Persistence.Name == "true" {
			return
		}
		f := p.Report(lint.Places{cp.Members.Text}, "%d CP members without persistence: a restart of one after the other leaves no majority, and CP data answers no more", cp.Members.N)
		f.InfoIf(!p.Workload.HazelcastVersion.Known() || p.Workload.Image.Len() == 0) // nothing says where it runs
		f.Because(cp.Persistence.Text, "read as false")
		f.Suggest(lint.Manual, fmt.Sprintf("promote each restarted member before the next of the %d is restarted, or enable persistence, in Hazelcast Enterprise, on a volume", cp.Members.N))
	},
}
