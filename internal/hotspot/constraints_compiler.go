package hotspot

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// compilerConstraints are those of the compilers and of the code cache.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/flags/jvmFlagConstraintsCompiler.cpp (JDK 17 to 25)
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/runtime/flags/jvmFlagConstraintsCompiler.cpp (JDK 11)
var compilerConstraints = []constraint{
	{"AliasLevel", 11, 17, afterErgo, unless(func(s *startup) bool { return int64(s.n("AliasLevel")) > 1 || s.interpreterMode() },
		"%s is not compatible with -Xcomp or -Xmixed", "AliasLevel")},
	{"CICompilerCount", 11, 0, afterErgo, firstOf(checkLeastCompilers, checkMostCompilers)},
	{"AllocatePrefetchDistance", 11, 21, afterMemoryInit, given(between(512))}, // else the CPU suggests it,
	{"AllocatePrefetchInstr", 11, 0, afterMemoryInit, between(3)},
	{"AllocatePrefetchStepSize", 11, 0, afterMemoryInit,
		where(func(s *startup, _ string) bool { return s.n("AllocatePrefetchStyle") == 3 }, multiple(word, " must be multiple of 8"))},
	{"CompileThreshold", 11, 0, afterErgo, checkCompileThreshold},
	{"OnStackReplacePercentage", 11, 16, afterErgo, checkOldOnStackReplace},
	{"OnStackReplacePercentage", 17, 0, afterErgo, checkOnStackReplace},
	{"CodeCacheSegmentSize", 17, 0, afterErgo, checkSegmentSize},
	{"CodeEntryAlignment", 21, 0, afterErgo, firstOf(mustBePower, atLeast16,
		most("CodeCacheSegmentSize", " to align entry points"))},
	{"OptoLoopAlignment", 11, 0, afterErgo, firstOf(mustBePower, unless(func(s *startup) bool {
		return s.jdk < 21 || s.n("OptoLoopAlignment") <= s.n("CodeEntryAlignment")
	}, "%s must be less or equal to %s", "OptoLoopAlignment", "CodeEntryAlignment"))},
	{"InteriorEntryAlignment", 11, 0, afterErgo, checkInteriorAlignment},
	{"AVX3Threshold", 17, 0, afterErgo, checkVectorThreshold},
	{"CopyAVX3Threshold", 27, 0, afterErgo, checkVectorThreshold},
	{"TypeProfileLevel", 11, 0, afterErgo, checkTypeProfileLevel},
	{"InitArrayShortSize", 11, 16, afterErgo, silently(wholeWords)},
	{"InitArrayShortSize", 17, 0, afterErgo, wholeWords},
	{"NodeLimitFudgeFactor", 11, 0, afterErgo, checkNodeLimitFudge},
	{"LoopStripMiningIter", 17, 0, afterErgo, adjustLoopStripMining},
	{"DisableIntrinsic", 17, 0, afterErgo, checkIntrinsics},
	{controlIntrinsic, 17, 0, afterErgo, checkIntrinsics},
}

func silently(c check) check {
	return func(s *startup, flag string) *fault {
		if c(s, flag) == nil {
			return nil
		}
		return &fault{}
	}
}

func checkLeastCompilers(s *startup, flag string) *fault {
	needed := s.leastCompilerThreads()
	if int64(s.n(flag)) >= int64(needed) {
		return nil
	}
	return mustOf(flag, jvmflag.AtLeast, needed, fmt.Sprintf("%s must be at least %d ", s.given(flag), needed))
}

// checkMostCompilers allows two compiler threads for each CPU from JDK 27 on, and where not both
// compilers work one, but two in all. Measured on 27.0.1 with 1, 2, 3, 5 and 16 CPUs in each mode.
func checkMostCompilers(s *startup, flag string) *fault {
	most := max(s.cpus, 2)
	if s.compiler().tiered() || s.emulatesClient() {
		most = 2 * s.cpus
	}
	if s.jdk < 27 || s.n(flag) <= most {
		return nil
	}
	return mustOf(flag, jvmflag.AtMost, most, fmt.Sprintf("CICompilerCount is too large (%s) for current active processor count %d ", s.decimal(flag), s.cpus))
}

// counterShift is how far the count of an invocation counter stands to the
// left: of its 32 bits, JDK 11 keeps three for itself and later JDKs one.
func (s *startup) counterShift() uint {
	return release.Choose(s.jdk, release.Since[uint](11, 3), release.Since[uint](16, 1))
}

func checkCompileThreshold(s *startup, flag string) *fault {
	return between(math.MaxInt32>>s.counterShift())(s, flag)
}

// checkOldOnStackReplace counts the branches before a loop is compiled, with 32 bits that may overflow.
func checkOldOnStackReplace(s *startup, flag string) *fault {
	const profile = "InterpreterProfilePercentage"
	percentage, threshold := int64(s.n(flag)), int64(s.n("CompileThreshold"))
	formula, flags := "CompileThreshold * OnStackReplacePercentage / 100", "CompileThreshold and/or OnStackReplacePercentage"
	named := []string{"CompileThreshold", flag}
	if s.profilesInterpreter() {
		if percentage < int64(s.n(profile)) {
			return says(s.given(flag)+" must be larger than "+s.given(profile), flag, profile)
		}
		percentage -= int64(s.n(profile))
		formula = "CompileThreshold * (InterpreterProfilePercentage - OnStackReplacePercentage) / 100"
		flags = "CompileThreshold, InterpreterProfilePercentage, and/or OnStackReplacePercentage"
		named = []string{"CompileThreshold", profile, flag}
	} else if percentage < 0 {
		return says(s.given(flag)+" must be non-negative", flag)
	}
	branches := threshold * percentage / 100
	if int32(branches<<s.counterShift()) >= 0 {
		return nil
	}
	return says(fmt.Sprintf("%s = %d must be between 0 and %d, try changing %s", formula, branches, math.MaxInt32>>s.counterShift(), flags), named...)
}

func checkOnStackReplace(s *startup, flag string) *fault {
	const profile = "InterpreterProfilePercentage"
	if checkCompileThreshold(s, "CompileThreshold") != nil {
		return says("OnStackReplacePercentage cannot be validated because CompileThreshold value is invalid", flag, "CompileThreshold")
	}
	percentage, threshold, limit := int64(s.n(flag)), int64(s.n("CompileThreshold")), int64(math.MaxInt32)
	if !s.profilesInterpreter() {
		limit >>= s.counterShift()
	}
	limit = limit * 100 / max(threshold, 1)
	if s.profilesInterpreter() {
		if percentage < int64(s.n(profile)) {
			return says(s.given(flag)+" must be larger than "+s.given(profile), flag, profile)
		}
		limit += int64(s.n(profile))
	} else if percentage < 0 {
		return says(s.given(flag)+" must be non-negative", flag)
	}
	if percentage <= limit {
		return nil
	}
	return says(fmt.Sprintf("%s must be between 0 and %d", s.given(flag), limit), flag)
}

// checkSegmentSize prints a second space behind its flag, as HotSpot does.
func checkSegmentSize(s *startup, flag string) *fault {
	const double = 8
	size, given := s.n(flag), flag+"  ("+s.decimal(flag)+")"
	switch {
	case s.jdk >= 26 && !powerOfTwo(size): // measured on 26, 27 and 28-ea
		return says(s.given(flag)+" must be a power of two", flag)
	case size < s.n("CodeEntryAlignment"):
		return says(given+" must be larger than or equal to "+s.given("CodeEntryAlignment")+" to align entry points", flag, "CodeEntryAlignment")
	case size < double:
		return mustOf(flag, jvmflag.AtLeast, double, given+" must be at least 8 to align constants")
	case size < s.n("OptoLoopAlignment"):
		return says(given+" must be larger than or equal to "+s.given("OptoLoopAlignment")+" to align inner loops", flag, "OptoLoopAlignment")
	}
	return nil
}

var (
	mustBePower = holds(powerOfTwo, " must be a power of two")
	atLeast16   = holds(func(n uint64) bool { return int64(n) >= 16 }, " must be greater than or equal to 16")
)

// checkInteriorAlignment takes the least of all numbers for a power of two on JDK 11, which looks at bits.
func checkInteriorAlignment(s *startup, flag string) *fault {
	switch n := int64(s.n(flag)); {
	case n > int64(s.n("CodeEntryAlignment")):
		return must(s.bound(flag), jvmflag.AtMost, s.bound("CodeEntryAlignment"))
	case s.jdk < 16 && n == math.MinInt64:
		return atLeast16(s, flag)
	}
	return cmp.Or(mustBePower(s, flag), atLeast16(s, flag))
}

func checkVectorThreshold(s *startup, flag string) *fault {
	if n := s.n(flag); n == 0 || powerOfTwo(n) {
		return nil
	}
	return says(flag+" ( "+s.decimal(flag)+" ) must be 0 or a power of two value between 0 and MAX_INT", flag)
}

// checkTypeProfileLevel reads three digits of 0 to 2, the last one first.
func checkTypeProfileLevel(s *startup, flag string) *fault {
	n := s.n(flag)
	for i := range 3 {
		if n%10 > 2 {
			return says(fmt.Sprintf("Invalid value (%d) in TypeProfileLevel at position %d", n, i), flag)
		}
		n /= 10
	}
	if s.jdk >= 21 && n != 0 {
		return says("Invalid value ("+s.decimal(flag)+") for TypeProfileLevel: maximal 3 digits", flag)
	}
	return nil
}

// adjustLoopStripMining never refuses. It says what becomes of numbers that do
// not go together, without the word warning.
func adjustLoopStripMining(s *startup, flag string) *fault {
	if message := s.loopStripMining(); message != "" {
		s.say(flag, jvmflag.Adjusted, message)
	}
	return nil
}

// loopStripMining cuts long loops into parts with a safepoint between them. It
// is on by default where collectors want pauses to begin soon.
func (s *startup) loopStripMining() string {
	const counted, length = "UseCountedLoopSafepoints", "LoopStripMiningIter"
	on := s.on(counted)
	switch s.collector.Kind {
	case G1, Z, Shenandoah: // count on it, and cut loops with it
		on = on || s.jdk >= 16 && s.isDefault(counted)
	}
	switch n := s.n(length); {
	case !s.isCommandLine(counted) && !s.isCommandLine(length):
		return ""
	case on && n == 0:
		return "When counted loop safepoints are enabled, LoopStripMiningIter must be at least 1 (a safepoint every 1 iteration): setting it to 1"
	case !on && n > 0:
		return "Disabling counted safepoints implies no loop strip mining: setting LoopStripMiningIter to 0"
	}
	return ""
}

func checkNodeLimitFudge(s *startup, flag string) *fault {
	limit, fudge := int64(s.n("MaxNodeLimit")), int64(s.n(flag))
	if fudge >= limit*2/100 && fudge <= limit*40/100 {
		return nil
	}
	return says(fmt.Sprintf("NodeLimitFudgeFactor must be between 2%% and 40%% of MaxNodeLimit (%d)", limit), flag, "MaxNodeLimit")
}

const controlIntrinsic = "ControlIntrinsic" // whose words have a sign

// checkIntrinsics takes a word for an intrinsic where it could be the
// name of one, which all begin with an underscore.
func checkIntrinsics(s *startup, flag string) *fault {
	for _, name := range intrinsicWords(s.text(flag)) {
		if flag == controlIntrinsic {
			name = strings.TrimLeft(name[:1], "+-") + name[1:]
		}
		if !strings.HasPrefix(name, "_") {
			return says("Unrecognized intrinsic detected in "+flag+": "+name, flag)
		}
	}
	return nil
}

func intrinsicWords(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune(", \n", r) })
}

// digits is shorthand for whole numbers in messages.
func digits(n uint64) string { return strconv.FormatUint(n, 10) }
