package hotspot

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot/release"
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

// FullGCStart is what a full GC of G1 finds of what its workers depend on.
type FullGCStart struct {
	Committed   int64 // bytes of the heap
	UsedRegions int64
	Before      int64 // workers of the collection before
}

// FullGCWorkers is the number of workers with which G1 compacts this heap, full
// and at its maximum, under the given G1HeapWastePercent.
func (j *JVM) FullGCWorkers(wastePercent int) Workers {
	if !j.knowsWorkers() {
		return Workers{}
	}
	full := FullGCStart{Committed: j.Heap.N, UsedRegions: j.G1.Regions.N, Before: j.ParallelGCThreads.N}
	w := j.FullGCWorkersOf(full, wastePercent)
	full.Before = 1
	w.Least = j.FullGCWorkersOf(full, wastePercent).Count
	return w
}

// AnyFullGCWorkers is the same of a full GC at any time, in a heap that may be
// nearly empty and as small as it gets, as System.gc() finds it.
func (j *JVM) AnyFullGCWorkers(wastePercent int) Workers {
	w := j.FullGCWorkers(wastePercent)
	if w.Count > 0 {
		smallest := FullGCStart{Committed: j.G1.RegionSize.N, UsedRegions: 1, Before: 1}
		if j.MinHeap.Known() {
			smallest.Committed = max(smallest.Committed, j.MinHeap.N)
		}
		w.Least = j.FullGCWorkersOf(smallest, wastePercent).Count
	}
	return w
}

// FullGCWorkersOf is the number of workers of one full GC. Each worker may
// leave half a region unfilled, so there are no more of them than the waste
// allows. Without ParallelGCThreads the committed heap counts, too.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1FullCollector.cpp, G1FullCollector::calc_active_workers (JDK 11 to 25)
func (j *JVM) FullGCWorkersOf(start FullGCStart, wastePercent int) Workers {
	if !j.knowsWorkers() {
		return Workers{}
	}
	threads := j.ParallelGCThreads.N
	if j.compactsAlone() {
		return Workers{Least: 1, Count: 1, Of: int(threads), LimitedBy: LimitRelease, Why: fmt.Sprintf("JDK %d compacts with one thread", j.JDK)}
	}
	if dynamic, _ := j.Flag("UseDynamicNumberOfGCThreads").Value.(bool); !dynamic {
		return Workers{Least: int(threads), Count: int(threads), Of: int(threads), LimitedBy: LimitFixed, Why: "UseDynamicNumberOfGCThreads is off: all GC threads"}
	}
	count, limit, why := threads, LimitThreads, "all GC threads"
	if bySize := j.workersByHeapSize(start); bySize < count {
		count, limit, why = bySize, LimitHeapSize, "the heap is small and ParallelGCThreads is not given"
	}
	regions := start.Committed / max(j.G1.RegionSize.N, 1)
	if byWaste := max(1, regions*int64(max(wastePercent, 0))/100*2); byWaste < count {
		count, limit = byWaste, LimitWaste
		why = fmt.Sprintf("max(1, 2 x (%d regions x %d / 100))", regions, wastePercent)
	}
	if counted := release.Choose(j.JDK, release.Since(11, false), release.Since(17, true)); counted && start.UsedRegions < count {
		count, limit, why = start.UsedRegions, LimitUsed, "no more regions are in use"
	}
	return Workers{Least: int(count), Count: int(count), Of: int(threads), LimitedBy: limit, Why: why}
}

// knowsWorkers tells whether all is known that the workers follow from.
func (j *JVM) knowsWorkers() bool {
	return j.G1 != nil && j.G1.Regions.Known() && j.ParallelGCThreads.Known()
}

// compactsAlone tells whether a full GC of G1 has a single thread, as it had
// before JDK 10 (JEP 307).
func (j *JVM) compactsAlone() bool { return j.JDK < 10 }

// OwnFullGCWorkers is FullGCWorkers with the JVM's own G1HeapWastePercent.
func (j *JVM) OwnFullGCWorkers() Workers {
	if j.G1 == nil {
		return Workers{}
	}
	return j.FullGCWorkers(int(j.G1.HeapWastePercent.N))
}

// workersByHeapSize grows at once with the heap, and shrinks half way.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/workerPolicy.cpp, WorkerPolicy::calc_default_active_workers (JDK 11 to 25)
func (j *JVM) workersByHeapSize(start FullGCStart) int64 {
	threads := j.ParallelGCThreads.N
	if j.ParallelGCThreads.Origin == source.Option || threads < 2 {
		return threads
	}
	bySize := min(max(2, start.Committed/int64(max(j.heapPerThread, 1))), threads)
	if bySize < start.Before {
		bySize = max(2, (start.Before+bySize)/2)
	}
	return bySize
}
