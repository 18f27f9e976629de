package rules

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
)

var zgcGenerations = lint.Rule{
	ID: "zgc-generations", Severity: lint.Info, Confidence: lint.Certain, Groups: ofGC,
	Title: "ZGC runs without generations, although this JDK has them",
	Check: func(p *lint.Pass) {
		if p.JVM == nil || p.JVM.Collector.Kind != hotspot.Z || p.Sets("ZGenerational") || slices.ContainsFunc(p.Workload.JDK.Candidates, func(jdk int) bool { return jdk != 21 && jdk != 22 }) {
			return
		}
		chosen := p.JVM.Collector.Text
		f := p.Report(lint.Places{chosen}, "ZGC runs without generations: each cycle marks all live data")
		option, _ := p.Options.Set("UseZGC")
		f.Suggest(lint.Unsafe, "switch generations on", lint.AddBehind(option.Option, "-XX:+ZGenerational"))
	},
}
