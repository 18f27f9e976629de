package hotspot

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// HotSpot gives up in one of two ways: it stops while it initializes, or it
// finds a flag at fault and tells the launcher.

func (f *flags) stops(at string, message string) *jvmflag.Refusal {
	return &jvmflag.Refusal{At: f.at(at), Lines: []string{"Error occurred during initialization of VM", message}}
}

func (f *flags) faults(at string, lines ...string) *jvmflag.Refusal {
	return &jvmflag.Refusal{At: f.at(at), Lines: append(lines,
		"Error: Could not create the Java Virtual Machine.",
		"Error: A fatal exception has occurred. Program will exit.")}
}

// at is the option that sets a flag; no place where none does.
func (f *flags) at(name string) source.Text {
	if set, ok := f.settings[name]; ok {
		return set.Option.Text
	}
	return source.Unlocated("", "no single option")
}

// checkG1Constraints holds the flags of G1 against each other. HotSpot says all
// that it finds.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/jvmFlagConstraintsG1.cpp (JDK 11 to 25)
func checkG1Constraints(s *startup) *jvmflag.Refusal {
	if s.collector.Kind != G1 {
		return nil
	}
	var at string
	var lines []string
	fault := func(flag, format string, args ...any) {
		at = flag
		lines = append(lines, fmt.Sprintf(format, args...))
	}
	if concurrent, parallel := s.n("ConcGCThreads"), s.n("ParallelGCThreads"); concurrent > parallel && s.jdk < 21 {
		fault("ConcGCThreads", "ConcGCThreads (%d) must be less than or equal to ParallelGCThreads (%d)", concurrent, parallel)
	}
	if low, high := s.n("G1NewSizePercent"), s.n("G1MaxNewSizePercent"); low > high {
		given := "G1NewSizePercent"
		if !s.isCommandLine(given) {
			given = "G1MaxNewSizePercent"
		}
		fault(given, "G1MaxNewSizePercent (%d) must be greater than or equal to G1NewSizePercent (%d)", high, low)
		fault(given, "G1NewSizePercent (%d) must be less than or equal to G1MaxNewSizePercent (%d)", low, high)
	}
	goal, interval := s.n("MaxGCPauseMillis"), s.n("GCPauseIntervalMillis")
	if !s.isDefault("MaxGCPauseMillis") && goal >= interval {
		fault("GCPauseIntervalMillis", "MaxGCPauseMillis (%d) must be less than GCPauseIntervalMillis (%d)", goal, interval)
	}
	switch {
	case s.isDefault("GCPauseIntervalMillis"):
	case interval < 1:
		fault("GCPauseIntervalMillis", "GCPauseIntervalMillis (%d) must be greater than or equal to 1", interval)
	case s.isDefault("MaxGCPauseMillis"):
		fault("GCPauseIntervalMillis", "GCPauseIntervalMillis cannot be set without setting MaxGCPauseMillis")
	case goal >= interval:
		fault("GCPauseIntervalMillis", "GCPauseIntervalMillis (%d) must be greater than MaxGCPauseMillis (%d)", interval, goal)
	}
	if lines != nil {
		return s.faults(at, lines...)
	}
	return nil
}

// checkSizeConstraints holds the flags against the heap that came out.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/jvmFlagConstraintsGC.cpp (JDK 11 to 25)
func checkSizeConstraints(s *startup) *jvmflag.Refusal {
	heap := s.n("MaxHeapSize")
	if s.isCommandLine("SoftMaxHeapSize") && s.n("SoftMaxHeapSize") > heap {
		return s.faults("SoftMaxHeapSize", "SoftMaxHeapSize must be less than or equal to the maximum heap size")
	}
	if ratio, most := s.n("SurvivorRatio"), heap/s.spaceUnit; s.isCommandLine("SurvivorRatio") && ratio > most {
		return s.faults("SurvivorRatio", fmt.Sprintf("SurvivorRatio (%d) must be less than or equal to ergonomic SurvivorRatio maximum (%d)", ratio, most))
	}
	return nil
}
