package advise

import (
	"fmt"
	"slices"
	"sort"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
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

// parts are those that a limit is divided into: coarse enough that what is advised
// for them is divided the same way again.
const parts = 32

// share leaves a JVM its part of the limit, where others run beside it in the container: as large a part as its
// memory is of what all of them take as they are. It gives the bytes that the others get.
func (w Wish) share() (Wish, int64) {
	own := *w.Workload
	all, probes := []*workload.Workload{w.Workload}, []*workload.Workload(nil)
	for _, c := range own.Companions {
		if c.Helper {
			probes = append(probes, c)
		} else {
			all = append(all, c)
		}
	}
	own.Companions, own.Accompanies = probes, false // what is advised leaves room for those
	if len(all) == 1 || !w.Workload.Memory.Known() || len(all) > parts {
		return w, 0
	}
	var planned []int64
	for _, one := range all {
		budget, ok := predict.Of(one, slices.Max(one.JDK.Candidates)).Budget()
		if !ok {
			return w, 0
		}
		planned = append(planned, budget.Planned())
	}
	limit := own.Memory.N
	own.Memory = source.Value{
		N: limit / parts * divided(planned)[0], Origin: source.Configured,
		Why: fmt.Sprintf("its part of %s, which %s share", lint.MiB(limit), plural.Of(len(all), "JVM")),
	}
	w.Workload = &own
	return w, limit - own.Memory.N
}

// divided gives each of some amounts its number of parts, one at least: the largest
// remainders decide who gets those that are left.
func divided(amounts []int64) []int64 {
	sum := int64(0)
	for _, n := range amounts {
		sum += n
	}
	given, left := make([]int64, len(amounts)), int64(parts)
	byRemainder := make([]int, len(amounts))
	for i, n := range amounts {
		given[i], byRemainder[i] = max(1, n*parts/sum), i
		left -= given[i]
	}
	slices.SortStableFunc(byRemainder, func(a, b int) int { return int(amounts[b]*parts%sum>>20) - int(amounts[a]*parts%sum>>20) })
	for i := 0; left > 0; i++ {
		given[byRemainder[i%len(given)]]++
		left--
	}
	for ; left < 0; left++ { // each has one at least: the largest gives it
		given[slices.Index(given, slices.Max(given))]--
	}
	return given
}
