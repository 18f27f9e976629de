package memory

import (
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// LargestHeap is the largest heap, in bytes and in whole steps, whose budget a
// container of the given memory holds: the options stay, but for -Xmx and what
// may not be over it. It is false where no heap would do.
func LargestHeap(r *jvmflag.Resolution, m hotspot.Machine, p Program, memory int64) (int64, bool) {
	step := int64(64) << 20
	if memory <= 2<<30 {
		step = 8 << 20
	}
	low, high := int64(0), memory/step // in steps; low fits, high does not
	for high-low > 1 {
		middle := (low + high) / 2
		if budget, ok := budgetWithHeap(r, m, p, middle*step); ok && budget.Planned() <= memory {
			low = middle
		} else {
			high = middle
		}
	}
	return low * step, low > 0
}

// Least is the least memory over that of the machine, in bytes and in
// steps of 256 MiB, of which so many percent hold the budget and the bytes that are
// taken beside it: a heap that is a share of the memory grows with it. It is false where four times as much would not do.
func Least(r *jvmflag.Resolution, m hotspot.Machine, p Program, percent, beside int64) (int64, bool) {
	const step = 256 << 20
	holds := func(memory int64) bool {
		m.Memory.N = memory
		jvm, refusal := hotspot.Predict(r, m)
		if refusal != nil {
			return false
		}
		budget, ok := Of(jvm, r.Completed(m.Memory), p)
		return ok && max(budget.Planned(), budget.Committed())+beside <= memory*percent/100
	}
	low := m.Memory.N / step // in steps; low does not hold it, high does
	high := 4 * (low + 1)
	if !holds(high * step) {
		return 0, false
	}
	for high-low > 1 {
		if middle := (low + high) / 2; holds(middle * step) {
			high = middle
		} else {
			low = middle
		}
	}
	return high * step, true
}

// budgetWithHeap predicts again with another heap.
func budgetWithHeap(r *jvmflag.Resolution, m hotspot.Machine, p Program, heap int64) (Budget, bool) {
	changed := hotspot.WithHeap(r, heap)
	jvm, refusal := hotspot.Predict(changed, m)
	if refusal != nil {
		return Budget{}, false
	}
	return Of(jvm, changed.Completed(m.Memory), p)
}
