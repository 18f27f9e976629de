package rules

import (
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var alwaysPreTouch = lint.Rule{
	ID: "always-pretouch", Severity: lint.Info, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupMemory},
	Title:  "a fixed heap in a container is committed but not touched at start",
	What: `The initial and the maximum heap size are set to the same value of 1g or more, the container has a memory
limit, and AlwaysPreTouch is off. Nothing is reported where heap-is-limit already says that the heap leaves no room, or
where everything planned for fits the limit and a start script may add options of its own (Elasticsearch's adds
AlwaysPreTouch), or with ZGC, which takes memory from the system when it commits it. The finding is info:
container-memory-sum and request-below-heap report where to expect a kill or an eviction; this rule is about time.`,
	Why: `Committed memory is a promise, not memory: the kernel hands out a page when it is first written. Without
AlwaysPreTouch a heap of 9g starts with a few hundred megabytes resident and grows towards 9g over hours, whatever -Xms
says. If the container's limit is too small for the sum, the pod is killed then: long after start, under load, with no
full GC tried and no line in any log. With AlwaysPreTouch a container that is too small fails at start, not under load,
and the memory that the container reports as used is what it will need. Without it, the first write to each page costs
time later, partly inside pauses: at 0.8 s a GiB, a collection that copies 100 MiB into new pages takes 80 ms more CPU
time.`,
	FixSafety: `Unsafe: the start takes longer, because every page of the heap is written once (0.7 to 0.9 s of CPU
time per GiB), and the memory is resident from then on.`,
	Exceptions: `A program that must start fast and may be killed, or many programs that share one node by
overcommitting it.`,
	Evidence: `Documented behaviour of HotSpot. In a field report on JDK 11, pods were lost until the option was set.
JDK 8, 11, 17, 21 and 25 with G1 and Parallel took 0.67 to 0.96 s more CPU time to start
with -Xms1g -XX:+AlwaysPreTouch than without (a virtual machine with two CPUs and 4 KiB pages, three runs each). With
ZGC and -Xms512m the control group counted 512 MiB (548 on JDK 11, with what is kept for objects that move) 2 s after
the start of JDK 11, 17, 21 and 25, without the option; with G1, 14 MiB.`,
	Parameters: []lint.Parameter{serverLeastHeap},
	Examples: []lint.Example{ofOptions("--memory 10Gi --cpus 8",
		"-Xmx4g -Xms4g",
		"-Xmx4g -Xms4g -XX:+AlwaysPreTouch")},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/gc_globals.hpp",
		"https://docs.oracle.com/en/java/javase/21/docs/specs/man/java.html",
	},
	Check: func(p *lint.Pass) {
		if p.JVM == nil || p.JVM.AlwaysPreTouch() || p.JVM.Collector.Kind == hotspot.Z {
			return
		}
		heap, initial := p.JVM.Heap, p.JVM.InitialHeap
		if heap.Origin != source.Option || initial.Origin != source.Option || heap.N != initial.N {
			return
		}
		if heap.N < p.Parameter(serverLeastHeap) || lacks(p, p.Workload.Memory, lint.FactMemory) {
			return
		}
		if _, full := p.Crowded(); full {
			return // heap-is-limit reports it as worse
		}
		budget, ok := p.Budget()
		fits := ok && budget.Planned()+p.Beside().Planned <= p.Workload.Memory.N && !p.Workload.IsMember
		if fits && !p.ShowsAll() {
			return // the start scripts of Elasticsearch and others switch it on
		}
		f := p.Report([]source.Text{initial.Text, heap.Text},
			"the heap of %s is not touched at start (no AlwaysPreTouch): it becomes resident under load, up to a limit of %s", lint.Size(heap), p.Limit())
		f.Because(heap.Text, "maximum heap size")
		f.Because(p.Workload.Memory.Text, "memory limit")
		const title = "touch the heap at start: a container that is too small then fails at start, not under load"
		if off := p.OptionText("AlwaysPreTouch"); off.Len() > 0 {
			f.Suggest(lint.Unsafe, title, lint.Replace(off, "-XX:+AlwaysPreTouch"))
			return
		}
		f.Suggest(lint.Unsafe, title, p.AddBehind("InitialHeapSize", "-XX:+AlwaysPreTouch"))
	},
}
