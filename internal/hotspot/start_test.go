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
	words, err := jvmflag.Words(source.Unlocated(sixty, "a test"))
	require.NoError(tb, err)
	return Start(jvmflag.Resolve(17, jvmflag.OnChannel(jvmflag.CommandLine, words)), machine(16<<30, 8))
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
