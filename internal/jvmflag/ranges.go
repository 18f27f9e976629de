package jvmflag

import (
	"fmt"
	"strconv"
	"strings"
)

// limits is the range that HotSpot allows a number of a flag from one JDK on.
type limits struct {
	flag        string
	since       int
	kind        string // as HotSpot names the type
	least, most uint64
}

// ranges are those of -XX:+PrintFlagsRanges on JDK 11, 17, 21 and 25 that a
// number can fall out of. Rows of one flag stand in the order of releases.
var ranges = []limits{
	{"CICompilerCount", 11, "intx", 0, 1<<31 - 1},
	{"CompilerThreadStackSize", 11, "intx", 0, 1<<53 - 1},
	{"CompressedClassSpaceSize", 11, "size_t", Mega, 3 * Giga},
	{"CompressedClassSpaceSize", 25, "size_t", Mega, 4 * Giga},
	{"G1ConcRefinementThreads", 11, "uint", 0, 1<<28 - 1},
	{"G1HeapRegionSize", 11, "size_t", 0, 32 * Mega},
	{"G1HeapRegionSize", 18, "size_t", 0, 512 * Mega},
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
	{"HeapSizePerGCThread", 11, "size_t", 4 * Kilo, ^uint64(0)},
	{"InitialRAMFraction", 11, "uintx", 1, ^uint64(0)},
	{"InitiatingHeapOccupancyPercent", 11, "uintx", 0, 100},
	{"InitiatingHeapOccupancyPercent", 25, "uint", 0, 100},
	{"MarkStackSize", 17, "size_t", 1, 1<<31 - 2},
	{"MarkStackSizeMax", 11, "size_t", 1, 1<<31 - 2},
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
	{"ReservedCodeCacheSize", 11, "uintx", 4 * Kilo, ^uint64(0)},
	{"StringTableSize", 11, "uintx", 128, 1 << 24},
	{"SurvivorRatio", 11, "uintx", 1, ^uint64(0) - 2},
	{"ThreadStackSize", 11, "intx", 0, 1 << 20},
	{"VMThreadStackSize", 11, "intx", 0, 1<<53 - 1},
}

var rangesOf = func() map[string][]limits {
	m := make(map[string][]limits, len(ranges))
	for _, l := range ranges {
		m[l.flag] = append(m[l.flag], l)
	}
	return m
}()

// outside tells in HotSpot's words that a number is none that the flag may
// have; it is empty where it may.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/flags/jvmFlagLimit.cpp (JDK 11 to 25)
func outside(jdk int, f Flag, s Setting) string {
	const text = "%s %s=%s is outside the allowed range [ %s ... %s ]"
	if f.Type == Double { // the model reads the percentages of the memory alone
		if strings.HasSuffix(f.Name, "RAMPercentage") && (s.Double < 0 || s.Double > 100) {
			return fmt.Sprintf(text, "double", f.Name, strconv.FormatFloat(s.Double, 'f', 6, 64), "0.000000", "100.000000")
		}
		return ""
	}
	var in *limits
	for i, l := range rangesOf[f.Name] {
		if l.since <= jdk {
			in = &rangesOf[f.Name][i]
		}
	}
	switch n := s.Number; {
	case in == nil:
	case n < in.least || n > in.most:
		number := strconv.FormatUint(n, 10)
		if f.Type == Signed {
			number = strconv.FormatInt(int64(n), 10)
		}
		return fmt.Sprintf(text, in.kind, f.Name, number, strconv.FormatUint(in.least, 10), strconv.FormatUint(in.most, 10))
	case n&(n-1) == 0:
	case f.Name == "ObjectAlignmentInBytes":
		return fmt.Sprintf("%s (%d) must be power of 2", f.Name, n)
	case f.Name == "GCCardSizeInBytes":
		return fmt.Sprintf("%s ( %d ) must be a power of 2", f.Name, n)
	}
	return ""
}
