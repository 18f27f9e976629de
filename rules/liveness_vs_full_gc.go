package rules

import (
	"github.com/jvmlint/jvmlint/internal/lint"
)

var livenessVsFullGC = lint.Rule{
	ID: "liveness-vs-full-gc", Severity: lint.Warning, Confidence: lint.Likely, Groups: []lint.Group{lint.GroupGC, lint.GroupHazelcast},
	Title: "the liveness probe kills a Hazelcast member in a GC pause",
	Check: func(p *lint.Pass) {
		c := p.Workload.Container
		if !p.Workload.IsMember || c == nil || !c.Patience.Known() {
			return
		}
		stop, known := p.LongestStop()
		if patience := c.Patience; !stop.Length.Known() || stop.Length.N <= patience.N {
			if !known {
				p.Needs(p.PauseFacts()...)
			}
			return
		}
		f := p.Report(lint.Places{c.Patience.Text}, "%s %s, but the kubelet kills a member that does not answer this probe for %s",
			took(stop), lint.Seconds(stop.Length.N), lint.Seconds(c.Patience.N))
		f.Weight = stop.Length.N
		f.Because(stop.Length.Text, "measured")
		f.Note(lint.Why(stop)...)
		f.Suggest(lint.Manual, "let failureThreshold times periodSeconds be more than "+lint.Seconds(stop.Length.N))
	},
}
