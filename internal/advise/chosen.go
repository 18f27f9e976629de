package advise

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// chosenFlags are decided anew, whatever they were: the sizes of the heap and of
// its generations, the collector, its goals and its threads.
var chosenFlags = strings.Fields(`
	MaxHeapSize InitialHeapSize MinHeapSize SoftMaxHeapSize MaxRAM MaxRAMPercentage InitialRAMPercentage MinRAMPercentage
	MaxRAMFraction InitialRAMFraction MinRAMFraction ErgoHeapSizeLimit AggressiveHeap AlwaysPreTouch
	UseSerialGC UseParallelGC UseParallelOldGC UseParNewGC UseConcMarkSweepGC UseG1GC UseZGC UseShenandoahGC UseEpsilonGC
	NeverActAsServerClassMachine AlwaysActAsServerClassMachine
	NewSize MaxNewSize NewRatio OldSize SurvivorRatio InitialSurvivorRatio MinSurvivorRatio TargetSurvivorRatio
	MaxTenuringThreshold InitialTenuringThreshold AlwaysTenure NeverTenure PretenureSizeThreshold
	MaxGCPauseMillis GCPauseIntervalMillis GCTimeRatio InitiatingHeapOccupancyPercent ParallelGCThreads ConcGCThreads
	UseDynamicNumberOfGCThreads UseAdaptiveSizePolicy MinHeapFreeRatio MaxHeapFreeRatio NativeMemoryTracking PrintNMTStatistics`)

// chosenHere reports whether all that an option sets is decided anew. Flags of one
// collector alone go with the collector, those that this JDK refuses, too.
func chosenHere(r *jvmflag.Resolution, o jvmflag.Option) bool {
	if name, xx := strings.CutPrefix(o.String(), "-XX:"); xx {
		name, _, _ = strings.Cut(strings.TrimLeft(name, "+-"), "=")
		return slices.Contains(chosenFlags, name) || jvmflag.Flag{Name: name}.Collector() != ""
	}
	sets := 0
	for _, set := range r.History {
		if set.Option.Text.Span() != o.Text.Span() || set.Option.String() != o.String() {
			continue
		}
		if !slices.Contains(chosenFlags, set.Flag.Name) && set.Flag.Collector() == "" {
			return false
		}
		sets++
	}
	return sets > 0
}

// keyOf is what two options share of which only one may stand: -Xmx9g and
// -Xmx8g, -XX:+UseG1GC and -XX:-UseG1GC, -Dname=a and -Dname=b.
func keyOf(option string) string {
	for _, short := range []string{"-Xmx", "-Xms", "-Xmn", "-Xss"} {
		if strings.HasPrefix(option, short) {
			return short
		}
	}
	name, _, _ := strings.Cut(option, "=")
	return strings.NewReplacer("-XX:+", "-XX:", "-XX:-", "-XX:").Replace(name)
}
