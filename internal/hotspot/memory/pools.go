package memory

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
)

const (
	stackPerThread   = 120 << 10 // touched of each thread's stack: 73 to 95 KB in programs under load, 119 in a report of a large member
	classSpaceShare  = 7         // of metaspace: an eighth to a sixth in all programs
	directPerHeap    = 16        // the share of the heap that is planned for unbounded direct memory: assumed
	nativeTracking   = 4 << 20   // 1.7 to 3.6 MB
	trackingPerStart = 20        // bytes of classes and symbols for each byte that NMT keeps of them: 13 to 30 in members
)

func heapPool(j *hotspot.JVM) Pool {
	why := j.Heap.Why
	if soft := j.SoftMaxHeap; soft.Known() && soft.N < j.Heap.N {
		why += fmt.Sprintf("; over %s (SoftMaxHeapSize) if allocation outruns collection", jvmflag.FormatSize(uint64(soft.N)))
	}
	return Pool{Name: poolHeap, Committed: j.InitialHeap.N, Planned: j.Heap.N, Ceiling: j.Heap.N, Kind: Exact, AtStart: Exact, AtMost: Exact, Why: why, At: j.Heap.Text}
}

// collectorPool is what the collector keeps beside the heap. Its part mapped for the heap is exact; remembered sets
// grow on top of the rest, by 0.3 to 1.7 % of the whole in Hazelcast members and up to 17 % on a heap of randomly
// linked small objects.
func collectorPool(j *hotspot.JVM, p Program) (Pool, bool) {
	start, full := gcMemoryOf(j, j.InitialHeap.N), gcMemoryOf(j, j.Heap.N)
	if !start.Mapped.Known() || !full.Mapped.Known() || !full.Malloc.Known() {
		return Pool{}, false
	}
	if j.Collector.Kind == hotspot.Z {
		return zPool(j, start), true
	}
	whole := full.whole() + int64(full.Marking)
	growth := int64(0)
	switch {
	case j.Collector.Kind == hotspot.G1 && p.Hazelcast:
		growth = whole / 100
	case j.Collector.Kind == hotspot.G1:
		growth = whole * 3 / 100
	case j.Collector.Kind == hotspot.Shenandoah:
		growth = shenandoahWork(j)
	}
	planned, committed := whole+growth, start.whole()
	if p.Hazelcast && jvmflag.Within(j.JDK, 27, 27) { // it marks while it starts: measured on 27.0.1, and not so on 28-ea
		committed += int64(start.Marking)
	}
	return Pool{Name: poolGC, Committed: committed, Planned: planned, Ceiling: planned, Kind: Estimate, AtStart: Exact, AtMost: Estimate,
		Why: fmt.Sprintf("%s: %d KB mapped, exact; %d KB for workers and regions; growth", j.Collector, full.Mapped.N>>10, (full.Malloc.N+full.Elsewhere.N)>>10)}, true
}

// zPool is what ZGC keeps beside the heap. Native Memory Tracking counts the whole space of
// its marking stacks, of which the kernel counts what is touched.
func zPool(j *hotspot.JVM, start gcMemory) Pool {
	m := memoryOfGC{JVM: j}
	touched := start.whole() - start.Untouched
	planned, most, why := m.zWork()
	return Pool{Name: poolGC, Committed: touched, Planned: touched + m.zStacks() + planned, Ceiling: touched + max(m.zStacks(), start.Untouched) + most, Untouched: start.Untouched,
		Kind: Estimate, AtStart: Estimate, AtMost: Estimate, Assumed: true,
		Why: fmt.Sprintf("%s: marking stacks and tables of moved objects, %s", j.Collector, why)}
}

// metaspacePools are the metaspace and, where class pointers are compressed, the class space. A MaxMetaspaceSize
// bounds both together, so they are one pool then.
func metaspacePools(j *hotspot.JVM, f figures) []Pool {
	start, planned := f.start.classes<<10, f.metaspace<<10
	if bound := j.MaxMetaspace; bound.Origin == source.Option {
		return []Pool{{Name: poolMetaspace, Committed: min(start, bound.N), Planned: bound.N, Ceiling: bound.N,
			Beyond: max(bound.N-planned, 0), Kind: Bound, AtStart: Estimate, AtMost: Bound,
			Why: "MaxMetaspaceSize", At: bound.Text}}
	}
	whole := Pool{Name: poolMetaspace, Committed: start, Planned: planned, Ceiling: hotspot.Unbounded,
		Kind: Estimate, AtStart: Estimate, AtMost: Bound, Assumed: true, Why: "no MaxMetaspaceSize; " + f.who}
	bound := j.CompressedClassSpace
	if !bound.Known() || bound.N == 0 {
		return []Pool{whole}
	}
	space := Pool{Name: poolClassSpace, Committed: min(start/classSpaceShare, bound.N), Planned: min(planned/classSpaceShare, bound.N), Ceiling: bound.N,
		Kind: Estimate, AtStart: Estimate, AtMost: Bound, Assumed: true, Why: "CompressedClassSpaceSize; " + f.who, At: bound.Text}
	whole.Committed -= space.Committed
	whole.Planned -= planned / classSpaceShare
	return []Pool{whole, space}
}

// archivePool is the archive of the JDK's own classes, which every JDK from 12 on comes with, unless jlink has left
// it out. From JDK 20 on it is moved when it is mapped, so that its pages are the process's own.
//
// https://openjdk.org/jeps/341 (JDK 12 to 25)
func archivePool(j *hotspot.JVM) Pool {
	size := release.Choose(j.JDK, release.Since[int64](12, 12060<<10), release.Since[int64](21, 13908<<10))
	return Pool{Name: poolArchive, Committed: size, Planned: size, Ceiling: size, Kind: Estimate, AtStart: Estimate, AtMost: Estimate, Why: "of the JDK's own classes"}
}

// codePool adds to what the JVM commits by itself what the program makes it compile.
func codePool(j *hotspot.JVM, f figures) Pool {
	bound := j.ReservedCodeCache
	pool := Pool{Name: poolCode, Committed: j.FirstCode + f.start.code<<10, Planned: min(f.code<<10, bound.N), Ceiling: bound.N,
		Kind: Estimate, AtStart: Estimate, AtMost: Bound, Assumed: true, Why: f.who, At: bound.Text}
	if bound.Origin == source.Option {
		pool.Beyond = bound.N - pool.Planned
		pool.Planned, pool.Kind, pool.Assumed, pool.Why = bound.N, Bound, false, "ReservedCodeCacheSize"
	}
	pool.Committed = min(pool.Committed, pool.Planned)
	if j.Interprets {
		pool.Beyond, pool.Assumed = 0, false
		pool.Planned, pool.Why = pool.Committed, "nothing is compiled: stubs and the interpreter"
	}
	return pool
}

// directPool: without an option of its own direct memory may grow to the
// maximum heap size. A bound that a program derives from its heap is no plan.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/java.base/share/classes/jdk/internal/misc/VM.java, saveProperties (JDK 11 to 25)
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/jdk/src/share/classes/sun/misc/VM.java, saveAndRemoveProperties (JDK 8)
func directPool(j *hotspot.JVM, r *jvmflag.Resolution) Pool {
	if bound, set := r.Set("MaxDirectMemorySize"); set && bound.Number > 0 {
		n := int64(min(bound.Number, hotspot.Unbounded))
		if !r.Given().Sets("MaxDirectMemorySize") {
			return Pool{Name: poolDirect, Planned: min(j.Heap.N/directPerHeap, n), Ceiling: n, Kind: Estimate, AtStart: Exact, AtMost: Bound, Assumed: true,
				Why: fmt.Sprintf("1/%d of the heap assumed; MaxDirectMemorySize of %s", directPerHeap, bound.Value.Origin()), At: bound.Value}
		}
		return Pool{Name: poolDirect, Planned: n, Ceiling: n, Kind: Bound, AtStart: Exact, AtMost: Bound, Why: "MaxDirectMemorySize", At: bound.Value}
	}
	return Pool{Name: poolDirect, Planned: j.Heap.N / directPerHeap, Ceiling: j.Heap.N, Kind: Estimate, AtStart: Exact, AtMost: Bound, Assumed: true,
		Why: fmt.Sprintf("no MaxDirectMemorySize: bounded by the heap size; 1/%d of it assumed", directPerHeap)}
}

// stackPool counts what is touched of each stack. The whole is reserved, which
// is the most that it can take; on JDK 8, NMT calls that committed.
func stackPool(j *hotspot.JVM, f figures, p Program) Pool {
	threads, why := f.threads+f.threadsPerCPU*j.CPUs.N, "threads assumed"
	if p.Threads.Known() {
		threads, why = p.Threads.N, "threads ("+p.Threads.Why+")"
	}
	first := f.start.threads + int64(f.start.threadsPerCPU*float64(j.CPUs.N))
	stack := j.ThreadStack
	return Pool{Name: poolStacks, Committed: min(first, threads) * min(f.start.stack<<10, stack.N), Planned: threads * min(stackPerThread, stack.N), Ceiling: threads * stack.N,
		Kind: Estimate, AtStart: Estimate, AtMost: Bound, Assumed: true,
		Why: fmt.Sprintf("%d %s, %dk touched of %s each", threads, why, stackPerThread>>10, jvmflag.FormatSize(uint64(stack.N))), At: stack.Text}
}

// c1Peak is what the arenas of C1 reach where C2 compiles nothing: 7 to 12 MB with one and two
// threads of JDK 25, as javac compiles java.util; beside C2 they were 39 to 51 MB together.
const c1Peak = 12 << 20

// compilerPool are the arenas of the JIT compilers and the chunks that they leave to others.
func compilerPool(j *hotspot.JVM, f figures) Pool {
	compilers := j.CompilerThreads.N
	if j.Interprets {
		return Pool{Name: poolCompilers, Kind: Exact, AtStart: Exact, AtMost: Exact, Why: "nothing is compiled"}
	}
	peak, why := (f.compiler+f.perCompiler*compilers)<<10, fmt.Sprintf("peak of %s, %s", plural.Of(compilers, "compiler thread"), f.who)
	if j.OnlyC1 && peak > c1Peak {
		peak, why = c1Peak, "peak of C1 alone, measured"
	}
	return assumedPool(poolCompilers, (f.start.compiler+f.start.perCompiler*compilers)<<10, peak, why)
}

// assumedPool is one of which other programs tell all that is known.
func assumedPool(name string, committed, planned int64, why string) Pool {
	return Pool{Name: name, Committed: committed, Planned: planned, Ceiling: planned,
		Kind: Estimate, AtStart: Estimate, AtMost: Estimate, Assumed: true, Why: why}
}

// otherPool is what is left: modules, monitors, logging, and the books of Native Memory Tracking where it is on.
func otherPool(f figures, r *jvmflag.Resolution) Pool {
	other := assumedPool(poolOther, f.start.other<<10, f.other<<10, "modules, monitors, logging")
	if tracking, on := tracks(r); on {
		other.Committed += (f.start.classes + f.start.symbols) << 10 / trackingPerStart
		other.Planned += nativeTracking
		other.Why += ", NativeMemoryTracking"
		other.At = tracking.Option.Text
	}
	other.Ceiling = other.Planned
	return other
}

// tracks reports whether the options turn Native Memory Tracking on.
func tracks(r *jvmflag.Resolution) (by jvmflag.Setting, on bool) {
	by, set := r.Set("NativeMemoryTracking")
	return by, set && by.Text != "off"
}

// figures are what pools without a bound of their own were seen to take, in KiB unless said otherwise, by Native
// Memory Tracking on JDK 8, 11, 17, 21 and 25: at start, the middle; later, the larger end. A member is Hazelcast
// 5.3.1 and 5.7.0, just started and under load with 2 and 8 CPUs, and a published report of a 5.3.1 server with its
// agents; any other program is taken for a service of middle size, and its start for that of the JVM alone.
type figures struct {
	who           string
	start         startFigures
	metaspace     int64 // and class space; a member: 32 to 60 MB; 5 KB for each of its 6,500 to 10,800 classes
	code          int64 // a member: 12 to 36 MB
	symbols       int64
	compiler      int64 // arenas of the JIT compilers at their peak: base
	perCompiler   int64 // and for each compiler thread; a member with 4 of them: 49 to 76 MB
	threads       int64 // count: base
	threadsPerCPU int64 // count; a member: 51 with 2 CPUs, 95 to 111 with 8
	other         int64
	malloc        int64
}

// startFigures are those at start. An archive of class data keeps some of the classes and symbols of the JDK itself.
type startFigures struct {
	classes, archivedClasses int64 // metaspace and class space, and less of it with an archive
	symbols, archivedSymbols int64
	code                     int64 // over what is committed at the least
	compiler, perCompiler    int64
	threads                  int64   // count: base
	threadsPerCPU            float64 // count
	stack                    int64   // touched of each
	other                    int64
	malloc                   int64
}

var (
	anyProgram = figures{who: "assumed: a service of medium size",
		metaspace: 96 << 10, code: 48 << 10, symbols: 5 << 10, compiler: 10 << 10, perCompiler: 12 << 10, threads: 40, threadsPerCPU: 2, other: 3 << 10, malloc: 4 << 10}
	member = figures{who: "seen in Hazelcast members",
		metaspace: 60 << 10, code: 36 << 10, symbols: 13 << 10, compiler: 15 << 10, perCompiler: 15 << 10, threads: 38, threadsPerCPU: 8, other: 3 << 10, malloc: 12 << 10}
)

// The JVM alone was measured with -version; a member when it had joined its cluster of one.
var (
	startOfJVM = []release.Row[startFigures]{
		release.Since(8, startFigures{classes: 4571, symbols: 1300, compiler: 430, threads: 15, stack: 38, other: 700, malloc: 2048}),
		release.Since(11, startFigures{classes: 4575, symbols: 1460, compiler: 950, threads: 15, stack: 40, other: 550, malloc: 2048}),
		release.Since(17, startFigures{classes: 3150, archivedClasses: 2900, symbols: 1610, archivedSymbols: 480, compiler: 790, threads: 15, stack: 40, other: 400, malloc: 2048}),
		release.Since(21, startFigures{classes: 3800, archivedClasses: 3550, symbols: 2340, archivedSymbols: 560, compiler: 790, threads: 13, stack: 43, other: 500, malloc: 2048}),
		release.Since(25, startFigures{classes: 3650, archivedClasses: 3400, symbols: 1690, archivedSymbols: 560, compiler: 820, threads: 12, stack: 48, other: 400, malloc: 2048}),
	}
	startOfMember = []release.Row[startFigures]{
		release.Since(8, memberStart(25200, 0, 6040, 0, 3000, 3<<10, 1340)),
		release.Since(11, memberStart(27900, 0, 6410, 0, 600, 7<<10, 500)),
		release.Since(17, memberStart(26300, 7300, 6500, 1760, 700, 3<<10, 1460)),
		release.Since(21, memberStart(28700, 8500, 10200, 2000, 1000, 8<<10, 200)),
		release.Since(25, memberStart(28500, 9000, 6300, 2180, 1800, 12<<10, 600)),
	}
)

func memberStart(classes, archivedClasses, symbols, archivedSymbols, code, compiler, other int64) startFigures {
	return startFigures{classes: classes, archivedClasses: archivedClasses, symbols: symbols, archivedSymbols: archivedSymbols, code: code,
		compiler: compiler, perCompiler: 2350, threads: 43, threadsPerCPU: 2.8, stack: 82, other: other, malloc: 10 << 10}
}

// figuresOf are the figures of a program on this JVM.
func figuresOf(j *hotspot.JVM, p Program) figures {
	f, start := anyProgram, startOfJVM
	if p.Hazelcast {
		f, start = member, startOfMember
	}
	f.start = release.Choose(j.JDK, start...)
	if j.Archive {
		f.start.classes -= f.start.archivedClasses
		f.start.symbols -= f.start.archivedSymbols
	}
	return f
}
