package hotspot

import (
	"fmt"
	"math"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// PoolKind tells how far a number of the budget may be trusted.
type PoolKind int

const (
	Exact    PoolKind = iota // the JVM's own sum
	Bound                    // an upper bound that the JVM keeps
	Estimate                 // measured on other programs, or assumed
)

var poolKindNames = [...]string{"exact", "bound", "estimate"}

// String is the kind as outputs spell it.
func (k PoolKind) String() string { return poolKindNames[k] }

// Program is what is known of the program that the JVM runs.
type Program struct {
	Hazelcast bool
	Threads   source.Value // that it starts; unknown where nobody said
}

// Unbounded is the ceiling of a pool that nothing bounds.
const Unbounded = math.MaxInt64

// Pool is a part of the memory of the process. Sizes are in bytes.
type Pool struct {
	Name      string
	Committed int64    // at start
	Planned   int64    // to be planned for: a bound that was chosen, else what programs were seen to reach
	Ceiling   int64    // the most it can take, or Unbounded
	Kind      PoolKind // of Planned
	Why       string
	At        source.Text // the option that decides, where one does
}

// Budget is the memory of the process, pool by pool.
type Budget struct{ Pools []Pool }

// Committed is what is committed at start.
func (b Budget) Committed() int64 { return b.sum(func(p Pool) int64 { return p.Committed }) }

// Planned is what the container must hold.
func (b Budget) Planned() int64 { return b.sum(func(p Pool) int64 { return p.Planned }) }

// Ceiling is the most that the process can take, or Unbounded.
func (b Budget) Ceiling() int64 { return b.sum(func(p Pool) int64 { return p.Ceiling }) }

func (b Budget) sum(of func(Pool) int64) int64 {
	total := int64(0)
	for _, p := range b.Pools {
		n := of(p)
		if n > Unbounded-total {
			return Unbounded
		}
		total += n
	}
	return total
}

// figures are what pools without a bound of their own were seen to take, in
// KiB unless said otherwise: the larger end over JDK 11, 17, 21 and 25, by
// Native Memory Tracking. A member is Hazelcast 5.3.1 and 5.7.0 under load
// with 2 and 8 CPUs, and a published report of a 5.3.1 server with its agents;
// any other program is taken for a service of middle size.
type figures struct {
	metaspace     int64 // a member: 32 to 60 MB; 5 KB for each of its 6,500 to 10,800 classes
	code          int64 // a member: 12 to 36 MB
	symbols       int64
	compiler      int64 // arenas of the JIT compilers at their peak: base
	perCompiler   int64 // and for each compiler thread; a member with 4 of them: 49 to 76 MB
	threads       int64 // count: base
	threadsPerCPU int64 // count; a member: 51 with 2 CPUs, 95 to 111 with 8
	other         int64
}

var (
	anyProgram = figures{metaspace: 96 << 10, code: 48 << 10, symbols: 5 << 10, compiler: 10 << 10, perCompiler: 12 << 10, threads: 40, threadsPerCPU: 2, other: 3 << 10}
	member     = figures{metaspace: 60 << 10, code: 36 << 10, symbols: 13 << 10, compiler: 15 << 10, perCompiler: 15 << 10, threads: 38, threadsPerCPU: 8, other: 3 << 10}
)

const (
	stackPerThread  = 92 << 10 // touched of each thread's stack: 73 to 95 KB in all programs under load
	metaspaceStart  = 5 << 20  // 4.1 to 5.0 MB
	codeStart       = 7548 << 10
	directPerHeap   = 16      // the share of the heap that is planned for unbounded direct memory: assumed
	nativeTracking  = 4 << 20 // 1.7 to 3.6 MB
	symbolsAtStart  = 3 << 20
	compilerAtStart = 2 << 20
	otherAtStart    = 1 << 20
)

// Budget adds up the memory of the process that the options r start. It tells
// false where the heap, the GC threads or the collector's memory are not known.
func (j *JVM) Budget(r *jvmflag.Resolution, p Program) (Budget, bool) {
	collector, ok := j.collectorPool(p)
	if !ok || !j.InitialHeap.Known() || !j.CompilerThreads.Known() || !j.CPUs.Known() {
		return Budget{}, false
	}
	f, who := anyProgram, "assumed: a service of middle size"
	if p.Hazelcast {
		f, who = member, "seen in Hazelcast members"
	}
	return Budget{Pools: []Pool{
		j.heapPool(), collector, j.metaspacePool(f, who), j.codePool(f, who), j.directPool(r), j.stackPool(f, p), j.compilerPool(f, who),
		{Name: "symbols", Committed: symbolsAtStart, Planned: f.symbols << 10, Ceiling: f.symbols << 10, Kind: Estimate, Why: who},
		otherPool(f, r),
	}}, true
}

// otherPool is what is left: modules, monitors, logging, and the books of
// Native Memory Tracking where it is on.
func otherPool(f figures, r *jvmflag.Resolution) Pool {
	other := Pool{Name: "other", Committed: otherAtStart, Planned: f.other << 10, Kind: Estimate, Why: "modules, monitors, logging"}
	if tracking, set := r.Set("NativeMemoryTracking"); set && tracking.Text != "off" {
		other.Planned += nativeTracking
		other.Why += ", NativeMemoryTracking"
		other.At = tracking.Option.Text
	}
	other.Ceiling = other.Planned
	return other
}

// collectorPool is what the collector keeps beside the heap. Its part mapped
// for the heap is exact; remembered sets grow on top of the rest, by 0.3 to
// 1.7 % of the whole in Hazelcast members and up to 17 % on a heap of randomly
// linked small objects.
func (j *JVM) collectorPool(p Program) (Pool, bool) {
	start, full := j.GCMemory(j.InitialHeap.N), j.GCMemory(j.Heap.N)
	if !start.Mapped.Known() || !full.Mapped.Known() || !full.Malloc.Known() {
		return Pool{}, false
	}
	whole := full.Whole()
	growth := whole * 3 / 100
	if p.Hazelcast {
		growth = whole / 100
	}
	if j.Collector.Kind != G1 {
		growth = 0
	}
	planned := whole + growth
	return Pool{Name: "GC", Committed: start.Whole(), Planned: planned, Ceiling: planned, Kind: Estimate,
		Why: fmt.Sprintf("%s: %d KB mapped, exact; %d KB for workers and regions; growth", j.Collector, full.Mapped.N>>10, (full.Malloc.N+full.Elsewhere.N)>>10)}, true
}

func (j *JVM) heapPool() Pool {
	return Pool{Name: "heap", Committed: j.InitialHeap.N, Planned: j.Heap.N, Ceiling: j.Heap.N, Kind: Exact, Why: j.Heap.Why, At: j.Heap.Text}
}

// metaspacePool holds the class space too, which lies within its bound.
func (j *JVM) metaspacePool(f figures, who string) Pool {
	pool := Pool{Name: "metaspace", Committed: metaspaceStart, Planned: f.metaspace << 10, Ceiling: Unbounded, Kind: Estimate, Why: "no MaxMetaspaceSize; " + who}
	if bound := j.MaxMetaspace; bound.Origin == source.Option {
		pool.Planned, pool.Ceiling, pool.Kind, pool.Why, pool.At = bound.N, bound.N, Bound, "MaxMetaspaceSize", bound.Text
	}
	pool.Committed = min(pool.Committed, pool.Planned)
	return pool
}

func (j *JVM) codePool(f figures, who string) Pool {
	bound := j.ReservedCodeCache
	pool := Pool{Name: "code cache", Committed: codeStart, Planned: min(f.code<<10, bound.N), Ceiling: bound.N, Kind: Estimate,
		Why: who, At: bound.Text}
	if bound.Origin == source.Option {
		pool.Planned, pool.Kind, pool.Why = bound.N, Bound, "ReservedCodeCacheSize"
	}
	pool.Committed = min(pool.Committed, pool.Planned)
	return pool
}

// directPool: without an option of its own direct memory may grow to the
// maximum heap size.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/java.base/share/classes/jdk/internal/misc/VM.java, saveProperties (JDK 11 to 25)
func (j *JVM) directPool(r *jvmflag.Resolution) Pool {
	if bound, set := r.Set("MaxDirectMemorySize"); set && bound.Number > 0 {
		n := saturate(bound.Number)
		return Pool{Name: "direct memory", Planned: n, Ceiling: n, Kind: Bound, Why: "MaxDirectMemorySize", At: bound.Value}
	}
	return Pool{Name: "direct memory", Planned: j.Heap.N / directPerHeap, Ceiling: j.Heap.N, Kind: Estimate,
		Why: fmt.Sprintf("no MaxDirectMemorySize: bounded by the heap size; 1/%d of it assumed", directPerHeap)}
}

func (j *JVM) stackPool(f figures, p Program) Pool {
	threads, why := f.threads+f.threadsPerCPU*j.CPUs.N, "threads assumed"
	if p.Threads.Known() {
		threads, why = p.Threads.N, "threads ("+p.Threads.Why+")"
	}
	stack := j.ThreadStack
	return Pool{Name: "thread stacks", Committed: 1 << 20, Planned: threads * min(stackPerThread, stack.N), Ceiling: threads * stack.N, Kind: Estimate,
		Why: fmt.Sprintf("%d %s, %dk touched of %s each", threads, why, stackPerThread>>10, jvmflag.FormatSize(uint64(stack.N))), At: stack.Text}
}

func (j *JVM) compilerPool(f figures, who string) Pool {
	compilers := j.CompilerThreads.N
	peak := (f.compiler + f.perCompiler*compilers) << 10
	return Pool{Name: "JIT compilers", Committed: compilerAtStart, Planned: peak, Ceiling: peak, Kind: Estimate,
		Why: fmt.Sprintf("peak of %d compiler threads, %s", compilers, who)}
}

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

// budgetWithHeap predicts again with another heap.
func budgetWithHeap(r *jvmflag.Resolution, m Machine, p Program, heap int64) (Budget, bool) {
	changed := *r
	changed.Settings = make(map[string]jvmflag.Setting, len(r.Settings)+1)
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
	jvm, refusal := Predict(&changed, m)
	if refusal != nil {
		return Budget{}, false
	}
	return jvm.Budget(&changed, p)
}
