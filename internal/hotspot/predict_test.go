package hotspot

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// shown is all that a value says: number, origin, characters, why.
func shown(v source.Value) string {
	if !v.Known() {
		return "unknown: " + v.Why
	}
	if v.Text.Located() {
		return fmt.Sprintf("%d, %s %q: %s", v.N, v.Origin, v.Text, v.Why)
	}
	return fmt.Sprintf("%d, %s: %s", v.N, v.Origin, v.Why)
}

func predict(t testing.TB, jdk int, options string, m Machine) *JVM {
	t.Helper()
	r := jvmtest.Resolve(t, jdk, options)
	require.Nil(t, r.Refusal)
	jvm, refusal := Predict(r, m)
	require.Nil(t, refusal)
	return jvm
}

func TestHeap(t *testing.T) {
	tests := []struct {
		name, options string
		jdk           int
		machine       Machine
		heap, initial string
	}{
		{
			"nothing given", "", 21, machine(8<<30, 4),
			"2147483648, ergonomic: 25 % of the memory (MaxRAMPercentage, default)",
			"134217728, ergonomic: 1.5625 % of the memory (InitialRAMPercentage, default)",
		},
		{
			"both given", "-Xmx9g -Xms9g", 21, machine(10<<30, 8),
			`9663676416, command line "9g": command line`,
			`9663676416, command line "9g": command line`,
		},
		{
			"given, machine unknown", "-Xmx9g -Xms1g", 11, Machine{},
			`9663676416, command line "9g": command line`,
			`1073741824, command line "1g": command line`,
		},
		{
			"rounded", "-Xmx1000001k -Xms100001k -XX:+UseSerialGC", 17, machine(8<<30, 4),
			`1025507328, command line "1000001k": command line, rounded up to whole cards`,
			`102760448, command line "100001k": command line, rounded up to whole cards`,
		},
		{
			"raised by the initial heap", "-Xms3g", 11, machine(8<<30, 4),
			"3221225472, ergonomic: initial heap size",
			`3221225472, command line "3g": command line`,
		},
		{
			"initial heap left to the JVM", "-Xms0 -Xmx1g", 17, machine(8<<30, 4),
			`1073741824, command line "1g": command line`,
			"134217728, ergonomic: 1.5625 % of the memory (InitialRAMPercentage, default)",
		},
		{
			"small memory", "", 21, machine(200<<20, 1),
			"104857600, ergonomic: MinRAMPercentage of a small memory",
			"8388608, ergonomic: 1.5625 % of the memory (InitialRAMPercentage, default), rounded up to whole cards",
		},
		{
			"middling memory", "", 21, machine(400<<20, 1),
			"132120576, ergonomic: default, more than 25 % of the memory (MaxRAMPercentage, default), rounded up to whole cards",
			"8388608, ergonomic: 1.5625 % of the memory (InitialRAMPercentage, default), rounded up to whole cards",
		},
		{
			"share up to compressed pointers", "-XX:MaxRAMPercentage=90", 11, machine(64<<30, 8),
			"32178700288, ergonomic: the largest that compressed pointers reach",
			"1073741824, ergonomic: 1.5625 % of the memory (InitialRAMPercentage, default)",
		},
		{
			"share over compressed pointers", "-XX:MaxRAMPercentage=90", 21, machine(64<<30, 8),
			"61874372608, ergonomic: 90 % of the memory (MaxRAMPercentage, command line), rounded up to whole regions",
			"1073741824, ergonomic: 1.5625 % of the memory (InitialRAMPercentage, default)",
		},
		{
			"MaxRAM, memory unknown", "-XX:MaxRAM=8g", 21, machine(0, 4),
			"2147483648, ergonomic: 25 % of the memory (MaxRAMPercentage, default)",
			"134217728, ergonomic: 1.5625 % of the memory (InitialRAMPercentage, default)",
		},
		{
			"memory unknown", "", 21, machine(0, 4),
			"unknown: depends on the memory (unknown)",
			"unknown: depends on the memory (unknown)",
		},
		{
			"memory unknown, a small one refused",
			"-XX:+UseG1GC -XX:G1HeapRegionSize=8m -XX:SurvivorRatio=32", 21, machine(0, 4),
			"unknown: depends on the memory (unknown)",
			"unknown: depends on the memory (unknown)",
		},
		{
			"initial heap unknown", "-Xmx9g", 21, machine(0, 4),
			`9663676416, command line "9g": command line`,
			"unknown: depends on the memory (unknown)",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			jvm := predict(t, tt.jdk, tt.options, tt.machine)
			assert.Equal(t, []string{tt.heap, tt.initial}, []string{shown(jvm.Heap), shown(jvm.InitialHeap)})
		})
	}
}

func TestCollector(t *testing.T) {
	tests := []struct {
		name, options string
		machine       Machine
		want          string
	}{
		{"server", "", machine(8<<30, 4), "G1 ergonomic: at least 2 CPUs and 1792m of memory"},
		{"just a server", "", machine(1792<<20, 2), "G1 ergonomic: at least 2 CPUs and 1792m of memory"},
		{"a page less", "", machine(1792<<20-4096, 2), "Serial ergonomic: fewer than 2 CPUs or 1792m of memory"},
		{"one CPU", "", machine(8<<30, 1), "Serial ergonomic: fewer than 2 CPUs or 1792m of memory"},
		{"one CPU, memory unknown", "", machine(0, 1), "Serial ergonomic: fewer than 2 CPUs or 1792m of memory"},
		{"CPUs by option", "-XX:ActiveProcessorCount=1", machine(8<<30, 4), "Serial ergonomic: fewer than 2 CPUs or 1792m of memory"},
		{"little memory, CPUs unknown", "", machine(1<<30, 0), "Serial ergonomic: fewer than 2 CPUs or 1792m of memory"},
		{"nothing known", "", Machine{}, "G1 assumed: assumed: at least 2 CPUs and 1792m of memory"},
		{"memory unknown", "", machine(0, 4), "G1 assumed: assumed: at least 1792m of memory"},
		{"CPUs unknown", "", machine(8<<30, 0), "G1 assumed: assumed: at least 2 CPUs"},
		{"heap asked for", "-Xmx9g", machine(0, 4), "G1 assumed: assumed: memory for the requested heap"},
		{"heap asked for, nothing known", "-Xmx9g", Machine{}, "G1 assumed: assumed: at least 2 CPUs, and memory for the requested heap"},
		{"given", "-XX:+UseParallelGC", Machine{}, "Parallel command line: command line"},
		{"given with half of the memory", "-XX:+AggressiveHeap", Machine{}, "Parallel command line: command line, AggressiveHeap"},
		{"never a server", "-XX:+NeverActAsServerClassMachine", Machine{}, "Serial ergonomic: fewer than 2 CPUs or 1792m of memory"},
		{"always a server", "-XX:+AlwaysActAsServerClassMachine", machine(1<<30, 1), "G1 ergonomic: at least 2 CPUs and 1792m of memory"},
		{"old name", "-XX:+UseParallelOldGC -XX:+UseParallelGC", Machine{}, "Parallel command line: command line"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := predict(t, 11, tt.options, tt.machine).Collector
			assert.Equal(t, tt.want, fmt.Sprintf("%s %s: %s", c, c.Origin, c.Why))
		})
	}
}

func TestRegions(t *testing.T) {
	const toFit = "rounded up to a power of two, from 1m to 32m"
	tests := []struct {
		name, options             string
		jdk                       int
		region, regions, humonous string
	}{
		{
			"chosen by JDK 11", "-Xmx9g -Xms9g", 11,
			"4194304, ergonomic: (initial + maximum heap) / 2 / 2048, rounded down to a power of two, from 1m to 32m",
			"2304, ergonomic: maximum heap / region size", "2097152, ergonomic: half a region",
		},
		{
			"chosen by JDK 17", "-Xmx9g -Xms9g", 17, "8388608, ergonomic: maximum heap / 2048, " + toFit,
			"1152, ergonomic: maximum heap / region size", "4194304, ergonomic: half a region",
		},
		{
			"chosen by JDK 21, heap large", "-Xmx200g", 21, "33554432, ergonomic: maximum heap / 2048, " + toFit,
			"6400, ergonomic: maximum heap / region size", "16777216, ergonomic: half a region",
		},
		{
			"given", "-Xmx50g -XX:G1HeapRegionSize=4m", 11, `4194304, command line "4m": command line`,
			"12800, ergonomic: maximum heap / region size", "2097152, ergonomic: half a region",
		},
		{
			"rounded down", "-Xmx3g -XX:G1HeapRegionSize=3m", 11, `2097152, command line "3m": command line, rounded down to a power of two`,
			"1536, ergonomic: maximum heap / region size", "1048576, ergonomic: half a region",
		},
		{
			"rounded up", "-Xmx3g -XX:G1HeapRegionSize=3m", 25, `4194304, command line "3m": command line, rounded up to a power of two`,
			"768, ergonomic: maximum heap / region size", "2097152, ergonomic: half a region",
		},
		{
			"raised", "-Xmx3g -XX:G1HeapRegionSize=4k", 21, `1048576, command line "4k": command line, the minimum`,
			"3072, ergonomic: maximum heap / region size", "524288, ergonomic: half a region",
		},
		{
			"0 is too small on JDK 11", "-Xmx9g -Xms9g -XX:G1HeapRegionSize=0", 11, "1048576, ergonomic: the minimum",
			"9216, ergonomic: maximum heap / region size", "524288, ergonomic: half a region",
		},
		{
			"0 leaves it to JDK 17", "-Xmx9g -XX:G1HeapRegionSize=0", 17, "8388608, ergonomic: maximum heap / 2048, " + toFit,
			"1152, ergonomic: maximum heap / region size", "4194304, ergonomic: half a region",
		},
		{
			"heap unknown", "", 17, "unknown: depends on the memory (unknown)",
			"unknown: depends on the memory (unknown)", "unknown: depends on the memory (unknown)",
		},
		{
			"initial heap unknown and of no weight", "-Xmx9g", 11,
			"2097152, ergonomic: (initial + maximum heap) / 2 / 2048, rounded down to a power of two, from 1m to 32m",
			"4608, ergonomic: maximum heap / region size", "1048576, ergonomic: half a region",
		},
		{
			"initial heap unknown and of weight", "-Xmx15g", 11, "unknown: depends on the memory (unknown)",
			"unknown: depends on the memory (unknown)", "unknown: depends on the memory (unknown)",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g1 := predict(t, tt.jdk, tt.options, machine(0, 8)).G1
			assert.Equal(t, []string{tt.region, tt.regions, tt.humonous}, []string{shown(g1.RegionSize), shown(g1.Regions), shown(g1.HumongousOver)})
		})
	}
	assert.Nil(t, predict(t, 21, "-XX:+UseSerialGC", Machine{}).G1)
}

func TestRegionSizeFor(t *testing.T) {
	type answer struct {
		size   int64
		enough bool
	}
	tests := []struct {
		jdk  int
		heap string
		want answer
	}{
		{11, "-Xmx9g", answer{8 << 20, true}},
		{11, "-Xmx50g", answer{32 << 20, true}},
		{11, "-Xmx64g", answer{32 << 20, true}},
		{11, "-Xmx65g", answer{32 << 20, false}},
		{21, "-Xmx65g", answer{64 << 20, true}},
		{21, "-Xmx2000g", answer{512 << 20, false}},
		{21, "-Xmx100m", answer{1 << 20, true}},
	}
	for _, tt := range tests {
		size, enough := predict(t, tt.jdk, tt.heap, Machine{}).RegionSizeFor(TargetRegions, 0, LargestRegion([]int{tt.jdk}))
		assert.Equal(t, tt.want, answer{size, enough}, "JDK %d, %s", tt.jdk, tt.heap)
	}
}

func TestThreads(t *testing.T) {
	tests := []struct {
		name, options                          string
		machine                                Machine
		parallel, concurrent, refine, compiler string
	}{
		{
			"8 CPUs", "", machine(8<<30, 8), "8, ergonomic: 8 CPUs", "2, ergonomic: a quarter of ParallelGCThreads",
			"8, ergonomic: ParallelGCThreads", "4, ergonomic: grows with the logarithm of the CPUs",
		},
		{
			"40 CPUs", "", machine(8<<30, 40), "28, ergonomic: 8 + 5/8 of the 32 CPUs over 8", "7, ergonomic: a quarter of ParallelGCThreads",
			"28, ergonomic: ParallelGCThreads", "15, ergonomic: grows with the logarithm of the CPUs",
		},
		{
			"ActiveProcessorCount", "-XX:ActiveProcessorCount=4", machine(8<<30, 40), "4, ergonomic: 4 CPUs", "1, ergonomic: a quarter of ParallelGCThreads",
			"4, ergonomic: ParallelGCThreads", "3, ergonomic: grows with the logarithm of the CPUs",
		},
		{
			"ActiveProcessorCount of 0 counts for nothing", "-XX:ActiveProcessorCount=0", machine(8<<30, 4), "4, ergonomic: 4 CPUs",
			"1, ergonomic: a quarter of ParallelGCThreads", "4, ergonomic: ParallelGCThreads", "3, ergonomic: grows with the logarithm of the CPUs",
		},
		{
			"given, CPUs unknown", "-XX:ParallelGCThreads=20", machine(8<<30, 0), `20, command line "20": command line`,
			"5, ergonomic: a quarter of ParallelGCThreads", "20, ergonomic: ParallelGCThreads", "unknown: depends on the CPUs (unknown)",
		},
		{
			"CPUs unknown", "", machine(8<<30, 0), "unknown: depends on the CPUs (unknown)", "unknown: depends on the CPUs (unknown)",
			"unknown: depends on the CPUs (unknown)", "unknown: depends on the CPUs (unknown)",
		},
		{
			"Parallel", "-XX:+UseParallelGC", machine(8<<30, 4), "4, ergonomic: 4 CPUs", "0, default: default",
			"unknown: ", "3, ergonomic: grows with the logarithm of the CPUs",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			jvm := predict(t, 21, tt.options, tt.machine)
			assert.Equal(t, []string{tt.parallel, tt.concurrent, tt.refine, tt.compiler},
				[]string{shown(jvm.ParallelGCThreads), shown(jvm.ConcGCThreads), shown(jvm.RefinementThreads), shown(jvm.CompilerThreads)})
		})
	}
}

func TestOtherMemory(t *testing.T) {
	tests := []struct {
		name, options string
		jdk           int
		want          []string // metaspace, class space, code cache, thread stack, young generation
	}{
		{"defaults", "-Xmx1g", 21, []string{
			"9223372036854775807, default: default", "1073741824, default: default",
			"251658240, ergonomic: tiered compilation", "1048576, default: default",
			"643825664, ergonomic: G1MaxNewSizePercent of the heap",
		}},
		{"given", "-Xmx1g -XX:MaxMetaspaceSize=128m -Xss512k -XX:ReservedCodeCacheSize=64m -Xmn300m", 21, []string{
			`134217728, command line "128m": command line`, "117440512, ergonomic: at most 80 % of MaxMetaspaceSize, rounded up to 16m",
			`67108864, command line "64m": command line`, `524288, command line "512k": command line`,
			`314572800, command line "300m": command line, in whole regions`,
		}},
		{"JDK 11", "-Xmx1g -XX:MaxMetaspaceSize=128m -XX:-TieredCompilation", 11, []string{
			`134217728, command line "128m": command line`, "125829120, ergonomic: MaxMetaspaceSize less 8m",
			"50331648, default: default", "1048576, default: default", "643825664, ergonomic: G1MaxNewSizePercent of the heap",
		}},
		{"no compressed classes", "-Xmx40g", 11, []string{
			"9223372036854775807, default: default", "0, ergonomic: class pointers are not compressed",
			"251658240, ergonomic: tiered compilation", "1048576, default: default", "25769803776, ergonomic: G1MaxNewSizePercent of the heap",
		}},
		{"Serial", "-Xmx1g -Xms1g -XX:+UseSerialGC -XX:NewRatio=3", 21, []string{
			"9223372036854775807, default: default", "1073741824, default: default",
			"251658240, ergonomic: tiered compilation", "1048576, default: default", "268435456, ergonomic: NewRatio of the heap",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			jvm := predict(t, tt.jdk, tt.options, machine(8<<30, 4))
			assert.Equal(t, tt.want, []string{
				shown(jvm.MaxMetaspace), shown(jvm.CompressedClassSpace), shown(jvm.ReservedCodeCache), shown(jvm.ThreadStack), shown(jvm.MaxNew),
			})
		})
	}
}

// TestLargePagesOfParallel holds what JDK 25 and 26 printed of transparent large pages: heaps of 26 are cut in them from
// the start, unless there is no room for four.
func TestLargePagesOfParallel(t *testing.T) {
	for _, c := range []struct {
		jdk     int
		options string
		want    []uint64 // MinHeapSize, MaxHeapSize, NewSize, MaxNewSize
	}{
		{25, "-Xmx4m", []uint64{4 << 20, 4 << 20, 1536 << 10, 1536 << 10}},
		{26, "-Xmx4m", []uint64{4 << 20, 4 << 20, 1536 << 10, 1536 << 10}},
		{26, "-Xmx9m", []uint64{8 << 20, 10 << 20, 6 << 20, 6 << 20}},
		{26, "-Xmx40m -Xms3m", []uint64{8 << 20, 40 << 20, 6 << 20, 12 << 20}},
	} {
		jvm := predict(t, c.jdk, "-XX:+UseParallelGC -XX:+UseTransparentHugePages "+c.options, machine(8<<30, 2))
		got := lists.Of([]string{"MinHeapSize", "MaxHeapSize", "NewSize", "MaxNewSize"}, func(flag string) uint64 {
			return jvm.Flag(flag).Value.(uint64)
		})
		assert.Equal(t, c.want, got, "%d %s", c.jdk, c.options)
	}
}

// Class pointers of JDK 26 have no room for the last unit of 4 GiB: measured.
func TestLargestClassSpace(t *testing.T) {
	for jdk, want := range map[int]int64{25: 4 << 30, 26: 4080 << 20, 27: 4080 << 20, 28: 4080 << 20} {
		assert.Equal(t, want, predict(t, jdk, "-XX:CompressedClassSpaceSize=4g", machine(8<<30, 2)).CompressedClassSpace.N, jdk)
	}
}

func TestFlags(t *testing.T) {
	jvm := predict(t, 11, "-Xmx9g -XX:+AlwaysPreTouch -XX:MaxRAMPercentage=80", machine(10<<30, 0))
	got := map[string]Flag{}
	for _, name := range []string{"MaxHeapSize", "AlwaysPreTouch", "MaxRAMPercentage", "ActiveProcessorCount", "ParallelGCThreads", "G1HeapWastePercent", "MinHeapSize"} {
		if f := jvm.Flag(name); f.Name != "" {
			got[name] = f
		}
	}
	assert.Equal(t, map[string]Flag{
		"MaxHeapSize":          {"MaxHeapSize", uint64(9 << 30), source.Option},
		"AlwaysPreTouch":       {"AlwaysPreTouch", true, source.Option},
		"MaxRAMPercentage":     {"MaxRAMPercentage", 80.0, source.Option},
		"ActiveProcessorCount": {"ActiveProcessorCount", int64(-1), source.Default},
		"ParallelGCThreads":    {Name: "ParallelGCThreads"},
		"G1HeapWastePercent":   {"G1HeapWastePercent", uint64(5), source.Default},
	}, got)
	assert.True(t, jvm.On("AlwaysPreTouch"))
	assert.False(t, predict(t, 21, "", Machine{}).On("AlwaysPreTouch"))
}

// TestRefusals names the option at fault; the words are held against real JVMs
// by TestCaptures.
func TestRefusals(t *testing.T) {
	tests := []struct {
		options, first, at string
		jdk                int
	}{
		{"-Xmx1g -Xms2g", "Initial heap size set to a larger value than the maximum heap size", "-Xms2g", 11},
		{"-Xmx1m", "Too small maximum heap", "-Xmx1m", 21},
		{"-Xms512k", "Too small initial heap", "-Xms512k", 17},
		{"-Xmx100m -XX:MinHeapSize=200m", "Incompatible minimum and maximum heap sizes specified", "-XX:MinHeapSize=200m", 17},
		{"-XX:MinHeapSize=40m -XX:InitialHeapSize=20m -Xmx100m", "Incompatible minimum and initial heap sizes specified", "-XX:MinHeapSize=40m", 21},
		{"-XX:+UseG1GC -XX:+UseSerialGC", "Multiple garbage collectors selected", "-XX:+UseSerialGC", 25},
		{"-XX:-UseG1GC", "Garbage collector not selected (default collector explicitly disabled)", "-XX:-UseG1GC", 21},
		{"-XX:ParallelGCThreads=0", "The flag -XX:+UseG1GC can not be combined with -XX:ParallelGCThreads=0", "-XX:ParallelGCThreads=0", 21},
		{"-XX:+UseParallelGC -XX:ParallelGCThreads=0", "The Parallel GC can not be combined with -XX:ParallelGCThreads=0", "-XX:ParallelGCThreads=0", 21},
		{"-XX:+UseConcMarkSweepGC -XX:ParallelGCThreads=0", "The ParNew GC can not be combined with -XX:ParallelGCThreads=0", "-XX:ParallelGCThreads=0", 11},
		{"-XX:ConcGCThreads=9 -XX:ParallelGCThreads=4", "ConcGCThreads (9) must be less than or equal to ParallelGCThreads (4)", "-XX:ConcGCThreads=9", 11},
		{"-XX:GCPauseIntervalMillis=100", "GCPauseIntervalMillis cannot be set without setting MaxGCPauseMillis", "-XX:GCPauseIntervalMillis=100", 11},
		{"-XX:MaxMetaspaceSize=8m", "MaxMetaspaceSize is too small.", "-XX:MaxMetaspaceSize=8m", 11},
		{"-XX:+UseSerialGC -XX:NewRatio=0", "Invalid young gen ratio specified", "-XX:NewRatio=0", 21},
		{"-XX:+UseShenandoahGC -XX:ConcGCThreads=0", "Shenandoah expects ConcGCThreads > 0, check -XX:ConcGCThreads=#", "-XX:ConcGCThreads=0", 21},
		{"-XX:+UseShenandoahGC -XX:ParallelGCThreads=0", "Shenandoah expects ParallelGCThreads > 0, check -XX:ParallelGCThreads=#", "-XX:ParallelGCThreads=0", 21},
		{"-XX:+UseZGC -XX:ConcGCThreads=0", "The flag -XX:+UseZGC can not be combined with -XX:ConcGCThreads=0", "-XX:ConcGCThreads=0", 21},
		{"-Xmx1g -XX:SoftMaxHeapSize=2g", "SoftMaxHeapSize must be less than or equal to the maximum heap size", "-XX:SoftMaxHeapSize=2g", 21},
		{"'-XX:CompileOnly= '", "# A fatal error has been detected by the Java Runtime Environment:", "-XX:CompileOnly= ", 11},
		{"'-XX:CompileOnly= '", "# A fatal error has been detected by the Java Runtime Environment:", "-XX:CompileOnly= ", 17},
		{"-XX:G1MaxNewSizePercent=3", "G1MaxNewSizePercent (3) must be greater than or equal to G1NewSizePercent (5)", "-XX:G1MaxNewSizePercent=3", 21},
	}
	for _, tt := range tests {
		t.Run(tt.options, func(t *testing.T) {
			r := jvmtest.Resolve(t, tt.jdk, "-XX:+UnlockExperimentalVMOptions "+tt.options)
			require.Nil(t, r.Refusal)
			jvm, refusal := Predict(r, machine(8<<30, 4))
			require.NotNil(t, refusal)
			assert.Nil(t, jvm)
			assert.Contains(t, refusal.Lines, tt.first)
			assert.Equal(t, tt.at, refusal.At.String())
		})
	}
}

// TestRefusalsByMachine: what only some machines refuse is no refusal while
// the machine is unknown.
func TestRefusalsByMachine(t *testing.T) {
	r := jvmtest.Resolve(t, 11, "-XX:ConcGCThreads=9 -Xmx4g")
	_, refusal := Predict(r, machine(8<<30, 4))
	assert.NotNil(t, refusal)
	jvm, refusal := Predict(r, machine(8<<30, 0))
	assert.Nil(t, refusal)
	assert.Equal(t, `9, command line "9": command line`, shown(jvm.ConcGCThreads))
	_, refusal = Predict(jvmtest.Resolve(t, 11, "-Xmx1g -Xms2g"), Machine{})
	require.NotNil(t, refusal)
	assert.Empty(t, refusal.Assumed)

	for _, options := range []string{"-XX:-UseG1GC", "-XX:GCPauseIntervalMillis=100"} { // with 1 CPU all JDKs take Serial, and start
		for _, jdk := range []int{11, 17, 21, 25} {
			_, refusal = Predict(jvmtest.Resolve(t, jdk, options), Machine{})
			require.NotNil(t, refusal, "%d %s", jdk, options)
			assert.Equal(t, "assumed: at least 2 CPUs and 1792m of memory", refusal.Assumed, "%d %s", jdk, options)
			_, refusal = Predict(jvmtest.Resolve(t, jdk, options), machine(8<<30, 4))
			require.NotNil(t, refusal, "%d %s", jdk, options)
			assert.Empty(t, refusal.Assumed, "%d %s", jdk, options)
			_, refusal = Predict(jvmtest.Resolve(t, jdk, options), machine(8<<30, 1))
			assert.Nil(t, refusal, "%d %s", jdk, options)
		}
	}
}

func FuzzPredict(f *testing.F) {
	f.Add(uint64(1), "", int64(8<<30), int64(8))
	f.Add(uint64(2), "-XX:NewRatio=18446744073709551614", int64(0), int64(0))
	f.Add(uint64(3), "-Xmx18446744073709551615 -XX:+UseSerialGC", int64(-1), int64(-1))
	f.Add(uint64(4), "-Xmn16e -XX:HeapBaseMinAddress=18446744073709551615", int64(1), int64(1<<62))
	f.Fuzz(func(t *testing.T, seed uint64, more string, memory, cpus int64) {
		jdk := jvmflag.Supported[seed%uint64(len(jvmflag.Supported))]
		options := randomOptions(rand.New(rand.NewPCG(seed, 0)), jdk) + " " + more
		words, err := jvmflag.Words(source.Verbatim(source.NewFile(source.CommandLine, []byte(options)).Span(0, len(options))))
		if err != nil {
			return
		}
		r := jvmflag.Resolve(jdk, jvmflag.OnChannel(jvmflag.CommandLine, words))
		if r.Refusal != nil {
			return
		}
		jvm, refusal := Predict(r, machine(memory, cpus))
		if (jvm == nil) == (refusal == nil) {
			t.Fatal("neither a prediction nor a refusal, or both")
		}
		if jvm == nil {
			return
		}
		if jvm.Heap.Known() && jvm.InitialHeap.Known() && jvm.InitialHeap.N > jvm.Heap.N {
			t.Errorf("initial heap %d over maximum %d", jvm.InitialHeap.N, jvm.Heap.N)
		}
	})
}

func BenchmarkPredict(b *testing.B) {
	r := jvmtest.Resolve(b, 21, "-Xmx9g -Xms9g -XX:G1HeapWastePercent=1")
	for b.Loop() {
		Predict(r, Machine{})
	}
}
