package hotspot

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Limit is what keeps a full GC from using more workers.
type Limit int

const (
	LimitUnknown  Limit = iota // the workers are not known
	LimitThreads               // there are no more GC threads
	LimitWaste                 // more would leave more of the heap unused than G1HeapWastePercent
	LimitHeapSize              // HotSpot finds the heap too small for more, as ParallelGCThreads is not given
	LimitFixed                 // the number does not adapt: UseDynamicNumberOfGCThreads is off
	LimitRelease               // the JDK compacts with one thread, whatever there is
)

// Workers is how many threads a full GC of G1 uses, of how many there are.
type Workers struct {
	Count, Of int
	LimitedBy Limit
	Why       string
}

// FullGCWorkers is the number of workers with which G1 compacts this heap at
// its maximum under the given G1HeapWastePercent. Each worker may leave half a
// region unfilled, so there are no more of them than the waste allows. JDK 17
// and later also take no more workers than used regions; that binds in no full
// heap. Without ParallelGCThreads the heap size counts, too, half way between
// it and the workers of the collection before, taken to be all of them.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1FullCollector.cpp, G1FullCollector::calc_active_workers (JDK 11 to 25)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/workerPolicy.cpp, WorkerPolicy::calc_default_active_workers
func (j *JVM) FullGCWorkers(wastePercent int) Workers {
	if j.G1 == nil || !j.G1.Regions.Known() || !j.ParallelGCThreads.Known() {
		return Workers{}
	}
	threads := j.ParallelGCThreads.N
	if j.compactsAlone() {
		return Workers{Count: 1, Of: int(threads), LimitedBy: LimitRelease, Why: fmt.Sprintf("JDK %d compacts with one thread", j.JDK)}
	}
	if dynamic, _ := j.Flags["UseDynamicNumberOfGCThreads"].Value.(bool); !dynamic {
		return Workers{Count: int(threads), Of: int(threads), LimitedBy: LimitFixed, Why: "UseDynamicNumberOfGCThreads is off: all GC threads"}
	}
	count, limit := threads, LimitThreads
	why := "all GC threads"
	if bySize := j.workersByHeapSize(); bySize < count {
		count, limit, why = bySize, LimitHeapSize, "the heap is small and ParallelGCThreads is not given"
	}
	regions := j.G1.Regions.N
	if byWaste := max(1, regions*int64(max(wastePercent, 0))/100*2); byWaste < count {
		count, limit = byWaste, LimitWaste
		why = fmt.Sprintf("max(1, 2 x (%d regions x %d / 100))", regions, wastePercent)
	}
	return Workers{Count: int(count), Of: int(threads), LimitedBy: limit, Why: why}
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

func (j *JVM) workersByHeapSize() int64 {
	threads := j.ParallelGCThreads.N
	if j.ParallelGCThreads.Origin == source.Option || threads < 2 {
		return threads
	}
	bySize := min(max(2, j.Heap.N/int64(max(j.heapPerThread, 1))), threads)
	if bySize < threads {
		bySize = max(2, (threads+bySize)/2)
	}
	return bySize
}
