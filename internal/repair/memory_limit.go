package repair

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// SuggestHeap offers the largest heap whose sum fits so many bytes, unless it is
// so much smaller that nobody would want it.
func SuggestHeap(p *lint.Pass, f *lint.Finding, bytes int64) {
	heap, ok := memory.LargestHeap(p.Options, p.BudgetMachine(), p.Program(), bytes)
	if !ok {
		f.Suggest(lint.Manual, "no heap fits beside the other pools and options")
		return
	}
	if heap < p.JVM.Heap.N/4 {
		return
	}
	f.Suggest(lint.Unsafe, fmt.Sprintf("lower the heap to %s, the largest that fits", jvmflag.FormatSize(uint64(heap))), HeapEdits(p, heap)...)
}

// SuggestLimit offers the limit of which so many percent hold the sum, with the
// heap that the JVM takes of it. Nobody wants twice as much for the sake of a
// share; and a heap that a script takes from the limit would grow with it.
func SuggestLimit(p *lint.Pass, f *lint.Finding, percent int64) {
	beside := p.Beside()
	if p.Workload.HeapOfLimit.Len() > 0 || beside.Grows {
		return
	}
	least, ok := memory.Least(p.Options, p.BudgetMachine(), p.Program(), percent, beside.Planned)
	if !ok || p.JVM.Heap.Origin != source.Option && least > 2*p.Workload.Memory.N {
		return
	}
	quantity := p.Workload.Quantity(least)
	f.Suggest(lint.Unsafe, fmt.Sprintf("raise the limit to %s, which holds the sum", quantity), lint.Replace(p.Workload.Memory.Text, quantity))
}
