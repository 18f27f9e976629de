package hotspot

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// TestRefusalsOfRealJVMs holds verdicts against what real JVMs said: each row of
// testdata/refusals.tsv is a JDK, its options and the lines that it printed,
// less those of the launcher, on a machine with 2 CPUs and 24 GiB.
func TestRefusalsOfRealJVMs(t *testing.T) {
	data, err := os.ReadFile("testdata/refusals.tsv")
	require.NoError(t, err)
	m := machine(24684084<<10, 2)
	m.Stripped = true
	for line := range strings.Lines(string(data)) {
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		jdk, err := strconv.Atoi(columns[0])
		require.NoError(t, err)
		t.Run(columns[0]+" "+columns[1], func(t *testing.T) {
			v := Start(jvmtest.Resolve(t, jdk, columns[1]), m)
			require.NotNil(t, v.Refusal)
			takesLeave := func(line string) bool { return slices.Contains(jvmflag.Farewell[:], line) }
			said := slices.DeleteFunc(slices.Clone(v.Refusal.Lines), takesLeave)
			assert.Equal(t, columns[2:], said)
		})
	}
}

// TestCommitsOf8 holds what JDK 8 says of memory that a host of 25,276,502,016 bytes does
// not grant: of the first piece only (8u252, heaps committed from the start).
func TestCommitsOf8(t *testing.T) {
	m := machine(25276502016, 2)
	m.Host = m.Memory
	for options, size := range map[string]string{
		"-Xms92160150k -Xmx92160150k -XX:+UseParallelGC":           "31457804288",
		"-Xmx60g -XX:InitialRAMPercentage=-1.0 -XX:+UseParallelGC": "42949672960",
		"-Xms92160150k -Xmx92160150k -XX:+UseSerialGC":             "31457935360",
	} {
		v := Start(jvmtest.Resolve(t, 8, options), m)
		require.NotNil(t, v.Refusal, options)
		var said []string
		for _, message := range v.Messages {
			said = append(said, message.Line)
		}
		assert.Equal(t, []string{"OpenJDK 64-Bit Server VM warning: INFO: os::commit_memory(0x…, " + size + ", 0) failed; error='Cannot allocate memory' (errno=12)"}, said, options)
	}
}

// TestStartsAll holds options that no JVM refuses.
func TestStartsAll(t *testing.T) {
	for _, jdk := range []int{11, 17, 21, 25} {
		for _, options := range []string{
			"", "-Xint", "-Xcomp", "-XX:-TieredCompilation", "-XX:TieredStopAtLevel=1", "-XX:+NeverActAsServerClassMachine", "-XX:CICompilerCount=2",
			"-XX:MaxTenuringThreshold=0", "-XX:+AlwaysTenure", "-XX:+NeverTenure", "-XX:+UseParallelGC -XX:MaxHeapFreeRatio=1", "-XX:+AggressiveHeap",
			"-XX:ReservedCodeCacheSize=2496k", "-XX:ReservedCodeCacheSize=2g", "-XX:-SegmentedCodeCache -XX:ReservedCodeCacheSize=3m", "-Xss144k",
			"-XX:NativeMemoryTracking=summary", "-XX:+UseSerialGC -Xmx2m", "-XX:TLABSize=64k", "-XX:MaxMetaspaceSize=16m", "-XX:MaxJNILocalCapacity=0",
		} {
			v := Start(jvmtest.Resolve(t, jdk, options), machine(8<<30, 4))
			assert.Nil(t, v.Refusal, "%d %s", jdk, options)
		}
	}
	const passive = "-XX:+UnlockExperimentalVMOptions -XX:+UnlockDiagnosticVMOptions -XX:+UseShenandoahGC -XX:ShenandoahGCMode=passive -XX:+ShenandoahCardBarrier"
	for _, jdk := range []int{26, 27, 28} {
		assert.Nil(t, Start(jvmtest.Resolve(t, jdk, passive), machine(8<<30, 4)).Refusal, jdk)
	}
}
