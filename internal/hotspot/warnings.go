package hotspot

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// warnOfFlags says what becomes of flags that are changed or do nothing, once ergonomics are through.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::apply_ergo (JDK 11 to 25)
func warnOfFlags(s *startup) {
	const equalStrings = "UseStringDeduplication"
	if kind := s.collector.Kind; s.jdk >= 17 && s.on(equalStrings) && (kind == Epsilon || s.jdk == 17 && kind != G1 && kind != Shenandoah) {
		s.logs(equalStrings, "stringdedup", "String Deduplication disabled: not supported by selected GC")
		s.keepOrigin(equalStrings, 0, "not supported by "+kind.String())
	}
	s.warnOfDiagnostics()
	const assembly, classSpace, vectors, counter = "PrintAssembly", "CompressedClassSpaceSize", "EnableVectorSupport", "UseLoopCounter"
	if s.on("UseOnStackReplacement") && !s.on(counter) && s.isCommandLine(counter) && !s.interpreterMode() {
		s.warn(counter, "On-stack-replacement requires loop counters; enabling loop counters")
	}
	if s.on(assembly) && s.isDefault("DebugNonSafepoints") {
		s.warn(assembly, "PrintAssembly is enabled; turning on DebugNonSafepoints to gain additional output")
	}
	if s.isCommandLine(classSpace) && !s.on("UseCompressedClassPointers") {
		s.warn(classSpace, "Setting CompressedClassSpaceSize has no effect when compressed class pointers are not used")
	}
	if s.isCommandLine(vectors) && !s.on(vectors) {
		for _, v := range []struct{ flag, cause string }{
			{"EnableVectorReboxing", vectors}, {"EnableVectorAggressiveReboxing", "EnableVectorReboxing"},
			{"UseVectorStubs", vectors},
		} {
			if s.isCommandLine(v.flag) && s.on(v.flag) && (s.jdk < 25 || v.flag != "UseVectorStubs") {
				s.warn(v.flag, "Disabling %s since %s is turned off.", v.flag, v.cause)
			}
		}
	}
	if loops, profiled := "UseLoopPredicate", "UseProfiledLoopPredicate"; s.jdk >= 25 && s.isCommandLine(loops) && !s.on(loops) && s.on(profiled) {
		s.warn(loops, "Disabling UseProfiledLoopPredicate since UseLoopPredicate is turned off.")
	}
}

// previewFlags are of values without identity, a preview of JDK 28.
var previewFlags = strings.Fields(`FlatArrayElementMaxOops ForceNonTearable PrintFlatArrayLayout PrintValueLayout UseACmpProfile
	UseAcmpFastPath UseArrayFlattening UseArrayLoadStoreProfile UseFieldFlattening UseHashcodeFastPath UseNullFreeAtomicValueFlattening
	UseNullFreeNonAtomicValueFlattening UseNullableAtomicValueFlattening UseNullableNonAtomicValueFlattening ValueTypePassFieldsAsArgs
	ValueTypeReturnedAsFields`)

// warnOfPreview says which flags wait for --enable-preview.
func (s *startup) warnOfPreview() {
	if s.preview || s.jdk < 28 {
		return
	}
	for _, flag := range previewFlags {
		if s.isSet(flag) {
			s.warn(flag, `Preview-specific flag "%s" has no effect when --enable-preview is not specified.`, flag)
		}
	}
}

// warnOfDiagnostics says which flags for people who search for faults do nothing.
func (s *startup) warnOfDiagnostics() {
	const statistics, tracking, roots, stack = "PrintNMTStatistics", "NativeMemoryTracking", "ScavengeRootsInCode", "UseRTMForStackLocks"
	if level := s.text(tracking); level != "summary" && level != "detail" {
		if s.on(statistics) {
			s.warn(statistics, "PrintNMTStatistics is disabled, because native memory tracking is not enabled")
		}
		if limit := "MallocLimit"; s.text(limit) != "" {
			s.warn(limit, "MallocLimit will be ignored since NMT is disabled.")
		}
	}
	if loaded := "LogClassLoadingCauseFor"; s.jdk >= 25 && s.text(loaded) == "" && (s.logged("class", "load", "cause") || s.logged("class", "load", "cause", "native")) {
		s.warn(loaded, "class load cause logging will not produce output without LogClassLoadingCauseFor")
	}
	if s.isCommandLine(roots) && s.n(roots) == 0 && s.compiler().c2 {
		s.warn(roots, "Forcing ScavengeRootsInCode non-zero")
	}
	if s.on(stack) && s.isCommandLine(stack) && !s.on("UseRTMLocking") {
		s.warn(stack, "UseRTMForStackLocks flag should be off when UseRTMLocking flag is off")
	}
}

// disassembles are the flags that print code of the JVM's own, which each start makes.
var disassembles = []string{"PrintInterpreter", "PrintStubCode", "PrintAdapterHandlers", "PrintSignatureHandlers", "PrintMethodHandleStubs", "PrintNativeNMethods"}

// warnOfDisassembler says that there is no library to disassemble it: no JDK brings one.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/compiler/disassembler.cpp (JDK 21 to 25)
func (s *startup) warnOfDisassembler() {
	if flag, on := lists.First(disassembles, s.on); on && s.jdk >= 21 {
		s.logs(flag, "os", "Loading hsdis library failed")
	}
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
			s.warn(flag, "%s disabled due to -Xint.", flag)
		}
	}
	if segments := "SegmentedCodeCache"; s.jdk >= 21 && s.on(segments) {
		s.warn(segments, "SegmentedCodeCache has no meaningful effect with -Xint")
	}
}

// warnOfCompilers says what becomes of numbers of compiler threads.
func (s *startup) warnOfCompilers() {
	const count, perCPU, replay, background = "CICompilerCount", "CICompilerCountPerCPU", "ReplayCompiles", "BackgroundCompilation"
	if s.isCommandLine(count) && s.isCommandLine(perCPU) && s.on(perCPU) {
		s.warn(count, "The VM option CICompilerCountPerCPU overrides CICompilerCount.")
	}
	if s.on(background) && s.on(replay) && s.isCommandLine(background) {
		who := release.Choose(s.jdk, release.Since(9, "CompileTheWorld or ReplayCompiles options."),
			release.Since(16, "ReplayCompiles option."))
		s.warn(background, "BackgroundCompilation disabled due to %s", who)
	}
}

// setEpsilon mends the sizes of its buffers.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/epsilon/epsilonArguments.cpp (JDK 11 to 25)
// https://github.com/openjdk/jdk17u/blob/jdk-17.0.9-ga/src/hotspot/share/gc/epsilon/epsilonInitLogger.cpp (JDK 11 to 17)
func (s *startup) setEpsilon() {
	const largest, smallest, elastic, decay = "EpsilonMaxTLABSize", "MinTLABSize", "EpsilonElasticTLAB", "EpsilonElasticTLABDecay"
	if s.jdk < 16 {
		s.adviseEpsilon("gc")
	}
	if least := s.n(smallest); s.n(largest) < least {
		s.logs(largest, "gc", fmt.Sprintf("EpsilonMaxTLABSize < MinTLABSize, adjusting it to %d", least))
		s.keepOrigin(largest, least, smallest)
	}
	if s.on(decay) && !s.on(elastic) {
		s.logs(elastic, "gc", "Disabling EpsilonElasticTLABDecay because EpsilonElasticTLAB is disabled")
		s.keepOrigin(decay, 0, elastic)
	}
}

// adviseEpsilon advises those whose heap nobody collects.
func (s *startup) adviseEpsilon(tags string) {
	if s.n("InitialHeapSize") != s.n("MaxHeapSize") {
		s.logs("UseEpsilonGC", tags, "Consider setting -Xms equal to -Xmx to avoid resizing hiccups")
	}
	if s.isDefault("AlwaysPreTouch") {
		s.logs("UseEpsilonGC", tags, "Consider enabling -XX:+AlwaysPreTouch to avoid memory commit hiccups")
	}
}

// warnOfVectors says what becomes of a length of vectors, in bytes, on a CPU with the longest.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/cpu/x86/vm_version_x86.cpp (JDK 11 to 25)
func (s *startup) warnOfVectors() {
	const flag, least, most = "MaxVectorSize", 4, 64
	if !s.isCommandLine(flag) {
		return
	}
	switch n := s.n(flag); {
	case s.jdk < 16:
		if n != 0 && !powerOfTwo(n) {
			s.warn(flag, "MaxVectorSize must be a power of 2")
		}
	case n < least:
		s.warn(flag, "MaxVectorSize must be at least %d on this platform", least)
	case n > most:
		s.warn(flag, "MaxVectorSize must be at most %d on this platform", most)
	case n&(n-1) != 0:
		s.warn(flag, "MaxVectorSize must be a power of 2, setting to default: %d", most)
	}
}

// warnOfClassSpace says of JDK 25 that a size that is given has been rounded.
func (s *startup) warnOfClassSpace(given uint64) {
	const flag = "CompressedClassSpaceSize"
	if now := s.n(flag); s.jdk >= 25 && s.isCommandLine(flag) && now != given {
		s.logs(flag, "metaspace", fmt.Sprintf("CompressedClassSpaceSize adjusted from user input %d bytes to %d bytes", given, now))
	}
}

// warnOfIntrinsics says of a word that it neither switches on nor off.
func (s *startup) warnOfIntrinsics() {
	unsigned := func(word string) bool { return !strings.ContainsAny(word[:1], "+-") }
	if word, found := lists.First(intrinsicWords(s.text(controlIntrinsic)), unsigned); found && s.jdk >= 16 {
		s.warns(controlIntrinsic, jvmflag.BadValue, "failed to parse "+word+". must start with +/-!")
	}
}

// warnOfYoung says which bounds of G1's young generation overrule each other.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1YoungGenSizer.cpp (JDK 11 to 25)
func (s *startup) warnOfYoung(young, most uint64) {
	const ratio, least, largest = "NewRatio", "NewSize", "MaxNewSize"
	if s.jdk >= 26 { // fitG1Young says it
		return
	}
	if s.isCommandLine(ratio) {
		if !s.isCommandLine(least) && !s.isCommandLine(largest) {
			return
		}
		s.logs(ratio, "gc,ergo", "-XX:NewSize and -XX:MaxNewSize override -XX:NewRatio")
	}
	if s.isCommandLine(largest) && young > most {
		s.logs(largest, "gc,ergo", fmt.Sprintf("NewSize (%dk) is greater than the MaxNewSize (%dk). A new max generation size of %dk will be used.", young/kilo, most/kilo, young/kilo))
	}
}

// warnOfLargeYoung says that a young generation leaves no room for the old one
// when the JVM starts, and what size it gets instead.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/genArguments.cpp (JDK 11 to 25)
func (s *startup) warnOfLargeYoung(instead uint64) {
	const flag = "NewSize"
	if s.jdk < 25 {
		s.logs(flag, "gc,ergo", "NewSize was set larger than initial heap size, will use initial heap size.")
		return
	}
	s.logs(flag, "gc,ergo", fmt.Sprintf("NewSize (%dk) is equal to or greater than initial heap size (%dk).  A new NewSize of %dk will be used to accomodate an old generation.",
		s.n(flag)/kilo, s.n("InitialHeapSize")/kilo, instead/kilo))
}

// warnOfOld says that an old generation leaves no room for the young one, or that it is smaller
// than the rest of the smallest heap.
func (s *startup) warnOfOld(most, least uint64) {
	switch old := s.n("OldSize"); {
	case old < min(most, least) && s.jdk >= 21:
		s.logs("OldSize", "gc,ergo", "Inconsistency between initial old size and minimum old size")
	case old > most:
		s.logs("OldSize", "gc,ergo", fmt.Sprintf("Inconsistency between maximum heap size and maximum generation sizes: using maximum heap = %d, -XX:OldSize flag is being ignored", s.n("MaxHeapSize")))
	}
}

// HotSpot gives up in one of two ways: it stops while it initializes, or it
// finds a flag at fault and tells the launcher.

func (f *flags) stops(at string, message ...string) *jvmflag.Refusal {
	r := f.ends(at, causeOf(at), append([]string{"Error occurred during initialization of VM"}, message...)...)
	r.Why = message
	return r
}

func (f *flags) faults(at string, lines ...string) *jvmflag.Refusal {
	r := f.ends(at, causeOf(at), append(lines, jvmflag.Farewell[:]...)...)
	r.Why = lines
	return r
}

// ends is a JVM that prints nothing but its reason.
func (f *flags) ends(at string, cause jvmflag.Cause, lines ...string) *jvmflag.Refusal {
	r := &jvmflag.Refusal{At: f.at(at), Channel: jvmflag.CommandLine, Flag: at, Cause: cause, Lines: lines}
	if set, ok := f.settings[at]; ok {
		r.Channel = set.Option.Channel
	}
	return r
}

// lacksMemory is a start for which a memory is too small.
func (f *flags) lacksMemory(at, message string, others ...string) *jvmflag.Refusal {
	r := with(f.stops(at, message), others...)
	r.Fault = jvmflag.OutOfMemory
	return r
}

// bounded says of a refusal what its flag must be, in bytes where it is a size.
func bounded(r *jvmflag.Refusal, must jvmflag.Comparison, n uint64) *jvmflag.Refusal {
	r.Relation = toNumber(r.Flag, must, n)
	return r
}

func toNumber(flag string, must jvmflag.Comparison, n uint64) *jvmflag.Relation {
	return &jvmflag.Relation{Left: jvmflag.Bound{Flag: flag}, Must: must, Right: jvmflag.Bound{Number: digits(n)}}
}

// with names further flags that have a part in a refusal.
func with(r *jvmflag.Refusal, others ...string) *jvmflag.Refusal {
	r.Others = append(r.Others, others...)
	return r
}

// causeOf is the usual cause of a refusal that names a flag: flags that choose
// a collector conflict with each other, the rest does not fit together.
func causeOf(flag string) jvmflag.Cause {
	if strings.HasPrefix(flag, "Use") && strings.HasSuffix(flag, "GC") {
		return jvmflag.CollectorConflict
	}
	return jvmflag.SizeConflict
}

// because gives a refusal another cause than the usual one.
func because(cause jvmflag.Cause, r *jvmflag.Refusal) *jvmflag.Refusal {
	r.Cause = cause
	return r
}

// at is the option that sets a flag; no place where none does.
func (f *flags) at(name string) source.Text {
	if set, ok := f.settings[name]; ok {
		return set.Option.Text
	}
	return source.Unlocated("", "no single option")
}

// say adds a line that does not end the start.
func (s *startup) say(at string, cause jvmflag.Cause, line string) {
	s.messages = append(s.messages, jvmflag.Message{Line: line, Cause: cause, At: s.at(at)})
}

// warns adds a line that HotSpot prints with warning(), which options may silence.
func (s *startup) warns(at string, cause jvmflag.Cause, message string) {
	if s.on("PrintWarnings") {
		s.say(at, cause, "OpenJDK 64-Bit Server VM warning: "+message)
	}
}

// warn says with warning() that the JVM takes another value than it was given.
func (s *startup) warn(at, format string, args ...any) {
	s.warns(at, jvmflag.Adjusted, fmt.Sprintf(format, args...))
}

// log adds a line of the JVM's own log, which goes to standard output.
func (s *startup) log(at string, cause jvmflag.Cause, level, tags, message string) {
	if s.printed(level, strings.Split(tags, ",")...) {
		line := "[" + level + "][" + tags + "] " + message
		s.messages = append(s.messages, jvmflag.Message{Line: line, Stdout: true, Cause: cause, At: s.at(at)})
	}
}

func (s *startup) logs(at, tags, message string) {
	s.log(at, jvmflag.Adjusted, "warning", tags, message)
}

// fails adds an error of the log that does not keep the JVM from starting.
func (s *startup) fails(at, tag, message string) {
	s.log(at, jvmflag.MissingFile, "error", tag, message)
}

// precededBy puts a line of the log before a refusal, which may have none of its own.
func (s *startup) precededBy(level, tags, message string, r *jvmflag.Refusal) *jvmflag.Refusal {
	s.log(r.Flag, jvmflag.BadValue, level, tags, message)
	r.Why = append([]string{message}, r.Why...)
	return r
}
