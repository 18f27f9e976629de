package hotspot

import "github.com/jvmlint/jvmlint/internal/jvmflag"

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
