package repair

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Where the limit is raised rather than the heap lowered, by default: a heap of at most so much of the limit is
// small beside it, and a limit that needs at most so much, or so many bytes more, is not far off.
const (
	smallHeapPercent = 75
	nearLimitPercent = 125
	nearLimitBytes   = 512 << 20
	muchMorePercent  = 150 // for a heap that is a share, and would grow as much
)

// A limit is raised at most four times, or twice where that takes more than 4 GiB: beyond, the heap may be what is too
// large.
const (
	mostTimes      = 4
	mostTimesLarge = 2
	large          = 4 << 30
)

// SuggestFit offers a heap of which the sum fits so many bytes, and a limit of which so many percent hold
// the sum. The first of them is what people choose: see the page of container-memory-sum.
func SuggestFit(p *lint.Pass, f *lint.Finding, bytes, percent int64) {
	if p.Tried() {
		return
	}
	lowered := SuggestHeap(p, f, bytes)
	share := p.JVM.Heap.Origin != source.Option // which many choose alike, whatever the program needs
	deep := lowered*2 < p.JVM.Heap.N || share && lowered*4 < p.JVM.Heap.N*3
	before := len(f.Fixes)
	if before > 0 && f.Severity > lint.Info {
		switch budget, ok := p.Budget(); {
		case deep:
			Leave(&f.Fixes[before-1], "the program may need more of its heap")
		case ok && budget.Planned()-budget.BeyondSeen() <= bytes+budget.MayBeOff():
			Leave(&f.Fixes[before-1], "the sum may well fit, as metaspace and code cache of most programs stay far below these bounds")
		}
	}
	least := SuggestLimit(p, f, percent)
	limit := p.Workload.Memory.N
	if last := len(f.Fixes) - 1; share && last >= before && least*100 > limit*muchMorePercent {
		Leave(&f.Fixes[last], "the heap is a share of the limit, and grows with it")
	}
	small := p.JVM.Heap.N*100 <= limit*smallHeapPercent
	near := least*100 <= limit*nearLimitPercent || least-limit <= nearLimitBytes
	shared := len(p.Workload.Companions) > 0
	vendor, server := p.HeapShare()
	if last := len(f.Fixes) - 1; last == before && last > 0 && !shared &&
		(deep || p.JVM.Heap.Origin == source.Option && (small || near || server && !vendor.Bound)) {
		f.Fixes[last-1], f.Fixes[last] = f.Fixes[last], f.Fixes[last-1]
	}
	if f.Severity > lint.Info {
		return
	}
	for i := range f.Fixes {
		Leave(&f.Fixes[i], "") // the sum may well fit
	}
}

func Leave(x *lint.Fix, why string) {
	if len(x.Edits) > 0 {
		x.Safety, x.Edits, x.Left = lint.Manual, nil, why
	}
}

// SuggestHeap offers the largest heap whose sum fits so many bytes, unless it is
// so much smaller that nobody would want it.
func SuggestHeap(p *lint.Pass, f *lint.Finding, bytes int64) (lowered int64) {
	heap, ok := memory.LargestHeap(p.Options, p.BudgetMachine(), p.Program(), bytes)
	if !ok {
		f.Suggest(lint.Manual, "no heap fits beside the other pools and options")
		return 0
	}
	why := "the largest that fits"
	if share, known := p.HeapShare(); known && share.Bound && share.Heap(p.Workload.Memory.N) < heap {
		heap, why = share.Heap(p.Workload.Memory.N), "the share that its vendor allows"
	}
	if heap < p.JVM.Heap.N/4 {
		return heap
	}
	title := fmt.Sprintf("lower the heap to %s, %s", jvmflag.FormatSize(uint64(heap)), why)
	f.SuggestSize(lint.HeapSize, title, HeapEdits(p, heap)...)
	return heap
}

// SuggestLimit offers the limit of which so many percent hold the sum, with the
// heap that the JVM takes of it, and gives it. Nobody wants twice as much for the sake of a
// share; and a heap that a script takes from the limit would grow with it.
func SuggestLimit(p *lint.Pass, f *lint.Finding, percent int64) (least int64) {
	beside := p.Beside()
	if p.Workload.HeapOfLimit.Len() > 0 || beside.Grows {
		return 0
	}
	least, ok := memory.Least(p.Options, p.BudgetMachine(), p.Program(), percent, beside.Planned)
	given := p.JVM.Heap.Origin == source.Option
	if !ok && given && len(f.Fixes) == 0 {
		f.Suggest(lint.Manual, fmt.Sprintf("raise the limit far above the heap of %s, or give the JVM one that fits it", lint.Size(p.JVM.Heap)))
	}
	if !ok || !given && least > 2*p.Workload.Memory.N {
		return 0
	}
	holding := least
	if share, known := p.HeapShare(); known && share.Bound && given {
		holding = max(least, p.JVM.Heap.N*100/share.Percent) // a limit that the vendor allows the heap in
	}
	quantity := p.Workload.Quantity(holding)
	limit, request := p.Workload.Memory, p.Workload.Request
	title, edits := "raise the limit", []source.Edit{lint.Replace(limit.Text, quantity)}
	if request.Known() && request.N == limit.N && !request.Text.Same(limit.Text) { // a pod of the class Guaranteed stays one
		title, edits = title+" and the request", append(edits, lint.Replace(request.Text, quantity))
	}
	f.SuggestSize(lint.LimitSize, title+" to "+quantity+", which holds the sum", edits...)
	switch last, swap := &f.Fixes[len(f.Fixes)-1], p.Workload.Swap; {
	case holding > mostTimes*limit.N:
		Leave(last, "it is more than four times what is written")
	case p.JVM.Heap.N > limit.N && holding > mostTimesLarge*limit.N && holding-limit.N > large:
		Leave(last, "it is more than twice what is written, and the heap may be what is too large")
	case swap.Known() && holding > swap.N:
		Leave(last, fmt.Sprintf("Docker takes no limit above the %s of memswap_limit", swap.Text))
	}
	return least
}

// HeapEdits give the heap another maximum, in bytes, where it is given now, and lower what may not be over it.
func HeapEdits(p *lint.Pass, heap int64) []source.Edit {
	text := jvmflag.FormatSize(uint64(heap))
	var edits []source.Edit
	for _, s := range hotspot.OverHeap(p.Options, heap) {
		edits = lists.With(edits, lint.Replace(s.Value, text))
	}
	percentage, byPercentage := p.Options.Set("MaxRAMPercentage")
	fraction, byFraction := p.Options.Set("MaxRAMFraction")
	switch {
	case p.Sets("MaxHeapSize"):
	case byPercentage && percentage.Value.Editable() && p.Workload.Memory.Known():
		share := percent(heap, sharedMemory(p))
		edits = append(edits, lint.Replace(percentage.Value, share))
		initial, given := p.Options.Set("InitialRAMPercentage")
		if given && initial.Double*float64(sharedMemory(p)) > 100*float64(heap) {
			edits = lists.With(edits, lint.Replace(initial.Value, share)) // both may stand in one place
		}
	case byFraction && !byPercentage && fraction.Option.Text.Editable():
		edits = append(edits, lint.Replace(fraction.Option.Text, "-Xmx"+text))
	default:
		edits = append(edits, p.AddOption("-Xmx"+text))
	}
	return edits
}

// sharedMemory is the memory that percentages are taken of: MaxRAM where it is
// given, and never more than it. JDK 27 has no such flag.
func sharedMemory(p *lint.Pass) int64 {
	if maxRAM, given := p.Options.Set("MaxRAM"); given {
		return int64(maxRAM.Number)
	}
	if most := int64(p.JVM.Number("MaxRAM")); most > 0 {
		return min(p.Workload.Memory.N, most)
	}
	return p.Workload.Memory.N
}

// percent is a part of a whole in percent, rounded down to a tenth, as every JDK reads it.
func percent(part, whole int64) string {
	tenths := part * 1000 / whole
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}
