package hotspot

import "github.com/jvmlint/jvmlint/internal/jvmflag"

// g1Constraints are those of G1.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/jvmFlagConstraintsG1.cpp (JDK 11 to 25)
var g1Constraints = []constraint{
	{"G1RSetRegionEntries", 11, 17, afterErgo, under(positive("G1RSetRegionEntries", ""), G1)},
	{"G1RSetSparseRegionEntries", 11, 17, afterErgo, under(positive("G1RSetSparseRegionEntries", ""), G1)},
	{"G1RemSetArrayOfCardsEntries", 21, 25, afterErgo, under(positive("G1RemSetArrayOfCardsEntries", "."), G1)},
	{"G1RemSetHowlNumBuckets", 21, 25, afterErgo, under(checkHowlBuckets, G1)},
	{"G1RemSetHowlMaxNumBuckets", 21, 25, afterErgo, under(checkHowlMaxBuckets, G1)},
	{"G1HeapRegionSize", 11, 25, afterMemoryInit, under(checkRegionSize, G1)},
	{"G1NewSizePercent", 11, 25, afterErgo, under(most("G1NewSizePercent", "G1MaxNewSizePercent"), G1)},
	{"G1MaxNewSizePercent", 11, 25, afterErgo, under(least("G1MaxNewSizePercent", "G1NewSizePercent"), G1)},
	{"MaxGCPauseMillis", 11, 25, afterErgo, under(checkPauseGoal, G1)},
	{"GCPauseIntervalMillis", 11, 25, afterErgo, under(checkPauseInterval, G1)},
}

func checkHowlBuckets(s *startup) *fault {
	const flag = "G1RemSetHowlNumBuckets"
	if !s.isCommandLine(flag) || powerOfTwo(s.n(flag)) {
		return nil
	}
	return says(s.given(flag)+" must be a power of two and greater than or equal to 1.", flag)
}

// checkHowlMaxBuckets swaps two words of the flag's name, as HotSpot does.
func checkHowlMaxBuckets(s *startup) *fault {
	const flag = "G1RemSetHowlMaxNumBuckets"
	if !s.onCommandLineItself(flag) || powerOfTwo(s.n(flag)) {
		return nil
	}
	return says("G1RemSetMaxHowlNumBuckets ("+s.decimal(flag)+") must be a power of two.", flag)
}

func checkRegionSize(s *startup) *fault {
	const flag = "G1HeapRegionSize"
	if !s.isCommandLine(flag) || s.n(flag) >= leastRegion {
		return nil
	}
	return says(s.given(flag)+" must be greater than or equal to ergonomic heap region minimum size", flag)
}

func checkPauseGoal(s *startup) *fault {
	const flag, interval = "MaxGCPauseMillis", "GCPauseIntervalMillis"
	if !s.onCommandLineItself(flag) || s.n(flag) < s.n(interval) {
		return nil
	}
	return must(s.bound(flag), jvmflag.LessThan, s.bound(interval))
}

func checkPauseInterval(s *startup) *fault {
	const flag, goal = "GCPauseIntervalMillis", "MaxGCPauseMillis"
	switch {
	case !s.onCommandLineItself(flag):
		return nil
	case s.n(flag) < 1:
		return says(s.given(flag)+" must be greater than or equal to 1", flag)
	case s.isDefault(goal):
		return says("GCPauseIntervalMillis cannot be set without setting MaxGCPauseMillis", flag, goal)
	case s.n(flag) <= s.n(goal):
		return must(s.bound(flag), jvmflag.MoreThan, s.bound(goal))
	}
	return nil
}
