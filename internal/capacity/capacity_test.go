package capacity

import (
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

const mib = 1 << 20

func number(n int64) source.Value { return source.Value{N: n, Origin: source.Argument, Why: "given"} }

// mapOf is what a map m gets from an entry.
func mapOf(t testing.TB, entry string) hazelcast.MapConfig {
	docs, err := yamldoc.Parse(source.NewFile("hazelcast.yaml", []byte("hazelcast:\n  map:\n    m: "+entry+"\n")))
	require.NoError(t, err)
	e, ok := docs[0].Root.Entry("hazelcast")
	require.True(t, ok)
	config := &hazelcast.Config{Root: e.Value, Key: e.Key}
	m, err := config.MapNamed("m")
	require.NoError(t, err)
	return m.Config()
}

// clusterOf are members of these options, in containers of 10 GiB with 8 CPUs.
func clusterOf(t testing.TB, jdk int, options, entry string, members int64, sizes string) Cluster {
	words, err := jvmflag.Words(source.Unlocated(options, "test"))
	require.NoError(t, err)
	r := jvmflag.Resolve(jdk, jvmflag.OnChannel(jvmflag.CommandLine, words))
	require.Nil(t, r.Refusal)
	machine := hotspot.Machine{Memory: number(10 << 30), CPUs: number(8)}
	jvm, refusal := hotspot.Predict(r, machine)
	require.Nil(t, refusal)
	values, err := ParseSizes(sizes)
	require.NoError(t, err)
	c := Cluster{
		JVM:     JVM{jvm, r, machine, memory.Program{Hazelcast: true}},
		Members: number(members), Partitions: number(271), Migrations: number(10),
		Map: mapOf(t, entry), Key: number(hazelcast.IntegerKey()), Values: values,
	}
	require.NoError(t, c.Check())
	return c
}

func evicting(mib int) string {
	return fmt.Sprintf("{per-entry-stats-enabled: true, eviction: {eviction-policy: LRU, max-size-policy: USED_HEAP_SIZE, size: %d}}", mib)
}

// A field report's three members of 9 GiB, with values of 5 MiB and a backup.
// In regions of 4m it ran out of memory with 2286 humongous regions, two to a
// value; it had expected 2676 entries, and the map to evict.
func TestFieldReportRunsOut(t *testing.T) {
	c := clusterOf(t, 11, "-Xmx9g -Xms9g", evicting(8192), 3, "5MiB")
	assert.Equal(t, int64(4*mib), c.JVM.G1.RegionSize.N)
	assert.InEpsilon(t, 2286/2, c.Most(), 0.01, "copies per member")
	assert.False(t, c.EvictsFirst(3))
	entries, evicts := c.Evicts(3)
	assert.True(t, evicts)
	assert.Equal(t, int64(2457), entries)
	assert.Equal(t, RunsOut, c.After(2457, 0).Outcome)

	// A thousand entries were 3.33 GB to Hazelcast, and near 5.5 GB of the heap.
	thousand := c.After(1000, 0)
	assert.InEpsilon(t, 3.33e9, thousand.Counted*1000/1024, 0.03)
	assert.InEpsilon(t, 5.5*(1<<30), thousand.Heap, 0.06)
}

// In regions of 32m the map evicted, and held 2471: six values to a region, and
// 274 regions of the old generation. A member that left took the others with
// it; with 7.5 GB for the map it did not.
func TestFieldReportEvicts(t *testing.T) {
	const options = "-Xmx9g -Xms9g -XX:G1HeapRegionSize=32m"
	c := clusterOf(t, 11, options, evicting(8192), 3, "5MiB")
	assert.True(t, c.EvictsFirst(3))
	full := c.After(c.holds(3), 0)
	assert.Equal(t, int64(2457), full.Kept)
	assert.InEpsilon(t, 2471, full.Kept, 0.01)
	assert.InEpsilon(t, 274*32*mib, full.Heap, 0.005)
	assert.Equal(t, Tight, full.Outcome)
	assert.Equal(t, Loss{Lost: 1, Members: 2, Kept: 1638, Evicted: 819, Needed: 2457, Each: 1638, Counted: 1638 * (5*mib + 148), Heap: full.Heap,
		Moved: (2457 - 1638) * (5*mib + 148), InCrash: 2457, Missing: 2457*2 - 1638*2, Reserve: full.Reserve, Beside: full.Beside, Short: true, Outcome: Evicts}, c.After(2457, 1))

	tuned := clusterOf(t, 11, options, evicting(7680), 3, "5MiB")
	full = tuned.After(tuned.holds(3), 0)
	assert.InEpsilon(t, 2304, full.Kept, 0.001, "the report's figure")
	assert.Equal(t, Fits, full.Outcome)
	assert.False(t, tuned.After(full.Kept, 1).Short)
}

// 8 GiB of three members with a backup are 2457.6 values of 5 MiB, and 2577 of
// 5 000 000 bytes; the report said 2676.
func TestFieldReportArithmetic(t *testing.T) {
	per := hazelcast.PrimaryBytes(8<<30, 3, 1)
	assert.Equal(t, []int64{2457, 2576}, []int64{per / (5 * mib), per / 5_000_000})
	assert.Equal(t, int64(47_545_763), per/271, "bytes of a partition: the report's 45 MB are MiB")
}

// seed repeats a run of random cases: JVMLINT_SEED.
func seed(t testing.TB) *rand.Rand {
	n := int64(20261121)
	if s := os.Getenv("JVMLINT_SEED"); s != "" {
		var err error
		n, err = strconv.ParseInt(s, 10, 64)
		require.NoError(t, err)
	}
	t.Logf("JVMLINT_SEED=%d", n)
	return rand.New(rand.NewSource(n))
}

// drawn is a random cluster.
func drawn(t testing.TB, r *rand.Rand) Cluster {
	pick := func(of ...string) string { return of[r.Intn(len(of))] }
	entry := fmt.Sprintf("{backup-count: %d, async-backup-count: %d, in-memory-format: %s, per-entry-stats-enabled: %v, eviction: {eviction-policy: %s, max-size-policy: %s, size: %d}}",
		r.Intn(4), r.Intn(3), pick("BINARY", "OBJECT"), r.Intn(2) == 0, pick("NONE", "LRU", "LFU", "RANDOM"),
		pick("PER_NODE", "USED_HEAP_SIZE", "FREE_HEAP_SIZE"), 1+r.Intn(3000))
	options := fmt.Sprintf("-Xmx%dm -XX:+Use%sGC", 256+64*r.Intn(130), pick("G1", "Parallel", "Serial", "G1", "G1"))
	sizes := pick("10", "1000", "10Ki", "200KiB", "700KiB", "5MiB", "40MiB", "p50=10KiB,p99=1MiB,max=5MiB", "min=1,p90=100KiB,max=20MiB")
	jdk := jvmflag.Supported[1+r.Intn(len(jvmflag.Supported)-1)]
	c := clusterOf(t, jdk, options, entry, int64(1+r.Intn(12)), sizes)
	c.Partitions.N = []int64{31, 271, 997, 5003}[r.Intn(4)]
	return c
}

// More members never hold less, once there are as many as copies; losing
// members never holds more.
func TestMembersHoldMore(t *testing.T) {
	r := seed(t)
	for range 300 {
		c := drawn(t, r)
		for n := max(2, 1+c.Map.Backups()); n < min(30, c.Partitions.N); n++ {
			fewer, more := c, c
			fewer.Members.N, more.Members.N = n, n+1
			assert.LessOrEqual(t, fewer.Planned(n), more.Planned(n+1), "%d members", n)
			assert.LessOrEqual(t, fewer.safe(n), more.safe(n+1), "%d members", n)
			assert.LessOrEqual(t, more.Planned(n), more.Planned(n+1), "one of %d lost", n+1)
		}
		entries := c.holds(c.Members.N)
		kept := entries
		for _, l := range c.losses(entries, 3) {
			assert.LessOrEqual(t, l.Kept, kept)
			assert.LessOrEqual(t, l.Each, l.Needed)
			kept = l.Kept
		}
	}
}

// What is planned fits: with the reserve, and never more than the heap holds.
func TestPlannedFits(t *testing.T) {
	r := seed(t)
	for range 300 {
		c := drawn(t, r)
		safe := c.safe(c.Members.N)
		l := c.After(safe, 0)
		assert.Equal(t, Fits, l.Outcome, "%+v", l)
		assert.Zero(t, l.Evicted)
		assert.LessOrEqual(t, l.Heap, c.JVM.Heap.N)
	}
}

// The members and the memory that are found do hold what was asked for, with
// members lost; one member less does not.
func TestNeededHolds(t *testing.T) {
	r := seed(t)
	found := 0
	for range 60 {
		c := drawn(t, r)
		objects := 1 + r.Int63n(1+2*c.Planned(c.Members.N))
		lose := r.Int63n(min(3, c.Members.N))
		if n, ok := c.membersFor(objects, lose); ok {
			found++
			with := c
			with.Members.N = n
			l := with.After(objects, lose)
			assert.Equal(t, Fits, l.Outcome, "%d objects, %d members: %+v", objects, n, l)
			assert.Equal(t, objects, l.Kept)
			if with.Members.N = n - 1; n-1 > lose {
				assert.Less(t, with.safe(n-1-lose), objects)
			}
		}
		m, ok := c.memoryFor(objects, lose)
		require.True(t, ok, "%d objects of up to %d bytes", objects, c.Values.largest())
		found++
		l := m.With.After(objects, lose)
		assert.Equal(t, Fits, l.Outcome, "%d objects, %d MiB: %+v", objects, m.Heap>>20, l)
		assert.Equal(t, objects, l.Kept)
		assert.LessOrEqual(t, l.Counted, m.Map*mib)
		budget, ok := m.With.JVM.budget()
		require.True(t, ok)
		assert.LessOrEqual(t, budget.Planned(), m.Limit)
		assert.Equal(t, m.Heap, m.With.JVM.Heap.N)
	}
	assert.Greater(t, found, 60)
}

// Limits of all kinds, for one member of 1 GiB with values of 10 KiB.
func TestEvicts(t *testing.T) {
	for entry, want := range map[string]int64{
		"{backup-count: 0, eviction: {eviction-policy: LRU, max-size-policy: USED_HEAP_SIZE, size: 100}}":       100 * mib / (10<<10 + 128),
		"{backup-count: 0, eviction: {eviction-policy: LFU, max-size-policy: USED_HEAP_PERCENTAGE, size: 10}}":  (1 << 30) / 10 / (10<<10 + 128),
		"{backup-count: 0, eviction: {eviction-policy: RANDOM, max-size-policy: PER_NODE, size: 1000}}":         813,
		"{backup-count: 0, eviction: {eviction-policy: LRU, max-size-policy: FREE_HEAP_PERCENTAGE, size: 100}}": 0,
		"{backup-count: 0, eviction: {eviction-policy: LRU, max-size-policy: FREE_HEAP_SIZE}}":                  0,
		"{eviction: {size: 100}}":            -1,
		"{eviction: {eviction-policy: LRU}}": -1,
		"{eviction: {eviction-policy: LRU, max-size-policy: USED_HEAP_SIZE, size: '${size}'}}":                           -1,
		"{in-memory-format: OBJECT, eviction: {eviction-policy: LRU, max-size-policy: USED_HEAP_SIZE, size: 100}}":       -1,
		"{in-memory-format: OBJECT, eviction: {eviction-policy: LRU, max-size-policy: USED_HEAP_PERCENTAGE, size: 100}}": -1,
	} {
		c := clusterOf(t, 17, "-Xmx1g -Xms1g", entry, 1, "10KiB")
		entries, evicts := c.Evicts(1)
		assert.Equal(t, want >= 0, evicts, entry)
		assert.Equal(t, max(0, want), entries, entry)
	}
}

// What nobody can plan for.
func TestCheck(t *testing.T) {
	good := clusterOf(t, 17, "-Xmx1g", "{}", 3, "10KiB")
	for want, change := range map[string]func(*question){
		"the heap is unknown: give the memory limit (--memory) or -Xmx":                                                func(q *question) { q.JVM.JVM = &hotspot.JVM{} },
		"the number of members is unknown (--members)":                                                                 func(q *question) { q.Members = source.Value{} },
		"300 members share 271 partitions: those without one hold nothing":                                             func(q *question) { q.Members.N = 300 },
		"7 backups: a map has from 0 to 6, asynchronous ones included":                                                 func(q *question) { q.Map.BackupCount.N = 7 },
		"the map is outside the heap (in-memory-format NATIVE, of Hazelcast Enterprise), which capacity does not plan": func(q *question) { q.Map.InMemoryFormat.Name = "NATIVE" },
		"the map keeps entries on disks (tiered-store, of Hazelcast Enterprise), which capacity does not plan": func(q *question) {
			q.Map = mapOf(t, "{tiered-store: {enabled: true}}")
		},
		"of 3 members 3 cannot be lost: none would be left": func(q *question) { q.Lose = 3 },
		"-1 members cannot be lost":                         func(q *question) { q.Lose = -1 },
		"1000000000000 objects of up to 40 MiB are more than any cluster holds": func(q *question) {
			q.Objects, q.Values = number(1e12), Sizes{Parts: []Size{{40 * mib, 1}}}
		},
	} {
		q := question{Cluster: good, Lose: 1}
		change(&q)
		_, err := q.answer()
		assert.EqualError(t, err, want)
	}
}

// Every number of a plan has a name of its own, an origin, and a line that says
// how it came about.
func TestFiguresSayWhy(t *testing.T) {
	r := seed(t)
	for range 50 {
		q := question{Cluster: drawn(t, r), Objects: number(1 + r.Int63n(100_000))}
		q.Lose = min(1, q.Members.N-1)
		plan, err := q.answer()
		require.NoError(t, err)
		assert.NotEmpty(t, plan.Verdict)
		assert.NotEmpty(t, plan.Losses)
		all := append(append(append(plan.Facts, plan.Moving...), plan.Partitions...), plan.Needed...)
		for _, b := range plan.Bounds {
			all = append(all, b.Figure)
		}
		seen := map[string]bool{}
		for _, f := range all {
			assert.False(t, seen[f.ID], f.ID)
			seen[f.ID] = true
			assert.NotEmpty(t, f.Origin, f.ID)
			assert.NotEqual(t, source.Unknown.String(), f.Origin, f.ID)
			assert.NotEmpty(t, f.Why+f.Text.String(), f.ID)
			assert.GreaterOrEqual(t, f.N, int64(0), f.ID)
		}
		for _, id := range []string{"heap", "members", "entry_counted", "entry_heap", "most", "planned", "partition", "members_needed", "heap_needed"} {
			assert.True(t, seen[id], id)
		}
	}
}
