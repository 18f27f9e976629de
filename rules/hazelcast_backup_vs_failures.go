package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastBackupVsFailures = lint.Rule{
	ID: "hazelcast-backup-vs-failures", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Title: "a map has fewer backups than the cluster may lose members",
	What: `A map is protected by a split-brain rule, so its cluster is meant to go on with
minimum-cluster-size of its members; its backups, synchronous and asynchronous, are
fewer than the members it may then have lost. Where --members is given and no rule
protects the map, the same is said, as information, of the n members that a
majority of 2n + 1 can do without. Maps that are loaded from a store or persisted are
left alone.`,
	Why: `Each entry is on one member and on as many others as there are backups. When more
members than that are lost at once, entries are gone, and the rule lets operations go
on without them: reads find nothing, and nobody notices. Of four members with one
backup two at once lost entries, one did not.`,
	FixSafety:  "Unsafe: each backup takes the memory of the map once more, and each write waits for it.",
	Exceptions: "Members that are lost one after the other: once the partitions are moved, the backups are there again.",
	Evidence:   "Measured on members of 5.3.1 and 5.7.0: four of them, 0, 1 and 2 backups, one and two killed.",
	Examples: []lint.Example{{
		Name: "values.yaml",
		Bad: `image: {tag: "5.3.1"}
cluster: {memberCount: 5}
hazelcast:
  yaml:
    hazelcast:
      split-brain-protection:
        majority: {enabled: true, minimum-cluster-size: 3}
      map:
        orders: {split-brain-protection-ref: majority}
`,
		Good: `image: {tag: "5.3.1"}
cluster: {memberCount: 5}
hazelcast:
  yaml:
    hazelcast:
      split-brain-protection:
        majority: {enabled: true, minimum-cluster-size: 3}
      map:
        orders: {split-brain-protection-ref: majority, backup-count: 2}
`,
	}},
	References: []string{
		"https://docs.hazelcast.com/hazelcast/5.3/data-structures/backing-up-maps",
		"https://docs.hazelcast.com/hazelcast/5.3/network-partitioning/split-brain-protection",
	},
	Check: func(p *lint.Pass) {
		members := p.Workload.Members
		for _, m := range hazelcastMaps(p) {
			if !m.BackupCount.Known() || !m.AsyncBackupCount.Known() || m.HasMapStore || m.HasPersistence {
				continue
			}
			rule, protected := p.Workload.Hazelcast.Protection(m.ProtectedBy.Name)
			protected = protected && rule.Enabled.Name == "true" && !rule.Custom && rule.MinSize.Known()
			if !members.Known() {
				if protected {
					p.Needs(lint.FactMembers)
				}
				continue
			}
			lost, why := hazelcast.MayFail(members.N), fmt.Sprintf("a majority of %d can do without %d", members.N, hazelcast.MayFail(members.N))
			if protected {
				lost, why = members.N-rule.MinSize.N, fmt.Sprintf("%q lets %d of %d go on", rule.Name.Value(), rule.MinSize.N, members.N)
			} else if members.Origin != source.Argument {
				continue
			}
			backups := m.BackupCount.N + m.AsyncBackupCount.N
			if backups >= lost {
				continue
			}
			gone := "a lost member takes entries with it"
			if backups > 0 {
				gone = fmt.Sprintf("%d lost at once take entries with them", backups+1)
			}
			f := p.Report([]source.Text{m.BackupCount.Text, m.Name.Text()}, "%s keeps %s, and %s: %s", mapName(m), lint.Count(backups, "backup"), why, gone)
			if !protected {
				f.Severity = lint.Info
			}
			f.Because(rule.MinSize.Text, "members that go on")
			f.Because(members.Text, "members")
			if wanted := lost - m.AsyncBackupCount.N; lost <= hazelcast.MostBackups {
				f.Suggest(lint.Unsafe, fmt.Sprintf("keep %s", lint.Count(lost, "backup")), setKey(m.Node, "backup-count", fmt.Sprint(wanted)))
			}
		}
	},
}
