package hotspot

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// warnOfFlags says what becomes of flags that are changed or do nothing, once
// ergonomics are through.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::apply_ergo (JDK 11 to 25)
func warnOfFlags(s *startup) *jvmflag.Refusal {
	const assembly, classSpace, vectors, counter = "PrintAssembly", "CompressedClassSpaceSize", "EnableVectorSupport", "UseLoopCounter"
	if s.on("UseOnStackReplacement") && !s.on(counter) && s.isCommandLine(counter) && !s.interpreterMode() {
		s.warns(counter, jvmflag.Adjusted, "On-stack-replacement requires loop counters; enabling loop counters")
	}
	if s.on(assembly) && s.isDefault("DebugNonSafepoints") {
		s.warns(assembly, jvmflag.Adjusted, "PrintAssembly is enabled; turning on DebugNonSafepoints to gain additional output")
	}
	if s.isCommandLine(classSpace) && !s.on("UseCompressedClassPointers") {
		s.warns(classSpace, jvmflag.Adjusted, "Setting CompressedClassSpaceSize has no effect when compressed class pointers are not used")
	}
	if s.isCommandLine(vectors) && !s.on(vectors) {
		for _, flag := range []string{"EnableVectorReboxing", "EnableVectorAggressiveReboxing", "UseVectorStubs"} {
			cause := vectors
			if flag == "EnableVectorAggressiveReboxing" {
				cause = "EnableVectorReboxing"
			}
			if s.isCommandLine(flag) && s.on(flag) && (s.jdk < 25 || flag != "UseVectorStubs") {
				s.warns(flag, jvmflag.Adjusted, "Disabling "+flag+" since "+cause+" is turned off.")
			}
		}
	}
	if loops, profiled := "UseLoopPredicate", "UseProfiledLoopPredicate"; s.jdk >= 25 && s.isCommandLine(loops) && !s.on(loops) && s.on(profiled) {
		s.warns(loops, jvmflag.Adjusted, "Disabling UseProfiledLoopPredicate since UseLoopPredicate is turned off.")
	}
	return nil
}

// warnOfInterpreter says which flags -Xint overrules.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/compiler/compilerDefinitions.cpp, CompilerConfig::check_args_consistency (JDK 11 to 25)
func (s *startup) warnOfInterpreter() {
	if !s.interpreterMode() && (s.jdk < 16 || s.n("TieredStopAtLevel") != 0) {
		return
	}
	for _, flag := range []string{"UseCompiler", "ProfileInterpreter", "TieredCompilation"} {
		if s.isCommandLine(flag) && s.on(flag) {
			s.warns(flag, jvmflag.Adjusted, flag+" disabled due to -Xint.")
		}
	}
	if segments := "SegmentedCodeCache"; s.jdk >= 16 && s.on(segments) {
		s.warns(segments, jvmflag.Adjusted, "SegmentedCodeCache has no meaningful effect with -Xint")
	}
}

// warnOfCompilers says what becomes of numbers of compiler threads.
func (s *startup) warnOfCompilers() {
	const count, perCPU, replay, background = "CICompilerCount", "CICompilerCountPerCPU", "ReplayCompiles", "BackgroundCompilation"
	if s.isCommandLine(count) && s.isCommandLine(perCPU) && s.on(perCPU) {
		s.warns(count, jvmflag.Adjusted, "The VM option CICompilerCountPerCPU overrides CICompilerCount.")
	}
	if s.on(background) && s.on(replay) && s.isCommandLine(background) {
		who := "ReplayCompiles option."
		if s.jdk < 16 {
			who = "CompileTheWorld or ReplayCompiles options."
		}
		s.warns(background, jvmflag.Adjusted, "BackgroundCompilation disabled due to "+who)
	}
}

// logs adds a line of the JVM's own log, which goes to standard output.
func (s *startup) logs(at string, tags, message string) {
	s.messages = append(s.messages, jvmflag.Message{Line: "[warning][" + tags + "] " + message, Stdout: true, Cause: jvmflag.Adjusted, At: s.at(at)})
}

// warnOfPages says that there are no large pages, as on nearly every machine.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/os/linux/os_linux.cpp, os::large_page_init (JDK 11 to 25)
func (s *startup) warnOfPages() {
	const pages = "UseLargePages"
	switch {
	case s.jdk >= 17 && s.on(pages) && s.isCommandLine(pages) && !s.on("UseHugeTLBFS") && !s.on("UseSHM") && !s.on("UseTransparentHugePages"):
		s.logs(pages, "pagesize", "UseLargePages disabled, no large pages configured and available on the system.")
	case s.jdk < 25 && s.on("UseHugeTLBFS"):
		s.warns("UseHugeTLBFS", jvmflag.Adjusted, "HugeTLBFS is not configured or not supported by the operating system.")
	case s.jdk >= 16 && s.jdk < 25 && s.on("UseSHM"):
		s.warns("UseSHM", jvmflag.Adjusted, "Large pages using UseSHM are not configured on this system.")
	}
}

// warnOfEpsilon advises those whose heap nobody collects.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/epsilon/epsilonInitLogger.cpp (JDK 17 to 25)
func (s *startup) warnOfEpsilon() {
	if s.collector.Kind != Epsilon || s.jdk < 16 {
		return
	}
	if s.n("InitialHeapSize") != s.n("MaxHeapSize") {
		s.logs("UseEpsilonGC", "gc,init", "Consider setting -Xms equal to -Xmx to avoid resizing hiccups")
	}
	if !s.on("AlwaysPreTouch") {
		s.logs("UseEpsilonGC", "gc,init", "Consider enabling -XX:+AlwaysPreTouch to avoid memory commit hiccups")
	}
}

// warnOfVectors says what becomes of a length of vectors, in bytes, on a CPU
// with the longest.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/cpu/x86/vm_version_x86.cpp (JDK 11 to 25)
func (s *startup) warnOfVectors() {
	const flag, least, most = "MaxVectorSize", 4, 64
	if !s.isCommandLine(flag) {
		return
	}
	switch n := s.n(flag); {
	case n < least:
		s.warns(flag, jvmflag.Adjusted, fmt.Sprintf("MaxVectorSize must be at least %d on this platform", least))
	case n > most:
		s.warns(flag, jvmflag.Adjusted, fmt.Sprintf("MaxVectorSize must be at most %d on this platform", most))
	case n&(n-1) != 0:
		s.warns(flag, jvmflag.Adjusted, fmt.Sprintf("MaxVectorSize must be a power of 2, setting to default: %d", most))
	}
}

// warnOfIntrinsics says of a word that it neither switches on nor off.
func (s *startup) warnOfIntrinsics() {
	const flag = "ControlIntrinsic"
	if s.jdk < 16 {
		return
	}
	for _, word := range intrinsicWords(s.text(flag)) {
		if !strings.ContainsAny(word[:1], "+-") {
			s.warns(flag, jvmflag.BadValue, "failed to parse "+word+". must start with +/-!")
			return
		}
	}
}
