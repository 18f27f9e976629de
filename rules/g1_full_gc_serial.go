package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot/pause"
	"github.com/jvmlint/jvmlint/internal/lint"
)

var g1FullGCSerial = lint.Rule{
	ID: "g1-full-gc-serial", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofGC,
	Title: "a full GC of G1 runs on one thread on this JDK, in a cluster",
	Check: func(p *lint.Pass) {
		if p.JVM == nil || p.JVM.G1 == nil || pause.OwnWorkers(p.JVM).LimitedBy != pause.LimitRelease || p.PerhapsLater(p.JDK) || !p.InCluster() {
			return
		}
		stop, ok := p.LongestFullGC()
		if !ok {
			p.Needs(p.MissingFacts()...)
			return
		}
		expected, longest, why := stop.Length.N, stop.Length.N, lint.Why(stop)
		if full := stop.Estimate; full != nil {
			estimate := fmt.Sprintf("between %s and %s: an estimate for %s", lint.Seconds(full.Low), lint.Seconds(full.High), full.Machine)
			expected, longest, why = full.Expected, full.High, append([]string{estimate}, lint.OtherPauses(*full)...)
		}
		if p.JVM.ParallelGCThreads.N < 2 || longest < 1000 {
			return
		}
		f := p.Report(lint.Places{p.JVM.Collector.Text, p.HeapText()}, "a full GC of a heap of %s runs on 1 of %d threads, and stops one member of %d for about %s",
			lint.Size(p.JVM.Heap), p.JVM.ParallelGCThreads.N, p.Workload.Members.N, lint.Seconds(expected))
		f.Because(p.HeapText(), "heap size set here")
		f.Because(p.Workload.Members.Text, "members")
		f.Note(why...)
		f.Suggest(lint.Manual, "run it on JDK 11 or later, where all GC threads take part")
	},
}
