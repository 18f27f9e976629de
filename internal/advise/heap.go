package advise

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
)

// boundPools gives metaspace and direct memory a bound, without which no sum
// can be promised.
func boundPools(s *sheet, _ judge) {
	if !s.workload.Memory.Known() && s.heap == 0 || s.share != nil {
		return
	}
	s.dropNonsense()
	p := s.prediction()
	budget, ok := p.Budget()
	if !ok {
		return
	}
	if _, set := p.Options.Set("MaxMetaspaceSize"); !set {
		planned := budget.ClassMetadata()
		s.set("-XX:MaxMetaspaceSize="+jvmflag.FormatSize(uint64(upTo(32<<20, planned*3/2))),
			fmt.Sprintf("a bound, so that the plan holds: the assumed %s and 50 %% more; measure it", lint.MiB(planned)),
			"docs/advice.md, A1: 128m; rule metaspace-unbounded")
		s.lines[len(s.lines)-1].Assumed = s.workload.NativeMemory == nil
	}
	if _, set := p.Options.Set("MaxDirectMemorySize"); !set {
		s.set("-XX:MaxDirectMemorySize="+jvmflag.FormatSize(uint64(upTo(16<<20, min(mostDirect, p.JVM.Heap.N/directShare)))),
			"a bound, so that the plan holds: by default it may grow as large as the heap; measure it",
			"docs/advice.md, A1: 128m; rule direct-memory-unbounded")
		s.lines[len(s.lines)-1].Assumed = true
	}
}

// dropNonsense takes bounds off that bound nothing: those of more than half of
// the limit.
func (s *sheet) dropNonsense() {
	for _, flag := range []string{"MaxMetaspaceSize", "MaxDirectMemorySize"} {
		set, ok := s.prediction().Options.Set(flag)
		if limit := s.workload.Memory; !ok || !limit.Known() || set.Number <= uint64(limit.N/2) {
			continue
		}
		if i := slices.IndexFunc(s.lines, func(l line) bool { return l.Text == set.Option.String() && l.Kept }); i >= 0 {
			s.drop(i, fmt.Sprintf("no bound: more than half of %s", lint.MiB(s.workload.Memory.N)))
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
func sizeHeap(s *sheet, _ judge) {
	heap, reason, origin := s.heap, "as asked for", "--heap"
	if heap == 0 {
		limit := s.workload.Memory
		if !limit.Known() {
			return
		}
		// Every pool is there but the heap: the sizes of those that depend on it are
		// worked out for each heap that is tried.
		p := s.prediction()
		free := limit.N*s.reserve/100 + s.probes()
		largest, ok := memory.LargestHeap(p.Options, p.BudgetMachine(), p.Program(), limit.N-free)
		if !ok {
			s.unset("-Xmx")
			s.unset("-Xms")
			return
		}
		heap, origin = largest, "the memory budget, solved for the heap"
		reason = fmt.Sprintf("the largest heap that fits into %s beside the other pools and a reserve of %d %%", lint.MiB(limit.N), s.reserve)
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
