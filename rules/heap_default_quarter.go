package rules

import (
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var heapDefaultQuarter = lint.Rule{
	ID: "heap-default-quarter", Severity: lint.Info, Confidence: lint.Likely, Groups: ofMemory,
	Title: "no option sizes the heap, which gets a quarter of the container",
	Check: func(p *lint.Pass) {
		if _, given := hotspot.HeapOption(p.Options); given || p.JVM == nil || !p.ShowsAll() || p.FollowsNode() {
			return
		}
		if limit := p.Workload.Memory; !limit.Known() && p.Workload.Limited || lacks(p, limit, lint.FactMemory) {
			return
		}
		heap := p.JVM.Heap
		largest, modelled := memory.LargestHeap(p.Options, p.BudgetMachine(), p.Program(), p.Workload.Memory.N-p.Beside().Planned)
		if _, known := p.Budget(); !heap.Known() || known && !modelled || modelled && largest <= heap.N {
			return
		}
		f := p.Report(lint.Places{p.Workload.Memory.Text}, "no option sizes the heap: it gets %[2]s of the limit of %[1]s", p.Limit(), lint.Size(heap))
		f.CertainIf(p.Workload.Whole || p.Workload.Limited)
		f.Note("heap of " + lint.Size(heap) + ": " + heap.Why)
		if !modelled {
			f.Suggest(lint.Manual, "set the heap size with -Xmx, or a share with -XX:MaxRAMPercentage")
			return
		}
		size, why := largest, "the largest heap that fits"
		limit := p.Workload.Memory.N
		if most := (limit - min(limit/4, enoughBeside)) >> 20 << 20; most < size {
			size, why = most, "which leaves "+lint.MiB(limit-most)+" to all else"
		}
		text := jvmflag.FormatSize(uint64(size))
		f.Suggest(lint.Unsafe, "set -Xmx"+text+", "+why, p.AddOption("-Xmx"+text))
		if request := p.Workload.Request; request.Known() && request.N < largest {
			repair.Leave(&f.Fixes[len(f.Fixes)-1], "the container requests no more than "+request.Text.String())
		}
	},
}

// enoughBeside is what a heap leaves at most for what the program starts, and for memory that no model knows.
const enoughBeside = 2 << 30
