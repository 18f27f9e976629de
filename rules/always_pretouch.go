package rules

import (
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var alwaysPreTouch = lint.Rule{
	ID: "always-pretouch", Severity: lint.Info, Confidence: lint.Certain, Groups: ofMemory,
	Title:      "a fixed heap in a container is committed but not touched at start",
	Parameters: []lint.Parameter{serverLeastHeap},
	Check: func(p *lint.Pass) {
		if p.JVM == nil || p.JVM.On("AlwaysPreTouch") || p.JVM.Collector.Kind == hotspot.Z {
			return
		}
		heap, initial := p.JVM.Heap, p.JVM.InitialHeap
		if heap.Origin != source.Option || initial.Origin != source.Option || heap.N != initial.N ||
			heap.N < p.Parameter(serverLeastHeap) || lacks(p, p.Workload.Memory, lint.FactMemory) {
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
		f := p.Report(lint.Places{initial.Text, heap.Text},
			"the heap of %s is not touched at start (no AlwaysPreTouch): it becomes resident under load, up to a limit of %s", lint.Size(heap), p.Limit())
		f.Because(heap.Text, "maximum heap size")
		f.Because(p.Workload.Memory.Text, "memory limit")
		edit := p.AddBehind("InitialHeapSize", "-XX:+AlwaysPreTouch")
		if off := p.OptionText("AlwaysPreTouch"); off.Len() > 0 {
			edit = lint.Replace(off, "-XX:+AlwaysPreTouch")
		}
		f.Suggest(lint.Unsafe, "touch the heap at start: a container that is too small then fails at start, not under load", edit)
		f.Fixes[len(f.Fixes)-1].Weigh = mayStayUnused
	},
}
