package rules

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot/pause"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
)

var heartbeatPauseShare = lint.Parameter{Name: "pause-share", Unit: lint.UnitPercent, Default: 100, Least: 1, Most: 100, Doc: "share of the safe pause that a stop must reach to be reported"}

var hazelcastHeartbeatVsFullGC = lint.Rule{
	ID: "hazelcast-heartbeat-vs-full-gc", Severity: lint.Warning, Confidence: lint.Likely,
	Groups:     []lint.Group{lint.GroupGC, lint.GroupHazelcast},
	Title:      "a GC pause may outlast the heartbeat timeout of a Hazelcast member",
	Parameters: []lint.Parameter{heartbeatPauseShare},
	Check: func(p *lint.Pass) {
		h := p.Heartbeats
		if h == nil || p.Workload.Members.N == 1 || h.Timeout.Origin == source.Default && p.Workload.Hazelcast.Imports() {
			return
		}
		for _, v := range []source.Value{h.Timeout, h.Interval} {
			if !v.Known() {
				if strings.Contains(v.Text.String(), "${") {
					return // the member replaces the placeholder
				}
				f := p.Report(lint.Places{v.Text}, "%q is not a whole number of seconds: the member does not start", v.Text)
				f.Severity, f.Confidence = lint.Error, lint.Certain
				return
			}
		}
		stop, known := p.LongestStop()
		longest, share := stop.Length, p.Parameter(heartbeatPauseShare)
		if h.SafePause()*share/100 > longest.N || !longest.Known() {
			if !known {
				p.Needs(p.PauseFacts()...)
			}
			return
		}
		allowed := fmt.Sprintf("timeout %s - interval %s", lint.WithOrigin(h.Timeout), lint.WithOrigin(h.Interval))
		if h.Phi != nil {
			allowed = fmt.Sprintf("timeout %s, phi-accrual", lint.WithOrigin(h.Timeout))
		}
		places := lint.Places{h.Timeout.Text, h.Interval.Text}
		if c := p.Workload.Hazelcast; c != nil {
			places = append(places, c.Key.Text())
		}
		if p.JVM != nil {
			places = append(places, p.JVM.Heap.Text)
		}
		most := either.Of(h.SafePause() > 0, "a pause of "+lint.Seconds(h.SafePause()), "no pause at all")
		f := p.Report(places, "%s %s, but heartbeats allow %s (%s): the others expel the member",
			took(stop), lint.Seconds(longest.N), most, allowed)
		f.Weight = longest.N
		f.Because(h.Timeout.Text, "timeout")
		between := "between the two it depends on the phase of its heartbeats"
		if h.Phi == nil {
			f.Because(h.Interval.Text, "interval")
		} else {
			f.Because(h.Phi.Text, "how silence is judged")
			between += ", and on how even they came: each pause that it survives makes the others wait longer"
		}
		f.Because(longest.Text, "measured")
		if waste, set := p.Options.Set("G1HeapWastePercent"); set && stop.Estimate != nil && pause.OwnWorkers(p.JVM).LimitedBy == pause.LimitWaste {
			f.Because(waste.Value, "leaves a full GC "+plural.Of(pause.OwnWorkers(p.JVM).Count, "worker"))
		}
		lines := lint.Why(stop)
		told := min(len(lines), 2)
		f.Note(lines[:told]...)
		f.Detail(lines[told:]...) // of other values and other CPUs
		f.Note(fmt.Sprintf("up to %s the member stays, from %s it is removed; %s", lint.Seconds(max(h.SafePause(), 0)), lint.Seconds(h.CertainRemoval()), between))
		timeout := h.TimeoutFor(longest.N*100/share) / 1000
		f.Suggest(lint.Unsafe, fmt.Sprintf("wait %d s for a heartbeat", timeout), p.SetProperty(hazelcast.HeartbeatTimeout, fmt.Sprint(timeout)))
	},
}

// took is what stops the member, up to how long.
func took(s predict.Stop) string {
	return string(s.Kind) + either.Of(s.Kind == gclog.FullCollection, " may take", " took")
}
