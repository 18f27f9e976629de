package hazelcast

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// What members of 5.3.1 and 5.7.0 count for an Integer and an array of n bytes.
func TestEntryCost(t *testing.T) {
	for entry, over := range map[string]int64{
		"{}":                                 124,
		"{cache-deserialized-values: NEVER}": 120,
		"{per-entry-stats-enabled: true}":    148,
		"{eviction: {eviction-policy: LRU}}": 128, "{eviction: {eviction-policy: LFU}}": 128, "{eviction: {eviction-policy: RANDOM}}": 124,
		"{per-entry-stats-enabled: true, eviction: {eviction-policy: LRU}}": 148,
		"{eviction: {comparator-class-name: a.B}}":                          148,
	} {
		for _, n := range []int64{0, 1000, 614_400} {
			assert.Equal(t, n+over, oneMap(t, entry).EntryCost(IntegerKey(), ArrayValue(n), true), entry)
			if over == 124 {
				assert.Equal(t, n+168, oneMap(t, entry).EntryCost(IntegerKey(), ArrayValue(n), false), entry)
			}
		}
	}
	assert.Zero(t, oneMap(t, "{in-memory-format: OBJECT}").EntryCost(IntegerKey(), ArrayValue(1000), true))
	assert.Zero(t, oneMap(t, "{in-memory-format: NATIVE}").EntryCost(IntegerKey(), ArrayValue(1000), true))
}

// What an index takes of the heap for an entry, backups aside: measured on 5.3.1 and 5.7.0 with 100,000 entries, objects
// of 1000 bytes and some in BINARY format, whose serialized form has about 1100.
func TestIndexHeap(t *testing.T) {
	for _, c := range []struct {
		entry    string
		measured float64
	}{
		{"{}", 0},
		{"{in-memory-format: OBJECT, indexes: [{type: HASH, attributes: [u]}]}", 225},
		{"{in-memory-format: OBJECT, indexes: [{type: SORTED, attributes: [u]}]}", 261},
		{"{in-memory-format: OBJECT, indexes: [{attributes: [u]}]}", 261},
		{"{in-memory-format: OBJECT, indexes: [{type: SORTED, attributes: [u, s]}]}", 302},
		{"{in-memory-format: OBJECT, indexes: [{type: HASH, attributes: [u]}, {type: SORTED, attributes: [s]}]}", 426},
		{"{indexes: [{type: HASH, attributes: [u]}]}", 1331},
		{"{indexes: [{type: SORTED, attributes: [u]}]}", 1368},
		{"{cache-deserialized-values: NEVER, indexes: [{type: HASH, attributes: [u]}]}", 215},
	} {
		assert.InDelta(t, c.measured, oneMap(t, c.entry).IndexHeap(1100), max(1, c.measured/6), c.entry)
	}
}

// Caps that were measured on 5.3.1 and 5.7.0.
func TestPerNodeCap(t *testing.T) {
	type caps struct{ cluster, partition int64 }
	for _, c := range []struct {
		size, members, partitions int64
		want                      caps
	}{
		{1000, 1, 271, caps{813, 3}}, {1000, 2, 271, caps{1897, 7}}, {272, 1, 271, caps{271, 1}}, {5420, 2, 271, caps{10840, 40}},
		{1, 1, 271, caps{271, 1}}, {90, 3, 271, caps{271, 1}}, {16, 2, 31, caps{31, 1}},
		{Unlimited, 7, 271, caps{15032385447, 55470057}},
	} {
		cluster, partition := PerNodeCap(c.size, c.members, c.partitions)
		assert.Equal(t, c.want, caps{cluster, partition}, "%+v", c)
	}
	for _, members := range []int64{1, 2, 3, 271, 400} {
		least := LeastPerNode(members, 271)
		assert.GreaterOrEqual(t, least*members, int64(271), members)
		assert.Less(t, (least-1)*members, int64(271), members)
	}
}

func TestHeapBytes(t *testing.T) {
	heap := source.Value{N: 1 << 30, Origin: source.Option}
	for eviction, want := range map[string]known{
		"{max-size-policy: USED_HEAP_SIZE, size: 20}":             {20 << 20, source.Configured, "20"},
		"{max-size-policy: FREE_HEAP_SIZE, size: 1024}":           {1 << 30, source.Configured, "1024"},
		"{max-size-policy: USED_HEAP_PERCENTAGE, size: 2}":        {(1 << 30) / 50, source.Configured, "2"},
		"{max-size-policy: FREE_HEAP_PERCENTAGE, size: 100}":      {1 << 30, source.Configured, "100"},
		"{max-size-policy: USED_HEAP_PERCENTAGE}":                 {},
		"{max-size-policy: USED_HEAP_SIZE, size: 0}":              {},
		"{max-size-policy: USED_HEAP_SIZE, size: '${size}'}":      {},
		"{max-size-policy: PER_NODE, size: 5}":                    {},
		"{max-size-policy: USED_NATIVE_MEMORY_SIZE, size: 5}":     {},
		"{max-size-policy: USED_HEAP_SIZE, size: 2147483646}":     {2147483646 << 20, source.Configured, "2147483646"},
		"{max-size-policy: USED_HEAP_PERCENTAGE, size: 21474836}": {21474836 * (1 << 30) / 100, source.Configured, "21474836"},
	} {
		assert.Equal(t, want, knownOf(oneMap(t, "{eviction: "+eviction+"}").Eviction.HeapBytes(heap)), eviction)
	}
	unknown := oneMap(t, "{eviction: {max-size-policy: USED_HEAP_PERCENTAGE, size: 2}}").Eviction.HeapBytes(source.Value{})
	assert.Equal(t, source.Value{}, unknown)
}

func TestPartitions(t *testing.T) {
	file := func(n string) *Config {
		return configOf(t, "hazelcast:\n  properties:\n    hazelcast.partition.count: "+n+"\n")
	}
	var none *Config
	option := properties(t, "-Dhazelcast.partition.count=997")
	assert.Equal(t, []known{{271, source.Default, ""}, {997, source.Option, "997"}, {5003, source.Configured, "5003"}, {0, source.Unknown, "0"}, {0, source.Unknown, "many"}},
		[]known{knownOf(none.Partitions(nil)), knownOf(none.Partitions(option)), knownOf(file("5003").Partitions(option)), knownOf(file("0").Partitions(nil)), knownOf(file("many").Partitions(nil))})
}

// A field report's cluster: three members, 8 GiB of maps, one backup, values of
// 5 MiB. It counted 2471 of them.
func TestPrimaryBytes(t *testing.T) {
	assert.Equal(t, int64(2457), PrimaryBytes(8<<30, 3, 1)/(5<<20))
	assert.Equal(t, int64(20<<20), PrimaryBytes(20<<20, 1, 0))
}

// The same report: 8 GiB of maps ran out of a heap of 9 GiB, 7.5 GiB did not.
func TestMigrationReserve(t *testing.T) {
	reserve := MigrationReserve(7680<<20, 9<<30)
	assert.Equal(t, source.Value{N: 1536 << 20, Origin: source.Assumed, Why: "a fifth"}, reserve)
	assert.Equal(t, int64(9<<30), 7680<<20+reserve.N)
	assert.Equal(t, "a tenth", MigrationReserve(45<<30, 50<<30).Why)
	for _, heap := range []int64{1 << 20, 9 << 30, 32<<30 - 1, 32 << 30, 50 << 30} {
		fits := FittingMaps(heap)
		assert.LessOrEqual(t, fits+MigrationReserve(fits, heap).N, heap)
		assert.InEpsilon(t, heap, fits+MigrationReserve(fits, heap).N, 1e-3)
	}
}

func TestHeapShares(t *testing.T) {
	heap := source.Value{N: 1 << 30, Origin: source.Option}
	const entry = "{eviction: {eviction-policy: LRU, max-size-policy: USED_HEAP_SIZE, size: 100}}"
	for maps, want := range map[string]int64{
		"a: " + entry: 100, "a: " + entry + ", 'b*': " + entry: 200,
		"default: " + entry: 100, "default: " + entry + ", a: " + entry: 100,
		"default: " + entry + ", a: {}": 100,
		"a: {in-memory-format: OBJECT, eviction: {eviction-policy: LRU, max-size-policy: USED_HEAP_SIZE, size: 100}}": 0,
		"a: {eviction: {max-size-policy: USED_HEAP_SIZE, size: 100}}":                                                 0,
		"a: {eviction: {eviction-policy: LRU, max-size-policy: FREE_HEAP_SIZE, size: 100}}":                           0,
		"a: {eviction: {eviction-policy: '${p}', max-size-policy: USED_HEAP_SIZE, size: 100}}":                        0,
	} {
		var all []MapConfig
		for _, m := range configOf(t, "hazelcast:\n  map: {"+maps+"}\n").Maps() {
			all = append(all, m.Config())
		}
		_, sum := HeapShares(all, heap)
		assert.Equal(t, want<<20, sum, maps)
	}
}

// A value of 600 KiB takes a region of 1 MiB, one of 5 MiB two of 4 MiB.
func TestInRegions(t *testing.T) {
	m := oneMap(t, "{}")
	assert.Equal(t, int64(1000<<20), m.InRegions(1000*614_524, 614_400, 1, 1<<20, true))
	assert.Equal(t, int64(1000*8<<20), m.InRegions(1000*(5<<20+124), 5<<20, 2, 4<<20, true))
}

// The objects of an entry as class histograms of members show them: arrays of key and value and their
// holders, the entry of the table, the record; and 1.5 slots.
func TestEntryHeap(t *testing.T) {
	const stats, lru, never = "{per-entry-stats-enabled: true}", "{eviction: {eviction-policy: LRU}}", "{cache-deserialized-values: NEVER}"
	const ttl, idle = "{time-to-live-seconds: 60}", "{max-idle-seconds: 60}" // and a place in another table, with its times
	for _, c := range []struct {
		jdk     int
		options string
		want    map[string]int64
	}{
		{17, "", map[string]int64{"{}": 72 + 32 + 32 + 24 + 6, stats: 72 + 32 + 32 + 48 + 6, lru: 72 + 32 + 32 + 32 + 6, never: 72 + 32 + 32 + 24 + 6,
			ttl: 72 + 32 + 32 + 24 + 6 + 32 + 32 + 6, idle: 72 + 32 + 32 + 24 + 6 + 32 + 32 + 6}},
		{17, "-XX:-UseCompressedOops", map[string]int64{"{}": 72 + 48 + 40 + 32 + 12, stats: 72 + 48 + 40 + 56 + 12, lru: 72 + 48 + 40 + 40 + 12, never: 72 + 48 + 40 + 24 + 12}},
		{11, "-XX:-UseCompressedOops", map[string]int64{"{}": 88 + 48 + 48 + 40 + 12, stats: 88 + 48 + 48 + 56 + 12, never: 88 + 48 + 48 + 32 + 12}},
		{25, "-XX:+UseCompactObjectHeaders", map[string]int64{"{}": 64 + 32 + 24 + 24 + 6}},
		{26, "", map[string]int64{"{}": 72 + 32 + 32 + 24 + 6}},
		{27, "-XX:-UseCompactObjectHeaders", map[string]int64{"{}": 72 + 32 + 32 + 24 + 6}},
		{27, "-XX:-UseCompressedOops", map[string]int64{"{}": 64 + 32 + 40 + 32 + 12, stats: 64 + 32 + 40 + 48 + 12, lru: 64 + 32 + 40 + 32 + 12, never: 64 + 32 + 40 + 24 + 12}},
		{27, "", map[string]int64{"{}": 64 + 32 + 24 + 24 + 6, stats: 64 + 32 + 24 + 40 + 6, lru: 64 + 32 + 24 + 24 + 6, never: 64 + 32 + 24 + 16 + 6}},
		{28, "", map[string]int64{"{}": 64 + 32 + 24 + 24 + 6}},
	} {
		words, err := jvmflag.Words(source.Unlocated(c.options, "test"))
		require.NoError(t, err, c.options)
		jvm, refusal := hotspot.Predict(jvmflag.Resolve(c.jdk, jvmflag.OnChannel(jvmflag.CommandLine, words)), hotspot.Machine{Memory: source.Value{N: 4 << 30, Origin: source.Argument}, CPUs: source.Value{N: 2, Origin: source.Argument}})
		require.Nil(t, refusal, c.options)
		got := map[string]int64{}
		for entry := range c.want {
			got[entry] = oneMap(t, entry).EntryHeap(jvm, IntegerKey(), ArrayValue(10))
		}
		assert.Equal(t, c.want, got, "%d %s", c.jdk, c.options)
	}
}
