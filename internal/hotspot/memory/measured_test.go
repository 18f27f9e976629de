package memory

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/nmt"
	"github.com/jvmlint/jvmlint/internal/source"
)

// measured is a measurement of categories, in KB, each named and given what is
// reserved and what is committed.
func measured(t *testing.T, categories ...string) *nmt.Measurement {
	t.Helper()
	var reserved, committed int64
	var lines []string
	for _, c := range categories {
		name, sizes, _ := strings.Cut(c, ": ")
		var r, n int64
		_, err := fmt.Sscan(sizes, &r, &n)
		require.NoError(t, err)
		reserved, committed = reserved+r, committed+n
		lines = append(lines, fmt.Sprintf("- %s (reserved=%dKB, committed=%dKB)", name, r, n))
	}
	text := fmt.Sprintf("Total: reserved=%dKB, committed=%dKB\n%s\n", reserved, committed, strings.Join(lines, "\n"))
	m, err := nmt.Read(source.NewFile("nmt.txt", []byte(text)))
	require.NoError(t, err)
	return m
}

// fieldReport is a production member of Hazelcast 5.3.1 on JDK 11 with 9 GiB of
// heap: 9,972,605 KB were committed.
func fieldReport(t *testing.T) *nmt.Measurement {
	m := measured(t, "Java Heap: 9437184 9437184", "Class: 180096 60248", "Thread: 114560 8786", "Code: 249636 28794", "GC: 403704 403704",
		"Compiler: 11946 11946", "Internal: 796 796", "Other: 1862 1862", "Symbol: 12387 12387", "Native Memory Tracking: 3041 3041",
		"Arena Chunk: 3315 3315", "Logging: 6 6", "Arguments: 21 21", "Module: 202 202", "Synchronizer: 305 305", "Safepoint: 8 8")
	require.Equal(t, int64(9972605<<10), m.Total.Committed.N)
	return m
}

type part struct {
	name             string
	planned, counted int64 // MiB
	categories       string
	unlike           string
}

func partsOf(c *Comparison) []part {
	var all []part
	for _, p := range c.Parts {
		counted := p.Measured.N / mib
		if !p.Measured.Known() {
			counted = -1
		}
		all = append(all, part{p.Name, p.Planned() / mib, counted, strings.Join(p.Categories, ", "), p.Unlike})
	}
	return all
}

// TestComparisonWithFieldReport holds the plan for a member against what was
// measured of it: nothing is over its plan, so the plan stays as it is.
func TestComparisonWithFieldReport(t *testing.T) {
	const options = "-Xmx9g -Xms9g -XX:G1HeapRegionSize=32m -XX:MaxMetaspaceSize=128m -XX:MaxDirectMemorySize=128m"
	program := Program{Hazelcast: true}
	plan := budgetOf(t, 11, options, box(10*gib, 8), program)
	program.Measured = fieldReport(t)
	budget := budgetOf(t, 11, options, box(10*gib, 8), program)
	assert.Equal(t, plan.Pools, budget.Pools)
	assert.Equal(t, []part{
		{"heap", 9216, 9216, "Java Heap", ""},
		{"GC", 397, 394, "GC", ""},
		{"metaspace", 128, 58, "Class", ""},
		{"code cache", 36, 28, "Code", ""},
		{"direct memory", 128, 1, "Other", ""},
		{"thread stacks", 11, 8, "Thread", ""},
		{"JIT compilers", 75, 14, "Compiler, Arena Chunk", ""},
		{"symbols", 13, 12, "Symbol", ""},
		{"other", 3, 1, "Internal, Logging, Arguments, Module, Synchronizer, Safepoint", ""},
		{"malloc overhead", 12, -1, "", ""},
	}, partsOf(budget.Compared))
	assert.Equal(t, int64(3041), budget.Compared.Books.N>>10)

	tracked := budgetOf(t, 11, options+" -XX:NativeMemoryTracking=summary", box(10*gib, 8), program)
	assert.False(t, tracked.Compared.Books.Known(), "it is planned for, too")
	assert.Equal(t, "Internal, Native Memory Tracking, Logging, Arguments, Module, Synchronizer, Safepoint", partsOf(tracked.Compared)[8].categories)
}

// TestMeasuredCounts puts what was measured in place of less that was planned.
func TestMeasuredCounts(t *testing.T) {
	const options = "-Xmx1g -Xms1g"
	plan := budgetOf(t, 17, options, box(2*gib, 2), Program{})
	m := measured(t, "Java Heap: 1048576 1048576", "Class: 30000 20000", "Metaspace: 150000 140000", "GC: 500 500", "Other: 307200 307200", "Shared class space: 13000 12000")
	budget := budgetOf(t, 17, options, box(2*gib, 2), Program{Measured: m})

	var want []Pool
	for i, p := range plan.Pools {
		switch p.Name {
		case "metaspace":
			p = Pool{Name: "metaspace, class space", Committed: p.Committed + plan.Pools[i+1].Committed, Planned: 160000 << 10, Ceiling: hotspot.Unbounded,
				Kind: Measured, AtStart: Estimate, AtMost: Bound, Why: "measured (nmt.txt:3, 4): Class, Metaspace", At: budget.Pools[i].At}
		case "class space":
			continue
		case "direct memory":
			p = Pool{Name: "direct memory", Planned: 300 * mib, Ceiling: gib,
				Kind: Measured, AtStart: Exact, AtMost: Bound, Why: "measured (nmt.txt:6): Other", At: budget.Pools[i-1].At}
			assert.Equal(t, "307200", p.At.String())
		}
		want = append(want, p)
	}
	assert.Equal(t, want, budget.Pools)
	assert.Zero(t, budget.UnboundedDirect())
	assert.Less(t, budget.Assumed(), plan.Assumed())
}

// TestMeasuredWithAnotherHeap keeps the heap that the options set, and of the
// collector's memory for a larger one the share.
func TestMeasuredWithAnotherHeap(t *testing.T) {
	const options = "-Xmx1g -Xms1g -XX:+UseG1GC"
	plan := budgetOf(t, 17, options, box(4*gib, 2), Program{})
	for committed, want := range map[int64]int64{
		2 * plan.Pools[1].Planned >> 10: plan.Pools[1].Planned, // just what is planned, for half of the heap
		300 << 10:                       150 * mib,
	} {
		m := measured(t, "Java Heap: 2097152 2097152", fmt.Sprintf("GC: %d %d", committed, committed))
		budget := budgetOf(t, 17, options, box(4*gib, 2), Program{Measured: m})
		assert.Equal(t, 2*gib, budget.Compared.Heap, committed)
		assert.Equal(t, plan.Pools[0], budget.Pools[0], committed)
		assert.InDelta(t, want, budget.Pools[1].Planned, 2048, committed)
	}
}

// TestMeasuredOfAnotherJDK compares nothing.
func TestMeasuredOfAnotherJDK(t *testing.T) {
	plan := budgetOf(t, 11, "-Xmx1g", box(2*gib, 2), Program{})
	m := measured(t, "Java Heap: 1048576 1048576", "Metaspace: 900000 900000")
	budget := budgetOf(t, 11, "-Xmx1g", box(2*gib, 2), Program{Measured: m})
	assert.Equal(t, plan.Pools, budget.Pools)
	assert.Equal(t, "Metaspace", budget.Compared.Strange.Name)
	assert.Empty(t, budget.Compared.Parts)
}

// TestMeasuredOnJDK8 has stacks that cannot be compared, and direct memory that
// is counted with the rest.
func TestMeasuredOnJDK8(t *testing.T) {
	m := measured(t, "Java Heap: 1048576 1048576", "Thread: 900000 900000", "Internal: 30000 30000", "Unknown: 36000 36000")
	jvm, refusal := hotspot.Predict(jvmtest.Resolve(t, 8, "-Xmx1g -Xms1g -XX:+UseConcMarkSweepGC"), box(4*gib, 2))
	require.Nil(t, refusal)
	elsewhere := gcMemoryOf(jvm, gib).Elsewhere.N
	require.Greater(t, elsewhere, 32*mib)
	budget := budgetOf(t, 8, "-Xmx1g -Xms1g -XX:+UseConcMarkSweepGC", box(4*gib, 2), Program{Measured: m})
	for _, p := range budget.Compared.Parts {
		switch p.Name {
		case "thread stacks":
			assert.Equal(t, "JDK 8 counts all that is reserved for them as committed", p.Unlike)
			assert.False(t, p.Compares())
		case "direct memory, other":
			assert.Equal(t, int64(66000<<10)-min(elsewhere, 36000<<10), p.Measured.N)
		case "GC":
			assert.Equal(t, min(elsewhere, 36000<<10), p.Measured.N)
		}
	}
}

// TestCategories has each name once for every JDK, and a pool of the plan for
// each.
func TestCategories(t *testing.T) {
	for _, jdk := range jvmflag.Supported {
		pools := map[string]bool{poolClassSpace: true, poolArchive: true}
		for _, p := range budgetOf(t, jdk, "-Xmx1g", box(4*gib, 4), Program{}).Pools {
			pools[p.Name] = true
		}
		seen := map[string]bool{}
		for _, c := range categories() {
			if c.first > jdk || c.last != 0 && c.last < jdk {
				continue
			}
			assert.False(t, seen[c.name], "%s on JDK %d", c.name, jdk)
			seen[c.name] = true
			assert.True(t, pools[c.pool], c.pool)
		}
		assert.True(t, seen["Unknown"], jdk)
	}
}
