package memory

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

const (
	mib = int64(1) << 20
	gib = int64(1) << 30
)

func budgetOf(t *testing.T, jdk int, options string, m hotspot.Machine, p Program) Budget {
	r := jvmtest.Resolve(t, jdk, options)
	jvm, refusal := hotspot.Predict(r, m)
	require.Nil(t, refusal)
	budget, ok := Of(jvm, r, p)
	require.True(t, ok)
	return budget
}

// TestBudgetOfFieldReports holds the pools against Native Memory Tracking of
// two production members of Hazelcast 5.3.1 on JDK 11, in KiB, after hours of
// work: 9 GiB in regions of 32 MB with 8 CPUs, and 48 GiB with 20 GC workers.
// The mapped part of the collector is exact, and the sum at start, which does
// not know of the work, at most 1 % below. No pool is over its plan.
func TestBudgetOfFieldReports(t *testing.T) {
	const bounds = "-XX:G1HeapRegionSize=32m -XX:MaxMetaspaceSize=128m -XX:MaxDirectMemorySize=128m -XX:NativeMemoryTracking=summary "
	for _, report := range []struct {
		options               string
		mapped, malloc, total int64
		pools                 map[string]int64
	}{
		{bounds + "-Xmx9g -Xms9g", 383052, 20652, 9973079, map[string]int64{"heap": 9437184, "GC": 403704, "metaspace": 60248, "code cache": 28794,
			"direct memory": 1862, "thread stacks": 9260, "JIT compilers": 11946 + 3315, "symbols": 12387, "other": 796 + 3041 + 6 + 21 + 202 + 306 + 8}},
		{bounds + "-Xmx48g -Xms48g -XX:ParallelGCThreads=20", 1901136, 76749, 52453848, map[string]int64{"heap": 50331648, "GC": 1977885, "metaspace": 59845, "code cache": 35736,
			"direct memory": 2435, "thread stacks": 13265, "JIT compilers": 7618 + 7967, "symbols": 12386, "other": 1047 + 3449 + 5 + 22 + 207 + 326 + 8}},
	} {
		m := box(64*gib, 8)
		jvm, refusal := hotspot.Predict(jvmtest.Resolve(t, 11, report.options), m)
		require.Nil(t, refusal, report.options)
		memory := gcMemoryOf(jvm, jvm.Heap.N)
		assert.Equal(t, report.mapped, memory.Mapped.N>>10, report.options)
		assert.InEpsilon(t, report.mapped+report.malloc, memory.whole()>>10, 0.01, "%v: remembered sets have grown", report.options)

		budget := budgetOf(t, 11, report.options, m, Program{Hazelcast: true, Threads: source.Value{N: 111, Origin: source.Argument}})
		start := int64(0)
		for _, p := range budget.Pools {
			if p.Name == "malloc overhead" {
				continue // NMT does not see it
			}
			start += p.Committed >> 10
			assert.LessOrEqual(t, report.pools[p.Name], p.Planned>>10+p.Planned>>10/500, p.Name)
		}
		assert.InEpsilon(t, report.total, start, 0.01, report.options)
		assert.Less(t, start, report.total, report.options)
	}
}

// TestBudgetOfMember shows every pool, in MiB. Regions of 4 MB map 520 KB more
// than regions of 32 MB.
func TestBudgetOfMember(t *testing.T) {
	const heap = "-Xmx9g -Xms9g -XX:MaxMetaspaceSize=128m -XX:MaxDirectMemorySize=128m "
	jvm, refusal := hotspot.Predict(jvmtest.Resolve(t, 11, heap+"-XX:G1HeapRegionSize=4m"), box(10*gib, 8))
	require.Nil(t, refusal)
	assert.Equal(t, int64(383572), gcMemoryOf(jvm, 9*gib).Mapped.N>>10)

	budget := budgetOf(t, 11, heap+"-XX:G1HeapRegionSize=32m", box(10*gib, 8), Program{Hazelcast: true})
	type row struct {
		name                       string
		committed, planned, atMost int64
		start, kind, most          PoolKind
	}
	var got []row
	for _, p := range budget.Pools {
		got = append(got, row{p.Name, p.Committed / mib, p.Planned / mib, p.Ceiling / mib, p.AtStart, p.Kind, p.AtMost})
	}
	assert.Equal(t, []row{
		{"heap", 9216, 9216, 9216, Exact, Exact, Exact},
		{"GC", 393, 397, 397, Exact, Estimate, Estimate},
		{"metaspace", 27, 128, 128, Estimate, Bound, Bound},
		{"code cache", 7, 36, 240, Estimate, Estimate, Bound},
		{"direct memory", 0, 128, 128, Exact, Bound, Bound},
		{"thread stacks", 5, 11, 102, Estimate, Estimate, Bound},
		{"JIT compilers", 16, 75, 75, Estimate, Estimate, Estimate},
		{"symbols", 6, 13, 13, Estimate, Estimate, Estimate},
		{"other", 0, 3, 3, Estimate, Estimate, Estimate},
		{"malloc overhead", 10, 12, 12, Estimate, Estimate, Estimate},
	}, got)
}

// TestClassSpace stands beside a metaspace without a bound, where class
// pointers are compressed: not on JDK 11 with a heap over 32 GiB.
func TestClassSpace(t *testing.T) {
	for _, c := range []struct {
		jdk     int
		options string
		present bool
	}{
		{8, "-Xmx4g", true}, {11, "-Xmx4g", true}, {11, "-Xmx48g", false}, {17, "-Xmx48g", true}, {21, "-Xmx4g -XX:MaxMetaspaceSize=256m", false},
	} {
		budget := budgetOf(t, c.jdk, c.options, box(64*gib, 8), Program{})
		at := slices.IndexFunc(budget.Pools, func(p Pool) bool { return p.Name == "class space" })
		if assert.Equal(t, c.present, at >= 0, "%d %s", c.jdk, c.options) && c.present {
			assert.Equal(t, gib, budget.Pools[at].Ceiling, "%d %s", c.jdk, c.options)
		}
	}
}

// TestArchive is mapped from JDK 12 on, unless jlink left it out.
func TestArchive(t *testing.T) {
	sizes := map[int]int64{}
	for _, jdk := range []int{8, 11, 17, 21, 25} {
		for _, stripped := range []bool{false, true} {
			m := box(8*gib, 4)
			m.Stripped = stripped
			for _, p := range budgetOf(t, jdk, "-Xmx4g", m, Program{}).Pools {
				if p.Name == "class data archive" {
					assert.False(t, stripped, jdk)
					sizes[jdk] = p.Committed >> 10
				}
			}
		}
	}
	assert.Equal(t, map[int]int64{17: 12060, 21: 13908, 25: 13908}, sizes)
	for _, jdk := range []int{17, 25} {
		for _, p := range budgetOf(t, jdk, "-Xmx4g -Xshare:off", box(8*gib, 4), Program{}).Pools {
			assert.NotEqual(t, "class data archive", p.Name, jdk)
		}
	}
}

func TestBudgetWithoutBounds(t *testing.T) {
	budget := budgetOf(t, 17, "-Xmx1g -XX:NativeMemoryTracking=summary", box(2*gib, 2), Program{Threads: source.Value{N: 200, Origin: source.Argument, Why: "--threads"}})
	pools := map[string]Pool{}
	for _, p := range budget.Pools {
		pools[p.Name] = p
	}
	assert.Equal(t, int64(hotspot.Unbounded), pools["metaspace"].Ceiling)
	assert.Equal(t, gib, pools["direct memory"].Ceiling)
	assert.Equal(t, gib/16, pools["direct memory"].Planned)
	assert.Equal(t, 200*mib, pools["thread stacks"].Ceiling)
	assert.Equal(t, "200 threads (--threads), 120k touched of 1m each", pools["thread stacks"].Why)
	assert.Equal(t, 7*mib, pools["other"].Planned)
	assert.Equal(t, int64(hotspot.Unbounded), budget.Ceiling())
	assert.Less(t, budget.Committed(), budget.Planned())
}

func TestBudgetNeedsHeapAndCPUs(t *testing.T) {
	for name, m := range map[string]hotspot.Machine{"nothing is known": {}, "memory alone": {Memory: box(gib, 1).Memory}, "CPUs alone": {CPUs: box(gib, 4).CPUs}} {
		r := jvmtest.Resolve(t, 21, "-XX:+UseG1GC")
		jvm, refusal := hotspot.Predict(r, m)
		require.Nil(t, refusal, name)
		_, ok := Of(jvm, r, Program{})
		assert.False(t, ok, name)
	}
}

func TestLargestHeap(t *testing.T) {
	for _, c := range []struct {
		jdk     int
		options string
		m       hotspot.Machine
	}{
		{11, "-Xmx9g -Xms9g", box(10*gib, 8)},
		{11, "-Xmx100g -Xms100g -XX:+AlwaysPreTouch", box(64*gib, 16)},
		{17, "-Xmx1g", box(gib, 2)},
		{21, "-XX:+UseParallelGC -Xmx4g -Xms1g", box(4*gib, 4)},
		{25, "-XX:MaxRAMPercentage=95", box(8*gib, 4)},
	} {
		t.Run(strings.ReplaceAll(c.options, " ", "_"), func(t *testing.T) {
			r := jvmtest.Resolve(t, c.jdk, c.options)
			memory := c.m.Memory.N
			heap, ok := LargestHeap(r, c.m, Program{}, memory)
			require.True(t, ok)
			fits, ok := On(hotspot.WithHeap(r, heap), c.m, Program{})
			require.True(t, ok)
			assert.LessOrEqual(t, max(fits.Planned(), fits.Committed()), memory)
			over, ok := On(hotspot.WithHeap(r, heap+64*mib), c.m, Program{})
			require.True(t, ok)
			assert.Greater(t, over.Planned(), memory)
		})
	}
	_, ok := LargestHeap(jvmtest.Resolve(t, 17, "-Xmx1g"), box(64*mib, 1), Program{}, 64*mib)
	assert.False(t, ok, "the rest alone is more")
}

// A heap that is fixed later is the heap of -Xms and -Xmx.
func TestFixedHeap(t *testing.T) {
	for _, jdk := range jvmflag.Supported {
		m := box(16*gib, 8)
		for _, options := range []string{"-Xmx1g", "-Xms9g -Xmx9g", "-XX:MaxRAMPercentage=80.0", "-XX:InitialHeapSize=10g -Xmx10g"} {
			fixed := hotspot.FixedHeap(jvmtest.Resolve(t, jdk, options+" -XX:+UseG1GC"), 6*gib)
			want := jvmtest.Resolve(t, jdk, options+" -XX:+UseG1GC -Xms6g -Xmx6g")
			got, refusal := hotspot.Predict(fixed, m)
			require.Nil(t, refusal, options)
			jvm, refusal := hotspot.Predict(want, m)
			require.Nil(t, refusal, options)
			assert.Equal(t, []int64{jvm.Heap.N, jvm.InitialHeap.N, jvm.MinHeap.N, jvm.G1.RegionSize.N}, []int64{got.Heap.N, got.InitialHeap.N, got.MinHeap.N, got.G1.RegionSize.N}, "%d %s", jdk, options)
			a, _ := Of(got, fixed, Program{Hazelcast: true})
			b, _ := Of(jvm, want, Program{Hazelcast: true})
			assert.Equal(t, b.Planned(), a.Planned(), "%d %s", jdk, options)
		}
	}
}

// The plan of 1028 MiB is over 1 GiB by 1 of the 242 MiB that are assumed.
func TestDoubtfulPlan(t *testing.T) {
	r := jvmtest.Resolve(t, 17, "-XX:MaxRAMPercentage=75.0")
	jvm, refusal := hotspot.Predict(r, box(gib, 1))
	require.Nil(t, refusal)
	budget, ok := Of(jvm, r, Program{})
	require.True(t, ok)
	type doubt struct {
		planned, assumed, direct               int64
		underPlan, slightlyUnderPlan, farUnder bool
	}
	over := budget.Planned() - budget.Assumed()/2
	assert.Equal(t, doubt{1025, 242, 48, false, true, false}, doubt{
		budget.Planned() / mib, budget.Assumed() / mib, budget.UnboundedDirect() / mib,
		budget.Doubtful(budget.Planned()), budget.Doubtful(over), budget.Doubtful(over - 1),
	})
	bounded := jvmtest.Resolve(t, 17, "-XX:MaxRAMPercentage=75.0 -XX:MaxDirectMemorySize=48m")
	jvm, refusal = hotspot.Predict(bounded, box(gib, 1))
	require.Nil(t, refusal)
	budget, _ = Of(jvm, bounded, Program{})
	assert.Equal(t, [2]int64{194, 0}, [2]int64{budget.Assumed() / mib, budget.UnboundedDirect() / mib})
}

// A heap that is a share of the memory grows with the limit that is to hold it.
func TestLeastMemory(t *testing.T) {
	for _, c := range []struct {
		options string
		memory  int64
		want    int64 // MiB; 0: none
	}{
		{"-Xmx2g", 2 * gib, 2560},
		{"-XX:MaxRAMPercentage=80.0", 1900 * mib, 2304},
		{"-XX:MaxRAMPercentage=95.0", 2 * gib, 0},
	} {
		m := box(c.memory, 4)
		r := jvmtest.Resolve(t, 17, c.options)
		least, ok := Least(r, m, Program{}, 100, 0)
		assert.Equal(t, c.want, least/mib, c.options)
		assert.Equal(t, c.want > 0, ok, c.options)
		if ok {
			m.Memory.N = least
			jvm, refusal := hotspot.Predict(r, m)
			require.Nil(t, refusal, c.options)
			budget, _ := Of(jvm, r, Program{})
			assert.LessOrEqual(t, budget.Planned(), least, c.options)
		}
	}
}

// TestLeastAsTriedOneByOne holds the guesses against trying each number of steps.
func TestLeastAsTriedOneByOne(t *testing.T) {
	for _, o := range []string{"-Xmx1g", "-Xmx900m -XX:+UseParallelGC", "-Xmx3g -Xms3g", "-XX:MaxRAMPercentage=60", "-XX:MaxRAMPercentage=75"} {
		for _, jdk := range []int{8, 11, 17, 25} {
			for _, mebibytes := range []int64{256, 512, 1024, 2048, 3000} {
				for _, percent := range []int64{100, 90, 75} {
					r, m, step := jvmtest.Resolve(t, jdk, o), box(mebibytes*mib, 2), 256*mib
					want := int64(0)
					for n := m.Memory.N/step + 1; n <= 4*(m.Memory.N/step+1) && want == 0; n++ {
						tried := box(n*step, 2)
						if jvm, refusal := hotspot.Predict(r, tried); refusal == nil {
							budget, ok := Of(jvm, r.Completed(tried.Memory), Program{})
							if ok && max(budget.Planned(), budget.Committed())+50*mib <= n*step*percent/100 {
								want = n * step
							}
						}
					}
					least, ok := Least(r, m, Program{}, percent, 50*mib)
					require.Equal(t, want > 0, ok, "%d %s in %d MiB, %d %%", jdk, o, mebibytes, percent)
					require.Equal(t, want, least, "%d %s in %d MiB, %d %%", jdk, o, mebibytes, percent)
				}
			}
		}
	}
}

func FuzzOf(f *testing.F) {
	f.Add(21, "-XX:NewRatio=18446744073709551614", int64(8<<30), int64(8))
	f.Add(11, "-Xmx18446744073709551615 -XX:+UseSerialGC", int64(-1), int64(-1))
	f.Add(8, "-XX:+UseConcMarkSweepGC -XX:ParallelGCThreads=2147483647", int64(1), int64(1<<62))
	f.Fuzz(func(t *testing.T, jdk int, options string, memory, cpus int64) {
		words, err := jvmflag.Words(source.Unlocated(options, "test"))
		if err != nil || !slices.Contains(jvmflag.Supported, jdk) {
			return
		}
		r := jvmflag.Resolve(jdk, jvmflag.OnChannel(jvmflag.CommandLine, words))
		if r.Refusal != nil {
			return
		}
		if jvm, refusal := hotspot.Predict(r, box(memory, cpus)); refusal == nil {
			Of(jvm, r, Program{})
		}
	})
}

// TestLargestHeapAsHalvingFindsIt holds the guesses against halving alone.
func TestLargestHeapAsHalvingFindsIt(t *testing.T) {
	options := []string{"-Xmx1g", "-XX:MaxRAMPercentage=75", "-Xmx900m -XX:+UseParallelGC", "-Xmx2g -XX:+UseSerialGC -XX:MaxDirectMemorySize=64m",
		"-Xmx3g -Xms1g", "-Xmx2g -Xmn600m"}
	for _, jdk := range []int{8, 11, 17, 21, 25} {
		for _, o := range options {
			for _, mebibytes := range []int64{100, 200, 300, 512, 1024, 1500, 2048, 3000, 8192} {
				memory := mebibytes * mib
				r, m, step := jvmtest.Resolve(t, jdk, o), box(memory, 2), 64*mib
				if memory <= 2*gib {
					step = 8 * mib
				}
				low, high := int64(0), memory/step
				for high-low > 1 {
					middle := (low + high) / 2
					if budget, ok := On(hotspot.WithHeap(r, middle*step), m, Program{}); ok && budget.Planned() <= memory {
						low = middle
					} else {
						high = middle
					}
				}
				heap, ok := LargestHeap(r, m, Program{}, memory)
				require.Equal(t, low*step, heap, "%d %s in %d MiB", jdk, o, mebibytes)
				require.Equal(t, low > 0, ok, "%d %s in %d MiB", jdk, o, mebibytes)
			}
		}
	}
}
