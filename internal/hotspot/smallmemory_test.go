package hotspot

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
)

func smallMemory(t *testing.T, jdk int, options string) int64 {
	t.Helper()
	jvm, refusal := Predict(jvmtest.Resolve(t, jdk, options), machine(8<<30, 4))
	require.Nil(t, refusal)
	return jvm.SmallMemory()
}

func TestSmallMemory(t *testing.T) {
	for options, want := range map[string]int64{
		"-Xss1m":                    261724560, // 50 %
		"-XX:MinRAMPercentage=80.0": 261724560, // below, it would be 50 %
		"-XX:MinRAMPercentage=25.0": 523449120,
		"-XX:MinRAMFraction=4":      523449120,
	} {
		assert.Equal(t, want, smallMemory(t, 17, options), options)
	}
	assert.Equal(t, int64(Unbounded), smallMemory(t, 17, "-Xmx1g -XX:MinRAMPercentage=0.0"))
}

// TestSmallMemoryAgainstReal takes half of that memory, where the percentage
// counts, just as much and twice as much, where it does not.
func TestSmallMemoryAgainstReal(t *testing.T) {
	dir, work := jvmtest.Folder(t), t.TempDir()
	heap := func(jdk int, options string) string {
		real, err := startReal(jvmtest.Java(dir, jdk), work, options)
		require.NoError(t, err)
		require.True(t, real.started, "%s", real.output)
		return real.flags["MaxHeapSize"]
	}
	for _, jdk := range withMaxRAM() {
		for _, option := range []string{"-XX:MinRAMPercentage=80.0", "-XX:MinRAMPercentage=25.0"} {
			small := smallMemory(t, jdk, option)
			for _, memory := range []int64{small / 2, small, 2 * small} {
				given := fmt.Sprintf("-XX:+UseSerialGC -XX:MaxRAM=%d ", memory)
				assert.Equal(t, memory >= small, heap(jdk, given) == heap(jdk, given+option), "JDK %d, %s, %d bytes", jdk, option, memory)
			}
		}
	}
}

// withMaxRAM are the JDKs to which MaxRAM gives the memory of another machine: JDK 27 ignores
// the option, and JDK 28 refuses it.
func withMaxRAM() []int {
	return lists.Where(jvmflag.Supported, func(jdk int) bool { return jdk < 27 })
}
