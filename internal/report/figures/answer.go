package figures

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
)

// answer is what a reader looks for first, in five lines at most: the start, the heap,
// the full GC, the memory and what it leaves of the limit.
func (p Prediction) answer() []Row {
	if p.JVM == nil {
		return []Row{{What: "start", Value: p.Verdict()}}
	}
	rows := []Row{
		{What: "start", Value: p.Verdict() + ", " + p.JVM.Collector.String()},
		{What: "heap", Value: heapCell(p.JVM)},
	}
	if given := p.Workload.FullGCPause; given.Known() {
		rows = append(rows, Row{What: "full GC", Value: givenPause(given)})
	} else if full, ok := p.FullGCPause(); ok {
		rows = append(rows, Row{What: "full GC", Value: fmt.Sprintf("%d ms, at worst %d ms", full.Expected, full.High)})
	}
	budget, ok := p.Budget()
	if !ok {
		return rows
	}
	memory := memoryIn(p, budget)
	rows = append(rows, Row{What: "memory planned", Value: lint.MiB(memory.Planned())})
	if memory.Beside > 0 {
		rows = append(rows, Row{What: plural.Of(len(p.Workload.Companions), "other JVM"), Value: lint.MiB(memory.Beside) + " at the same time"})
	}
	if memory.Limit.Known() {
		left, _ := memory.Spare()
		rows = append(rows, Row{What: "limit " + lint.MiB(memory.Limit.N), Value: left})
	}
	return rows
}

// givenPause is a pause that was measured, or that somebody states.
func givenPause(v source.Value) string {
	if v.Origin == source.Measured {
		return fmt.Sprintf("%d ms measured", v.N)
	}
	return fmt.Sprintf("%d ms given", v.N)
}

// heapCell is the heap from its size at start to the largest.
func heapCell(jvm *hotspot.JVM) string {
	if jvm.Heap.Known() && !jvm.InitialHeap.Known() {
		return "up to " + sizeCell(jvm.Heap)
	}
	return extent(sizeCell(jvm.InitialHeap), sizeCell(jvm.Heap))
}
