package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// parallelLeastHeap is by default a heap whose full GC takes about 150 ms, which a cluster does not notice.
var parallelLeastHeap = lint.Parameter{Name: "least-heap", Unit: lint.UnitBytes, Default: 1 << 30, Least: 1 << 20, Most: 1 << 50, Doc: "smallest heap whose full GC takes long"}

var parallelInCluster = lint.Rule{
	ID: "parallel-in-cluster", Severity: lint.Warning, Confidence: lint.Likely, Groups: ofGC,
	Title:      "a full GC of the Parallel collector stops one member of a cluster, and the others wait",
	Parameters: []lint.Parameter{parallelLeastHeap},
	Check: func(p *lint.Pass) {
		if p.JVM == nil || !parallelForSure(p) || !p.InCluster() {
			return
		}
		heap, collector := p.JVM.Heap, p.JVM.Collector
		if lacks(p, heap, lint.FactMemory) || heap.N < p.Parameter(parallelLeastHeap) {
			return
		}
		f := p.Report(lint.Places{collector.Text, heap.Text}, "each full GC of a heap of %s stops one member, and %d wait", lint.Size(heap), p.Workload.Members.N-1)
		f.Because(heap.Text, "heap size set here")
		f.Because(p.Workload.Members.Text, "members")
		if collector.Origin != source.Option {
			f.Note(fmt.Sprintf("JDK %d chooses Parallel by itself: %s", p.JDK, collector.Why))
		}
		if p.JDK < 10 {
			f.Suggest(lint.Manual, "run it on JDK 11 or later with G1")
			return
		}
		f.Suggest(lint.Unsafe, "use G1", lint.Replace(collector.Text, "-XX:+UseG1GC"))
	},
}

// parallelForSure leaves out the choice of JDK 8 itself if nothing names the JDK or its machine.
func parallelForSure(p *lint.Pass) bool {
	collector := p.JVM.Collector
	return collector.Kind == hotspot.Parallel && (collector.Origin == source.Option || collector.Origin == source.Ergonomic && !p.PerhapsLater(p.JDK))
}
