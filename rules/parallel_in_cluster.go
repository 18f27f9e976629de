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
	ID: "parallel-in-cluster", Severity: lint.Warning, Confidence: lint.Likely, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupGC},
	Title:  "a full GC of the Parallel collector stops one member of a cluster, and the others wait",
	What: `The Parallel collector, chosen by an option or by JDK 8 itself, in a cluster of two members or more
(--members, or the chart's memberCount), with a heap of 1g or more. If nothing names the JDK, the choice of JDK 8
itself is not reported.`,
	Why: `Parallel collects the old generation in one pause with everything stopped, and the pause grows with the live
data. On a single machine that is the price of the best throughput. In a cluster the members wait for the stopped one:
the more members, the more often one of them stops. A pipeline on three nodes ran 30 % slower with Parallel than with
G1 on JDK 11; on one node with 10 GB tuned Parallel had won, after full pauses of 7 s. Such a pipeline did not notice
pauses up to 150 ms.`,
	FixSafety: `Unsafe: G1 costs some throughput, and memory of its own. On JDK 8 there is no fix: a full GC of its G1
has one thread and lasts longer than Parallel's.`,
	Exceptions: "Batch work that nobody waits for, whose members do not remove each other.",
	Evidence: `A field report on Hazelcast Jet, JDK 8 and 11, one node of 10 GB and three of 32 GB. There is no pause
model of Parallel, so the finding gives no seconds.`,
	Parameters: []lint.Parameter{parallelLeastHeap},
	Examples: []lint.Example{ofOptions("--jdk 17 --memory 12Gi --cpus 8 --members 3",
		"-Xmx9g -XX:+UseParallelGC",
		"-Xmx9g -XX:+UseG1GC")},
	References: []string{
		"https://docs.oracle.com/en/java/javase/21/gctuning/parallel-collector1.html",
		"https://openjdk.org/jeps/307",
	},
	Check: func(p *lint.Pass) {
		if p.JVM == nil || !parallelForSure(p) || !p.InCluster() {
			return
		}
		heap, collector := p.JVM.Heap, p.JVM.Collector
		if lacks(p, heap, lint.FactMemory) || heap.N < p.Parameter(parallelLeastHeap) {
			return
		}
		f := p.Report([]source.Text{collector.Text, heap.Text}, "each full GC of a heap of %s stops one member, and %d wait", lint.Size(heap), p.Workload.Members.N-1)
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
