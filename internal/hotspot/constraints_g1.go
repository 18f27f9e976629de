package hotspot

import (
	"fmt"
	"math"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// g1Constraints are those of G1.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/jvmFlagConstraintsG1.cpp (JDK 11 to 25)
var g1Constraints = []constraint{
	{"G1RSetRegionEntries", 11, 17, afterErgo, under(positive(""), G1)},
	{"G1RSetSparseRegionEntries", 11, 17, afterErgo, under(positive(""), G1)},
	{"G1RemSetArrayOfCardsEntries", 21, 0, afterErgo, under(positive("."), G1)},
	{"G1RemSetHowlNumBuckets", 21, 0, afterErgo, under(given(holds(powerOfTwo,
		" must be a power of two and greater than or equal to 1.")), G1)},
	{"G1RemSetHowlMaxNumBuckets", 21, 0, afterErgo, under(given(checkHowlMaxBuckets), G1)},
	{"G1HeapRegionSize", 11, 0, afterMemoryInit, under(given(checkRegionSize), G1)},
	{"G1NewSizePercent", 11, 0, afterErgo, under(most("G1MaxNewSizePercent"), G1)},
	{"G1MaxNewSizePercent", 11, 0, afterErgo, under(least("G1NewSizePercent"), G1)},
	{"MaxGCPauseMillis", 11, 0, afterErgo, under(given(below("GCPauseIntervalMillis")), G1)},
	{"GCPauseIntervalMillis", 11, 0, afterErgo, under(given(checkPauseInterval), G1)},
	{"G1CPUUsageExpandThreshold", 26, 0, afterErgo, under(fromOne(10), G1)},
	{"G1CPUUsageShrinkThreshold", 26, 0, afterErgo, under(fromOne(10), G1)},
	{"G1SATBBufferSize", 25, 25, afterErgo, checkSATBBufferInTurn},
	{"G1SATBBufferSize", 26, 0, afterErgo, under(fromOne(math.MaxUint32), G1)},
}

// fromOne is a range that PrintFlagsRanges does not show (25 to 28, measured).
func fromOne(most uint64) check {
	return holds(func(n uint64) bool { return n >= 1 && n <= most }, fmt.Sprintf(" must be in range [1, %d]", most))
}

// checkHowlMaxBuckets swaps two words of the flag's name, as HotSpot does.
func checkHowlMaxBuckets(s *startup, flag string) *fault {
	if powerOfTwo(s.n(flag)) {
		return nil
	}
	return says("G1RemSetMaxHowlNumBuckets ("+s.decimal(flag)+") must be a power of two.", flag)
}

func checkRegionSize(s *startup, flag string) *fault {
	if given := s.settings[flag].Number; s.jdk >= 28 && given != 0 && given < leastRegion {
		return says(fmt.Sprintf("%s (%d) must be greater than or equal to ergonomic heap region minimum size (1M)", flag, given), flag)
	}
	if s.n(flag) >= leastRegion {
		return nil
	}
	return says(s.given(flag)+" must be greater than or equal to ergonomic heap region minimum size", flag)
}

func checkPauseInterval(s *startup, flag string) *fault {
	const goal = "MaxGCPauseMillis"
	switch {
	case s.n(flag) < 1:
		return says(s.given(flag)+" must be greater than or equal to 1", flag)
	case s.isDefault(goal):
		return says("GCPauseIntervalMillis cannot be set without setting MaxGCPauseMillis", flag, goal)
	}
	return s.must(flag, jvmflag.MoreThan, s.limit(goal))
}

// checkSATBBufferInTurn is the check of JDK 25, which looks at the size while it reads options:
// it sees G1 only where an option before chose it. Measured on 25.0.2.
func checkSATBBufferInTurn(s *startup, flag string) *fault {
	for _, set := range s.history {
		switch {
		case set.Flag.Name == "UseG1GC" && set.Bool():
			return fromOne(math.MaxUint32)(s, flag)
		case set.Flag.Name == flag:
			return nil
		}
	}
	return nil
}
