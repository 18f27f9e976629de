package rules

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

// neverByAge is one more than the greatest age of an object.
const neverByAge = 16

var tenuring = lint.Rule{
	ID: "tenuring", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofGC,
	Title: "objects never leave the young generation, or leave it at once",
	Check: func(p *lint.Pass) {
		if p.JVM == nil || !slices.Contains(aging, p.JVM.Collector.Kind) {
			return
		}
		collector := p.JVM.Collector
		never, hasNever := p.Options.Set("NeverTenure")
		threshold, hasThreshold := p.Options.Set("MaxTenuringThreshold")
		switch {
		case hasNever && never.Bool() && p.JDK < 9 && collector.Kind != hotspot.Parallel:
			f := p.Report(lint.Places{never.Option.Text}, "%s does nothing under %s on JDK %d", never.Option, collector, p.JDK)
			f.Suggest(repair.Safest(len(p.Workload.JDK.Candidates) == 1), "remove it", p.RemoveOption(never.Option))
		case hasNever && never.Bool():
			reportNever(p, never.Option, never.Option.Text)
		case hasThreshold && threshold.Number == neverByAge:
			reportNever(p, threshold.Option, threshold.Value)
		case hasThreshold && threshold.Number == 0 && jvmflag.WithoutValue(threshold.Option.String()) == "-XX:MaxTenuringThreshold":
			f := p.Report(lint.Places{threshold.Value}, "everything that survives one young collection goes to the old generation")
			f.Severity = lint.Info
			f.Note("good for long-lived data, bad for objects that a request still holds")
			f.Suggest(lint.Unsafe, "remove "+threshold.Option.String()+" and leave the age to the JVM", p.RemoveOption(threshold.Option))
		}
	},
}

// aging are the collectors that count the ages of objects.
var aging = []hotspot.Kind{hotspot.Serial, hotspot.Parallel, hotspot.CMS, hotspot.G1}

func reportNever(p *lint.Pass, o jvmflag.Option, at source.Text) {
	f := p.Report(lint.Places{at}, "objects never leave the young generation by age, only for lack of room")
	f.Note(fmt.Sprintf("%s sets the threshold to %d, and ages end at %d", jvmflag.WithoutValue(o.String()), neverByAge, neverByAge-1))
	f.Suggest(lint.Unsafe, "remove "+o.String()+" and leave the age to the JVM", p.RemoveOption(o))
}
