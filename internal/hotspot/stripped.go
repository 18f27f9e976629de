package hotspot

import (
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

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
	case s.on(share) || s.on("PrintSharedArchiveAndExit"):
		at := share
		if !s.on(share) {
			at = "PrintSharedArchiveAndExit"
		}
		if s.jdk >= 25 && at != share {
			return missing(at, "Unable to use shared archive. Unrecoverable archive loading error (run with -Xlog:aot,cds for details): Unable to use shared archive.")
		}
		switch {
		case s.jdk < 16:
			return missing(at, "Unable to use shared archive.", "An error has occurred while processing the shared archive file.", "Specified shared archive not found.")
		case s.jdk < 21:
			return missing(at, "Unable to use shared archive.", "An error has occurred while processing the shared archive file.")
		case at != share:
			return missing(at, "Unable to use shared archive.")
		}
	case s.jdk == 17 && (s.on(record) || s.text(exit) != ""):
		at := record
		if !s.on(record) {
			at = exit
		}
		return missing(at, "DynamicDumpSharedSpaces is unsupported when base CDS archive is not loaded")
	case s.jdk >= 21 && (s.on(record) || s.text(exit) != "" || s.on(auto)):
		for _, at := range []string{auto, record, exit} {
			if s.isSet(at) {
				s.logs(at, "cds", "-XX:ArchiveClassesAtExit is unsupported when base CDS archive is not loaded. Run with -Xlog:cds for more info.")
				break
			}
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
