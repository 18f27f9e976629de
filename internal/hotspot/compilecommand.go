package hotspot

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

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
