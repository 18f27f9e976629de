package jvmflag

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFlagTable(t *testing.T) {
	for i, f := range flags {
		if i > 0 {
			before := flags[i-1]
			require.True(t, before.Name < f.Name || before.Name == f.Name && before.Until < f.Since, "%s %d after %s %d", f.Name, f.Since, before.Name, before.Until)
		}
		require.True(t, Oldest <= f.Since && f.Since <= f.Until && f.Until <= Newest, f.Name)
		for _, value := range []string{f.Default, f.Least, f.Most} {
			if value == "" && (f.Type == String || value != f.Default) {
				continue
			}
			require.True(t, readable(f.Type, value), "%s %q", f.Name, value)
		}
	}
	for jdk := Oldest; jdk <= Newest; jdk++ {
		seen := map[uint16]bool{}
		for _, i := range Order(jdk) {
			f := flags[i]
			require.True(t, f.Since <= jdk && jdk <= f.Until && !seen[i], "%s in %d", f.Name, jdk)
			seen[i] = true
		}
		for i, f := range flags {
			require.Equal(t, f.Since <= jdk && jdk <= f.Until, seen[uint16(i)], "%s in %d", f.Name, jdk)
		}
	}
}

func readable(typ Type, value string) bool {
	var err error
	switch typ {
	case Bool:
		_, err = strconv.ParseBool(value)
	case Unsigned:
		_, err = strconv.ParseUint(value, 10, 64)
	case Signed:
		_, err = strconv.ParseInt(value, 10, 64)
	case Double:
		_, err = strconv.ParseFloat(value, 64)
	}
	return err == nil
}

func TestLookup(t *testing.T) {
	for _, want := range []Flag{
		{"MaxHeapSize", Unsigned, hsUintx, Product, 8, 8, "130862280", "", ""},
		{"MaxHeapSize", Unsigned, hsSize, Product, 9, 28, "130862280", "0", "18446744073709551615"},
		{"G1HeapRegionSize", Unsigned, hsSize, Product, 9, 18, "0", "0", "33554432"},
		{"G1HeapRegionSize", Unsigned, hsSize, Product, 19, 28, "0", "0", "536870912"},
		{"UseZGC", Bool, hsBool, Experimental, 11, 14, "false", "", ""},
		{"UseZGC", Bool, hsBool, Product, 15, 28, "false", "", ""},
		{"OnOutOfMemoryError", String, hsList, Product, 8, 28, "", "", ""},
		{"MaxRAMPercentage", Double, hsDouble, Product, 10, 28, "25.000000", "0.000", "100.000"},
		{"MinHeapFreeRatio", Unsigned, hsUintx, Manageable, 9, 28, "40", "0", "100"},
		{"UseSSE", Signed, hsInt, Product, 19, 26, "4", "0", "4"},
		{"MinJumpTableSize", Signed, hsIntx, Product, 8, 8, "10", "", ""},
		{"UnlockDiagnosticVMOptions", Bool, hsBool, Diagnostic, 8, 28, "false", "", ""},
		{"Verbose", Bool, hsBool, Develop, 8, 28, "false", "", ""},
		{"ScavengeALot", Bool, hsBool, NotProduct, 8, 22, "false", "", ""},
		{"ScavengeALot", Bool, hsBool, Develop, 23, 28, "false", "", ""},
	} {
		for jdk := Oldest; jdk <= Newest; jdk++ {
			if want.Since <= jdk && jdk <= want.Until {
				got, ok := Lookup(jdk, want.Name)
				assert.True(t, ok, "%d %s", jdk, want.Name)
				assert.Equal(t, want, got)
			}
		}
	}
	for _, name := range []string{"", "A", "MaxHeapSiz", "MaxHeapSizeX", "maxheapsize", "zzz"} {
		_, ok := Lookup(21, name)
		assert.False(t, ok, name)
	}
	gone, ok := Lookup(17, "UseConcMarkSweepGC")
	assert.False(t, ok)
	assert.Zero(t, gone)
	assert.Zero(t, testing.AllocsPerRun(10, func() { Lookup(21, "MaxHeapSize") }))
}

func TestAll(t *testing.T) {
	counts := map[int]int{}
	for _, jdk := range Tables {
		for f := range All(jdk) {
			counts[jdk]++
			got, _ := Lookup(jdk, f.Name)
			require.Equal(t, *f, got)
		}
	}
	assert.Equal(t, map[int]int{8: 1448, 11: 1425, 17: 1265, 21: 1247, 25: 1288, 26: 1267, 27: 1248, 28: 1264}, counts)
}

func TestNearest(t *testing.T) {
	want := map[int]int{
		6: 8, 7: 8, 8: 8, 9: 11, 10: 11, 11: 11, 12: 11, 13: 11, 14: 17, 15: 17, 16: 17, 17: 17,
		18: 17, 19: 21, 20: 21, 21: 21, 22: 21, 23: 25, 24: 25, 25: 25, 26: 26, 27: 27, 28: 28, 30: 28,
	}
	for jdk, table := range want {
		assert.Equal(t, table, Nearest(jdk), jdk)
	}
}

func TestDefaultUnder(t *testing.T) {
	for _, c := range []struct {
		jdk             int
		name, collector string
		want            string
	}{
		{11, "GCTimeRatio", "G1", "12"}, {8, "GCTimeRatio", "G1", "9"}, {11, "GCTimeRatio", "Serial", "99"},
		{17, "MaxHeapFreeRatio", "Parallel", "100"}, {17, "MaxHeapFreeRatio", "G1", "70"}, {25, "MaxGCPauseMillis", "G1", "200"},
		{26, "MaxHeapFreeRatio", "G1", "70"}, {27, "MaxHeapFreeRatio", "G1", "100"}, {27, "MinHeapFreeRatio", "G1", "0"}, {27, "MinHeapFreeRatio", "Serial", "40"},
	} {
		f, _ := Lookup(c.jdk, c.name)
		assert.Equal(t, c.want, f.DefaultUnder(c.jdk, c.collector), "%+v", c)
	}
}

func TestCollector(t *testing.T) {
	for name, want := range map[string]string{
		"G1HeapRegionSize": "G1", "ZCollectionInterval": "Z", "ZeroTLAB": "", "ShenandoahGCMode": "Shenandoah", "CMSTriggerRatio": "CMS",
		"PSChunkLargeArrays": "Parallel", "ParallelGCThreads": "", "UseG1GC": "", "MaxHeapSize": "", "EpsilonMaxTLABSize": "Epsilon",
	} {
		assert.Equal(t, want, Flag{Name: name}.Collector(), name)
	}
}

func TestSpecials(t *testing.T) {
	assert.True(t, slices.IsSortedFunc(specials[:], func(a, b Special) int { return strings.Compare(a.Name, b.Name) }))
	for _, s := range specials {
		steps := slices.DeleteFunc([]int{s.DeprecatedIn, s.ObsoleteIn, s.ExpiredIn}, func(n int) bool { return n == 0 })
		assert.True(t, slices.IsSorted(steps), s.Name)
		for _, jdk := range Tables {
			_, exists := Lookup(jdk, s.Name)
			if s.State(jdk) == Expired {
				assert.False(t, exists, "%s in %d", s.Name, jdk)
			}
		}
	}
}

// TestWarning holds rows that the JVMs printed, where it matters with the word
// as typed.
func TestWarning(t *testing.T) {
	for _, c := range []struct {
		jdk        int
		word, want string
	}{
		{8, "MaxPermSize=1", "ignoring option MaxPermSize=1; support was removed in 8.0"},
		{8, "UseOldInlining", "ignoring option UseOldInlining; support was removed in 8.0_20"},
		{8, "SegmentedHeapDumpThreshold=1", "ignoring option SegmentedHeapDumpThreshold=1; support was removed in 8.0_252"},
		{8, "MaxGCMinorPauseMillis=1", "Using MaxGCMinorPauseMillis as minor pause goal is deprecatedand will likely be removed in future release"},
		{8, "UseConcMarkSweepGC", ""},
		{11, "MaxPermSize=1", "Ignoring option MaxPermSize; support was removed in 8.0"},
		{11, "UseAppCDS", "Ignoring obsolete option UseAppCDS; AppCDS is automatically enabled"},
		{11, "UseConcMarkSweepGC", "Option UseConcMarkSweepGC was deprecated in version 9.0 and will likely be removed in a future release."},
		{11, "TraceClassLoading", "-XX:+TraceClassLoading is deprecated. Will use -Xlog:class+load=info instead."},
		{11, "PrintGCDetails", "-XX:+PrintGCDetails is deprecated. Will use -Xlog:gc* instead."},
		{14, "UseConcMarkSweepGC", "Ignoring option UseConcMarkSweepGC; support was removed in 14.0"},
		{17, "UseConcMarkSweepGC", ""},
		{17, "DefaultMaxRAMFraction=4", "Option DefaultMaxRAMFraction was deprecated in version 8.0 and will likely be removed in a future release. Use option MaxRAMFraction instead."},
		{20, "UseCodeAging", "Ignoring option UseCodeAging; support was removed in 20.0"},
		{22, "MaxRAMFraction=4", "Option MaxRAMFraction was deprecated in version 10.0 and will likely be removed in a future release."},
		{23, "MaxRAMFraction=4", "Ignoring option MaxRAMFraction; support was removed in 23.0"},
		{23, "DontYieldALot", "Option DontYieldALot was deprecated in version 23.0 and will likely be removed in a future release."},
		{24, "DontYieldALot", "Ignoring option DontYieldALot; support was removed in 24.0"},
		{24, "MaxRAMFraction=4", ""},
		{21, "G1ConcRSHotCardLimit=4", "Ignoring option G1ConcRSHotCardLimit; support was removed in 21.0"},
		{26, "MaxRAM=1g", "Option MaxRAM was deprecated in version 26.0 and will likely be removed in a future release."},
		{27, "MaxRAM=1g", "Ignoring option MaxRAM; support was removed in 27.0"},
		{28, "MaxRAM=1g", ""},
		{27, "InitiatingHeapOccupancyPercent=30", "Option InitiatingHeapOccupancyPercent was deprecated in version 27.0 and will likely be removed in a future release. Use option G1IHOP instead."},
		{25, "FlightRecorder", "Option FlightRecorder was deprecated in version 13.0 and will likely be removed in a future release."},
	} {
		name, _, _ := strings.Cut(c.word, "=")
		s, ok := LookupSpecial(name)
		assert.True(t, ok, name)
		assert.Equal(t, c.want, s.warning(c.jdk, c.word), "%d", c.jdk)
	}
	_, ok := LookupSpecial("MaxHeapSize")
	assert.False(t, ok)
}

// similar are lines of real JVMs: whom "Did you mean" names for a typed flag.
var similar = []struct {
	jdk         int
	typed, want string
}{
	{8, "MaxHeapSiz", "MaxHeapSize"},
	{11, "MaxHeapSiz", "MaxHeapSize"},
	{25, "MaxHeapSiz", "MaxHeapSize"},
	{11, "MaxDirectMemory", "MaxDirectMemorySize"},
	{21, "MaxDirectMemory", "MaxDirectMemorySize"},
	{8, "UseG1", ""},
	{17, "UseG1", ""},
	{25, "UseG1CG", ""},
	{11, "UseG1GCC", "UseG1GC"},
	{17, "MaxGCPauseMilis", "MaxGCPauseMillis"},
	{11, "PrintGCDetial", ""},
	{8, "PrintGCDetail", "PrintGCDetails"},
	{21, "PrintGCDetail", "PrintGCDetails"},
	{17, "G1HeapRegionsSize", "G1HeapRegionSize"},
	{11, "HeapDumpOnOOM", ""},
	{8, "HeapDumpOnOutOfMemory", "HeapDumpOnOutOfMemoryError"},
	{21, "HeapDumpOnOutOfMemory", "HeapDumpOnOutOfMemoryError"},
	{25, "UseStringDedup", "UseStringDeduplication"},
	{17, "InitialHeap", "InitialHeapSize"},
	{8, "MaxRAMPercent", "MaxRAMPercentage"},
	{11, "MaxRAMPercent", "MaxRAMPercentage"},
	{11, "maxrampercentage", ""},
	{21, "UseCompresedOops", "UseCompressedOops"},
	{25, "ParallelGCThread", "ParallelGCThreads"},
	{8, "UseNUMAA", "UseNUMA"},
	{8, "TraceClassLoad", "TraceClassLoading"},
	{11, "TraceClassLoad", ""},
	{17, "VerifyOop", "VerifyOops"},
	{25, "VerifyOop", "VerifyOops"},
	{17, "ZGenerationl", ""},
	{21, "ZGenerationl", "ZGenerational"},
	{25, "ZGenerationl", ""},
	{8, "ShenandoahGCHeuristic", ""},
	{17, "ShenandoahGCHeuristic", "ShenandoahGCHeuristics"},
	{11, "PrintAssembl", "PrintAssembly"},
	{21, "Tiered", ""},
	{8, "UseParallelOldGCCompacting", "TraceParallelOldGCCompactionPhase"},
	{11, "UseParallelOldGCCompacting", "UseParallelOldGC"},
	{8, "DefaultMaxRAM", "DefaultMaxRAMFraction"},
	{17, "HandlePromotionFailure", "PromotionFailureALot"},
	{21, "MaxPermSizes", ""},
	{25, "x", ""},
	{11, "", ""},
}

func TestSimilar(t *testing.T) {
	for _, c := range similar {
		f, ok := Similar(c.jdk, c.typed)
		assert.Equal(t, c.want, f.Name, "%d %s", c.jdk, c.typed)
		assert.Equal(t, c.want != "", ok)
	}
}

func BenchmarkLookup(b *testing.B) {
	for b.Loop() {
		Lookup(21, "MaxHeapSize")
	}
}

func BenchmarkSimilar(b *testing.B) {
	for b.Loop() {
		Similar(21, "MaxHeapSiz")
	}
}

// What the next release with long-term support makes of a flag decides.
func TestEndsAfter(t *testing.T) {
	for _, c := range []struct {
		name    string
		special Special
		jdk     int
		want    bool
	}{
		{"refused in the next", Special{DeprecatedIn: 9, ObsoleteIn: 14, ExpiredIn: 15}, 11, true},
		{"ignored in the next", Special{DeprecatedIn: 15, ObsoleteIn: 18}, 17, true},
		{"goes after the next", Special{DeprecatedIn: 13, ObsoleteIn: 22}, 17, false},
		{"deprecated for ever", Special{DeprecatedIn: 13}, 17, false},
		{"nothing comes after", Special{DeprecatedIn: 24, ObsoleteIn: 26}, 25, false},
	} {
		assert.Equal(t, c.want, c.special.EndsAfter(c.jdk), c.name)
	}
}

// Of a release without a table, its sources are believed more than the nearest table.
func TestInterim(t *testing.T) {
	kinds := func(name string, since, until int) string {
		all := ""
		for jdk := since; jdk <= until; jdk++ {
			kind := "-"
			if f, ok := Lookup(jdk, name); ok {
				kind = f.Kind.String()
			}
			if !strings.HasSuffix(all, kind+" ") {
				all += strconv.Itoa(jdk) + " " + kind + " "
			}
		}
		return strings.TrimSpace(all)
	}
	assert.Equal(t, "8 - 11 experimental 15 product", kinds("UseZGC", 8, 28))
	assert.Equal(t, "8 - 12 experimental 14 -", kinds("ShenandoahHeapRegionSize", 8, 28))
	assert.Equal(t, "8 product 14 -", kinds("UseConcMarkSweepGC", 8, 28))
	assert.Equal(t, "8 - 24 experimental 25 product", kinds("UseCompactObjectHeaders", 8, 28))
	assert.Equal(t, "8 - 21 product 24 -", kinds("ZGenerational", 8, 28))
	assert.Equal(t, "8 product 9 - 10 product", kinds("MaxRAMPercentage", 8, 28))
	assert.Equal(t, "17 - 22 diagnostic", kinds("G1NumCollectionsKeepPinned", 17, 25))
	assert.Equal(t, "17 product 24 -", kinds("UseRTMLocking", 17, 25))
	assert.Equal(t, "17 experimental 24 -", kinds("RTMAbortRatio", 17, 25))
	assert.Equal(t, "17 product 20 -", kinds("UseCodeAging", 17, 21))
	assert.Equal(t, "21 - 25 product", kinds("AOTCacheOutput", 21, 25))
	assert.Equal(t, "21 - 24 product", kinds("AOTCache", 21, 25))
	for _, c := range []struct {
		options string
		jdk     int
		starts  bool
	}{
		{"-XX:+UnlockDiagnosticVMOptions -XX:G1NumCollectionsKeepPinned=10000000", 22, true},
		{"-XX:+UnlockDiagnosticVMOptions -XX:G1NumCollectionsKeepPinned=10000000", 21, false},
		{"-XX:G1NumCollectionsKeepPinned=10000000", 22, false},                 // locked
		{"-XX:G1NumCollectionKeepsPinned=1", 22, false},                        // misspelt
		{"-XX:+UnlockDiagnosticVMOptions -XX:+PrintMemoryMapAtExit", 23, true}, // not known
		{"-XX:-UseBiasedLocking", 20, false},                                   // removed in 19
		{"-XX:FullGCHeapDumpLimit=1", 22, false},                               // came with 23
		{"-XX:FullGCHeapDumpLimit=1", 23, true},                                //
		{"-XX:+UnlockExperimentalVMOptions -XX:InlineCacheBufferSize=20000", 23, true},
		{"-XX:+UnlockExperimentalVMOptions -XX:InlineCacheBufferSize=20000", 24, false}, // removed in 24
		{"-XX:+UnlockExperimentalVMOptions -XX:RTMAbortRatio=50", 24, false},            // removed in 24
		{"-XX:OldSize=8m", 23, true},
		{"-XX:OldSize=8m", 24, true}, // ignored
		{"-XX:AOTMode=off", 23, false},
		{"-XX:AOTMode=off", 24, true},
	} {
		assert.Equal(t, c.starts, command(t, c.options).Resolve(c.jdk).Refusal == nil, "%d %s", c.jdk, c.options)
	}
}
