package hotspot

import (
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// collectorFlagsOf8 choose a collector of JDK 8, the telling ones first.
// UseParNewGC alone puts another young collector before the serial one.
var collectorFlagsOf8 = []collectorFlag{
	{"UseSerialGC", Serial}, {"UseConcMarkSweepGC", CMS}, {"UseParNewGC", Serial},
	{"UseParallelGC", Parallel}, {"UseParallelOldGC", Parallel}, {"UseG1GC", G1},
}

// selectCollectorOf8 takes the collector of the options, or else Parallel on a
// machine of server class and Serial, without its flag, on a smaller one.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, Arguments::select_gc (JDK 8)
func selectCollectorOf8(s *startup) {
	// Those that do not go together have been refused by now.
	if c, on := lists.First(collectorFlagsOf8, func(c collectorFlag) bool { return s.on(c.flag) }); on {
		s.collector = s.optionsCollector(c.kind, c.flag)
		return
	}
	s.collector = Collector{Kind: Serial, Origin: source.Ergonomic, Why: "fewer than 2 CPUs or 1792m of memory"}
	switch {
	case !s.serverClass():
	case s.on("UseAutoGCSelectPolicy") && !s.isDefault("MaxGCPauseMillis") && s.n("MaxGCPauseMillis") <= s.n("AutoGCSelectPauseMillis"):
		s.collector.Kind, s.collector.Why = CMS, "UseAutoGCSelectPolicy and a pause goal"
		s.ergo("UseConcMarkSweepGC", 1, s.collector.Why)
	default:
		s.collector.Kind, s.collector.Why = Parallel, "at least 2 CPUs and 1792m of memory"
		s.ergo("UseParallelGC", 1, s.collector.Why)
	}
}

// checkCollectors looks again, now at what ergonomics have chosen.
func checkCollectors(s *startup) *jvmflag.Refusal {
	if flag, found := s.conflict(); found {
		refusal := s.faults(flag, conflictingCollectors)
		refusal.Cause = jvmflag.CollectorConflict
		return refusal
	}
	return nil
}

// setCollectorFlags sets what each collector wants otherwise.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, Arguments::set_gc_specific_flags (JDK 8)
func setCollectorFlags(s *startup) *jvmflag.Refusal {
	var refusal *jvmflag.Refusal
	switch {
	case s.collector.Kind == Parallel:
		refusal = s.setParallelOf8()
	case s.collector.Kind == CMS:
		refusal = s.setCMSOf8()
	case s.on("UseParNewGC"):
		refusal = s.setParNew()
	case s.collector.Kind == G1:
		refusal = s.setG1Of8()
	}
	if refusal != nil {
		return refusal
	}
	s.warnOfDeprecated()
	if s.on("AssumeMP") && !s.on("UseSerialGC") && s.isDefault("ParallelGCThreads") && s.n("ParallelGCThreads") == 1 {
		s.warn("AssumeMP", "If the number of processors is expected to increase from one, then you should configure the number of parallel GC threads appropriately using -XX:ParallelGCThreads=N")
	}
	if s.n("MinHeapFreeRatio") == 100 {
		s.ergo("MinHeapFreeRatio", 99, "no heap is wholly free")
	}
	if !s.on("ClassUnloading") {
		for _, name := range []string{"CMSClassUnloadingEnabled", "ClassUnloadingWithConcurrentMark", "ExplicitGCInvokesConcurrentAndUnloadsClasses"} {
			s.commandLine(name, 0, "ClassUnloading")
		}
	}
	return nil
}

func (s *startup) setParallelOf8() *jvmflag.Refusal {
	s.setDefault("UseParallelOldGC", 1, "UseParallelGC")
	s.keepOrigin("UseParallelGC", 1, "UseParallelOldGC")
	s.setParallelThreads()
	if s.n("ParallelGCThreads") == 0 {
		return because(jvmflag.BadValue, s.needsThreads("Parallel"))
	}
	s.setParallelFreeRatios()
	if !s.isDefault("SurvivorRatio") {
		s.setDefault("InitialSurvivorRatio", s.n("SurvivorRatio")+2, "SurvivorRatio + 2")
		s.setDefault("MinSurvivorRatio", s.n("SurvivorRatio")+2, "SurvivorRatio + 2")
	}
	return nil
}

func (s *startup) noAdaptiveSizes(collector string) {
	const flag = "UseAdaptiveSizePolicy"
	if !s.on(flag) {
		return
	}
	if s.isCommandLine(flag) {
		s.warn(flag, "%s UseAdaptiveSizePolicy; it is incompatible with %s.", release.Choose(s.jdk, release.Since(8, "disabling"), release.Since(9, "Disabling")), collector)
	}
	s.keepOrigin(flag, 0, collector)
}

func (s *startup) setParNew() *jvmflag.Refusal {
	s.noAdaptiveSizes("UseParNewGC")
	s.setParallelThreads()
	if s.n("ParallelGCThreads") == 0 {
		return because(jvmflag.BadValue, s.needsThreads("ParNew"))
	}
	s.setPLABs("UseParNewGC")
	if s.on("AlwaysTenure") {
		s.commandLine("MaxTenuringThreshold", 0, "AlwaysTenure")
	}
	s.setLocalOverflow()
	return nil
}

// setCMSOf8 takes ParNew for the young generation, and sizes it.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, Arguments::set_cms_and_parnew_gc_flags (JDK 8)
func (s *startup) setCMSOf8() *jvmflag.Refusal {
	s.ergoDefault("UseParNewGC", 1, "UseConcMarkSweepGC")
	s.noAdaptiveSizes("UseConcMarkSweepGC")
	if s.on("UseParNewGC") {
		if refusal := s.setParNew(); refusal != nil {
			return refusal
		}
	}
	if s.n("NewRatio")+1 == 0 {
		return s.diesOf8("NewRatio")
	}
	s.sizeYoungOfCMS()
	s.setTenuringOfCMS()
	s.setPromotionBuffers()
	return nil
}

// setPromotionBuffers lets the two flags for the same thing follow each other.
func (s *startup) setPromotionBuffers() {
	const size, blocks = "OldPLABSize", "CMSParPromoteBlocksToClaim"
	if !s.isDefault(size) {
		if s.isDefault(blocks) {
			s.ergo(blocks, s.n(size), size)
		} else {
			s.say(blocks, jvmflag.Adjusted, "Both OldPLABSize and CMSParPromoteBlocksToClaim options are specified for the CMS collector. CMSParPromoteBlocksToClaim will take precedence.")
		}
	}
	if !s.isDefault("ResizeOldPLAB") && !s.on("ResizeOldPLAB") && s.isDefault(blocks) {
		s.ergo(blocks, 50, "ResizeOldPLAB is off")
	}
	s.ergo(size, s.n(blocks), blocks)
}

// setG1Of8 chooses threads and the pause goal; marking threads come later.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, Arguments::set_g1_gc_flags (JDK 8)
func (s *startup) setG1Of8() *jvmflag.Refusal {
	s.setParallelThreads()
	if s.n("ParallelGCThreads") == 0 {
		return with(s.stops("ParallelGCThreads", "The flag -XX:+UseG1GC can not be combined with -XX:ParallelGCThreads=0"), "UseG1GC")
	}
	if s.n("G1ConcRefinementThreads") == 0 {
		s.keepOrigin("G1ConcRefinementThreads", s.n("ParallelGCThreads"), "ParallelGCThreads")
	}
	s.setDefault("MarkStackSizeMax", 128*taskQueue, "128 full queues")
	if s.isDefault("GCTimeRatio") || s.n("GCTimeRatio") == 0 {
		s.keepOrigin("GCTimeRatio", 9, "UseG1GC")
	}
	return nil
}

// deprecatedOf8 are warned of when the command line sets them.
var deprecatedOf8 = []struct{ flag, warning string }{
	{"MaxGCMinorPauseMillis", "Using MaxGCMinorPauseMillis as minor pause goal is deprecatedand will likely be removed in future release"},
	{"DefaultMaxRAMFraction", "DefaultMaxRAMFraction is deprecated and will likely be removed in a future release. Use MaxRAMFraction instead."},
	{"UseCMSCompactAtFullCollection", "UseCMSCompactAtFullCollection is deprecated and will likely be removed in a future release."},
	{"CMSFullGCsBeforeCompaction", "CMSFullGCsBeforeCompaction is deprecated and will likely be removed in a future release."},
	{"UseCMSCollectionPassing", "UseCMSCollectionPassing is deprecated and will likely be removed in a future release."},
}

// warnOfDeprecated names combinations and flags that JDK 9 removes.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, Arguments::check_deprecated_gcs (JDK 8)
func (s *startup) warnOfDeprecated() {
	cms, parNew := s.on("UseConcMarkSweepGC"), s.on("UseParNewGC")
	deprecated := func(flag, what string) {
		s.warn(flag, "%s is deprecated and will likely be removed in a future release", what)
	}
	if cms && !parNew {
		deprecated("UseParNewGC", "Using the DefNew young collector with the CMS collector")
	}
	if parNew && !cms {
		deprecated("UseParNewGC", "Using the ParNew young collector with the Serial old collector")
	}
	if s.on("CMSIncrementalMode") {
		deprecated("CMSIncrementalMode", "Using incremental CMS")
	}
	for _, d := range deprecatedOf8 {
		if s.isCommandLine(d.flag) {
			s.warn(d.flag, "%s", d.warning)
		}
	}
}
