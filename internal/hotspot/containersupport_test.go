package hotspot

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

func TestContainerSupportOff(t *testing.T) {
	for _, jdk := range jvmflag.Supported {
		jvm, refusal := Predict(jvmtest.Resolve(t, jdk, "-Xss1m -XX:-UseContainerSupport"), machine(1<<30, 1))
		require.Nil(t, refusal)
		assert.False(t, jvm.Heap.Known())
		assert.False(t, jvm.CPUs.Known())

		jvm, refusal = Predict(jvmtest.Resolve(t, jdk, "-Xmx512m -XX:-UseContainerSupport -XX:ActiveProcessorCount=3"), machine(1<<30, 1))
		require.Nil(t, refusal)
		assert.Equal(t, []int64{512 << 20, 3}, []int64{jvm.Heap.N, jvm.CPUs.N})
	}
}

// TestContainerSupportAgainstReal holds the heap of JVMs in a container of
// 1 GiB against the model: with container support that of 1 GiB, without it
// that of the host.
func TestContainerSupportAgainstReal(t *testing.T) {
	dir, host, c := jvmtest.Folder(t), thisMachine(t), newContainer(t)
	const memory = 1 << 30
	c.limit(t, memory, 1000)
	for _, jdk := range jvmflag.Supported {
		for options, m := range map[string]Machine{
			"-XX:+UseContainerSupport": machine(memory, 1),
			"-XX:-UseContainerSupport": host,
		} {
			real, err := startWith(c.entering(jvmtest.Java(dir, jdk)), t.TempDir(), options)
			require.NoError(t, err, options)
			require.True(t, real.started, "%s", real.output)
			jvm, refusal := Predict(jvmtest.Resolve(t, jdk, ""), m)
			require.Nil(t, refusal, options)
			assert.Equal(t, fmt.Sprint(jvm.Heap.N), real.flags["MaxHeapSize"], "JDK %d %s", jdk, options)
		}
	}
}
