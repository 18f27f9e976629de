package rules

import (
	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var hazelcastShutdownLosesData = lint.Rule{
	ID: "hazelcast-shutdown-loses-data", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofHazelcast,
	Title: "a Hazelcast member leaves without handing over its data",
	Check: func(p *lint.Pass) {
		var leaving workload.Leaving
		if pod := p.Workload.Pod; pod != nil {
			leaving = pod.Leaves(p.Workload.Members.N)
		}
		if !p.Workload.IsMember || p.Workload.Members.N == 1 && leaving.Count.N == 0 {
			return
		}
		if at := defeatsGraceful(p); at != nil {
			value, lost := at.Text, p.Options.Properties[hazelcast.ShutdownPolicy].Value
			from := lint.If(!lost.Located() && lost.Origin() != "", " from "+lost.Origin())
			f := p.Report(lint.Places{value}, "%s: %s overrides GRACEFUL%s", at.Name, value, from)
			f.Because(lost, "asks for GRACEFUL, but does not count")
			f.Note("the configuration overrides -D: on SIGTERM a member leaves at once, and entries without a backup are lost")
			want := either.Of(at.Name == hazelcast.ShutdownHook, "true", hazelcast.Graceful)
			f.Suggest(lint.Unsafe, "hand over the data before leaving", lint.Replace(value, want))
			return
		}
		shutdown := p.Shutdown()
		if shutdown.IsGraceful() || (!p.Workload.HasJVM() || p.Workload.Hazelcast.Imports()) && shutdown.Policy.Origin == source.Default {
			return
		}
		if hazelcast.FilledIn(shutdown.Policy.Text) || hazelcast.FilledIn(shutdown.Hook.Text) {
			return
		}
		configured := p.HazelcastMaps()
		if c := p.Workload.Hazelcast; len(c.Maps()) == 0 && c != nil && !p.Overrides().Any("map") {
			configured = append(configured, hazelcast.Map{}.Config()) // what all maps get
		}
		told := false // one map stands for all
		for _, m := range configured {
			if !m.BackupCount.Known() || !m.AsyncBackupCount.Known() || m.HasMapStore || m.HasPersistence {
				continue
			}
			var f *lint.Finding
			switch n := leaving.Count; {
			case m.Backups() == 0:
				f = p.Report(lint.Places{m.BackupCount.Text}, "map %q has no backup, and a member does not hand over its data when it leaves", m.WrittenName())
			case m.Backups() < n.N && !told:
				told = true
				f = p.Report(lint.Places{n.Text}, "%s may take %d members away at once, which do not hand over their data: map %q keeps %s",
					leaving.By, n.N, m.WrittenName(), plural.Of(int(m.Backups()), "backup"))
				f.Because(m.BackupCount.Text, "backups")
				f.Suggest(lint.Manual, leaving.Mend)
			default:
				continue
			}
			f.Because(shutdown.Policy.Text, "policy")
			f.Because(shutdown.Hook.Text, "hook")
			f.Note("on SIGTERM a member leaves at once and takes its share of the map with it: " + policyInWords(shutdown))
			if leaving.All && m.Backups() > 0 {
				continue // no member is left to hand the data over to
			}
			name, value := hazelcast.ShutdownPolicy, hazelcast.Graceful
			if shutdown.Policy.Text.String() == hazelcast.Graceful {
				name, value = hazelcast.ShutdownHook, "true"
			}
			f.Suggest(lint.Unsafe, "hand over the data before leaving", p.SetProperty(name, value))
		}
	},
}

// gracefulProperties decide together whether a member leaves gracefully.
var gracefulProperties = []string{hazelcast.ShutdownPolicy, hazelcast.ShutdownHook}

// defeatsGraceful returns the setting of the configuration that overrides GRACEFUL
// from an option; nil if there is none.
func defeatsGraceful(p *lint.Pass) *hazelcast.PropertyValue {
	asked := p.Options.Properties[hazelcast.ShutdownPolicy].Value.String() == hazelcast.Graceful
	if shutdown := p.Shutdown(); asked && !shutdown.IsGraceful() {
		for _, v := range []hazelcast.PropertyValue{shutdown.Policy, shutdown.Hook} {
			harmless := v.Text.String() == hazelcast.Graceful || v.Name == hazelcast.ShutdownHook && v.True()
			if v.Origin == source.Configured && !harmless && !hazelcast.FilledIn(v.Text) {
				return &v
			}
		}
	}
	return nil
}

func policyInWords(s hazelcast.Shutdown) string {
	switch {
	case !s.Hook.True():
		return hazelcast.ShutdownHook + " is " + s.Hook.Text.String()
	case s.Policy.Origin == source.Default:
		return hazelcast.ShutdownPolicy + " is TERMINATE by default"
	}
	return hazelcast.ShutdownPolicy + " is " + s.Policy.Text.String()
}
