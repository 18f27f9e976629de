package rules

import (
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var alwaysPreTouch = lint.Rule{
	ID: "always-pretouch", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Title: "a fixed heap in a container is committed but not touched at start",
	What: `Initial and maximum heap size are set to the same number, the container has a
memory limit, and AlwaysPreTouch is off. Where heap-is-limit says that the heap finds no
room at all, nothing is added. It is an info for a program other than a Hazelcast
member where all that is planned for fits the limit, and nothing is said of it where a
start script may add options of its own, as that of Elasticsearch adds AlwaysPreTouch.`,
	Why: `Committed memory is a promise, not memory: the kernel hands out pages when they are
first written. Without AlwaysPreTouch a heap of 9g begins with some hundred
megabytes resident and grows towards 9g over hours, whatever -Xms says. If the
container's limit is too small for the sum, the pod is killed then: long after
start, under load, with no full GC tried and no line in any log. With
AlwaysPreTouch it fails at once or not at all, and what the container reports as
used is what it will need.`,
	FixSafety: `Unsafe: the start takes longer, because every page of the heap is written once
(0.5 to 3 s per GiB were seen on a busy machine of two CPUs), and the memory is resident from then on.`,
	Exceptions: "A program that must start fast and may be killed, or many that share one node by overcommitting it.",
	Evidence:   "Documented behaviour of HotSpot; a field report on JDK 11 lost pods to it until the option was set.",
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
			"the heap of %s is committed at start but not touched: it becomes resident under load, up to a limit of %s", lint.Size(heap), p.Limit())
		if fits {
			f.Severity = lint.Info // the kill does not come
		}
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
