package hazelcast

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// pointers are the sizes that Hazelcast reckons with, as the JVM has its
// pointers: compressed, below about 32 GB of heap, or not.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/util/JVMUtil.java (5.0 to 5.7)
type pointers struct{ header, reference int64 }

// What stands around a value in its serialized form: type and partition hash, and the length of an array or a string.
const (
	dataHeader  = 8
	arrayLength = 4
	arrayHeader = 16 // of the Java array that holds it, as Hazelcast reckons on every JDK
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

// EntryCost is what Hazelcast counts for an entry in BINARY format, by the serialized sizes of its key and its value:
// with an Integer key and an array of n bytes n + 124, 4 more under LRU and LFU, 24 more with statistics. In OBJECT
// format it counts nothing.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/map/impl/BinaryMapEntryCostEstimator.java (5.0 to 5.7)
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/map/impl/record/DataRecordFactory.java (5.0 to 5.7)
func (m MapConfig) EntryCost(key, value int64, compressed bool) int64 {
	if m.InMemoryFormat.Name != defaultInMemoryFormat {
		return 0
	}
	p := either.Of(compressed, pointers{header: 12, reference: 4}, pointers{header: 16, reference: 8})
	const slotsOfMap = 4 // hash, key, value, next
	integers, _ := m.integers()
	return slotsOfMap*p.reference + p.data(key) + p.header + m.references()*p.reference + p.data(value) + integers*integer
}

// references are those of a record: to its value, and to the object that it was read as.
func (m MapConfig) references() int64 {
	return either.Of(m.CacheValues.Name != "NEVER", int64(2), 1)
}

// integers are those of a record that Hazelcast counts, and those that there are: it leaves out
// the version of a record without statistics.
func (m MapConfig) integers() (counted, there int64) {
	switch policy := m.Eviction.Policy.Name; {
	case m.PerEntryStats.Name == "true", policy == defaultEvictionPolicy && m.Eviction.Evicts():
		return 6, 6
	case policy == "LRU", policy == "LFU":
		return 1, 2
	}
	return 0, 1
}

// TableSlot is what a hash table has of slots for an entry, in bytes: 1.1 where it is about to double, 2.2
// where it just has, 1.5 assumed.
func TableSlot(jvm *hotspot.JVM) int64 { return jvm.Reference() * 3 / 2 }

// EntryHeap is what an entry in BINARY format takes of the heap of a JVM, by the serialized
// sizes of its key and its value: the objects that hold it, on 5.3.1 and 5.7.0.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/map/impl/record/SimpleRecord.java
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/util/ConcurrentReferenceHashMap.java, HashEntry
func (m MapConfig) EntryHeap(jvm *hotspot.JVM, key, value int64) int64 {
	data := func(bytes int64) int64 { return jvm.ObjectSize(1, 0) + jvm.ArraySize(bytes) }
	_, integers := m.integers()
	entry := jvm.ObjectSize(3, 1) // key, value, next; hash
	return data(key) + data(value) + entry + jvm.ObjectSize(m.references(), integers) + TableSlot(jvm) + m.expiryHeap(jvm)
}

// expiryHeap is what a member keeps of when an entry expires: a place in a second table, by the same key, and the times.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/map/impl/recordstore/expiry/ExpiryMetadataImpl.java
func (m MapConfig) expiryHeap(jvm *hotspot.JVM) int64 {
	if m.TimeToLive.N <= 0 && m.MaxIdle.N <= 0 {
		return 0
	}
	return jvm.ObjectSize(3, 1) + jvm.ObjectSize(0, 5) + TableSlot(jvm)
}

// What an entry takes of the heap for an index, where the indexed values of all entries differ, with compressed
// pointers: 231 and 265 bytes on 5.3.1 and 5.7.0. Of ten different values they take 80.
const (
	hashIndex    = 231
	sortedIndex  = 265
	oneAttribute = 42 // more than the first
)

// IndexHeap is what the indexes of a map take of the heap for an entry, backups aside, which are in none. A map in BINARY
// format then keeps the value as the object that it was read as, too, unless cache-deserialized-values is NEVER: it is
// taken to be as large.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/query/impl/CachedQueryEntry.java
func (m MapConfig) IndexHeap(value int64) int64 {
	bytes := lists.Sum(m.Indexes, func(i Index) int {
		own := either.Of(i.Sorted, sortedIndex, hashIndex)
		return own + oneAttribute*max(0, int(i.Attributes)-1)
	})
	if m.KeepsObjects() {
		return int64(bytes) + value
	}
	return int64(bytes)
}

// KeepsObjects reports whether a map with an index keeps values twice: serialized, and as objects.
func (m MapConfig) KeepsObjects() bool {
	return len(m.Indexes) > 0 && m.InMemoryFormat.Name == defaultInMemoryFormat && m.CacheValues.Known() && m.CacheValues.Name != "NEVER"
}

// PrimaryBytes is what a cluster holds of entries of its own, backups aside,
// where each member holds so many bytes with both.
func PrimaryBytes(perMember, members, backups int64) int64 {
	return perMember * members / (1 + backups)
}

// MapShare is what the maps of an entry may take of a member's heap, as Hazelcast counts it, before they evict.
type MapShare struct {
	Map   MapConfig
	Bytes int64
}

// HeapShares are those of the maps that evict by the heap they use, and their sum. A pattern counts as one map. The
// entry default counts where it is alone: nobody knows whether a map gets it.
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

// smallHeap parts the two clusters that the migration reserve was reported for: heaps of 9 GB and of 50 GB.
const smallHeap = 32 << 30

// reserved is the part of the maps that must be free beside them: one in so
// many. A field report's figure, not a computed one.
func reserved(heap int64) int64 {
	return either.Of(heap < smallHeap, int64(5), 10)
}

// MigrationReserve is what must be free beside the maps of a member when another leaves and its partitions are moved:
// a fifth of the maps in a heap under 32 GiB, a tenth in a larger one. It is assumed.
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
// when each value has n bytes and G1 gives it so many regions of this size.
func (m MapConfig) InRegions(maps, n, regions, region int64, compressed bool) int64 {
	return maps / m.EntryCost(IntegerKey(), ArrayValue(n), compressed) * regions * region
}

// The size that Hazelcast's guide to capacity planning wants a partition to have, in bytes of its entries.
//
// https://docs.hazelcast.com/hazelcast/5.3/capacity-planning
const (
	LeastPartition   = 50_000_000
	LargestPartition = 100_000_000
)

// ParallelMigrations is the property for how many partitions may move to or from a member at a time.
const ParallelMigrations = "hazelcast.partition.max.parallel.migrations"

// FittingPartitions is the least and the most of partitions that keep so many bytes of entries, backups aside, within
// the guidance. Most may be less than one: there is not enough for one partition of that size.
func FittingPartitions(bytes int64) (least, most int64) {
	return (bytes + LargestPartition - 1) / LargestPartition, bytes / LeastPartition
}

// PartitionsFor is a number of partitions for so many bytes of entries: the one that is there where its partitions
// are not too large, for fewer than the default are never asked for, else the least prime that makes them three
// quarters of the largest, which leaves room to grow. A prime spreads evenly over any number of members.
func PartitionsFor(bytes, there int64) int64 {
	least, _ := FittingPartitions(bytes)
	if least <= there {
		return there
	}
	prime := bytes / (LargestPartition / 4 * 3)
	for !big.NewInt(prime).ProbablyPrime(0) { // which errs on no number of 64 bits
		prime++
	}
	return prime
}

// Copies is how often a cluster of so many members holds an entry: backups that
// no further member is left for are not made.
func Copies(members, backups int64) int64 { return 1 + min(backups, members-1) }

// FullestMember is how many replicas of partitions, those of backups included,
// the member has that has the most: no cluster spreads them more evenly.
func FullestMember(partitions, members, backups int64) int64 {
	return (partitions*Copies(members, backups) + members - 1) / members
}

// Eviction says which entries of a map go, and when.
type Eviction struct {
	Policy        Word
	MaxSizePolicy Word
	Size          source.Value // Unlimited where it is absent or 0
	Comparator    Word         // comparator-class-name; "" for none
}

// The policies that say what a size means.
const (
	PerNode            = "PER_NODE"
	UsedHeapSize       = "USED_HEAP_SIZE"
	UsedHeapPercentage = "USED_HEAP_PERCENTAGE"
	FreeHeapSize       = "FREE_HEAP_SIZE"
	FreeHeapPercentage = "FREE_HEAP_PERCENTAGE"
)

// Known reports whether everything about the eviction is known.
func (e Eviction) Known() bool {
	return e.Policy.Known() && e.MaxSizePolicy.Known() && e.Size.Known() && e.Comparator.Known()
}

// Evicts reports whether anything is evicted at all: somebody must choose the entries, a policy or a comparator.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/map/impl/MapContainer.java, initEvictor (5.0 to 5.7)
func (e Eviction) Evicts() bool {
	return e.Policy.Name != defaultEvictionPolicy || e.Comparator.Name != ""
}

// Limited reports whether a size is given.
func (e Eviction) Limited() bool { return e.Size.N != Unlimited }

// CountsUsedHeap reports whether the size is held against what the map takes of the heap, as Hazelcast counts it.
func (e Eviction) CountsUsedHeap() bool { return strings.HasPrefix(e.MaxSizePolicy.Name, "USED_HEAP_") }

// WatchesFreeHeap reports whether the size is held against what the whole JVM has left.
func (e Eviction) WatchesFreeHeap() bool {
	return strings.HasPrefix(e.MaxSizePolicy.Name, "FREE_HEAP_")
}

// CountsNative reports whether the policy is for memory outside the heap, such as USED_NATIVE_MEMORY_SIZE.
func (e Eviction) CountsNative() bool {
	return strings.Contains(e.MaxSizePolicy.Name, "_NATIVE_MEMORY_")
}

// HeapBytes is the size of a policy of used or free heap in bytes, of a heap with that maximum: unknown without a
// size, and for a percentage of an unknown heap. Sizes are in MiB.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/map/impl/eviction/EvictionChecker.java, checkEvictable (5.0 to 5.7)
func (e Eviction) HeapBytes(heap source.Value) source.Value {
	v := e.Size
	if !v.Known() || !e.Limited() {
		return source.Value{}
	}
	switch e.MaxSizePolicy.Name {
	case UsedHeapSize, FreeHeapSize:
		v.N <<= 20
		return v
	case UsedHeapPercentage, FreeHeapPercentage:
		if heap.Known() {
			v.N = v.N * heap.N / 100
			return v
		}
	}
	return source.Value{}
}

// PerNodeCap is the most entries that a map under PER_NODE holds in the whole cluster, backups aside, and in each
// partition. Each partition takes its share of size x members, rounded down, and one entry at least.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/map/impl/eviction/EvictionChecker.java, toPerPartitionMaxSize (5.0 to 5.7)
func PerNodeCap(size, members, partitions int64) (cluster, partition int64) {
	partition = max(1, size*members/partitions)
	return partitions * partition, partition
}

// LeastPerNode is the smallest size under PER_NODE that gives each partition
// an entry of its own right: the one that the member's warning asks for.
func LeastPerNode(members, partitions int64) int64 { return (partitions + members - 1) / members }

// PartitionCount is the property of that name, 271 by default.
const PartitionCount = "hazelcast.partition.count"

const defaultPartitions = 271

// Partitions are those that the cluster cuts its data into; unknown where the property holds no number over zero.
func (c *Config) Partitions(system map[string]jvmflag.Property) source.Value {
	text, origin := c.Property(PartitionCount, system)
	if origin == source.Default {
		return source.Value{N: defaultPartitions, Origin: source.Default, Why: "default"}
	}
	v := number(text, origin)
	if v.N <= 0 {
		return source.Value{Text: text}
	}
	return v
}

// NativeMemory is the switch native-memory.enabled of the configuration. In a cluster's resource, a block that says
// anything is one that is on.
//
// https://github.com/hazelcast/hazelcast-platform-operator/blob/v5.12.0/api/v1alpha1/hazelcast_types.go, NativeMemoryConfiguration.IsEnabled (operator 5.7 to 5.12)
func (c *Config) NativeMemory() Word {
	if c == nil || !c.Resource {
		return boolean(c.Get("native-memory", "enabled"))
	}
	e, _ := c.Root.Entry("nativeMemory")
	if e.Value.Kind() != yamldoc.Mapping {
		return boolean(nil)
	}
	return Word{Name: "true", Origin: source.Configured, Text: e.Key.Text()}
}

// NativeCapacity is how many bytes native-memory takes outside of the heap: 512 MB by default, size before 5.2. What it
// keeps of blocks comes on top. It is unknown where none is enabled, and where a number or its unit is not known; that of
// a resource is a quantity of Kubernetes.
//
// https://docs.hazelcast.com/hazelcast/5.3/storage/high-density-memory
func (c *Config) NativeCapacity() (v source.Value, quantity source.Text) {
	switch {
	case c.NativeMemory().Name != "true":
		return source.Value{}, source.Text{}
	case c.Resource:
		return source.Value{}, c.Root.Get("nativeMemory", "size").Text()
	}
	block := c.Root.Get("native-memory")
	size := cmp.Or(block.Get("capacity"), block.Get("size"))
	v = count(size.Get("value"), 512)
	unit := slices.Index(MemoryUnits, enumeration(size.Get("unit"), "MEGABYTES").Name)
	if unit < 0 {
		return source.Value{}, source.Text{}
	}
	v.N <<= 10 * unit
	return v, source.Text{}
}

// MemoryUnits are those of sizes, each 1024 times the one before.
var MemoryUnits = []string{"BYTES", "KILOBYTES", "MEGABYTES", "GIGABYTES"}

// Imports reports whether the configuration is not all there is: it imports
// others, or the resource names a ConfigMap that goes into it.
func (c *Config) Imports() bool {
	if c != nil && c.Resource {
		return c.Root == nil || c.Root.Get("customConfigCmName").Value() != ""
	}
	return c.Get("import") != nil
}
