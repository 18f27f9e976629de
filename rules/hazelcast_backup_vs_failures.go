package rules

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastBackupVsFailures = lint.Rule{
	ID: "hazelcast-backup-vs-failures", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupHazelcast},
	Title:  "a map has fewer backups than the number of members the cluster may lose",
	What: `A split-brain rule protects a map, so its cluster is meant to go on with minimum-cluster-size of its
members; but the map has fewer backups, synchronous and asynchronous, than the members that may then be lost.
If --members is given and no rule protects the map, the same check uses the n members that a majority of 2n + 1 can do
without, and reports info. Maps that are loaded from a store or persisted are not judged.`,
	Why: `Each entry is on one member and on as many others as there are backups. When more members than that are lost
at once, entries are gone, and the rule lets operations go on without them: reads find nothing, and nobody notices. Of
four members with one backup, losing two at once lost entries, losing one did not.`,
	FixSafety:  "Unsafe: each backup takes the memory of the map once more, and each write waits for it.",
	Exceptions: "Members that are lost one after the other: once the partitions have moved, the backups exist again.",
	Evidence:   "Measured on members of 5.3.1 and 5.7.0: four of them, 0, 1 and 2 backups, one and two killed.",
	Examples: []lint.Example{mended("values.yaml", "", `image: {tag: "5.3.1"}
cluster: {memberCount: 5}
hazelcast:
  yaml:
    hazelcast:
      split-brain-protection:
        majority: {enabled: true, minimum-cluster-size: 3}
      map:
        orders: {split-brain-protection-ref: majority}
`, "split-brain-protection-ref: majority", "split-brain-protection-ref: majority, backup-count: 2")},
	References: []string{
		"https://docs.hazelcast.com/hazelcast/5.3/data-structures/backing-up-maps",
		"https://docs.hazelcast.com/hazelcast/5.3/network-partitioning/split-brain-protection",
	},
	Check: func(p *lint.Pass) {
		members := p.Workload.Members
		var unprotected []hazelcast.MapConfig
		for _, m := range p.HazelcastMaps() {
			if !m.BackupCount.Known() || !m.AsyncBackupCount.Known() || !m.ProtectedBy.Known() || m.HasMapStore || m.HasPersistence {
				continue
			}
			rule, protected := p.Workload.Hazelcast.Protection(m.ProtectedBy.Name)
			switch {
			case !protected || rule.Enabled.Name != "true":
				unprotected = append(unprotected, m)
			case rule.Custom || !rule.MinSize.Known():
			case !members.Known():
				p.Needs(lint.FactMembers)
			default:
				lost := members.N - rule.MinSize.N
				if f := reportBackups(p, lost, fmt.Sprintf("%q lets %d of %d go on", rule.Name.Value(), rule.MinSize.N, members.N), m); f != nil {
					f.Because(rule.MinSize.Text, "enough members to go on")
				}
			}
		}
		if members.Origin != source.Argument {
			return
		}
		lost := hazelcast.MayFail(members.N)
		if f := reportBackups(p, lost, fmt.Sprintf("a majority of %d can do without %d", members.N, lost), unprotected...); f != nil {
			f.Severity = lint.Info
		}
	},
}

// reportBackups reports the maps that have fewer backups than members may be lost.
func reportBackups(p *lint.Pass, lost int64, why string, maps ...hazelcast.MapConfig) *lint.Finding {
	maps = slices.DeleteFunc(maps, func(m hazelcast.MapConfig) bool { return m.Backups() >= lost })
	if len(maps) == 0 {
		return nil
	}
	m := maps[0]
	gone := "losing one member loses entries"
	if n := m.Backups(); n > 0 {
		gone = fmt.Sprintf("losing %d at once loses entries", n+1)
	}
	f := p.Report([]source.Text{m.BackupCount.Text, m.Name.Text()}, "%s keeps %s, but %s: %s", repair.MapName(m), plural.Of(m.Backups(), "backup"), why, gone)
	f.Because(p.Workload.Members.Text, "members")
	var edits []source.Edit
	for i, m := range maps {
		if i > 0 {
			f.Because(m.Name.Text(), "keeps "+plural.Of(m.Backups(), "backup"))
		}
		edits = append(edits, repair.SetOf(m.Map, fmt.Sprint(lost-m.AsyncBackupCount.N), "backup-count"))
	}
	if lost <= hazelcast.MostBackups {
		f.Suggest(lint.Unsafe, "keep "+plural.Of(lost, "backup"), edits...)
		repair.NoteFixed(f, m.Map, "backup-count")
	}
	return f
}
