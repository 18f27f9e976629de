package rules

import (
	"fmt"
	"strings"

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
	ID: "hazelcast-heartbeat-vs-full-gc", Severity: lint.Warning, Confidence: lint.Likely, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupGC, lint.GroupHazelcast},
	Title:  "a GC pause may outlast the heartbeat timeout of a Hazelcast member",
	What: `hazelcast.max.no.heartbeat.seconds less hazelcast.heartbeat.interval.seconds is compared with the longest
full-GC pause: the one that --full-gc-pause gives or --gc-log measured, else twice the upper end of the model's range,
because HotSpot may run two full GCs back to back before it gives up. Other stops in the GC log count if they took
longer: young and mixed collections, degenerated ones of Shenandoah, allocation stalls of ZGC.`,
	Why: `A member that its collector stops sends no heartbeats. The others count from the last heartbeat, which may be
one interval old when the pause begins: a pause up to timeout - interval is safe, one of timeout + interval is fatal,
and between the two it depends on the phase. Where hazelcast.heartbeat.failuredetector.type is phi-accrual, the others
wait for the usual gap besides, and for a few deviations of it: the timeout and about half a second more are safe by
default. The other members take over the partitions of a removed member, migrate them, run into a full GC of their own
and are removed next.`,
	FixSafety:  "Unsafe: the others notice that much later when a member is really dead.",
	Exceptions: "A cluster that would rather lose a member than wait for it.",
	Evidence: `The two bounds were measured with SIGSTOP on 5.3.1 and 5.7.0 (timeout 10, interval 1: 8 s stays, 11.5 s
is removed), those of phi-accrual in the same way (timeout 6, interval 1: 5 s stays, 11 s is removed; timeout 60,
interval 5: removed after 74 to 76 s). The pause model was fitted to full GCs of JDK 8 to 25 on two machines, and
checked against others that it had not seen, including members (docs/accuracy.md). The range is wide because the
machine is not known: one of the two takes three to five times as long as the other. A full GC that was measured on
another heap, in --gc-log, narrows it to four times if the collector is the same.`,
	Parameters: []lint.Parameter{heartbeatPauseShare},
	Examples: []lint.Example{mended("values.yaml", "", `image: {tag: "5.3.1"}
cluster: {memberCount: 3}
resources: {limits: {memory: 10Gi, cpu: 8}}
hazelcast:
  javaOpts: "-Xmx8g -Xms8g -XX:+AlwaysPreTouch -Dhazelcast.max.no.heartbeat.seconds=6"
`, "-Dhazelcast.max.no.heartbeat.seconds=6", "-Dhazelcast.max.no.heartbeat.seconds=60")},
	References: []string{
		"https://docs.hazelcast.com/hazelcast/5.3/clusters/failure-detector-configuration",
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1CollectedHeap.cpp",
	},
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
				f := p.Report([]source.Text{v.Text}, "%q is not a whole number of seconds: the member does not start", v.Text)
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
		places := []source.Text{h.Timeout.Text, h.Interval.Text}
		if c := p.Workload.Hazelcast; c != nil {
			places = append(places, c.Key.Text())
		}
		if p.JVM != nil {
			places = append(places, p.JVM.Heap.Text)
		}
		f := p.Report(places, "%s %s, but heartbeats allow %s (%s): the others expel the member",
			took(stop), lint.Seconds(longest.N), aPause(h.SafePause()), allowed)
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
		for i, line := range lint.Why(stop) {
			if i < 2 {
				f.Note(line)
			} else { // of other values and other CPUs
				f.Detail(line)
			}
		}
		f.Note(fmt.Sprintf("up to %s the member stays, from %s it is removed; %s", lint.Seconds(max(h.SafePause(), 0)), lint.Seconds(h.CertainRemoval()), between))
		timeout := h.TimeoutFor(longest.N*100/share) / 1000
		f.Suggest(lint.Unsafe, fmt.Sprintf("wait %d s for a heartbeat", timeout), p.SetProperty(hazelcast.HeartbeatTimeout, fmt.Sprint(timeout)))
	},
}

// took is what stops the member, up to how long.
func took(s predict.Stop) string {
	if s.Kind == gclog.FullCollection {
		return string(s.Kind) + " may take"
	}
	return string(s.Kind) + " took"
}

// aPause says how long a pause may be.
func aPause(ms int64) string {
	if ms <= 0 {
		return "no pause at all"
	}
	return "a pause of " + lint.Seconds(ms)
}
