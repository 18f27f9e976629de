package advise

import (
	"slices"
	"sort"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// memoryRules find what more memory mends and options do not.
var memoryRules = []string{
	"container-memory-sum", "heap-is-limit", "g1-mixed-never", "zgc-headroom", "shenandoah-headroom", "parallel-young-ratio", "hazelcast-map-exceeds-heap", "memory-unit",
}

func wantsMemory(f *lint.Finding) bool { return slices.Contains(memoryRules, f.Rule.ID) }

// Limits are tried in steps that people write, up to one that no container has.
const (
	limitStep  = 256 << 20
	mostMemory = 1 << 40
)

// leastLimit is the least memory with which nothing is left to find that memory
// mends: of the heap that is asked for, or of the live data. 0 where none is.
func (w Wish) leastLimit() int64 {
	if w.Heap > 0 {
		return w.limitOfHeap()
	}
	if !w.Workload.Memory.Known() && !w.Workload.Live.Known() {
		return 0
	}
	low := max(w.Workload.Memory.N, w.Workload.Live.N) / limitStep
	for high := max(2*low, 1); high*limitStep <= mostMemory; low, high = high, 2*high {
		if w.enough(high * limitStep) {
			between := sort.Search(int(high-low-1), func(i int) bool { return w.enough((low + 1 + int64(i)) * limitStep) })
			return (low + 1 + int64(between)) * limitStep
		}
	}
	return 0
}

// limitOfHeap is the least memory that holds the heap that is asked for: that of
// the options without a limit, and a search from there.
func (w Wish) limitOfHeap() int64 {
	open := *w.Workload
	open.Memory = source.Value{}
	trial := w
	trial.Workload = &open
	p := trial.settled().prediction()
	if p.JVM == nil {
		return 0
	}
	m := p.BudgetMachine()
	m.Memory = source.Value{N: w.Heap, Origin: source.Argument}
	limit, ok := memory.Least(p.Options, m, p.Program(), 100-w.Reserve, 0)
	if !ok {
		return 0
	}
	for most := limit + 2<<30; limit <= most; limit += limitStep { // what rules ask of a limit may take a little more
		if w.enough(limit) {
			return limit
		}
	}
	return 0
}

// enough reports whether a limit leaves nothing to find that memory mends.
func (w Wish) enough(limit int64) bool {
	trial := *w.Workload
	trial.Memory = source.Value{N: limit, Origin: source.Argument, Why: "tried"}
	w.Workload = &trial
	s := w.settled()
	return s.fits() && !slices.ContainsFunc(w.judge(s), wantsMemory)
}
