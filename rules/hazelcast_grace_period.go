package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastGracePeriod = lint.Rule{
	ID: "hazelcast-grace-period", Severity: lint.Warning, Confidence: lint.Likely, Groups: ofHazelcast,
	Title: "a Hazelcast member may be killed before it has handed over its data",
	Check: func(p *lint.Pass) {
		grace := p.Workload.GracePeriod
		if !p.Workload.IsMember || !grace.Known() {
			return
		}
		shutdown := p.Shutdown()
		wait := shutdown.MaxWait
		if !shutdown.IsGraceful() || !wait.Known() || wait.N <= grace.N {
			return
		}
		if p.Workload.Hazelcast == nil && wait.Origin != source.Option { // the configuration may say otherwise
			return
		}
		f := p.Report(lint.Places{wait.Text, shutdown.Policy.Text, grace.Text}, "the member may take %s to hand over its data, but is killed after %s%s",
			lint.WithOrigin(wait), lint.Seconds(grace.N), lint.If(grace.Origin == source.Default, ", the "+grace.Why))
		f.Because(grace.Text, "killed after")
		f.Because(shutdown.Policy.Text, "leaves gracefully")
		if grace.Text.Located() {
			f.Suggest(lint.Unsafe, fmt.Sprintf("wait %d s before the kill", (wait.N+slack)/1000), lint.Replace(grace.Text, fmt.Sprint((wait.N+slack)/1000)))
			return
		}
		if less := (grace.N - slack) / 1000; less > 0 {
			f.Suggest(lint.Unsafe, fmt.Sprintf("let the member give up after %d s", less), p.SetProperty(hazelcast.ShutdownMaxWait, fmt.Sprint(less)))
			return
		}
		f.Suggest(lint.Manual, "give the pod more time")
	},
}

// slack is the time in ms that a member needs for the rest of its shutdown.
const slack = 30_000
