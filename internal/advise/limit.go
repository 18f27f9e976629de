package advise

import (
	"fmt"
	"slices"
	"sort"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/programs"
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
	return s.fits() && !slices.ContainsFunc(s.judge(), wantsMemory)
}

// parts are those that a limit is divided into: coarse enough that what is advised
// for them is divided the same way again.
const parts = 32

// share leaves a JVM its part of the limit, where others run beside it in the container: as large a part as its
// memory is of what all of them take as they are. It gives the bytes that the others get.
func (w Wish) share() (Wish, int64) {
	own := *w.Workload
	isProbe := func(c *workload.Workload) bool { return c.Helper }
	all := append([]*workload.Workload{w.Workload}, slices.DeleteFunc(slices.Clone(own.Companions), isProbe)...)
	own.Companions, own.Accompanies = lists.Where(own.Companions, isProbe), false // what is advised leaves room for those
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
	sum := lists.Sum(amounts, func(n int64) int64 { return n })
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

// boundPools gives metaspace and direct memory a bound, without which no sum can be promised.
func boundPools(s *sheet) {
	if !s.Workload.Memory.Known() && s.Heap == 0 || s.share != nil {
		return
	}
	s.dropNonsense()
	p := s.prediction()
	budget, ok := p.Budget()
	if !ok {
		return
	}
	if !p.Options.Sets("MaxMetaspaceSize") {
		classes, measured := budget.ClassMetadata(), budget.MeasuredClassMetadata()
		why := fmt.Sprintf("the assumed %s; measure it", lint.MiB(classes))
		if measured.Known() {
			classes, why = measured.N, measuredAt(measured)
		}
		s.bound("MaxMetaspaceSize", upTo(32<<20, withRoom(classes)), "50 % more than "+why, "docs/advice.md, A1: 128m; rule metaspace-unbounded", measured)
	}
	if !p.Options.Sets("MaxDirectMemorySize") {
		direct, measured := upTo(16<<20, min(mostDirect, p.JVM.Heap.N/directShare)), budget.MeasuredDirectMemory()
		why := "by default it may grow as large as the heap; measure it"
		if measured.Known() {
			direct, why = max(direct, upTo(16<<20, withRoom(measured.N))), "at least 50 % more than "+measuredAt(measured)
		}
		s.bound("MaxDirectMemorySize", direct, why, "docs/advice.md, A1: 128m; rule direct-memory-unbounded", measured)
	}
}

// bound gives a pool a bound, in bytes, which counts as assumed unless the pool was measured.
func (s *sheet) bound(flag string, bytes int64, why, origin string, measured source.Value) {
	s.set("-XX:"+flag+"="+jvmflag.FormatSize(uint64(bytes)), "a bound, so that the plan holds: "+why, origin)
	s.lines[len(s.lines)-1].Assumed = !measured.Known()
}

// withRoom is what a pool may need that was seen to take so much: it was seen at one moment.
func withRoom(bytes int64) int64 { return bytes * 3 / 2 }

func measuredAt(v source.Value) string {
	return fmt.Sprintf("the %s that were measured (%s)", lint.MiB(v.N), v.Why)
}

// dropNonsense takes bounds off that bound nothing: those of more than half of the limit.
func (s *sheet) dropNonsense() {
	for _, flag := range []string{"MaxMetaspaceSize", "MaxDirectMemorySize"} {
		set, ok := s.prediction().Options.Set(flag)
		if limit := s.Workload.Memory; !ok || !limit.Known() || set.Number <= uint64(limit.N/2) {
			continue
		}
		if i := slices.IndexFunc(s.lines, func(l line) bool { return l.Text == set.Option.String() && l.Kept }); i >= 0 {
			s.drop(i, fmt.Sprintf("no bound: more than half of %s", lint.MiB(s.Workload.Memory.N)))
		}
	}
}

// What direct memory gets where nothing is known of it: the field report A1 of docs/advice.md
// had 128 MiB in members of 9 and of 50 GB.
const (
	mostDirect  = 128 << 20
	directShare = 16 // of the heap, in a small one
)

// upTo rounds up to whole steps.
func upTo(step, n int64) int64 { return (n + step - 1) / step * step }

// sizeHeap gives the heap the largest size that the limit holds beside all
// other pools and the reserve, all of it from the start.
func sizeHeap(s *sheet) {
	heap, reason, origin := s.Heap, "as asked for", "--heap"
	if heap == 0 {
		limit := s.Workload.Memory
		if !limit.Known() {
			return
		}
		// Every pool is there but the heap: the sizes of those that depend on it are
		// worked out for each heap that is tried.
		p := s.prediction()
		free := limit.N*s.Reserve/100 + s.probes()
		largest, ok := memory.LargestHeap(p.Options, p.BudgetMachine(), p.Program(), limit.N-free)
		if !ok {
			s.unset("-Xmx")
			s.unset("-Xms")
			return
		}
		heap, origin = largest, "the memory budget, solved for the heap"
		reason = fmt.Sprintf("the largest heap that fits into %s beside the other pools and a reserve of %d %%", lint.MiB(limit.N), s.Reserve)
		if share := s.share; share != nil && share.Heap(limit.N) < heap {
			heap, origin = share.Heap(limit.N), share.Source
			reason = fmt.Sprintf("what the vendor of %s allows: the rest is for %s", share.Name, share.LivesOn)
		}
		if s.share != nil && s.was > 0 && s.was <= heap {
			heap, reason = s.was, asItWas+": the vendor allows it, and what more it needs is not known"
		}
	}
	text := jvmflag.FormatSize(uint64(heap))
	if s.has("-Xmx" + text) {
		return
	}
	s.set("-Xmx"+text, reason, origin)
	s.set("-Xms"+text, "the whole heap from the start: the container has the memory for it", "docs/advice.md, A1; rule heap-grows")
}

// keepsAll reports whether nothing says how large the heap of the program may be: its options stay,
// but for those that keep the JVM from starting or that rules mend.
func (s *sheet) keepsAll() bool { return s.share != nil && s.share.Percent == 0 && s.Heap == 0 }

// stepsThatMend change nothing without a finding.
var stepsThatMend = []func(*sheet){startable, obeyRules, dropFaulty}

// aboutShare says what the program needs, and how its heap was sized for it.
func aboutShare(h programs.HeapShare) string {
	switch {
	case h.LivesOn == "":
		return fmt.Sprintf("jvmlint does not know %s: its heap and its pools keep their sizes (--heap resizes the heap)", h.Name)
	case h.Percent == 0:
		return fmt.Sprintf("%s lives on %s, and its vendor gives no share for the heap: "+
			"its heap and its pools keep their sizes (--heap resizes the heap; %s)", h.Name, h.LivesOn, h.Source)
	}
	most := fmt.Sprintf("at most %d %% of the limit", h.Percent)
	if h.Most > 0 {
		most += ", never more than " + jvmflag.FormatSize(uint64(h.Most))
	}
	return fmt.Sprintf("%s needs memory for %s: its heap gets %s (%s)", h.Name, h.LivesOn, most, h.Source)
}
