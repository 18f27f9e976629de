package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
)

var gcThreadsFixed = lint.Rule{
	ID: "gc-threads-fixed", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofGC,
	Title: "options ask for more threads than there are CPUs",
	Check: func(p *lint.Pass) {
		if p.JVM == nil {
			return
		}
		reportProcessors(p)
		if p.JVM.Collector.Kind == hotspot.Serial {
			return
		}
		var edits []source.Edit
		var f *lint.Finding
		cpus := p.Workload.CPUs
		for _, name := range []string{"ParallelGCThreads", "ConcGCThreads"} {
			set, given := p.Options.Set(name)
			if !given || set.Number == 0 {
				continue
			}
			if lacks(p, cpus, lint.FactCPUs) {
				return
			}
			if _, idle := idleHere(p, set); idle || int64(set.Number) <= cpus.N {
				continue
			}
			edits = append(edits, p.RemoveOption(set.Option))
			if f != nil {
				f.Because(set.Option.Text, fmt.Sprintf("%d %s", set.Number, threadsOf[name]))
				continue
			}
			f = p.Report(lint.Places{set.Option.Text}, "%d %s share %s", set.Number, threadsOf[name], plural.Of(cpus.N, "CPU"))
			f.Because(cpus.Text, "CPU limit")
		}
		if f != nil {
			f.Suggest(lint.Unsafe, "leave the number to the JVM", edits...)
		}
	},
}

// reportProcessors reports a number of CPUs that an option sets far above the limit.
func reportProcessors(p *lint.Pass) {
	set, given := p.Options.Set("ActiveProcessorCount")
	cpus := p.Workload.CPUs
	if !given || !cpus.Known() || int64(set.Number) <= 2*cpus.N || int64(set.Number) < cpus.N+4 {
		return
	}
	f := p.Report(lint.Places{set.Option.Text}, "the JVM starts threads for %d CPUs, over the limit of %d", set.Number, cpus.N)
	f.Because(cpus.Text, "CPU limit")
	threads := fmt.Sprintf("%v compiler threads", p.JVM.Flag("CICompilerCount").Value)
	if p.JVM.Collector.Kind != hotspot.Serial {
		threads = fmt.Sprintf("%v GC threads, %s", p.JVM.Flag("ParallelGCThreads").Value, threads)
	}
	f.Note(fmt.Sprintf("ActiveProcessorCount overrides the limit: %s, and pools that the program sizes for %d CPUs", threads, set.Number))
	f.Suggest(lint.Unsafe, "leave the number to the limit", p.RemoveOption(set.Option))
}

var threadsOf = map[string]string{"ParallelGCThreads": "GC threads", "ConcGCThreads": "concurrent GC threads"}
