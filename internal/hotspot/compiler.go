package hotspot

import (
	"math"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// compilers are what the JVM compiles with.
type compilers struct {
	c1, c2     bool
	simpleOnly bool // C1 compiles without profiling, for no compiler comes after it
}

func (c compilers) tiered() bool { return c.c1 && c.c2 }

// interpreterMode reports whether the JVM runs with -Xint, or with what comes to the same.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, finalize_vm_init_args (JDK 11 to 25)
func (s *startup) interpreterMode() bool {
	if s.jdk == 8 { // which has no CompileThresholdScaling
		return s.mode == "-Xint"
	}
	return s.mode == "-Xint" || s.double("CompileThresholdScaling") == 0 || !s.on("TieredCompilation") && s.n("CompileThreshold") == 0
}

// compiler tells which compilers run. Up to JDK 14, where the tiers stop does not decide over that.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/compiler/compilerDefinitions.inline.hpp, CompilerConfig (JDK 17 to 25)
func (s *startup) compiler() compilers {
	const simple, full = 1, 4
	tiered, stop := s.on("TieredCompilation"), s.n("TieredStopAtLevel")
	switch {
	case s.interpreterMode():
		return compilers{}
	case s.jdk < 16:
		return compilers{c1: tiered, c2: true}
	case stop == 0:
		return compilers{}
	}
	mode := s.text("CompilationMode")
	quick := mode == "quick-only" || s.quickOnly
	switch {
	case quick || tiered && stop < full:
		return compilers{c1: true, simpleOnly: quick || stop == simple || !tiered}
	case mode == "high-only" || !tiered:
		return compilers{c2: true}
	}
	return compilers{c1: true, c2: true}
}

// onlyC1 reports whether all code is left to C1. Up to JDK 14 the threads of C2 are
// started all the same, and find nothing to do.
func (s *startup) onlyC1() bool {
	if s.jdk < 16 {
		const full = 4
		stop := s.n("TieredStopAtLevel")
		return s.on("TieredCompilation") && !s.interpreterMode() && stop > 0 && stop < full
	}
	c := s.compiler()
	return c.c1 && !c.c2
}

// compilesInTiers reports whether C1 and C2 share the work, for which the code cache is larger. Up to JDK 14, where
// the tiers stop does not decide over that; from JDK 28 on, C1 that profiles counts as two.
func (s *startup) compilesInTiers() bool {
	if s.jdk < 16 {
		return s.on("TieredCompilation") && !s.interpreterMode()
	}
	c := s.compiler()
	return c.tiered() || s.jdk >= 28 && c.c1 && !c.simpleOnly
}

// interpretOnly switches off what a JVM without a compiler does not need. Warnings tell of it before.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/compiler/compilerDefinitions.cpp, CompilerConfig::ergo_initialize (JDK 11 to 25)
func interpretOnly(s *startup) {
	if s.interpreterOnly() {
		for _, flag := range []string{"UseCompiler", "ProfileInterpreter"} {
			s.ergo(flag, 0, "nothing is compiled")
		}
		if s.on("TieredCompilation") {
			s.commandLine("TieredCompilation", 0, "nothing is compiled")
		}
	}
}

// leastCompilerThreads is one for each compiler that runs.
func (s *startup) leastCompilerThreads() uint64 {
	c := s.compiler()
	switch {
	case s.jdk < 16 && (!s.on("TieredCompilation") || s.n("TieredStopAtLevel") < 4 || s.interpreterMode()):
		return 1
	case s.jdk < 16 || c.tiered():
		return 2
	case c.c1 || c.c2:
		return 1
	}
	return 0
}

// profilesInterpreter reports whether interpreted code counts for a compiler that comes later.
func (s *startup) profilesInterpreter() bool {
	return s.on("ProfileInterpreter") && !s.interpreterMode() && (s.jdk < 16 || !s.compiler().simpleOnly)
}

// setCompilers chooses the number of compiler threads and the room for their code: 240 MiB where code is compiled in
// tiers. A JVM told never to act as a server compiles as the client JVM of old did.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/compiler/compilerDefinitions.cpp, CompilerConfig::ergo_initialize (JDK 11 to 25)
func setCompilers(s *startup) *jvmflag.Refusal {
	if s.emulatesClient() {
		const why = "NeverActAsServerClassMachine"
		s.quickOnly = true
		if s.jdk < 16 {
			s.ergo("TieredCompilation", 0, why)
		}
		s.ergoDefault("CICompilerCount", 1, why)
		s.ergoDefault("ReservedCodeCacheSize", 32*mega, why)
		s.setDefault("MaxRAM", giga, why) // too late for the heap, which is sized by now
		s.setCompilersPerCPU()
		return nil
	}
	if s.compilesInTiers() && s.isDefault("ReservedCodeCacheSize") {
		s.ergo("ReservedCodeCacheSize", 5*s.n("ReservedCodeCacheSize"), "tiered compilation")
	}
	if refusal := s.checkCompilationPolicy(); refusal != nil {
		return refusal
	}
	s.scaleThresholds()
	s.setCompilerThreads()
	s.setCompilersPerCPU()
	return s.checkJVMCICollector()
}

// checkCompilationPolicy refuses a policy that does not go with the tiers.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/compiler/compilerDefinitions.cpp, CompilerConfig::ergo_initialize
func (s *startup) checkCompilationPolicy() *jvmflag.Refusal {
	const policy, scaling = "CompilationPolicyChoice", "CompileThresholdScaling"
	tiered, choice := s.on("TieredCompilation"), s.n(policy)
	switch {
	case s.interpreterMode():
	case s.jdk < 16 && s.isCommandLine(policy) && (tiered && choice < 2 || !tiered && choice >= 2):
		return s.stops(policy, "Incompatible compilation policy selected")
	case s.double(scaling) < 0:
		return because(jvmflag.BadValue, s.stops(scaling, "Negative value specified for CompileThresholdScaling"))
	}
	return nil
}

// scaleThresholds changes the one threshold that a constraint looks at.
func (s *startup) scaleThresholds() {
	scale, threshold := s.double("CompileThresholdScaling"), int64(s.n("CompileThreshold"))
	if s.isDefault("CompileThresholdScaling") || scale == 1 || scale <= 0 || threshold <= 0 || s.interpreterMode() {
		return
	}
	if s.jdk < 16 && s.on("TieredCompilation") {
		return
	}
	scaled := uint64(math.MaxInt64)
	if v := float64(threshold) * scale; v < math.MaxInt64 {
		scaled = uint64(v)
	}
	before := s.n("CompileThreshold")
	s.ergo("CompileThreshold", scaled, "CompileThresholdScaling")
	if wrong := checkCompileThreshold(s, "CompileThreshold"); s.jdk >= 21 && wrong != nil { // said, and not done
		s.keepOrigin("CompileThreshold", before, "")
		s.say("CompileThresholdScaling", jvmflag.Adjusted, wrong.line)
	}
}

// emulatesClient reports whether nothing but NeverActAsServerClassMachine chooses how code is compiled.
func (s *startup) emulatesClient() bool {
	chosen := !s.isDefault("TieredCompilation") || !s.isDefault("TieredStopAtLevel") || s.jdk >= 16 && !s.isDefault("CompilationMode") || s.interpreterMode()
	return s.on("NeverActAsServerClassMachine") && !chosen
}

// setCompilersPerCPU chooses the threads of a single compiler by the CPUs, where JDK 11 is
// told to. Measured on 11.0.13 with 1, 2, 8 and 64 CPUs.
func (s *startup) setCompilersPerCPU() {
	if s.jdk < 16 && !s.compilesInTiers() && s.on("CICompilerCountPerCPU") {
		s.ergo("CICompilerCount", max(align.Log2(s.cpus), 2)-1, "grows with the logarithm of the CPUs")
	}
}

// setCompilerThreads grows with the logarithm of the CPUs. JDK 11 does so only
// for tiered compilation, which needs a thread for each of its two compilers.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/compiler/compilationPolicy.cpp, CompilationPolicy::initialize (JDK 17 to 25)
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/runtime/tieredThresholdPolicy.cpp, TieredThresholdPolicy::initialize (JDK 11)
func (s *startup) setCompilerThreads() {
	c := s.compiler()
	none := !c.c1 && !c.c2
	if none && s.jdk >= 25 && checkMostCompilers(s, "CICompilerCount") == nil { // whatever is given
		s.ergo("CICompilerCount", 0, "nothing is compiled")
	}
	if !s.isDefault("CICompilerCount") || none || s.jdk < 16 && !s.compilesInTiers() {
		return
	}
	least := either.Of(s.jdk >= 25 && !c.tiered(), 1, uint64(2))
	both := c.c2 || s.jdk < 16 && s.n("TieredStopAtLevel") == 4
	buffer := either.Of(both, c1Buffer/3+2*s.c2Buffer()/3, uint64(c1Buffer))
	byCPUs := align.Log2(s.cpus)
	count, why := max(byCPUs*align.Log2(byCPUs)*3/2, least), "grows with the logarithm of the CPUs"
	room := release.Choose(s.jdk, release.Since(9, "ReservedCodeCacheSize"), release.Since(26, "NonNMethodCodeHeapSize"))
	if most := (s.n(room) - leastCodeCache) / buffer; count > most {
		count, why = max(most, least), "as many as the code cache has room for"
		if c.c1 && !c.c2 {
			count = max(most, 1)
		}
	}
	s.ergo("CICompilerCount", count, why)
}

// compileCommands are the options that CompileCommand knows in JDK 25, and more
// or less before. Earlier JDKs say that they do not know a word, and start.
//
// https://github.com/openjdk/jdk/blob/jdk-25-ga/src/hotspot/share/compiler/compilerOracle.hpp (JDK 25)
var compileCommands = []string{
	"help", "quiet", "log", "print", "inline", "dontinline", "blackhole", "compileonly", "exclude", "break", "BreakAtExecute", "BreakAtCompile",
	"MemLimit", "MemStat", "PrintAssembly", "PrintCompilation", "PrintInlining", "PrintIntrinsics", "PrintNMethods", "PrintOptoAssembly",
	"PrintDebugInfo", "PrintRelocations", "PrintDependencies", "BackgroundCompilation", "RepeatCompilation", "ReplayInline", "DumpReplay", "DumpInline",
	"CompileThresholdScaling", "ControlIntrinsic", "DisableIntrinsic", "BlockLayoutByFrequency", "TraceOptoPipelining", "TraceOptoOutput",
	"TraceSpilling", "Vectorize", "CloneMapDebug", "IncrementalInlineForceCleanup", "MaxNodeLimit", "option",
}

// checkCompileCommands reads what CompileCommand and CompileOnly say of methods, as far as their form goes.
//
// https://github.com/openjdk/jdk/blob/jdk-25-ga/src/hotspot/share/compiler/compilerOracle.cpp (JDK 25)
func checkCompileCommands(s *startup) *jvmflag.Refusal {
	const command, only, badPattern = "CompileCommand", "CompileOnly", "Error: Could not parse method pattern"
	if !s.isCommandLine(command) && !s.isCommandLine(only) {
		return nil
	}
	for _, line := range strings.Split(s.text(command), "\n") {
		name := line
		if end := strings.IndexAny(line, ", "); end >= 0 {
			name = line[:end]
		}
		why := ""
		switch {
		case line == "" || line[0] == '#':
		case !slices.ContainsFunc(compileCommands, func(c string) bool { return strings.EqualFold(c, name) }):
			why = "Error: Unrecognized option '" + name + "'"
		case !strings.EqualFold(name, "quiet") && !strings.EqualFold(name, "help") && !methodPattern(line[len(name):]):
			why = badPattern
		}
		switch said := []string{
			"CompileCommand: An error occurred during parsing", why, "Line: '" + line + "'",
			"Usage: '-XX:CompileCommand=<option>,<method pattern>' - to set boolean option to true",
			"Usage: '-XX:CompileCommand=<option>,<method pattern>,<value>'",
			"Use:   '-XX:CompileCommand=help' for more information and to list all option.",
		}; {
		case why == "" || why == badPattern && s.jdk < 25:
		case s.jdk >= 25:
			return because(jvmflag.BadValue, s.faults(command, said...))
		case s.jdk >= 16:
			s.prints(command, said...)
		default:
			s.prints(command, "CompileCommand: unrecognized command", `  "`+line+`"`,
				`Usage: '-XX:CompileCommand=command,"package/Class.method()"'`, "Use:   '-XX:CompileCommand=help' for more information.")
		}
	}
	if text := s.text(only); s.jdk > 8 && s.jdk < 21 && text != "" && strings.Trim(text, " \t\r\f\v,") == "" {
		return s.crashes(only)
	}
	if s.jdk < 25 {
		return nil
	}
	for _, line := range strings.Split(s.text(only), "\n") {
		for _, pattern := range strings.Split(line, ",") {
			if pattern != "" && !methodPattern(pattern) {
				return because(jvmflag.BadValue, s.faults(only, "CompileOnly: An error occurred during parsing", badPattern, "Line: '"+line+"'"))
			}
		}
	}
	return nil
}

// prints adds lines to standard output that do not keep the JVM from starting.
func (s *startup) prints(at string, lines ...string) {
	for _, line := range lines {
		s.messages = append(s.messages, jvmflag.Message{Line: line, Stdout: true, Cause: jvmflag.BadValue, At: s.at(at)})
	}
}

// methodPattern reports whether a pattern parts a class from its method.
func methodPattern(s string) bool { return strings.Contains(s, ".") || strings.Contains(s, "::") }
