package membertest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

const costs = `hazelcast:
  map:
    plain: {backup-count: 0}
    never: {cache-deserialized-values: NEVER}
    never-lfu: {cache-deserialized-values: NEVER, eviction: {eviction-policy: LFU, size: 100000}}
    always: {cache-deserialized-values: ALWAYS}
    stats: {per-entry-stats-enabled: true}
    lru: {eviction: {eviction-policy: LRU, size: 100000}}
    lfu: {eviction: {eviction-policy: LFU, size: 100000}}
    random: {eviction: {eviction-policy: RANDOM, size: 100000}}
    lru-stats: {per-entry-stats-enabled: true, eviction: {eviction-policy: LRU, size: 100000}}
    object: {in-memory-format: OBJECT}
`

// What Hazelcast counts for an entry, to the byte, with compressed pointers and
// without.
func TestEntryCostAgainstMembers(t *testing.T) {
	onEach(t, func(t *testing.T, jar string) {
		program := classes(t, jar)
		config := read(t, costs)
		for _, compressed := range []bool{true, false} {
			option := map[bool]string{true: "-XX:+UseCompressedOops", false: "-XX:-UseCompressedOops"}[compressed]
			m := launch(t, jar, program, option)
			m.start(1, costs)
			for _, entry := range config.Maps() {
				for _, n := range []int64{0, 1, 1000, 10_240} {
					name := fmt.Sprintf("%s@%d", entry.WrittenName(), n) // a map of its own, of the same entry
					const entries = 3
					m.must("put", name, entries, n)
					want := m.stats(name)[0].cost
					settings := named(t, config, name)
					assert.Equal(t, want, entries*settings.EntryCost(hazelcast.IntegerKey(), hazelcast.ArrayValue(n), compressed), "%s %s", name, option)
				}
			}
			for key, value := range map[string]string{"k": "v", "a longer key": "значение", "": ""} {
				name := "plain@" + key
				m.must("string", name, key, value)
				settings := named(t, config, name)
				assert.Equal(t, m.stats(name)[0].cost,
					settings.EntryCost(hazelcast.ArrayValue(int64(len(key))), hazelcast.ArrayValue(int64(len(value))), compressed), "%q %q", key, value)
			}
			m.must("stop")
		}
	})
}

// Hazelcast counts 614524 bytes for a value that G1 gives a whole region of
// 1 MiB. It knows nothing of regions.
func TestHumongousAgainstMembers(t *testing.T) {
	onEach(t, func(t *testing.T, jar string) {
		m := launch(t, jar, classes(t, jar), "-XX:+UseG1GC", "-XX:G1HeapRegionSize=1m")
		m.start(1, "hazelcast: {}")
		const entries, bytes, region = 100, 600 << 10, 1 << 20
		m.must("put", "warm", 1, 10)
		var each []int64 // the member itself allocates now and then in between
		for i := range 3 {
			before := m.number("heap")
			m.must("put", fmt.Sprint("large-", i), entries, bytes)
			each = append(each, (m.number("heap")-before)/entries)
		}
		slices.Sort(each)
		assert.InEpsilon(t, region, each[len(each)/2], 0.02)
		assert.Equal(t, int64(entries*(bytes+124)), m.stats("large-0")[0].cost)
		m.must("stop")
	})
}

// PER_NODE is a limit of the cluster, cut into whole entries by partition.
func TestPerNodeCapAgainstMembers(t *testing.T) {
	sizes := []int64{1, 15, 16, 40, 100, 500}
	yaml := "hazelcast:\n  properties: {hazelcast.partition.count: 31}\n  map:\n"
	for _, size := range sizes {
		yaml += fmt.Sprintf("    m%d: {backup-count: 0, eviction: {eviction-policy: LRU, max-size-policy: PER_NODE, size: %d}}\n", size, size)
	}
	onEach(t, func(t *testing.T, jar string) {
		partitions := read(t, yaml).Partitions(nil).N
		m := launch(t, jar, classes(t, jar))
		for _, members := range []int64{1, 2} {
			m.start(int(members), yaml)
			for _, size := range sizes {
				name := fmt.Sprint("m", size)
				m.must("put", name, 3000, 10)
				cluster, each := hazelcast.PerNodeCap(size, members, partitions)
				assert.InDelta(t, cluster, m.number("size", name), 1, // one partition may hold the entry that was just put, too
					"%d by %d members: %d a partition", size, members, each)
			}
			m.must("stop")
		}
	})
}

// USED_HEAP_SIZE is a limit of each member, and backups count.
func TestUsedHeapSizeAgainstMembers(t *testing.T) {
	const yaml = `hazelcast:
  map:
    backed: {eviction: {eviction-policy: LRU, max-size-policy: USED_HEAP_SIZE, size: 10}}
    single: {backup-count: 0, eviction: {eviction-policy: LRU, max-size-policy: USED_HEAP_SIZE, size: 10}}
    percent: {backup-count: 0, eviction: {eviction-policy: LRU, max-size-policy: USED_HEAP_PERCENTAGE, size: 2}}
`
	onEach(t, func(t *testing.T, jar string) {
		m := launch(t, jar, classes(t, jar))
		m.start(2, yaml)
		heap := source.Value{N: 512 << 20, Origin: source.Option}
		for _, c := range []struct {
			name    string
			backups int64
		}{{"backed", 1}, {"single", 0}, {"percent", 0}} {
			m.must("put", c.name, 4000, 10_240)
			settings := named(t, read(t, yaml), c.name)
			limit := settings.Eviction.HeapBytes(heap)
			require.True(t, limit.Known(), c.name)
			cost := settings.EntryCost(hazelcast.IntegerKey(), hazelcast.ArrayValue(10_240), true)
			var owned int64
			for _, u := range m.stats(c.name) {
				assert.LessOrEqual(t, u.cost, limit.N+2*cost, "%s", c.name)
				assert.InEpsilon(t, limit.N, u.cost, 0.05, "%s: as much as the limit, backups included", c.name)
				assert.Equal(t, u.cost, cost*(u.owned+u.backup), c.name)
				owned += u.owned * cost
			}
			assert.InEpsilon(t, hazelcast.PrimaryBytes(limit.N, 2, c.backups), owned, 0.05, c.name)
		}
		m.must("stop")
	})
}

// A member that leaves takes its share of the cluster's capacity with it: what
// the others have no room for is dropped on its way to them.
func TestLeavingMemberAgainstMembers(t *testing.T) {
	const yaml = `hazelcast:
  map:
    m: {eviction: {eviction-policy: LRU, max-size-policy: USED_HEAP_SIZE, size: 5}}
`
	onEach(t, func(t *testing.T, jar string) {
		m := launch(t, jar, classes(t, jar))
		m.start(3, yaml)
		m.must("put", "m", 4000, 10_240)
		settings := named(t, read(t, yaml), "m")
		limit := settings.Eviction.HeapBytes(source.Value{}).N
		cost := settings.EntryCost(hazelcast.IntegerKey(), hazelcast.ArrayValue(10_240), true)
		assert.InEpsilon(t, hazelcast.PrimaryBytes(limit, 3, 1), cost*m.number("size", "m"), 0.08)
		m.must("leave")
		m.must("sleep", 2000)
		assert.InEpsilon(t, hazelcast.PrimaryBytes(limit, 2, 1), cost*m.number("size", "m"), 0.08)
		for _, u := range m.stats("m") {
			assert.LessOrEqual(t, u.cost, limit+2*cost)
		}
		m.must("stop")
	})
}

// An entry that expires takes more of the heap, by what the model adds.
func TestExpiryHeapAgainstMembers(t *testing.T) {
	const yaml = `hazelcast:
  map:
    plain: {backup-count: 0}
    live: {backup-count: 0, time-to-live-seconds: 36000}
    idle: {backup-count: 0, max-idle-seconds: 36000}
`
	onEach(t, func(t *testing.T, jar string) {
		m := launch(t, jar, classes(t, jar), "-XX:+UseSerialGC")
		m.start(1, yaml)
		const entries = 200_000
		jvm, refusal := hotspot.Predict(jvmflag.Resolve(17, nil), hotspot.Machine{Memory: source.Value{N: 2 << 30, Origin: source.Argument}})
		require.Nil(t, refusal)
		took := map[string]int64{}
		for _, name := range []string{"plain", "live", "idle"} {
			before := m.number("heap")
			m.must("put", name, entries, 10)
			took[name] = (m.number("heap") - before) / entries
		}
		config := read(t, yaml)
		within := 8.0
		if releaseOf(t, jar).Major == 4 {
			within = 24 // it takes less than the releases that the model is of
		}
		plain := named(t, config, "plain").EntryHeap(jvm, 12, 26)
		for _, name := range []string{"live", "idle"} {
			assert.InDelta(t, named(t, config, name).EntryHeap(jvm, 12, 26)-plain, took[name]-took["plain"], within, "%v", took)
		}
		m.must("stop")
	})
}
