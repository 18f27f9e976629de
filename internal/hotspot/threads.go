package hotspot

import (
	"fmt"
	"math"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// setThreads chooses the numbers of GC threads and checks those given.
func setThreads(s *startup) *jvmflag.Refusal {
	if s.n("MinHeapFreeRatio") == 100 && s.collector.Kind != Shenandoah {
		s.ergo("MinHeapFreeRatio", 99, "less than 100")
	}
	switch s.collector.Kind {
	case G1:
		return s.setG1Threads()
	case Parallel:
		if s.noParallelThreads() {
			return s.needsThreads("Parallel")
		}
		s.setParallelThreads()
		s.setParallelFreeRatios()
		if !s.on("UseParallelGC") {
			s.keepOrigin("UseParallelGC", 1, "UseParallelOldGC")
		}
	case CMS:
		return s.setCMS()
	case Shenandoah:
		return s.setShenandoahThreads()
	case Z:
		return s.setZThreads()
	case Epsilon:
		s.setEpsilon()
	}
	return nil
}

func (s *startup) noParallelThreads() bool {
	return s.isCommandLine("ParallelGCThreads") && s.n("ParallelGCThreads") == 0
}

func (s *startup) needsThreads(collector string) *jvmflag.Refusal {
	const flag = "ParallelGCThreads"
	return s.ends(flag, jvmflag.SizeConflict, "The "+collector+" GC can not be combined with -XX:ParallelGCThreads=0")
}

// setParallelThreads takes every CPU up to 8, and five of eight beyond.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/workerPolicy.cpp, WorkerPolicy::nof_parallel_worker_threads (JDK 11 to 25)
func (s *startup) setParallelThreads() {
	workers, why := s.cpus, fmt.Sprintf("%d CPUs", s.cpus)
	if s.cpus > 8 {
		workers, why = 8+(s.cpus-8)*5/8, fmt.Sprintf("8 + 5/8 of the %d CPUs over 8", s.cpus-8)
	}
	s.setDefault("ParallelGCThreads", workers, why)
}

// setParallelFreeRatios leaves the size of the heap to the policy that adapts it.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/parallel/parallelArguments.cpp, ParallelArguments::initialize (JDK 11 to 25)
func (s *startup) setParallelFreeRatios() {
	if s.on("UseAdaptiveSizePolicy") {
		s.freeRatios("UseAdaptiveSizePolicy")
	}
}

// freeRatios leaves the size of the heap to other means than how much of it is free.
func (s *startup) freeRatios(why string) {
	s.setDefault("MinHeapFreeRatio", 0, why)
	s.setDefault("MaxHeapFreeRatio", 100, why)
}

// setG1Threads gives a quarter of the parallel threads to concurrent marking,
// and lets as many refine remembered sets as collect.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1Arguments.cpp, G1Arguments::initialize (JDK 11 to 25)
func (s *startup) setG1Threads() *jvmflag.Refusal {
	if s.noParallelThreads() {
		return with(s.stops("ParallelGCThreads", "The flag -XX:+UseG1GC can not be combined with -XX:ParallelGCThreads=0"), "UseG1GC")
	}
	s.setParallelThreads()
	parallel := s.n("ParallelGCThreads")
	switch threads, refines := "G1ConcRefinementThreads", "G1UseConcRefinement"; {
	case s.has(refines) && !s.on(refines):
		if !s.isDefault(threads) {
			s.logs(threads, "gc,ergo", "Ignoring -XX:G1ConcRefinementThreads because of -XX:-G1UseConcRefinement")
		}
		s.keepOrigin(threads, 0, refines)
	case s.isDefault(threads):
		s.ergo(threads, parallel, "ParallelGCThreads")
	}
	if s.n("ConcGCThreads") == 0 {
		s.ergo("ConcGCThreads", max((parallel+2)/4, 1), "a quarter of ParallelGCThreads")
	}
	if s.jdk >= 27 { // which sizes its heap by other means than how much of it is free
		s.freeRatios("G1 from JDK 27 on")
	}
	if s.jdk < 16 {
		s.setDefault("MarkStackSizeMax", 128*taskQueue, "128 full queues")
	} else {
		s.growMarkStack()
	}
	s.setPauseGoal()
	return nil
}

const taskQueue = 128 * kilo // entries of a queue of marking: TASKQUEUE_SIZE

// growMarkStack gives each concurrent thread room for a full queue of entries. It comes late on JDK 11, when the heap
// is there.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1ConcurrentMark.cpp, G1ConcurrentMark (JDK 11 to 25)
func (s *startup) growMarkStack() {
	entries := min(s.n("MarkStackSizeMax"), max(s.n("MarkStackSize"), s.n("ConcGCThreads")*taskQueue))
	s.ergoDefault("MarkStackSize", entries, "a full queue for each of ConcGCThreads, at least 4m entries")
}

// fitMarkStack makes whole chunks of the mark stack: a power of two of them at the start.
// Measured on 25.0.2 and 26.0.2; 21 and 27 take the sizes as they are.
func (s *startup) fitMarkStack() {
	const size, most, chunk = "MarkStackSize", "MarkStackSizeMax", kilo // entries
	if s.jdk < 25 || s.jdk > 26 {
		return
	}
	first := chunk * align.PowerOfTwoUp(align.Up(s.n(size), chunk)/chunk)
	s.rounded(most, max(align.Up(s.n(most), chunk), first), "rounded up to whole chunks")
	s.rounded(size, first, "rounded up to a power of two of chunks")
}

// checkOldMarkStack is what JDK 11 says of a size that is given.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/g1/g1ConcurrentMark.cpp, G1ConcurrentMark
func (s *startup) checkOldMarkStack() *jvmflag.Refusal {
	const size, most = "MarkStackSize", "MarkStackSizeMax"
	if s.jdk >= 16 {
		return nil
	}
	s.growMarkStack()
	if !s.isCommandLine(size) || s.n(size) >= 1 && s.n(size) <= s.n(most) {
		return nil
	}
	line := fmt.Sprintf("Invalid value specified for MarkStackSize (%d): must be between 1 and %d", s.n(size), s.n(most))
	if s.isCommandLine(most) {
		line = fmt.Sprintf("Invalid value specified for MarkStackSize (%d) or for MarkStackSizeMax (%d)", s.n(size), s.n(most))
	}
	refusal := s.stops(size, "Could not create/initialize G1ConcurrentMark")
	return s.precededBy("warning", "gc", line, refusal)
}

// setPauseGoal spaces the pauses of G1 so that their goal can hold.
func (s *startup) setPauseGoal() {
	s.setDefault("MaxGCPauseMillis", 200, "")
	s.setDefault("GCPauseIntervalMillis", s.n("MaxGCPauseMillis")+1, "MaxGCPauseMillis + 1")
}

// setShenandoahThreads pauses with half of the CPUs and works along with the program on a quarter.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shenandoah/shenandoahArguments.cpp (JDK 17 to 25)
func (s *startup) setShenandoahThreads() *jvmflag.Refusal {
	s.setShenandoahUncommit()
	concurrentGiven, parallelGiven := !s.isDefault("ConcGCThreads"), !s.isDefault("ParallelGCThreads")
	for _, flag := range []string{"ConcGCThreads", "ParallelGCThreads"} {
		if !s.isDefault(flag) && s.n(flag) == 0 {
			return s.stops(flag, fmt.Sprintf("Shenandoah expects %[1]s > 0, check -XX:%[1]s=#", flag))
		}
	}
	s.setDefault("ConcGCThreads", max(1, s.cpus/4), "a quarter of the CPUs")
	s.setDefault("ParallelGCThreads", max(1, s.cpus/2), "half of the CPUs")
	if concurrent, parallel := s.n("ConcGCThreads"), s.n("ParallelGCThreads"); parallel < concurrent {
		switch {
		case parallelGiven && !concurrentGiven:
			s.keepOrigin("ConcGCThreads", parallel, "ParallelGCThreads")
		case concurrentGiven && !parallelGiven:
			s.keepOrigin("ParallelGCThreads", concurrent, "ConcGCThreads")
		default:
			return with(s.stops("ConcGCThreads", "Shenandoah expects ConcGCThreads <= ParallelGCThreads, check -XX:ParallelGCThreads, -XX:ConcGCThreads"), "ParallelGCThreads")
		}
	}
	heuristics, own := "ShenandoahGCHeuristics", s.jdk >= 26 && s.generationalShenandoah()
	if asked := s.text(heuristics); own && s.isCommandLine(heuristics) && asked != "adaptive" {
		s.logs(heuristics, "gc", "Ignoring -XX:ShenandoahGCHeuristics input: "+asked+", because generational shenandoah only supports adaptive heuristics")
	}
	if dynamic := "UseDynamicNumberOfGCThreads"; s.jdk >= 25 {
		if s.on(dynamic) && s.isCommandLine(dynamic) {
			s.warn(dynamic, "Shenandoah does not support UseDynamicNumberOfGCThreads, disabling")
		}
		s.keepOrigin(dynamic, 0, "Shenandoah")
		s.setDefault("GCPauseIntervalMillis", 5000, "Shenandoah")
	}
	return s.checkAllocRateWindows()
}

// setZThreads pauses with 60 % of the CPUs and marks with 12.5 or 25 %, as
// long as 2 % of the heap holds a page for each thread.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/z/zHeuristics.cpp (JDK 17 to 25)
func (s *startup) setZThreads() *jvmflag.Refusal {
	for _, name := range []string{"ParallelGCThreads", "ConcGCThreads"} {
		if s.isCommandLine(name) && s.n(name) == 0 {
			return with(s.stops(name, fmt.Sprintf("The flag -XX:+UseZGC can not be combined with -XX:%s=0", name)), "UseZGC")
		}
	}
	const smallPage = 2 * mega
	generational := s.generationalZ()
	threads := func(percent float64) uint64 {
		byCPUs := uint64(math.Ceil(float64(s.cpus) * percent / 100))
		if s.jdk < 12 {
			return byCPUs
		}
		byHeap := uint64(float64(s.n("MaxHeapSize")) * 0.02 / float64(smallPage))
		if generational {
			return max(min(byCPUs, byHeap), 1)
		}
		return min(byCPUs, max(byHeap, 1))
	}
	s.setDefault("ParallelGCThreads", threads(60), "60 % of the CPUs, as far as the heap allows")
	if s.isDefault("ConcGCThreads") {
		percent := either.Of(s.jdk < 17 || !generational && !s.on("UseDynamicNumberOfGCThreads"), 12.5, 25.0)
		s.keepOrigin("ConcGCThreads", threads(percent), "a share of the CPUs, as far as the heap allows")
	}
	s.keepOrigin("UseCompressedOops", 0, "ZGC")
	if refusal := s.checkZ(); refusal != nil {
		return refusal
	}
	if s.jdk < 15 {
		s.keepOrigin("UseDynamicNumberOfGCThreads", 1, "ZGC")
		for _, flag := range []string{"UseCompressedClassPointers", "ClassUnloading", "ClassUnloadingWithConcurrentMark"} {
			s.keepOrigin(flag, 0, "ZGC")
		}
	}
	return nil
}

func (s *startup) generationalZ() bool { return s.jdk >= 24 || s.jdk >= 21 && s.on("ZGenerational") }
