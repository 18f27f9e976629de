package hotspot

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

func checkHowlBuckets(s *startup) string {
	const flag = "G1RemSetHowlNumBuckets"
	if !s.isCommandLine(flag) || powerOfTwo(s.n(flag)) {
		return ""
	}
	return s.given(flag) + " must be a power of two and greater than or equal to 1."
}

// checkHowlMaxBuckets swaps two words of the flag's name, as HotSpot does.
func checkHowlMaxBuckets(s *startup) string {
	const flag = "G1RemSetHowlMaxNumBuckets"
	if !s.onCommandLineItself(flag) || powerOfTwo(s.n(flag)) {
		return ""
	}
	return "G1RemSetMaxHowlNumBuckets (" + s.decimal(flag) + ") must be a power of two."
}

func checkRegionSize(s *startup) string {
	const flag = "G1HeapRegionSize"
	if !s.isCommandLine(flag) || s.n(flag) >= leastRegion {
		return ""
	}
	return s.given(flag) + " must be greater than or equal to ergonomic heap region minimum size"
}

func checkPauseGoal(s *startup) string {
	const flag, interval = "MaxGCPauseMillis", "GCPauseIntervalMillis"
	if !s.onCommandLineItself(flag) || s.n(flag) < s.n(interval) {
		return ""
	}
	return s.given(flag) + " must be less than " + s.given(interval)
}

func checkPauseInterval(s *startup) string {
	const flag, goal = "GCPauseIntervalMillis", "MaxGCPauseMillis"
	switch {
	case !s.onCommandLineItself(flag):
		return ""
	case s.n(flag) < 1:
		return s.given(flag) + " must be greater than or equal to 1"
	case s.isDefault(goal):
		return "GCPauseIntervalMillis cannot be set without setting MaxGCPauseMillis"
	case s.n(flag) <= s.n(goal):
		return s.given(flag) + " must be greater than " + s.given(goal)
	}
	return ""
}
