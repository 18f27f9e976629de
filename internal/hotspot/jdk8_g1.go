package hotspot

import (
	"cmp"
	"fmt"
	"math"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

const taskQueue = 128 * kilo // entries of a queue of marking: TASKQUEUE_SIZE

// sizeG1Of8 cuts the heap into regions, and creates what marks them.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/g1CollectorPolicy.cpp, G1CollectorPolicy::G1CollectorPolicy (JDK 8)
func (s *startup) sizeG1Of8() *jvmflag.Refusal {
	s.setRegionSize()
	for _, name := range []string{"G1RSetSparseRegionEntries", "G1RSetRegionEntries"} {
		if !s.isDefault(name) && int64(s.n(name)) <= 0 {
			return s.diesOf8(name, "guarantee(G1RSetSparseRegionEntries > 0 && G1RSetRegionEntries > 0) failed: Sanity")
		}
	}
	if refusal := s.checkG1Policy(); refusal != nil {
		return refusal
	}
	region := s.n("G1HeapRegionSize")
	if s.n("SurvivorRatio") < 1 {
		return s.stops("SurvivorRatio", "Invalid survivor ratio specified")
	}
	if refusal := s.alignHeapOf8(region, max(region, s.n("GCCardSizeInBytes")*page)); refusal != nil {
		return refusal
	}
	s.warnOfYoungSizes()
	// All are asked for at once: none of these leaves a word behind.
	if refusal := cmp.Or(s.createWorkers("Cannot create worker GC thread. Out of system resources."), s.createRefinement(),
		s.checkReservedHeap(s.n("MaxHeapSize"))); refusal != nil {
		return refusal
	}
	if refusal := cmp.Or(s.createMarking(), s.createRegionTables()); refusal != nil {
		return refusal
	}
	if refusal := s.commits("InitialHeapSize", s.n("InitialHeapSize")); refusal != nil {
		return refusal
	}
	if s.n("NewRatio")+1 == 0 && s.isCommandLine("NewRatio") && !s.isCommandLine("NewSize") && !s.isCommandLine("MaxNewSize") {
		return s.diesOf8("NewRatio")
	}
	s.young = s.g1Young(s.n("MaxHeapSize") / region)
	most, why := s.mostYoungRegions(s.n("MaxHeapSize") / region)
	if largest := uint64(uint32(most)) * region; largest != s.n("MaxNewSize") {
		s.ergo("MaxNewSize", largest, why)
	}
	return nil
}

// checkG1Policy holds buffers against the region and the pause goal against its interval.
func (s *startup) checkG1Policy() *jvmflag.Refusal {
	words := s.n("G1HeapRegionSize") / 8
	for _, buffer := range []string{"Old", "Young"} {
		if flag := buffer + "PLABSize"; s.n(flag) > words {
			return s.stops(flag, fmt.Sprintf("%s should be at most %d", flag, words))
		}
	}
	const goal, interval = "MaxGCPauseMillis", "GCPauseIntervalMillis"
	switch {
	case !s.isDefault(goal) && s.n(goal) < 1:
		return s.stops(goal, "MaxGCPauseMillis should be greater than 0")
	case !s.isDefault(interval) && s.n(interval) < 1:
		return s.stops(interval, "GCPauseIntervalMillis should be greater than 0")
	case s.isDefault(goal) && !s.isDefault(interval):
		return with(s.stops(interval, "GCPauseIntervalMillis cannot be set without setting MaxGCPauseMillis"), goal)
	}
	s.setPauseGoal()
	if s.n(goal) >= s.n(interval) {
		of := func(flag string) jvmflag.Bound {
			return jvmflag.Bound{Flag: flag, Number: digits(uint64(uint32(s.n(flag))))}
		}
		must := jvmflag.Relation{Left: of(goal), Must: jvmflag.LessThan, Right: of(interval)}
		refusal := with(s.stops(goal, written(must.Left)+" should be "+must.Must.String()+" "+written(must.Right)), interval)
		refusal.Relation = &must
		return refusal
	}
	for _, bound := range []struct {
		flag string
		most uint64
	}{{"G1ConfidencePercent", 100}, {"G1ReservePercent", 50}} {
		if s.n(bound.flag) > bound.most {
			s.warn(bound.flag, "%s is set to a value that is too large, it's been updated to %d", bound.flag, bound.most)
		}
	}
	return nil
}

// warnOfYoungSizes names options that others overrule.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/g1CollectorPolicy.cpp, G1YoungGenSizer::G1YoungGenSizer (JDK 8)
func (s *startup) warnOfYoungSizes() {
	newGiven, maxGiven := s.isCommandLine("NewSize"), s.isCommandLine("MaxNewSize")
	if s.isCommandLine("NewRatio") {
		if !newGiven && !maxGiven {
			return
		}
		s.warn("NewRatio", "-XX:NewSize and -XX:MaxNewSize override -XX:NewRatio")
	}
	if young, largest := s.n("NewSize"), s.n("MaxNewSize"); young > largest {
		if maxGiven {
			s.warn("NewSize", "NewSize (%dk) is greater than the MaxNewSize (%dk). A new max generation size of %dk will be used.", young/kilo, largest/kilo, young/kilo)
		}
		s.keepOrigin("MaxNewSize", young, "NewSize")
	}
}

// createRefinement starts a thread more than the flag says.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/concurrentG1Refine.cpp, ConcurrentG1Refine::ConcurrentG1Refine (JDK 8)
func (s *startup) createRefinement() *jvmflag.Refusal {
	const flag = "G1ConcRefinementThreads"
	switch n := uint32(s.n(flag)); {
	case n == math.MaxUint32:
		return s.diesOf8(flag)
	case n > threadsOfSystem:
		return s.lacksMemory(flag, "java.lang.OutOfMemoryError: unable to create new native thread")
	}
	return nil
}

// createMarking chooses the marking threads and sizes their stack. It warns of
// what is wrong, and then fails as a whole.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/concurrentMark.cpp, ConcurrentMark::ConcurrentMark (JDK 8)
func (s *startup) createMarking() *jvmflag.Refusal {
	const failed = "Could not create/initialize ConcurrentMark"
	parallel := s.n("ParallelGCThreads")
	if s.n("ConcGCThreads") > parallel {
		s.warn("ConcGCThreads", "Can't have more ConcGCThreads (%d) than ParallelGCThreads (%d).", s.n("ConcGCThreads"), parallel)
		return s.shutsDown("ConcGCThreads", failed)
	}
	if s.isDefault("ConcGCThreads") || s.n("ConcGCThreads") == 0 {
		s.ergo("ConcGCThreads", max((uint64(uint32(parallel))+2)/4, 1), "a quarter of ParallelGCThreads")
	}
	const size, largest = "MarkStackSize", "MarkStackSizeMax"
	if s.isDefault(size) {
		s.ergo(size, min(s.n(largest), max(s.n(size), uint64(uint32(s.n("ConcGCThreads"))*uint32(taskQueue)))), "a full queue for each of ConcGCThreads, at least 4m entries")
		return nil
	}
	if n, most := s.n(size), s.n(largest); n < 1 || n > most {
		if s.isDefault(largest) {
			s.warn(size, "Invalid value specified for MarkStackSize (%d): must be between 1 and %d", n, most)
		} else {
			s.warn(size, "Invalid value specified for MarkStackSize (%d) or for MarkStackSizeMax (%d)", n, most)
		}
		return s.shutsDown(size, failed)
	}
	return nil
}

// createRegionTables makes the remembered set of the first region.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/sparsePRT.cpp, RSHashTable::RSHashTable (JDK 8)
func (s *startup) createRegionTables() *jvmflag.Refusal {
	const flag = "G1RSetSparseRegionEntries"
	const entries, card, head, least = 16, 4, 8, 4 // entries of a table; bytes; bytes; cards
	if s.isDefault(flag) {
		return nil
	}
	cards := max(int64(int32(s.n(flag))&^3), least)
	return s.allocates(flag, uint64(entries*(card*cards+head)))
}

// shutsDown gives up before the heap is whole, and the launcher says so, too.
func (s *startup) shutsDown(at, message string) *jvmflag.Refusal {
	refusal := s.stops(at, message)
	refusal.Cause, refusal.Lines = jvmflag.SizeConflict, append(refusal.Lines, launcherGivesUp[:]...)
	return refusal
}
