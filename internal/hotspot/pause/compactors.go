package pause

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/plural"
)

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
