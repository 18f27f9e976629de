package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastCPWithoutPersistence = lint.Rule{
	ID: "hazelcast-cp-without-persistence", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupHazelcast},
	Title:  "a rolling restart takes the majority of the CP subsystem",
	What: `cp-subsystem has a cp-member-count, and persistence-enabled is not true. The finding is a warning for
members whose image and release are known, and info for a bare file.`,
	Why: `A CP member without persistence keeps its part of each group in memory alone. Once its process has ended, the
new one is no CP member: nobody promotes it, and the old one counts as missing for four hours. When the second of three
is restarted the majority is gone, and locks, semaphores and atomic values answer no more. Kubernetes restarts all
members one after the other for each change of the StatefulSet.`,
	FixSafety: "There is none to apply: persistence is a feature of Hazelcast Enterprise, and needs a volume.",
	Exceptions: `A cluster whose members are promoted one by one before the next is restarted, by an operator or by
hand.`,
	Evidence: `Measured on three members of 5.3.1, restarted one after the other, ended with TERMINATE and with
GRACEFUL: after the first an atomic value is still read, after the second there is no answer in 20 s.`,
	Examples: []lint.Example{mended("values.yaml", "", `image: {tag: "5.3.1"}
cluster: {memberCount: 3}
hazelcast:
  yaml:
    hazelcast:
      cp-subsystem:
        cp-member-count: 3
        persistence-enabled: false
`, "enabled: false", "enabled: true")},
	References: []string{
		"https://docs.hazelcast.com/hazelcast/5.3/cp-subsystem/management",
		"https://docs.hazelcast.com/hazelcast/5.3/cp-subsystem/persistence",
	},
	Check: func(p *lint.Pass) {
		cp := p.Workload.Hazelcast.CP()
		if !cp.Members.Known() || cp.Members.N < 3 || !cp.Persistence.Known() || cp.Persistence.Name == "true" {
			return
		}
		f := p.Report([]source.Text{cp.Members.Text}, "%d CP members without persistence: a restart of one after the other leaves no majority, and CP data answers no more", cp.Members.N)
		if w := p.Workload; !w.HazelcastVersion.Known() || w.Image.Len() == 0 {
			f.Severity = lint.Info // nothing says where it runs
		}
		f.Because(cp.Persistence.Text, "read as false")
		f.Suggest(lint.Manual, fmt.Sprintf("promote each restarted member before the next of the %d is restarted, or enable persistence, in Hazelcast Enterprise, on a volume", cp.Members.N))
	},
}
