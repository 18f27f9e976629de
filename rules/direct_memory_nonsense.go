package rules

import (
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
)

var directMemoryNonsense = lint.Rule{
	ID: "direct-memory-nonsense", Severity: lint.Warning, Confidence: lint.Likely, Groups: ofMemory,
	Title: "the bound of direct memory is as large as the container, or larger",
	Check: func(p *lint.Pass) {
		bound, nonsense := noBound(p)
		if !nonsense {
			return
		}
		text, memory := jvmflag.FormatSize(bound.Number), p.Workload.Memory
		if !memory.Known() {
			f := p.Report(lint.Places{bound.Value}, "a bound of %s for direct memory is no bound beside a heap of %s", text, lint.Size(p.JVM.Heap))
			f.Suggest(lint.Manual, "measure direct memory under load, and set a bound that the container has room for")
			return
		}
		f := p.Report(lint.Places{bound.Value}, "a bound of %s for direct memory is no bound: the memory limit is %s", text, p.Limit())
		f.Confidence = lint.Certain
		f.Weight = int64(bound.Number) - memory.N
		f.Because(memory.Text, "memory limit")
		budget, ok := p.Budget()
		const step = 16 << 20
		room := (memory.N - (budget.Planned() - int64(bound.Number))) / step * step
		if !ok || room <= 0 {
			f.Suggest(lint.Manual, "measure direct memory under load, and set a bound that fits the limit")
			return
		}
		lower := jvmflag.FormatSize(uint64(room))
		f.Suggest(lint.Unsafe, "lower it to "+lower+": the limit leaves that much beside the other pools", lint.Replace(bound.Value, lower))
	},
}

// noBound returns a bound of direct memory that is too large to bound anything.
func noBound(p *lint.Pass) (jvmflag.Setting, bool) {
	const terabyte, ofHeap = 1 << 40, 16
	bound, given := p.Options.Given().Set("MaxDirectMemorySize")
	switch memory := p.Workload.Memory; {
	case p.JVM == nil || !given || bound.Number == 0 || int64(bound.Number) < 0:
		return bound, false
	case memory.Known():
		return bound, int64(bound.Number) >= memory.N
	}
	heap := p.JVM.Heap
	return bound, bound.Number >= terabyte && heap.Known() && int64(bound.Number)/ofHeap >= heap.N
}
