package rules

import (
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var alwaysPreTouch = lint.Rule{
	ID: "always-pretouch", Severity: lint.Info, Confidence: lint.Certain, Since: "0.1.0",
	Title: "a fixed heap in a container is committed but not touched at start",
	What: `Initial and maximum heap size are set to the same number, the container has a
memory limit, the heap is 1g or more, and AlwaysPreTouch is off. Where heap-is-limit says that the heap finds no
room at all, nothing is added. Where all that is planned for fits the limit, nothing is
said of a start script that may add options of its own, as that of Elasticsearch adds
AlwaysPreTouch. It is information: container-memory-sum and request-below-heap tell where
a kill or an eviction is to be expected, and what is left is time.`,
	Why: `Committed memory is a promise, not memory: the kernel hands out pages when they are
first written. Without AlwaysPreTouch a heap of 9g begins with some hundred
megabytes resident and grows towards 9g over hours, whatever -Xms says. If the
container's limit is too small for the sum, the pod is killed then: long after
start, under load, with no full GC tried and no line in any log. With
AlwaysPreTouch it fails at once or not at all, and what the container reports as
used is what it will need. Without it, the first write to each page is paid for later, a part of it
in pauses: at 0.8 s a GiB a collection that copies 100 MiB into pages that are new takes 80 ms of
CPU time more.`,
	FixSafety: `Unsafe: the start takes longer, because every page of the heap is written once
(0.7 to 0.9 s of CPU time per GiB), and the memory is resident from then on.`,
	Exceptions: "A program that must start fast and may be killed, or many that share one node by overcommitting it.",
	Evidence: `Documented behaviour of HotSpot; a field report on JDK 11 lost pods to it until the option
was set. JDK 8, 11, 17, 21 and 25 with G1 and Parallel took 0.67 to 0.96 s of CPU time more to start with
-Xms1g -XX:+AlwaysPreTouch than without (a virtual machine of two CPUs, pages of 4 KiB, three runs each).`,
	Parameters: []lint.Parameter{serverLeastHeap},
	Examples: []lint.Example{{
		Name: "options.txt", Args: "--memory 10Gi --cpus 8",
		Bad:  "-Xmx4g -Xms4g",
		Good: "-Xmx4g -Xms4g -XX:+AlwaysPreTouch",
	}},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/gc_globals.hpp",
		"https://docs.oracle.com/en/java/javase/21/docs/specs/man/java.html",
	},
	Check: func(p *lint.Pass) {
		if p.JVM == nil || p.JVM.AlwaysPreTouch() {
			return
		}
		heap, initial := p.JVM.Heap, p.JVM.InitialHeap
		if heap.Origin != source.Option || initial.Origin != source.Option || heap.N != initial.N {
			return
		}
		if heap.N < p.Parameter(serverLeastHeap) {
			return
		}
		if !p.Workload.Memory.Known() {
			p.Needs(lint.FactMemory)
			return
		}
		if _, full := p.Crowded(); full {
			return // heap-is-limit says worse
		}
		budget, ok := p.Budget()
		fits := ok && budget.Planned() <= p.Workload.Memory.N && !p.Workload.IsMember
		if fits && !p.ShowsAll() {
			return // Elasticsearch and others switch it on by themselves
		}
		f := p.Report([]source.Text{initial.Text, heap.Text},
			"the heap of %s is not touched at start (no AlwaysPreTouch): it becomes resident under load, up to a limit of %s", lint.Size(heap), p.Limit())
		f.Because(heap.Text, "maximum heap size")
		f.Because(p.Workload.Memory.Text, "memory limit")
		const title = "touch the heap at start, so that it fails there or not at all"
		if off := p.OptionText("AlwaysPreTouch"); off.Len() > 0 {
			f.Suggest(lint.Unsafe, title, lint.Replace(off, "-XX:+AlwaysPreTouch"))
			return
		}
		f.Suggest(lint.Unsafe, title, p.AddBehind("InitialHeapSize", "-XX:+AlwaysPreTouch"))
	},
}
