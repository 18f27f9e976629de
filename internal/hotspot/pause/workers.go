package pause

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Limit is what keeps a full GC from using more workers.
type Limit int

const (
	LimitUnknown  Limit = iota // the workers are not known
	LimitThreads               // there are no more GC threads
	LimitWaste                 // more would leave more of the heap unused than G1HeapWastePercent
	LimitHeapSize              // HotSpot finds the heap too small for more, as ParallelGCThreads is not given
	LimitUsed                  // no more regions are in use
	LimitFixed                 // the number does not adapt: UseDynamicNumberOfGCThreads is off
	LimitRelease               // the JDK compacts with one thread, whatever there is
)

// Workers is how many threads a full GC of G1 uses, of how many there are.
type Workers struct {
	Least     int // where the collection before had as few as it may; mostly Count
	Count, Of int
	LimitedBy Limit // of Count, as is Why
	Why       string
}

// fullGCStart is what a full GC of G1 finds of what its workers depend on.
type fullGCStart struct {
	committed   int64 // bytes of the heap
	usedRegions int64
	before      int64 // workers of the collection before
}

// WorkersOf is the number of workers with which G1 compacts this heap, full
// and at its maximum, under the given G1HeapWastePercent.
func WorkersOf(j *hotspot.JVM, wastePercent int) Workers {
	if j.G1 == nil || !j.G1.Regions.Known() || !j.ParallelGCThreads.Known() {
		return Workers{}
	}
	full := fullGCStart{committed: j.Heap.N, usedRegions: j.G1.Regions.N, before: j.ParallelGCThreads.N}
	w := workersFrom(j, full, wastePercent)
	full.before = 1
	w.Least = workersFrom(j, full, wastePercent).Count
	return w
}

// workersFrom is the number of workers of one full GC. Each worker may leave half a region unfilled, so there are no
// more of them than the waste allows. Without ParallelGCThreads the committed heap counts, too.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1FullCollector.cpp, G1FullCollector::calc_active_workers (JDK 11 to 25)
func workersFrom(j *hotspot.JVM, start fullGCStart, wastePercent int) Workers {
	threads := j.ParallelGCThreads.N
	if compactsAlone(j) {
		return Workers{Least: 1, Count: 1, Of: int(threads), LimitedBy: LimitRelease, Why: fmt.Sprintf("JDK %d compacts with one thread", j.JDK)}
	}
	if !j.On("UseDynamicNumberOfGCThreads") {
		return Workers{Least: int(threads), Count: int(threads), Of: int(threads), LimitedBy: LimitFixed, Why: "UseDynamicNumberOfGCThreads is off: all GC threads"}
	}
	count, limit, why := threads, LimitThreads, "all GC threads"
	if bySize := workersByHeapSize(j, start); bySize < count {
		count, limit, why = bySize, LimitHeapSize, "the heap is small and ParallelGCThreads is not given"
	}
	regions := start.committed / max(j.G1.RegionSize.N, 1)
	if byWaste := max(1, regions*int64(max(wastePercent, 0))/100*2); byWaste < count {
		count, limit = byWaste, LimitWaste
		why = fmt.Sprintf("max(1, 2 x (%d regions x %d / 100))", regions, wastePercent)
	}
	if counted := release.Choose(j.JDK, release.Since(11, false), release.Since(17, true)); counted && start.usedRegions < count {
		count, limit, why = start.usedRegions, LimitUsed, "no more regions are in use"
	}
	return Workers{Least: int(count), Count: int(count), Of: int(threads), LimitedBy: limit, Why: why}
}

// compactsAlone reports whether a full GC of G1 has a single thread, as it had before JDK 10 (JEP 307).
func compactsAlone(j *hotspot.JVM) bool { return j.JDK < 10 }

// OwnWorkers is WorkersOf with the JVM's own G1HeapWastePercent.
func OwnWorkers(j *hotspot.JVM) Workers {
	if j.G1 == nil {
		return Workers{}
	}
	return WorkersOf(j, int(j.G1.HeapWastePercent.N))
}

// workersByHeapSize grows at once with the heap, and shrinks half way.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/workerPolicy.cpp, WorkerPolicy::calc_default_active_workers (JDK 11 to 25)
func workersByHeapSize(j *hotspot.JVM, start fullGCStart) int64 {
	threads := j.ParallelGCThreads.N
	if j.ParallelGCThreads.Origin == source.Option || threads < 2 {
		return threads
	}
	bySize := min(max(2, start.committed/int64(max(j.Number("HeapSizePerGCThread"), 1))), threads)
	if bySize < start.before {
		bySize = max(2, (start.before+bySize)/2)
	}
	return bySize
}

// compactors are the threads of a full GC.
type compactors struct {
	least, most int    // least only where the number adapts; 0: not known
	why         string // what they are
}

// compactorsOf are the threads that a full GC of a full heap has. Serial and CMS compact with one, as Parallel does
// without UseParallelOldGC. Where ParallelGCThreads is not given, Parallel counts the threads of the program, too,
// so it may have more than its heap asks for.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/parallel/psParallelCompact.cpp, PSParallelCompact::invoke_no_policy (JDK 11 to 25)
// https://github.com/openjdk/jdk/blob/jdk-11-ga/src/hotspot/share/gc/cms/concurrentMarkSweepGeneration.cpp, CMSCollector::do_compaction_work (JDK 8 and 11)
func compactorsOf(j *hotspot.JVM) compactors {
	threads := int(j.ParallelGCThreads.N)
	switch {
	case j.G1 != nil:
		w := OwnWorkers(j)
		return compactors{w.Least, w.Count, "GC worker"}
	case j.Collector.Kind != hotspot.Parallel || j.SerialOld:
		return compactors{1, 1, "GC thread"}
	case !j.ParallelGCThreads.Known():
		return compactors{}
	}
	least := threads
	if j.On("UseDynamicNumberOfGCThreads") {
		const largestSurvivor = 3 // MinSurvivorRatio: that part of the young generation is not counted
		least = int(workersByHeapSize(j, fullGCStart{committed: j.Heap.N - j.MaxNew.N/largestSurvivor, before: 1}))
	}
	return compactors{least, threads, "GC thread"}
}

// onCPUs are the threads that run at once.
func (c compactors) onCPUs(j *hotspot.JVM) compactors {
	text := plural.Of(c.most, c.why)
	if c.least < c.most {
		text = fmt.Sprintf("%d to %s", c.least, text)
	}
	if cpus := int(j.CPUs.N); j.CPUs.Known() && c.most > cpus {
		text = fmt.Sprintf("%s on %s", text, plural.Of(cpus, "CPU"))
		c.least, c.most = min(c.least, cpus), cpus
	}
	c.why = text
	return c
}
