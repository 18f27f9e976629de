package hotspot

import (
	"fmt"
	"strconv"

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

// limits is the range that HotSpot allows a flag from one JDK on.
type limits struct {
	flag        string
	jdk         int
	kind        string // as HotSpot names the type
	least, most uint64
}

// ranges are those of -XX:+PrintFlagsRanges on JDK 11, 17, 21 and 25 that a
// number can fall out of. Rows of one flag stand in the order of releases.
var ranges = []limits{
	{"CompressedClassSpaceSize", 11, "size_t", mega, 3 * giga},
	{"CompressedClassSpaceSize", 25, "size_t", mega, 4 * giga},
	{"G1ConcRefinementThreads", 11, "uint", 0, 268435455},
	{"G1HeapRegionSize", 11, "size_t", 0, 32 * mega},
	{"G1HeapRegionSize", 18, "size_t", 0, 512 * mega},
	{"G1HeapWastePercent", 11, "uintx", 0, 100},
	{"G1HeapWastePercent", 25, "uint", 0, 100},
	{"G1MaxNewSizePercent", 11, "uintx", 0, 100},
	{"G1MaxNewSizePercent", 25, "uint", 0, 100},
	{"G1MixedGCLiveThresholdPercent", 11, "uintx", 0, 100},
	{"G1MixedGCLiveThresholdPercent", 25, "uint", 0, 100},
	{"G1NewSizePercent", 11, "uintx", 0, 100},
	{"G1NewSizePercent", 25, "uint", 0, 100},
	{"G1ReservePercent", 11, "uintx", 0, 50},
	{"G1ReservePercent", 25, "uint", 0, 50},
	{"GCCardSizeInBytes", 18, "uint", 128, 1024},
	{"HeapSizePerGCThread", 11, "size_t", 4096, ^uint64(0)},
	{"InitialRAMFraction", 11, "uintx", 1, ^uint64(0)},
	{"InitiatingHeapOccupancyPercent", 11, "uintx", 0, 100},
	{"InitiatingHeapOccupancyPercent", 25, "uint", 0, 100},
	{"MarkStackSize", 17, "size_t", 1, 2147483646},
	{"MarkStackSizeMax", 11, "size_t", 1, 2147483646},
	{"MaxDirectMemorySize", 11, "uint64_t", 0, 1<<63 - 1},
	{"MaxGCPauseMillis", 11, "uintx", 1, ^uint64(0) - 1},
	{"MaxRAMFraction", 11, "uintx", 1, ^uint64(0)},
	{"MaxTenuringThreshold", 11, "uintx", 0, 16},
	{"MaxTenuringThreshold", 25, "uint", 0, 16},
	{"MinRAMFraction", 11, "uintx", 1, ^uint64(0)},
	{"NewRatio", 11, "uintx", 0, ^uint64(0) - 1},
	{"ObjectAlignmentInBytes", 11, "intx", 8, 256},
	{"ObjectAlignmentInBytes", 21, "int", 8, 256},
	{"ParallelGCThreads", 25, "uint", 0, 1<<31 - 1},
	{"ReservedCodeCacheSize", 11, "uintx", 4096, ^uint64(0)},
	{"StringTableSize", 11, "uintx", 128, 16777216},
	{"SurvivorRatio", 11, "uintx", 1, ^uint64(0) - 2},
}

// percentages are the flags that range from 0.0 to 100.0.
var percentages = []string{"InitialRAMPercentage", "MaxRAMPercentage", "MinRAMPercentage"}

// checkRanges finds the numbers that HotSpot refuses as it reads them.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/flags/jvmFlagLimit.cpp (JDK 11 to 25)
func checkRanges(s *startup) *jvmflag.Refusal {
	for i, l := range ranges {
		replaced := i+1 < len(ranges) && ranges[i+1].flag == l.flag && ranges[i+1].jdk <= s.jdk
		n := s.n(l.flag)
		if l.jdk > s.jdk || replaced || !s.isCommandLine(l.flag) || (l.least <= n && n <= l.most) {
			continue
		}
		return s.outside(l.flag, l.kind, strconv.FormatUint(n, 10), fmt.Sprint(l.least), fmt.Sprint(l.most))
	}
	for _, name := range percentages {
		if p := s.double(name); s.isCommandLine(name) && (p < 0 || p > 100) {
			return s.outside(name, "double", fmt.Sprintf("%f", p), "0.000000", "100.000000")
		}
	}
	for _, name := range []string{"ObjectAlignmentInBytes", "GCCardSizeInBytes"} {
		if n := s.n(name); s.isCommandLine(name) && n&(n-1) != 0 {
			number := byName(name, n)
			return s.faults(name, fmt.Sprintf("%s %s must be %spower of 2", name, number.text, number.article), s.improper(name))
		}
	}
	return nil
}

type wording struct{ text, article string }

// byName is how the two checks for a power of two differ in their words.
func byName(name string, n uint64) wording {
	if name == "GCCardSizeInBytes" {
		return wording{fmt.Sprintf("( %d )", n), "a "}
	}
	return wording{fmt.Sprintf("(%d)", n), ""}
}

func (s *startup) outside(name, kind, n, least, most string) *jvmflag.Refusal {
	return s.faults(name, fmt.Sprintf("%s %s=%s is outside the allowed range [ %s ... %s ]", kind, name, n, least, most), s.improper(name))
}

func (s *startup) improper(name string) string {
	return fmt.Sprintf("Improperly specified VM option '%s=%s'", name, s.settings[name].Value)
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
