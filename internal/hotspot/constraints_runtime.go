package hotspot

import "fmt"

// runtimeConstraints are those of threads, locks and timers.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/flags/jvmFlagConstraintsRuntime.cpp (JDK 17 to 25)
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/runtime/flags/jvmFlagConstraintsRuntime.cpp (JDK 11)
var runtimeConstraints = []constraint{
	{"ContendedPaddingWidth", 11, 0, afterErgo, wholeWords("ContendedPaddingWidth")},
	{"PerfDataSamplingInterval", 11, 0, afterErgo, evenly("PerfDataSamplingInterval")},
	{"BiasedLockingStartupDelay", 11, 17, afterErgo, evenly("BiasedLockingStartupDelay")},
	{"BiasedLockingBulkRebiasThreshold", 11, 17, afterErgo, most("BiasedLockingBulkRebiasThreshold", "BiasedLockingBulkRevokeThreshold")},
	{"BiasedLockingBulkRevokeThreshold", 11, 17, afterErgo, checkBulkRevoke},
	{"BiasedLockingDecayTime", 11, 17, afterErgo, checkBiasDecay},
}

// evenly holds a time to whole ticks of HotSpot's timer of 10 ms.
func evenly(flag string) func(*startup) *fault {
	return multiple(flag, 10, " must be evenly divisible by PeriodicTask::interval_gran (10)")
}

// checkBulkRevoke prints the threshold where it speaks of the decay time, as
// HotSpot does.
func checkBulkRevoke(s *startup) *fault {
	const flag, rebias = "BiasedLockingBulkRevokeThreshold", "BiasedLockingBulkRebiasThreshold"
	if wrong := least(flag, rebias)(s); wrong != nil {
		return wrong
	}
	if float64(s.n(flag))/float64(s.n("BiasedLockingDecayTime")) <= 0.1 {
		return nil
	}
	return says(fmt.Sprintf("The ratio of %s to BiasedLockingDecayTime (%s) must be less than or equal to 0.1", s.given(flag), s.decimal(rebias)), flag, "BiasedLockingDecayTime")
}

func checkBiasDecay(s *startup) *fault {
	const flag, decay = "BiasedLockingBulkRebiasThreshold", "BiasedLockingDecayTime"
	if float64(s.n(flag))/float64(s.n(decay)) <= 0.1 {
		return nil
	}
	return says(fmt.Sprintf("The ratio of %s to %s must be less than or equal to 0.1", s.given(flag), s.given(decay)), flag, decay)
}
