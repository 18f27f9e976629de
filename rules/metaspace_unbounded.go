package rules

import "github.com/jvmlint/jvmlint/internal/lint"

var metaspaceUnbounded = lint.Rule{
	ID: "metaspace-unbounded", Severity: lint.Info, Confidence: lint.Certain, Groups: ofMemory,
	Title: "metaspace has no bound in a container with a memory limit",
	Check: func(p *lint.Pass) {
		if p.Sets("MaxMetaspaceSize") || !mayPromise(p) || lacks(p, p.Workload.Memory, lint.FactMemory) {
			return
		}
		f := p.Report(lint.Places{p.HeapText()}, "metaspace has no bound beside a heap of %s in a limit of %s", lint.Size(p.JVM.Heap), p.Limit())
		f.Because(p.Workload.Memory.Text, "memory limit")
		f.Suggest(lint.Manual, "measure metaspace under load, and bound it with -XX:MaxMetaspaceSize")
	},
}

// mayPromise tells that somebody sized the heap, that it takes more than half of the limit, that all options are
// seen, and that the sum of the pools, as far as it can be told, is within the limit. A container known to have no
// limit promises nothing.
func mayPromise(p *lint.Pass) bool {
	memory := p.Workload.Memory
	if !p.HeapIsSized() || !p.ShowsAll() || !memory.Known() {
		return p.HeapIsSized() && p.ShowsAll() && !p.Workload.Limited
	}
	if _, full := p.Crowded(); full || !p.JVM.Heap.Known() || 2*p.JVM.Heap.N <= memory.N {
		return false
	}
	budget, ok := p.Budget()
	return !ok || budget.Planned() <= memory.N
}
