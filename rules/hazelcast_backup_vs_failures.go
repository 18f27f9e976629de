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
	ID: "hazelcast-backup-vs-failures", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofHazelcast,
	Title: "a map has fewer backups than the number of members the cluster may lose",
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
	f := p.Report(lint.Places{m.BackupCount.Text, m.Name.Text()}, "%s keeps %s, but %s: %s", repair.MapName(m), plural.Of(m.Backups(), "backup"), why, gone)
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
