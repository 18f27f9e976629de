package hotspot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

func resolved(t *testing.T, jdk int, options string) *jvmflag.Resolution {
	words, err := jvmflag.Words(source.Unlocated(options, "test"))
	require.NoError(t, err)
	r := jvmflag.Resolve(jdk, jvmflag.OnChannel(jvmflag.CommandLine, words))
	require.Nil(t, r.Refusal)
	return r
}

func box(memory, cpus int64) Machine {
	return Machine{Memory: source.Value{N: memory, Origin: source.Configured}, CPUs: source.Value{N: cpus, Origin: source.Configured}}
}

const (
	mib = int64(1) << 20
	gib = int64(1) << 30
)

func budgetOf(t *testing.T, jdk int, options string, m Machine, p Program) Budget {
	r := resolved(t, jdk, options)
	jvm, refusal := Predict(r, m)
	require.Nil(t, refusal)
	budget, ok := jvm.Budget(r, p)
	require.True(t, ok)
	return budget
}

// TestBudgetOfFieldReport holds the collector's pool against Native Memory
// Tracking of a production member: JDK 11, 9 GiB in regions of 32 MB, 8 CPUs,
// GC 403,704 KB of which 383,052 KB mapped. Regions of 4 MB map 520 KB more.
func TestBudgetOfFieldReport(t *testing.T) {
	const heap = "-Xmx9g -Xms9g -XX:MaxMetaspaceSize=128m -XX:MaxDirectMemorySize=128m "
	jvm, refusal := Predict(resolved(t, 11, heap+"-XX:G1HeapRegionSize=32m"), box(10*gib, 8))
	require.Nil(t, refusal)
	memory := jvm.GCMemory(9 * gib)
	assert.Equal(t, int64(383052), memory.Mapped.N>>10)
	assert.InEpsilon(t, 403704, (memory.Mapped.N+memory.Malloc.N)>>10, 0.03)

	jvm, refusal = Predict(resolved(t, 11, heap+"-XX:G1HeapRegionSize=4m"), box(10*gib, 8))
	require.Nil(t, refusal)
	assert.Equal(t, int64(383572), jvm.GCMemory(9*gib).Mapped.N>>10)

	budget := budgetOf(t, 11, heap+"-XX:G1HeapRegionSize=32m", box(10*gib, 8), Program{Hazelcast: true})
	assert.InEpsilon(t, 403704, budget.Pools[1].Planned>>10, 0.03)
	type row struct {
		name                       string
		committed, planned, atMost int64 // MiB
		kind                       PoolKind
	}
	var got []row
	for _, p := range budget.Pools {
		if p.Name != "GC" {
			got = append(got, row{p.Name, p.Committed / mib, p.Planned / mib, p.Ceiling / mib, p.Kind})
		}
	}
	assert.Equal(t, []row{
		{"heap", 9216, 9216, 9216, Exact},
		{"metaspace", 5, 128, 128, Bound},
		{"code cache", 7, 36, 240, Estimate},
		{"direct memory", 0, 128, 128, Bound},
		{"thread stacks", 1, 9, 102, Estimate},
		{"JIT compilers", 2, 75, 75, Estimate},
		{"symbols", 3, 13, 13, Estimate},
		{"other", 1, 3, 3, Estimate},
	}, got)
}

func TestBudgetWithoutBounds(t *testing.T) {
	budget := budgetOf(t, 17, "-Xmx1g -XX:NativeMemoryTracking=summary", box(2*gib, 2), Program{Threads: source.Value{N: 200, Origin: source.Argument, Why: "--threads"}})
	pools := map[string]Pool{}
	for _, p := range budget.Pools {
		pools[p.Name] = p
	}
	assert.Equal(t, int64(Unbounded), pools["metaspace"].Ceiling)
	assert.Equal(t, gib, pools["direct memory"].Ceiling)
	assert.Equal(t, gib/16, pools["direct memory"].Planned)
	assert.Equal(t, 200*mib, pools["thread stacks"].Ceiling)
	assert.Equal(t, "200 threads (--threads), 92k touched of 1m each", pools["thread stacks"].Why)
	assert.Equal(t, 7*mib, pools["other"].Planned)
	assert.Equal(t, int64(Unbounded), budget.Ceiling())
	assert.Less(t, budget.Committed(), budget.Planned())
}

func TestBudgetNeedsHeapAndCPUs(t *testing.T) {
	for _, m := range []Machine{{}, {Memory: box(gib, 1).Memory}, {CPUs: box(gib, 4).CPUs}} {
		r := resolved(t, 21, "-XX:+UseG1GC")
		jvm, refusal := Predict(r, m)
		require.Nil(t, refusal)
		_, ok := jvm.Budget(r, Program{})
		assert.False(t, ok)
	}
}

func TestLargestHeap(t *testing.T) {
	for _, c := range []struct {
		jdk     int
		options string
		m       Machine
	}{
		{11, "-Xmx9g -Xms9g", box(10*gib, 8)},
		{11, "-Xmx100g -Xms100g -XX:+AlwaysPreTouch", box(64*gib, 16)},
		{17, "-Xmx1g", box(gib, 2)},
		{21, "-XX:+UseParallelGC -Xmx4g -Xms1g", box(4*gib, 4)},
		{25, "-XX:MaxRAMPercentage=95", box(8*gib, 4)},
	} {
		t.Run(strings.ReplaceAll(c.options, " ", "_"), func(t *testing.T) {
			r := resolved(t, c.jdk, c.options)
			memory := c.m.Memory.N
			heap, ok := LargestHeap(r, c.m, Program{}, memory)
			require.True(t, ok)
			fits, ok := budgetWithHeap(r, c.m, Program{}, heap)
			require.True(t, ok)
			assert.LessOrEqual(t, max(fits.Planned(), fits.Committed()), memory)
			over, ok := budgetWithHeap(r, c.m, Program{}, heap+64*mib)
			require.True(t, ok)
			assert.Greater(t, over.Planned(), memory)
		})
	}
	_, ok := LargestHeap(resolved(t, 17, "-Xmx1g"), box(64*mib, 1), Program{}, 64*mib)
	assert.False(t, ok, "the rest alone is more")
}
