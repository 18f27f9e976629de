package hotspot

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
)

func TestHumongous(t *testing.T) {
	jvm, refusal := Predict(jvmtest.Resolve(t, 11, "-Xmx9g -XX:+UseG1GC -XX:G1HeapRegionSize=4m"), machine(12<<30, 8))
	require.Nil(t, refusal)
	h, ok := jvm.Humongous(5 << 20)
	assert.True(t, ok)
	assert.Equal(t, Humongous{Object: 5<<20 + 16, Regions: 2, Lost: 3<<20 - 16}, h)
	_, ok = jvm.Humongous(2<<20 - 16)
	assert.False(t, ok, "half a region is no more than that")
	jvm, _ = Predict(jvmtest.Resolve(t, 11, "-XX:+UseSerialGC"), Machine{})
	_, ok = jvm.Humongous(5 << 20)
	assert.False(t, ok)
}

// A field report's values of 5 MiB in regions of 32m: six in each, 273 regions
// for 1638 of them. Its log has 274 of the old generation.
func TestPerRegion(t *testing.T) {
	jvm := predict(t, 11, "-Xmx9g -Xms9g -XX:G1HeapRegionSize=32m", machine(10<<30, 8))
	assert.Equal(t, []int64{6, 2, 0}, []int64{jvm.PerRegion(5 << 20), jvm.PerRegion(16<<20 - 16), jvm.PerRegion(16<<20 - 15)})
	assert.Zero(t, predict(t, 11, "-Xmx9g -XX:+UseParallelGC", machine(10<<30, 8)).PerRegion(10))
}

// TestObjectAlignment has arrays of one byte as JDK 21 and 25 allocate them: a million takes 24, 32 and 64 MB.
func TestObjectAlignment(t *testing.T) {
	for alignment, bytes := range map[string]int64{"8": 24, "16": 32, "64": 64} {
		for _, jdk := range []int{21, 25} {
			jvm := predict(t, jdk, "-Xmx1g -XX:+UseSerialGC -XX:ObjectAlignmentInBytes="+alignment, machine(2<<30, 1))
			assert.Equal(t, bytes, jvm.ArraySize(1), "JDK %d, %s", jdk, alignment)
		}
	}
}
