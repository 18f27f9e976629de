package hazelcast

import "github.com/jvmlint/jvmlint/internal/source"

// pointers are the sizes that Hazelcast reckons with, as the JVM has its
// pointers: compressed, below about 32 GB of heap, or not.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/util/JVMUtil.java (5.0 to 5.7)
type pointers struct{ header, reference int64 }

func pointersOf(compressed bool) pointers {
	if compressed {
		return pointers{header: 12, reference: 4}
	}
	return pointers{header: 16, reference: 8}
}

// What stands around a value in its serialized form: type and partition hash,
// and the length of an array or a string.
const (
	dataHeader  = 8
	arrayLength = 4
	arrayHeader = 16 // of the Java array that holds it
	integer     = 4
)

// IntegerKey and ArrayValue are the serialized sizes of an Integer, and of an
// array of n bytes or a string of n bytes of UTF-8.
func IntegerKey() int64        { return dataHeader + integer }
func ArrayValue(n int64) int64 { return dataHeader + arrayLength + n }

// data is the cost of serialized bytes on the heap.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/serialization/impl/HeapData.java, getHeapCost (5.0 to 5.7)
func (p pointers) data(bytes int64) int64 { return p.header + p.reference + arrayHeader + bytes }

// EntryCost is what Hazelcast counts for an entry in BINARY format, by the
// serialized sizes of its key and its value: with an Integer key and an array of
// n bytes n + 124, 4 more under LRU and LFU, 24 more with statistics. In
// OBJECT format it counts nothing.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/map/impl/BinaryMapEntryCostEstimator.java (5.0 to 5.7)
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/map/impl/record/DataRecordFactory.java (5.0 to 5.7)
func (m MapConfig) EntryCost(key, value int64, compressed bool) int64 {
	if m.InMemoryFormat.Name != defaultInMemoryFormat {
		return 0
	}
	p := pointersOf(compressed)
	const slotsOfMap = 4 // hash, key, value, next
	cost := slotsOfMap*p.reference + p.data(key) + p.header + p.reference + p.data(value)
	if m.CacheValues.Name != "NEVER" {
		cost += p.reference
	}
	const statistics = 6 * integer
	switch policy := m.Eviction.Policy.Name; {
	case m.PerEntryStats.Name == "true", policy == defaultEvictionPolicy && m.Eviction.Evicts():
		cost += statistics
	case policy == "LRU", policy == "LFU":
		cost += integer
	}
	return cost
}

// ValueObject is the Java array, header included, that holds a serialized array
// or string of n bytes: the object that G1 finds humongous or not.
func ValueObject(n int64) int64 { return arrayHeader + ArrayValue(n) }

// PrimaryBytes is what a cluster holds of entries of its own, backups aside,
// where each member holds so many bytes with both.
func PrimaryBytes(perMember, members, backups int64) int64 {
	return perMember * members / (1 + backups)
}

// MapShare is what the maps of an entry may take of a member's heap, as
// Hazelcast counts it, before they evict.
type MapShare struct {
	Map   MapConfig
	Bytes int64
}

// HeapShares are those of the maps that evict by the heap they use, and their
// sum. A pattern counts as one map. The entry default counts where it is alone:
// nobody knows whether a map gets it.
func HeapShares(maps []MapConfig, heap source.Value) (shares []MapShare, sum int64) {
	var standard []MapShare
	for _, m := range maps {
		e := m.Eviction
		bytes := e.HeapBytes(heap)
		if !e.Known() || !e.Evicts() || !e.CountsUsedHeap() || !bytes.Known() || m.InMemoryFormat.Name != defaultInMemoryFormat {
			continue
		}
		if m.WrittenName() == DefaultMap {
			standard = append(standard, MapShare{m, bytes.N})
			continue
		}
		shares = append(shares, MapShare{m, bytes.N})
		sum += bytes.N
	}
	if len(shares) == 0 && len(standard) > 0 {
		return standard, standard[0].Bytes
	}
	return shares, sum
}

// smallHeap parts the two clusters that the migration reserve was reported for:
// heaps of 9 GB and of 50 GB.
const smallHeap = 32 << 30

// reserved is the part of the maps that must be free beside them: one in so
// many. A field report's figure, not a computed one.
func reserved(heap int64) int64 {
	if heap < smallHeap {
		return 5
	}
	return 10
}

// MigrationReserve is what must be free beside the maps of a member when
// another leaves and its partitions are moved: a fifth of the maps in a heap
// under 32 GiB, a tenth in a larger one. It is assumed.
func MigrationReserve(maps, heap int64) source.Value {
	one := reserved(heap)
	return source.Value{N: maps / one, Origin: source.Assumed, Why: map[int64]string{5: "a fifth", 10: "a tenth"}[one]}
}

// FittingMaps is the most that maps may take of a heap which leaves the reserve.
func FittingMaps(heap int64) int64 {
	one := reserved(heap)
	return heap / (one + 1) * one
}

// InRegions is what maps of so many bytes, by Hazelcast's count, take of a heap
// in regions of G1 when each value has n bytes and is humongous: whole regions.
func (m MapConfig) InRegions(maps, n, region int64, compressed bool) int64 {
	regions := (ValueObject(n) + region - 1) / region
	return maps / m.EntryCost(IntegerKey(), ArrayValue(n), compressed) * regions * region
}
