package hotspot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// sixty is a command line of 60 options such as clusters run with.
var sixty = strings.Join([]string{
	"-server -Xms8g -Xmx8g -Xmn2g -Xss1m -XX:+UnlockExperimentalVMOptions -XX:+UnlockDiagnosticVMOptions",
	"-XX:+UseG1GC -XX:G1HeapRegionSize=16m -XX:MaxGCPauseMillis=200 -XX:ParallelGCThreads=8 -XX:ConcGCThreads=2",
	"-XX:InitiatingHeapOccupancyPercent=45 -XX:G1ReservePercent=10 -XX:G1HeapWastePercent=5 -XX:G1MixedGCCountTarget=8",
	"-XX:G1MixedGCLiveThresholdPercent=85 -XX:G1NewSizePercent=5 -XX:G1MaxNewSizePercent=60 -XX:+AlwaysPreTouch",
	"-XX:+ParallelRefProcEnabled -XX:+ExplicitGCInvokesConcurrent -XX:MaxTenuringThreshold=15 -XX:SurvivorRatio=8",
	"-XX:TargetSurvivorRatio=50 -XX:MetaspaceSize=128m -XX:MaxMetaspaceSize=256m -XX:CompressedClassSpaceSize=64m",
	"-XX:ReservedCodeCacheSize=240m -XX:InitialCodeCacheSize=64m -XX:MaxDirectMemorySize=1g -XX:+UseStringDeduplication",
	"-XX:StringTableSize=60013 -XX:+HeapDumpOnOutOfMemoryError -XX:HeapDumpPath=/data/dumps -XX:ErrorFile=/data/hs_err_%p.log",
	"-XX:+ExitOnOutOfMemoryError -XX:OnOutOfMemoryError=/opt/stop.sh -XX:+PerfDisableSharedMem -XX:-UsePerfData",
	"-XX:+UseNUMA -XX:+DisableExplicitGC -XX:SoftRefLRUPolicyMSPerMB=1000 -XX:CICompilerCount=4 -XX:+TieredCompilation",
	"-XX:TieredStopAtLevel=4 -XX:MaxInlineLevel=15 -XX:FreqInlineSize=325 -XX:LoopUnrollLimit=60 -XX:+OptimizeStringConcat",
	"-XX:NativeMemoryTracking=summary -XX:+DebugNonSafepoints -XX:GuaranteedSafepointInterval=0 -XX:StackShadowPages=20",
	"-Xlog:gc*,safepoint:file=/data/gc.log:time,uptime:filecount=10,filesize=50m -Dhazelcast.initial.min.cluster.size=3",
	"-Djava.net.preferIPv4Stack=true -Dfile.encoding=UTF-8 --add-opens=java.base/java.nio=ALL-UNNAMED -ea -cp /opt/lib/* Main",
}, " ")

func readSixty(tb testing.TB) Verdict {
	return Start(jvmflag.Resolve(17, jvmflag.OnChannel(jvmflag.CommandLine, wordsOf(tb, sixty))), machine(16<<30, 8))
}

func wordsOf(tb testing.TB, options string) []jvmflag.Word {
	tb.Helper()
	words, err := jvmflag.Words(source.Unlocated(options, "a test"))
	require.NoError(tb, err, options)
	return words
}

func TestSixtyOptions(t *testing.T) {
	v := readSixty(t)
	assert.True(t, v.OK, v.Lines())
	assert.Equal(t, "8g", jvmflag.FormatSize(uint64(v.JVM.Heap.N)))
}

// What keeps class pointers from being compressed is said once, whoever asked
// for it: as JDK 8 and 11 say it.
func TestClassPointersWithoutObjectPointers(t *testing.T) {
	for _, jdk := range []int{8, 11} {
		v := Start(jvmtest.Resolve(t, jdk, "-Xmx40g -XX:+UseCompressedClassPointers"), machine(64<<30, 8))
		assert.True(t, v.OK, jdk)
		assert.Equal(t, []string{"OpenJDK 64-Bit Server VM warning: UseCompressedClassPointers requires UseCompressedOops"}, v.Lines(), "JDK %d", jdk)
	}
}

// BenchmarkSixtyOptions reads a command line of 60 options and gives the
// verdict, predictions included.
func BenchmarkSixtyOptions(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		readSixty(b)
	}
}

// TestSmallestBuffers holds that from 27 on a buffer of a thread may be smaller than what compiled
// code prefetches behind it (27.0.1, 28-ea).
func TestSmallestBuffers(t *testing.T) {
	for jdk, refused := range map[int]bool{25: true, 26: true, 27: false, 28: false} {
		for _, option := range []string{"-XX:MinTLABSize=1", "-XX:AllocatePrefetchLines=64"} {
			assert.Equal(t, refused, Start(jvmtest.Resolve(t, jdk, option), machine(24<<30, 2)).Refusal != nil, "%d %s", jdk, option)
		}
	}
}

// TestEmptyOpens holds that JDK 26 and later look at --add-opens= only where another option keeps them from
// taking the layer of modules from its archive (26.0.2, 27.0.1, 28-ea).
func TestEmptyOpens(t *testing.T) {
	for _, c := range []struct {
		options string
		refused map[int]bool
	}{
		{"", map[int]bool{25: true, 26: false, 28: false}},
		{"--class-path=x", map[int]bool{26: false}},
		{"--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED", map[int]bool{26: true, 27: true, 28: true}},
		{"-Xshare:off", map[int]bool{26: true}},
		{"--module-path=mods", map[int]bool{26: true, 27: true, 28: false}},
	} {
		for jdk, refused := range c.refused {
			v := Start(jvmtest.Resolve(t, jdk, "--add-opens= "+c.options), machine(24<<30, 2))
			assert.Equal(t, refused, v.Refusal != nil, "%d %s", jdk, c.options)
		}
	}
}

// TestBuffersOfThreads holds that only the command line bounds TLABSize: a variable of the
// environment may ask for more than a buffer can have (11.0.13, 17.0.9, 25.0.2, 27.0.1).
func TestBuffersOfThreads(t *testing.T) {
	for _, jdk := range []int{11, 17, 25, 27} {
		for _, collector := range []string{"-XX:+UseEpsilonGC", "-XX:+UseShenandoahGC", "-XX:+UseZGC", "-XX:+UseG1GC"} {
			words := wordsOf(t, "-Xmx2g -XX:+UnlockExperimentalVMOptions "+collector+" -XX:TLABSize=200m")
			for channel, refused := range map[jvmflag.Channel]bool{jvmflag.CommandLine: true, jvmflag.JavaToolOptions: false} {
				v := Start(jvmflag.Resolve(jdk, jvmflag.OnChannel(channel, words)), machine(24<<30, 2))
				assert.Equal(t, refused, v.Refusal != nil, "%d %s %s", jdk, collector, channel)
			}
		}
	}
	for jdk, refused := range map[int]bool{11: true, 25: true, 26: false, 28: false} { // the young generation has 126m
		words := wordsOf(t, "-Xmx2g -XX:+UseSerialGC -XX:TLABSize=200m")
		v := Start(jvmflag.Resolve(jdk, jvmflag.OnChannel(jvmflag.JavaToolOptions, words)), machine(24<<30, 2))
		assert.Equal(t, refused, v.Refusal != nil, jdk)
	}
}
