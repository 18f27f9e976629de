package hotspot

import "github.com/jvmlint/jvmlint/internal/jvmflag"

// heapBounds are the flags that may not be over the maximum heap size.
var heapBounds = []string{"InitialHeapSize", "MinHeapSize", "SoftMaxHeapSize"}

// OverHeap are the settings that would keep a JVM of that heap, in bytes, from
// starting: the maximum and what may not be over it. -Xms sets two of them.
func OverHeap(r *jvmflag.Resolution, heap int64) []jvmflag.Setting {
	var over []jvmflag.Setting
	for _, name := range append([]string{"MaxHeapSize"}, heapBounds...) {
		if s, ok := r.Set(name); ok && s.Number > uint64(heap) {
			over = append(over, s)
		}
	}
	return over
}

// LargestHeap is the largest heap, in bytes and in whole steps, whose budget a
// container of the given memory holds: the options stay, but for -Xmx and what
// may not be over it. It tells false where no heap would do.
func LargestHeap(r *jvmflag.Resolution, m Machine, p Program, memory int64) (int64, bool) {
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

// LeastMemory is the least memory over that of the machine, in bytes and in
// steps of 256 MiB, of which so many percent hold the budget: a heap that is a
// share of it grows with it. It tells false where four times as much would not do.
func LeastMemory(r *jvmflag.Resolution, m Machine, p Program, percent int64) (int64, bool) {
	const step = 256 << 20
	holds := func(memory int64) bool {
		m.Memory.N = memory
		jvm, refusal := Predict(r, m)
		if refusal != nil {
			return false
		}
		budget, ok := jvm.Budget(r, p)
		return ok && max(budget.Planned(), budget.Committed()) <= memory*percent/100
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
func budgetWithHeap(r *jvmflag.Resolution, m Machine, p Program, heap int64) (Budget, bool) {
	changed := withHeap(r, heap)
	jvm, refusal := Predict(changed, m)
	if refusal != nil {
		return Budget{}, false
	}
	return jvm.Budget(changed, p)
}

// withHeap are the options with another maximum heap, in bytes: what may not be
// over it is lowered to it.
func withHeap(r *jvmflag.Resolution, heap int64) *jvmflag.Resolution {
	changed := *r
	changed.Settings = make(map[string]jvmflag.Setting, len(r.Settings)+len(heapBounds)+1)
	for name, s := range r.Settings {
		changed.Settings[name] = s
	}
	flag, _ := jvmflag.Lookup(r.JDK, "MaxHeapSize")
	changed.Settings["MaxHeapSize"] = jvmflag.Setting{Flag: &flag, Number: uint64(heap)}
	for _, name := range heapBounds {
		if s, ok := changed.Settings[name]; ok && s.Number > uint64(heap) {
			s.Number = uint64(heap)
			changed.Settings[name] = s
		}
	}
	return &changed
}

// FixedHeap are the options with a heap of that many bytes from the start on,
// as -Xms and -Xmx set it.
func FixedHeap(r *jvmflag.Resolution, heap int64) *jvmflag.Resolution {
	changed := withHeap(r, heap)
	for _, name := range []string{"InitialHeapSize", "MinHeapSize"} {
		flag, _ := jvmflag.Lookup(r.JDK, name) // JDK 11 keeps MinHeapSize outside its flags
		changed.Settings[name] = jvmflag.Setting{Flag: &flag, Number: uint64(heap)}
	}
	return changed
}
