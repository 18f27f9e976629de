package hotspot

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Kind is one of HotSpot's collectors.
type Kind int

const (
	G1 Kind = iota
	Serial
	Parallel
	Z
	Shenandoah
	Epsilon
	CMS
)

var kindNames = [...]string{"G1", "Serial", "Parallel", "ZGC", "Shenandoah", "Epsilon", "CMS"}

// String is the collector's name as people know it.
func (k Kind) String() string { return kindNames[k] }

// KindNamed is the collector that people know by this name.
func KindNamed(name string) (Kind, bool) {
	i := slices.Index(kindNames[:], name)
	return Kind(i), i >= 0
}

// Collector is the collector that the JVM takes, and why.
type Collector struct {
	Kind   Kind
	Origin source.Origin // Option, Ergonomic or Assumed
	Text   source.Text   // the option that chooses it
	Why    string
}

func (c Collector) String() string { return c.Kind.String() }

// collectorFlags choose a collector, in the order of HotSpot's own table.
// UseParallelOldGC was a second name for the parallel collector.
var collectorFlags = []collectorFlag{
	{"UseConcMarkSweepGC", CMS}, {"UseEpsilonGC", Epsilon}, {"UseG1GC", G1}, {"UseParallelGC", Parallel},
	{"UseParallelOldGC", Parallel}, {"UseSerialGC", Serial}, {"UseShenandoahGC", Shenandoah}, {"UseZGC", Z},
}

type collectorFlag struct {
	flag string
	kind Kind
}

// The least that makes a machine of server class, for which G1 is chosen, and Parallel on JDK 8.
const (
	ServerMemory = 1792 << 20 // bytes
	ServerCPUs   = 2
)

// optionsCollector is one that an option chooses, by its own flag or another.
func (s *startup) optionsCollector(kind Kind, flag string) Collector {
	v := s.value(flag)
	s.chosenBy = flag
	return Collector{Kind: kind, Origin: v.Origin, Text: s.at(s.row(flag).setBy), Why: v.Why}
}

// selectCollector takes the collector of the options, or else G1 on a machine of server class and Serial on a
// smaller one. From JDK 27 on, every machine is of that class.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/gcConfig.cpp, GCConfig::select_gc (JDK 10 to 25)
func selectCollector(s *startup) *jvmflag.Refusal {
	flag, chosen := "", 0
	for _, c := range collectorFlags {
		if s.on(c.flag) {
			if chosen == 0 || c.kind != s.collector.Kind {
				chosen++
			}
			flag, s.collector = c.flag, s.optionsCollector(c.kind, c.flag)
		}
	}
	switch {
	case chosen > 1:
		return s.stops(flag, "Multiple garbage collectors selected")
	case chosen == 1:
		return nil
	}
	s.collector = Collector{Kind: Serial, Origin: source.Ergonomic, Why: "fewer than 2 CPUs or 1792m of memory"}
	flag = "UseSerialGC"
	if s.serverClass() {
		s.collector.Kind = G1
		s.collector.Why = release.Choose(s.jdk, release.Since(9, "at least 2 CPUs and 1792m of memory"), release.Since(27, "default from JDK 27 on"))
		flag = "UseG1GC"
	}
	if !s.isDefault(flag) {
		return s.stops(flag, "Garbage collector not selected (default collector explicitly disabled)")
	}
	s.ergo(flag, 1, s.collector.Why)
	return nil
}

// serverClass reports whether the JVM takes its machine for a server.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/os.cpp, os::is_server_class_machine (JDK 11 to 25)
func (s *startup) serverClass() bool {
	switch {
	case s.on("NeverActAsServerClassMachine"):
		return false
	case s.on("AlwaysActAsServerClassMachine"):
		return true
	case s.server != nil && s.jdk < 27:
		return *s.server
	}
	return s.jdk >= 27 || s.cpus >= ServerCPUs && s.memory >= ServerMemory
}

// assumeServer reports whether the choice of the collector depends on facts that nobody said. The machine is then
// assumed to be of server class, as nearly every one is, and the assumption is named.
func assumeServer(r *jvmflag.Resolution, memory, cpus source.Value, seen *bool) (Collector, bool) {
	if memory.Known() && cpus.Known() || r.Table >= 27 || seen != nil {
		return Collector{}, false
	}
	f := newFlags(r)
	defer f.release()
	kind := release.Choose(f.jdk, release.Since(8, Parallel), release.Since(9, G1))
	tooSmall := memory.Known() && memory.N < ServerMemory || cpus.Known() && cpus.N < ServerCPUs
	settled := f.on("NeverActAsServerClassMachine") || f.on("AlwaysActAsServerClassMachine")
	if slices.ContainsFunc(choosing, f.on) || tooSmall || settled {
		return Collector{}, false
	}
	assumed := "assumed: at least 2 CPUs and 1792m of memory"
	switch {
	case cpus.Known():
		assumed = "assumed: at least 1792m of memory"
	case memory.Known():
		assumed = "assumed: at least 2 CPUs"
	}
	if heap, ok := r.Set("MaxHeapSize"); ok && !memory.Known() && heap.Number >= ServerMemory {
		assumed = "assumed: at least 2 CPUs, and memory for the requested heap"
		if cpus.Known() {
			assumed = "assumed: memory for the requested heap"
		}
	}
	return Collector{Kind: kind, Origin: source.Assumed, Why: assumed}, true
}

// choosing are the flags that choose a collector. AggressiveHeap chooses Parallel.
var choosing = append(lists.Of(collectorFlags, func(c collectorFlag) string { return c.flag }),
	"UseParNewGC", "AggressiveHeap")

// ChosenCollectors are the options that switch a collector on, in the order of reading.
func ChosenCollectors(r *jvmflag.Resolution) []jvmflag.Setting {
	var chosen []jvmflag.Setting
	for _, set := range r.History {
		name := set.Flag.Name
		if !slices.Contains(choosing, name) || !r.Settings[name].Bool() {
			continue
		}
		chosen = slices.DeleteFunc(chosen, func(s jvmflag.Setting) bool { return s.Flag.Name == name })
		chosen = append(chosen, set)
	}
	return chosen
}

// hsNames are the collectors as HotSpot's reports of errors name them.
var hsNames = [...]string{"g1 gc", "serial gc", "parallel gc", "z gc", "shenandoah gc", "epsilon gc", "concurrent mark sweep gc"}

// checkJVMCICollector refuses, or warns of, a collector that compilers behind the compiler interface do not know.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/jvmci/jvmci_globals.cpp, check_jvmci_supported_gc (JDK 11 to 21)
func (s *startup) checkJVMCICollector() *jvmflag.Refusal {
	const enable = "EnableJVMCI"
	kind := s.collector.Kind
	known := kind == Serial || kind == Parallel || kind == G1 || kind == Z && s.jdk == 21 && !s.generationalZ()
	if !s.has(enable) || !s.on(enable) || known || s.jdk >= 25 {
		return nil
	}
	if s.jdk < 16 {
		return s.stops(enable, "JVMCI Compiler does not support selected GC: "+hsNames[kind])
	}
	s.logs(enable, "gc,jvmci", "Setting EnableJVMCI to false as selected GC does not support JVMCI: "+hsNames[kind])
	s.keepOrigin(enable, 0, "the collector")
	s.keepOrigin("UseJVMCICompiler", 0, "the collector")
	return nil
}

// checkModules refuses what a stripped JDK does not hold: an archive of
// classes, the agent for management, and the compiler interface.
func checkModules(s *startup) *jvmflag.Refusal {
	const share, record, exit, agent, enable, use = "RequireSharedSpaces", "RecordDynamicDumpInfo", "ArchiveClassesAtExit", "ManagementServer", "EnableJVMCI", "UseJVMCICompiler"
	if !s.stripped {
		return nil
	}
	missing := func(at string, lines ...string) *jvmflag.Refusal {
		return because(jvmflag.MissingFile, s.stops(at, lines...))
	}
	switch auto := "AutoCreateSharedArchive"; {
	case s.sharing() != "":
		switch at := s.sharing(); {
		case s.jdk >= 25 && at != share:
			return missing(at, "Unable to use shared archive. Unrecoverable archive loading error (run with -Xlog:aot,cds for details): Unable to use shared archive.")
		case s.jdk < 16:
			return missing(at, "Unable to use shared archive.", "An error has occurred while processing the shared archive file.", "Specified shared archive not found.")
		case s.jdk < 21:
			return missing(at, "Unable to use shared archive.", "An error has occurred while processing the shared archive file.")
		case at != share:
			return missing(at, "Unable to use shared archive.")
		}
	case s.jdk == 17 && (s.on(record) || s.text(exit) != ""):
		at := either.Of(s.on(record), record, exit)
		return missing(at, "DynamicDumpSharedSpaces is unsupported when base CDS archive is not loaded")
	case s.jdk >= 21 && (s.on(record) || s.text(exit) != "" || s.on(auto)):
		if at, set := lists.First([]string{auto, record, exit}, s.isSet); set {
			s.logs(at, "cds", "-XX:ArchiveClassesAtExit is unsupported when base CDS archive is not loaded. Run with -Xlog:cds for more info.")
		}
	}
	switch {
	case s.on(agent):
		return missing(agent, "Management agent initialization failure: class jdk.internal.agent.Agent not found.")
	case s.jdk < 21 && s.needsJVMCI:
		refusal := missing(enable, "java.lang.module.FindException: Module jdk.internal.vm.ci not found")
		refusal.Lines[0] = "Error occurred during initialization of boot layer"
		return refusal
	case s.jdk >= 25 && (s.on(use) || s.on("UseGraalJIT")):
		return s.crashes(use, "java.lang.NoClassDefFoundError: jdk/vm/ci/code/Architecture")
	}
	return nil
}

// guarded are flags of the compiler interface that may only be set with
// another one, in the order in which HotSpot looks at them.
var guarded = []struct{ flag, guard string }{
	{"BootstrapJVMCI", "UseJVMCICompiler"}, {"PrintBootstrap", "UseJVMCICompiler"}, {"JVMCIThreads", "UseJVMCICompiler"},
	{"JVMCIHostThreads", "UseJVMCICompiler"}, {"LibJVMCICompilerThreadHidden", "UseJVMCICompiler"},
	{"JVMCIEventLogLevel", "EnableJVMCI"}, {"JVMCITraceLevel", "EnableJVMCI"}, {"JVMCICounterSize", "EnableJVMCI"},
	{"JVMCICountersExcludeCompiler", "EnableJVMCI"}, {"JVMCIUseFastLocking", "EnableJVMCI"}, {"JVMCINMethodSizeLimit", "EnableJVMCI"},
	{"MethodProfileWidth", "EnableJVMCI"}, {"JVMCIPrintProperties", "EnableJVMCI"}, {"TraceUncollectedSpeculations", "EnableJVMCI"},
	{"JVMCIThreadsPerNativeLibraryRuntime", "EnableJVMCI"}, {"JVMCICompilerIdleDelay", "EnableJVMCI"}, {"UseJVMCINativeLibrary", "EnableJVMCI"},
	{"JVMCINativeLibraryThreadFraction", "EnableJVMCI"}, {"JVMCILibPath", "EnableJVMCI"}, {"JVMCINativeLibraryErrorFile", "EnableJVMCI"},
	{"JVMCILibDumpJNIConfig", "EnableJVMCI"},
}

// checkJVMCI holds the flags of the compiler interface against each other.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/jvmci/jvmci_globals.cpp, check_jvmci_flags_are_consistent (JDK 11 to 25)
func checkJVMCI(s *startup) *jvmflag.Refusal {
	const enable, product, use, bootstrap = "EnableJVMCI", "EnableJVMCIProduct", "UseJVMCICompiler", "BootstrapJVMCI"
	if !s.has(enable) {
		return nil
	}
	if s.interpreterMode() || s.jdk >= 16 && s.n("TieredStopAtLevel") == 0 {
		s.keepOrigin(enable, 0, "no compiler runs")
		s.keepOrigin(use, 0, "no compiler runs")
		return nil
	}
	if s.on(product) {
		s.setDefault(enable, 1, product)
		if s.on(enable) && s.isDefault(use) {
			s.keepOrigin(use, 1, product)
		}
	}
	unguarded := func(guard string) *jvmflag.Refusal {
		for _, g := range guarded {
			if g.guard == guard && !s.on(guard) && s.has(g.flag) && s.isCommandLine(g.flag) {
				return with(s.faults(g.flag, "Improperly specified VM option '"+g.flag+"': '"+guard+"' must be enabled"), guard)
			}
		}
		return nil
	}
	if refusal := unguarded(use); refusal != nil {
		return refusal
	}
	if s.on(use) {
		switch {
		case s.isCommandLine(enable) && !s.on(enable):
			return with(s.faults(enable, "Improperly specified VM option UseJVMCICompiler: EnableJVMCI cannot be disabled"), use)
		case s.jdk < 16:
		case s.on(bootstrap) && s.on("UseJVMCINativeLibrary"):
			return with(s.faults(bootstrap, "-XX:+BootstrapJVMCI is not compatible with -XX:+UseJVMCINativeLibrary"), "UseJVMCINativeLibrary")
		case s.on(bootstrap) && s.n("TieredStopAtLevel") < 4:
			return with(s.faults(bootstrap, "-XX:+BootstrapJVMCI is not compatible with -XX:TieredStopAtLevel="+s.decimal("TieredStopAtLevel")), "TieredStopAtLevel")
		}
		s.keepOrigin(enable, 1, use)
	}
	s.needsJVMCI = s.on(enable)
	return unguarded(enable)
}
