// Package memory adds up what a HotSpot JVM takes of its container: the heap, the native memory of its collector,
// and all else, pool by pool. It finds the largest heap that a limit holds, and holds plans against what Native
// Memory Tracking counted.
package memory

import (
	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/nmt"
	"github.com/jvmlint/jvmlint/internal/source"
)

// PoolKind is how far a number of the budget may be trusted.
type PoolKind int

const (
	Exact    PoolKind = iota // the JVM's own sum
	Bound                    // an upper bound that the JVM keeps
	Estimate                 // measured on other programs, or assumed
	Measured                 // on this one, at one time
)

var poolKindNames = [...]string{"exact", "bound", "estimate", "measured"}

// String is the kind as outputs spell it.
func (k PoolKind) String() string { return poolKindNames[k] }

// Program is what is known of the program that the JVM runs.
type Program struct {
	Hazelcast bool
	Framework bool         // Spring, Quarkus or the like
	Threads   source.Value // that it starts; unknown where nobody said
	Beside    source.Value // bytes that it keeps outside of the heap; unknown where it has none of a size
	BesideFor string       // what it keeps there: page cache

	Measured *nmt.Measurement // of it; nil where nobody measured
}

// Pool is a part of the memory of the process. Sizes are in bytes.
type Pool struct {
	Name      string
	Committed int64    // at start
	Planned   int64    // to be planned for: a bound that was chosen, else what programs were seen to reach
	Ceiling   int64    // the most it can take, or Unbounded
	Beyond    int64    // of Planned: what a bound that was chosen leaves above what programs were seen to reach
	Untouched int64    // what Native Memory Tracking counts beyond: committed, and not used
	Kind      PoolKind // of Planned
	AtStart   PoolKind // of Committed
	AtMost    PoolKind // of Ceiling
	Assumed   bool     // Planned is what other programs take, or nothing but a share
	Why       string
	At        source.Text // the option that decides, where one does
}

// Budget is the memory of the process, pool by pool.
type Budget struct {
	Pools    []Pool
	Compared *Comparison // nil where nothing was measured

	member    bool  // of Hazelcast
	planError int64 // the part of what is assumed that the plan may be off by, as its divisor
}

// Committed is what is committed at start.
func (b Budget) Committed() int64 { return b.sum(func(p Pool) int64 { return p.Committed }) }

// Planned is what the container must hold.
func (b Budget) Planned() int64 { return b.sum(func(p Pool) int64 { return p.Planned }) }

// Ceiling is the most that the process can take, or Unbounded.
func (b Budget) Ceiling() int64 { return b.sum(func(p Pool) int64 { return p.Ceiling }) }

// Assumed is the part of Planned that follows from no option and no sum of the
// JVM: what other programs were seen to take stands in for this one.
func (b Budget) Assumed() int64 { return b.plannedOf(func(p Pool) bool { return p.Assumed }) }

// UnboundedDirect is what is assumed of direct memory that no option bounds.
func (b Budget) UnboundedDirect() int64 {
	return b.plannedOf(func(p Pool) bool { return p.Name == poolDirect && p.Assumed && p.At.Len() == 0 })
}

// ClassMetadata is what is planned for metaspace and class space; where more was measured they are one pool.
func (b Budget) ClassMetadata() int64 {
	return b.plannedOf(func(p Pool) bool { return firstOf(p.Name) == poolMetaspace || firstOf(p.Name) == poolClassSpace })
}

// plannedOf is Planned of some of the pools.
func (b Budget) plannedOf(which func(Pool) bool) int64 {
	return b.sum(func(p Pool) int64 {
		if which(p) {
			return p.Planned
		}
		return 0
	})
}

// planError is how far the plan for a program may be off, as a divisor of what is assumed of it. Under load a Spring
// Boot service with JPA took 90 to 96 % of that, three with WebFlux 65 to 68 %; a Kafka broker 54 to 61 %, Artemis
// 43 to 50 %, Lucene 36 to 45 %, Vert.x a third. The figures of a member were measured on members.
func (p Program) planError() int64 {
	switch {
	case p.Hazelcast:
		return 8
	case p.Framework:
		return 3
	}
	return 2
}

// Error is by how many bytes plans differ of services that are as large as is assumed: nobody can say of a
// limit so close below the plan whether it holds. Those that were measured took 90 to 96 % of what is assumed.
func (b Budget) Error() int64 { return b.Assumed() / 10 }

// Doubtful reports that the plan is over a limit, in bytes, by no more than it may be off.
func (b Budget) Doubtful(limit int64) bool {
	return b.Planned() > limit && b.Planned()-limit <= b.MayBeOff()
}

// MayBeOff is by how many bytes the plan may be off: a part of what is assumed of the program, and all that is assumed
// of direct memory. A member's counts: what it holds for others passes through it.
func (b Budget) MayBeOff() int64 {
	off := b.Assumed() / b.planError
	if b.member {
		return off
	}
	return max(off, b.UnboundedDirect())
}

// BeyondSeen is the part of Planned that only bounds allow, which most programs never reach.
func (b Budget) BeyondSeen() int64 { return b.sum(func(p Pool) int64 { return p.Beyond }) }

func (b Budget) sum(of func(Pool) int64) int64 {
	total := int64(0)
	for _, p := range b.Pools {
		n := of(p)
		if n > hotspot.Unbounded-total {
			return hotspot.Unbounded
		}
		total += n
	}
	return total
}

// Of adds up the memory of the process that the options r start. It reports
// false where the heap, the GC threads or the collector's memory are not known.
//
// Native Memory Tracking counts these pools, but for the malloc overhead. Where it was asked of this program, a pool
// of which it counts more than is planned for counts with what was measured.
func Of(j *hotspot.JVM, r *jvmflag.Resolution, p Program) (Budget, bool) {
	collector, ok := collectorPool(j, p)
	if !ok || !j.InitialHeap.Known() || !j.CompilerThreads.Known() || !j.CPUs.Known() {
		return Budget{}, false
	}
	f := figuresOf(j, p)
	pools := append(make([]Pool, 0, 12), heapPool(j), collector)
	pools = append(pools, metaspacePools(j, f)...)
	if j.Archive {
		pools = append(pools, archivePool(j))
	}
	// What the C library keeps beside what it was asked for is heads of blocks, gaps, and blocks that were freed. No part
	// of the JVM counts it; it is the resident anonymous memory less what NMT saw touched.
	pools = append(pools, codePool(j, f), directPool(j, r), stackPool(j, f, p), compilerPool(j, f),
		assumedPool(poolSymbols, f.start.symbols<<10, f.symbols<<10, f.who), otherPool(f, r),
		assumedPool(poolMalloc, f.start.malloc<<10, f.malloc<<10, "of the C library; "+f.who))
	if own := p.Beside; own.Known() {
		pools = append(pools, Pool{Name: p.BesideFor, Planned: own.N, Ceiling: own.N, Kind: Bound, AtStart: Exact, AtMost: Bound, Why: own.Why, At: own.Text})
	}
	if p.Measured == nil {
		return Budget{Pools: pools, member: p.Hazelcast, planError: p.planError()}, true
	}
	_, tracked := tracks(r)
	c := comparisonOf(j, pools, p.Measured, tracked)
	return Budget{Pools: c.counting(pools), Compared: c, member: p.Hazelcast, planError: p.planError()}, true
}

// On is Of the JVM that the options r start on a machine. It reports false where none starts, too.
func On(r *jvmflag.Resolution, m hotspot.Machine, p Program) (Budget, bool) {
	jvm, refusal := hotspot.Predict(r, m)
	if refusal != nil {
		return Budget{}, false
	}
	return Of(jvm, r.Completed(m.Memory), p)
}

// Missing is why Of cannot add up the memory of a JVM, in words that follow "memory: ".
func Missing(j *hotspot.JVM) string {
	switch collector := gcMemoryOf(j, j.InitialHeap.N); {
	case !j.Heap.Known():
		return "not known without the memory limit (--memory) or a heap size"
	case !j.InitialHeap.Known():
		return "not known without the memory limit (--memory) or an initial heap size"
	case !collector.Mapped.Known():
		return "not known: " + collector.Mapped.Why
	}
	return "not known without the number of CPUs (--cpus)"
}

// LargestHeap is the largest heap, in bytes and in whole steps, whose budget a container of the given memory holds:
// the options stay, but for -Xmx and what may not be over it. It is false where no heap would do.
func LargestHeap(r *jvmflag.Resolution, m hotspot.Machine, p Program, memory int64) (int64, bool) {
	step := either.Of(memory <= 2<<30, 8<<20, int64(64)<<20)
	low, high := int64(0), memory/step // in steps; low fits, high does not
	next := high / 2
	for tries := 0; high-low > 1; tries++ {
		budget, ok := On(hotspot.WithHeap(r, next*step), m, p)
		left, guess := memory-budget.Planned(), int64(0)
		switch {
		case ok && left >= 0:
			low, guess = next, next+max(left/step, 1)
		case ok || next == (low+high)/2: // that a guess is refused says nothing of those above it
			high, guess = next, next-max(-left/step, 1)
		}
		// What is beside the heap changes little with it: most often the first guesses are right.
		if next = guess; tries > 4 || next <= low || next >= high {
			next = (low + high) / 2
		}
	}
	return low * step, low > 0
}

// Least is the least memory over that of the machine, in bytes and in
// steps of 256 MiB, of which so many percent hold the budget and the bytes that are
// taken beside it: a heap that is a share of the memory grows with it. It is false where four times as much would not do.
func Least(r *jvmflag.Resolution, m hotspot.Machine, p Program, percent, beside int64) (int64, bool) {
	const step = 256 << 20
	holds := func(steps int64) (held bool, guess int64) {
		m.Memory.N = steps * step
		budget, ok := On(r, m, p)
		needed := max(budget.Planned(), budget.Committed()) + beside
		return ok && needed <= m.Memory.N*percent/100, needed/step*100/percent + 1
	}
	low := m.Memory.N / step // in steps; low does not hold it, high does
	high := 4 * (low + 1)
	held, next := holds(high)
	if !held {
		return 0, false
	}
	for tries := 0; high-low > 1; tries++ {
		// What a JVM with a heap of its own needs changes little with the memory: most often the first guess is right.
		if tries > 4 || next <= low || next >= high {
			next = (low + high) / 2
		}
		if fits, guess := holds(next); fits {
			high, next = next, min(guess, next-1)
		} else {
			low, next = next, max(guess, next+1)
		}
	}
	return high * step, true
}
