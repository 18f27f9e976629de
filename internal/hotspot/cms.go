package hotspot

import (
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// setCMS chooses threads and sizes of the young generation, which ParNew collects.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/cms/cmsArguments.cpp, CMSArguments::initialize (JDK 9 to 13)
func (s *startup) setCMS() *jvmflag.Refusal {
	s.noAdaptiveSizes("UseConcMarkSweepGC")
	if s.noParallelThreads() {
		return s.needsThreads("ParNew")
	}
	s.setParallelThreads()
	s.setPLABs("UseConcMarkSweepGC")
	s.setLocalOverflow()
	s.sizeYoungOfCMS()
	s.setTenuringOfCMS()
	return nil
}

func (s *startup) setPLABs(why string) {
	s.setDefault("YoungPLABSize", 1024, why)
	s.setDefault("OldPLABSize", 1024, why)
}

// setLocalOverflow keeps what overflows a queue beside it: a list through the objects needs whole pointers.
func (s *startup) setLocalOverflow() {
	const overflow = "ParGCUseLocalOverflow"
	if !s.on("UseCompressedOops") || s.on(overflow) {
		return
	}
	if !s.isDefault(overflow) {
		s.warn(overflow, "Forcing +ParGCUseLocalOverflow: needed if using compressed references")
	}
	s.keepOrigin(overflow, 1, "UseCompressedOops")
}

// sizeYoungOfCMS sizes the young generation for short pauses where nobody does.
func (s *startup) sizeYoungOfCMS() {
	const why = "CMSYoungGenPerWorker and NewRatio"
	if !s.isDefault("MaxNewSize") || !s.isDefault("NewRatio") {
		return
	}
	heap := align.Down(s.n("MaxHeapSize"), page*s.n("GCCardSizeInBytes"))
	forWorkers := align.Down(s.n("CMSYoungGenPerWorker")*max(1, s.n("ParallelGCThreads"))*13/10, 8)
	preferred := (min(heap/(s.n("NewRatio")+1), forWorkers) + page - 1) / page * page
	if s.isDefault("NewSize") {
		s.ergo("MaxNewSize", preferred, why)
	} else {
		s.ergo("MaxNewSize", max(s.n("NewSize"), preferred), why)
	}
	young := preferred
	if s.isCommandLine("NewSize") {
		young = s.n("NewSize")
	}
	if heap <= young || s.n("MinHeapSize") <= young {
		return
	}
	s.ergoDefault("NewSize", min(preferred, max(s.n("NewSize"), young)), why)
	if s.isDefault("OldSize") && heap > s.n("NewSize") {
		s.ergo("OldSize", min(s.n("NewRatio")*s.n("NewSize"), heap-s.n("NewSize")), "NewRatio")
	}
}

// setTenuringOfCMS promotes what survives six collections.
func (s *startup) setTenuringOfCMS() {
	if s.isDefault("MaxTenuringThreshold") && s.isDefault("SurvivorRatio") {
		s.ergo("MaxTenuringThreshold", 6, "UseConcMarkSweepGC")
	}
	if s.isDefault("SurvivorRatio") && s.n("MaxTenuringThreshold") == 0 {
		s.ergo("SurvivorRatio", max(1024, s.n("SurvivorRatio")), "nothing survives in the young generation")
	}
}

// setMarkersOfCMS gives a quarter of the parallel threads to concurrent marking; one alone is none.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/cms/concurrentMarkSweepGeneration.cpp, CMSCollector::CMSCollector (JDK 8 to 13)
func (s *startup) setMarkersOfCMS() {
	const flag, several = "ConcGCThreads", "CMSConcurrentMTEnabled"
	if s.on(several) && s.isDefault(flag) {
		s.keepOrigin(flag, (s.n("ParallelGCThreads")+3)/4, "a quarter of ParallelGCThreads, rounded up")
	}
	if !s.on(several) || s.n(flag) <= 1 {
		s.keepOrigin(several, 0, "one thread is enough")
		s.keepOrigin(flag, 0, "one thread is enough")
	}
}
