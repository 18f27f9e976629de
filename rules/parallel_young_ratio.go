package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/lint"
)

// mostRatio gives the smallest young generation that the rule proposes: a ninth
// of the heap worked well in a field report.
const mostRatio = 8

var parallelYoungRatio = lint.Rule{
	ID: "parallel-young-ratio", Severity: lint.Info, Confidence: lint.Likely, Groups: ofGC,
	Title: "long-lived data fill the old generation that NewRatio leaves to Parallel",
	Check: func(p *lint.Pass) {
		if p.JVM == nil || !parallelForSure(p) || p.Sets("NewRatio", "NewSize", "MaxNewSize", "OldSize") {
			return
		}
		heap, young, live := p.JVM.Heap, p.JVM.MaxNew, p.Workload.Live
		if lacksMeasured(p, live, lint.FactLive) || lacks(p, heap, lint.FactMemory) || lacks(p, young, lint.FactMemory) {
			return
		}
		old := heap.N - young.N
		if live.N <= old/5*4 || !p.LiveFits() {
			return
		}
		f := p.Report(lint.Places{p.JVM.Collector.Text, heap.Text}, "%s of live data fill an old generation of %s: NewRatio=2 gives the young one a third of the heap of %s",
			bytes(live.N), bytes(old), lint.Size(heap))
		f.Because(heap.Text, "heap size set here")
		if live.N > old { // each collection of it is a full one, and frees nothing
			f.Severity = lint.Warning
		}
		for ratio := int64(3); ratio <= mostRatio; ratio++ {
			if larger := heap.N / (ratio + 1) * ratio; live.N <= larger/5*4 {
				f.Suggest(lint.Unsafe, fmt.Sprintf("set NewRatio=%d, which gives the old generation %s", ratio, bytes(larger)), p.AddOption(fmt.Sprintf("-XX:NewRatio=%d", ratio)))
				return
			}
		}
		f.Suggest(lint.Manual, "use a larger heap or G1, or hold less data: no ratio leaves a fifth of the old generation free")
	},
}
