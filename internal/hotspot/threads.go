package hotspot

import (
	"fmt"
	"math"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// parallelWorkers is every CPU up to 8, and five of eight beyond.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/workerPolicy.cpp, WorkerPolicy::nof_parallel_worker_threads (JDK 11 to 25)
func parallelWorkers(cpus uint64) uint64 {
	if cpus <= 8 {
		return cpus
	}
	return 8 + (cpus-8)*5/8
}

// setThreads chooses the numbers of GC threads and checks those given.
func setThreads(s *startup) *jvmflag.Refusal {
	switch s.collector.Kind {
	case G1:
		return s.setG1Threads()
	case Parallel:
		if s.noParallelThreads() {
			return &jvmflag.Refusal{At: s.at("ParallelGCThreads"), Lines: []string{"The Parallel GC can not be combined with -XX:ParallelGCThreads=0"}}
		}
		s.setParallelThreads()
	case CMS:
		s.setParallelThreads()
	case Shenandoah:
		return s.setShenandoahThreads()
	case Z:
		return s.setZThreads()
	}
	return nil
}

func (s *startup) noParallelThreads() bool {
	return s.isCommandLine("ParallelGCThreads") && s.n("ParallelGCThreads") == 0
}

func (s *startup) setParallelThreads() {
	if !s.isDefault("ParallelGCThreads") {
		return
	}
	why := fmt.Sprintf("%d CPUs", s.cpus)
	if s.cpus > 8 {
		why = fmt.Sprintf("8 + 5/8 of the %d CPUs over 8", s.cpus-8)
	}
	s.keepOrigin("ParallelGCThreads", parallelWorkers(s.cpus), why)
}

// setG1Threads gives a quarter of the parallel threads to concurrent marking,
// and lets as many refine remembered sets as collect.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1Arguments.cpp, G1Arguments::initialize (JDK 11 to 25)
func (s *startup) setG1Threads() *jvmflag.Refusal {
	if s.noParallelThreads() {
		return s.stops("ParallelGCThreads", "The flag -XX:+UseG1GC can not be combined with -XX:ParallelGCThreads=0")
	}
	s.setParallelThreads()
	parallel := s.n("ParallelGCThreads")
	if s.isDefault("G1ConcRefinementThreads") {
		s.ergo("G1ConcRefinementThreads", parallel, "ParallelGCThreads")
	}
	if s.n("ConcGCThreads") == 0 {
		s.ergo("ConcGCThreads", max((parallel+2)/4, 1), "a quarter of ParallelGCThreads")
	}
	if s.n("MarkStackSize") == 0 || s.isDefault("MarkStackSize") {
		const perThread = 128 * kilo // TASKQUEUE_SIZE
		s.ergo("MarkStackSize", min(s.n("MarkStackSizeMax"), max(s.n("MarkStackSize"), s.n("ConcGCThreads")*perThread)), "128k entries for each of ConcGCThreads")
	}
	if concurrent := s.n("ConcGCThreads"); concurrent > parallel && s.jdk < 21 {
		return s.faults("ConcGCThreads", fmt.Sprintf("ConcGCThreads (%d) must be less than or equal to ParallelGCThreads (%d)", concurrent, parallel))
	}
	return s.setPauseGoal()
}

// setPauseGoal spaces the pauses of G1 so that their goal can hold.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/jvmFlagConstraintsG1.cpp (JDK 11 to 25)
func (s *startup) setPauseGoal() *jvmflag.Refusal {
	goalGiven, intervalGiven := !s.isDefault("MaxGCPauseMillis"), !s.isDefault("GCPauseIntervalMillis")
	if !goalGiven {
		s.keepOrigin("MaxGCPauseMillis", 200, "")
	}
	goal := s.n("MaxGCPauseMillis")
	if !intervalGiven {
		s.keepOrigin("GCPauseIntervalMillis", goal+1, "MaxGCPauseMillis + 1")
	}
	interval := s.n("GCPauseIntervalMillis")
	var lines []string
	if goalGiven && goal >= interval {
		lines = append(lines, fmt.Sprintf("MaxGCPauseMillis (%d) must be less than GCPauseIntervalMillis (%d)", goal, interval))
	}
	switch {
	case !intervalGiven:
	case interval < 1:
		lines = append(lines, fmt.Sprintf("GCPauseIntervalMillis (%d) must be greater than or equal to 1", interval))
	case !goalGiven:
		lines = append(lines, "GCPauseIntervalMillis cannot be set without setting MaxGCPauseMillis")
	case goal >= interval:
		lines = append(lines, fmt.Sprintf("GCPauseIntervalMillis (%d) must be greater than MaxGCPauseMillis (%d)", interval, goal))
	}
	if lines != nil {
		return s.faults("GCPauseIntervalMillis", lines...)
	}
	return nil
}

// setShenandoahThreads pauses with half of the CPUs and works along with the
// program on a quarter.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shenandoah/shenandoahArguments.cpp (JDK 17 to 25)
func (s *startup) setShenandoahThreads() *jvmflag.Refusal {
	concurrentGiven, parallelGiven := !s.isDefault("ConcGCThreads"), !s.isDefault("ParallelGCThreads")
	if concurrentGiven && s.n("ConcGCThreads") == 0 {
		return s.stops("ConcGCThreads", "Shenandoah expects ConcGCThreads > 0, check -XX:ConcGCThreads=#")
	}
	if parallelGiven && s.n("ParallelGCThreads") == 0 {
		return s.stops("ParallelGCThreads", "Shenandoah expects ParallelGCThreads > 0, check -XX:ParallelGCThreads=#")
	}
	if !concurrentGiven {
		s.keepOrigin("ConcGCThreads", max(1, s.cpus/4), "a quarter of the CPUs")
	}
	if !parallelGiven {
		s.keepOrigin("ParallelGCThreads", max(1, s.cpus/2), "half of the CPUs")
	}
	if concurrent, parallel := s.n("ConcGCThreads"), s.n("ParallelGCThreads"); parallel < concurrent {
		switch {
		case parallelGiven && !concurrentGiven:
			s.keepOrigin("ConcGCThreads", parallel, "ParallelGCThreads")
		case concurrentGiven && !parallelGiven:
			s.keepOrigin("ParallelGCThreads", concurrent, "ConcGCThreads")
		default:
			return s.stops("ConcGCThreads", "Shenandoah expects ConcGCThreads <= ParallelGCThreads, check -XX:ParallelGCThreads, -XX:ConcGCThreads")
		}
	}
	if s.jdk >= 25 {
		s.keepOrigin("UseDynamicNumberOfGCThreads", 0, "Shenandoah")
	}
	return nil
}

// setZThreads pauses with 60 % of the CPUs and marks with 12.5 or 25 %, as
// long as 2 % of the heap holds a page for each thread.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/z/zHeuristics.cpp (JDK 17 to 25)
func (s *startup) setZThreads() *jvmflag.Refusal {
	for _, name := range []string{"ParallelGCThreads", "ConcGCThreads"} {
		if s.isCommandLine(name) && s.n(name) == 0 {
			return s.stops(name, fmt.Sprintf("The flag -XX:+UseZGC can not be combined with -XX:%s=0", name))
		}
	}
	const smallPage = 2 * mega
	generational := s.generationalZ()
	threads := func(percent float64) uint64 {
		byCPUs := uint64(math.Ceil(float64(s.cpus) * percent / 100))
		byHeap := uint64(float64(s.n("MaxHeapSize")) * 0.02 / float64(smallPage))
		if generational {
			return max(min(byCPUs, byHeap), 1)
		}
		return min(byCPUs, max(byHeap, 1))
	}
	if s.isDefault("ParallelGCThreads") {
		s.keepOrigin("ParallelGCThreads", threads(60), "60 % of the CPUs, as far as the heap allows")
	}
	if s.isDefault("ConcGCThreads") {
		percent := 25.0
		if s.jdk < 17 || !generational && !s.on("UseDynamicNumberOfGCThreads") {
			percent = 12.5
		}
		s.keepOrigin("ConcGCThreads", threads(percent), "a share of the CPUs, as far as the heap allows")
	}
	s.keepOrigin("UseCompressedOops", 0, "ZGC")
	if s.jdk < 15 {
		s.keepOrigin("UseCompressedClassPointers", 0, "ZGC")
	}
	return nil
}

func (s *startup) generationalZ() bool {
	return s.jdk >= 24 || s.jdk >= 21 && s.on("ZGenerational")
}

// setCompilerThreads grows with the logarithm of the CPUs.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/compiler/compilationPolicy.cpp, CompilationPolicy::initialize (JDK 11 to 25)
func setCompilerThreads(s *startup) *jvmflag.Refusal {
	if s.isDefault("CICompilerCount") && s.on("TieredCompilation") {
		byCPUs := log2(s.cpus)
		s.ergo("CICompilerCount", max(byCPUs*log2(byCPUs)*3/2, 2), "grows with the logarithm of the CPUs")
	}
	return nil
}
