package hazelcast

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

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

// nativePolicies count memory outside the heap.
var nativePolicies = []string{
	"USED_NATIVE_MEMORY_SIZE", "USED_NATIVE_MEMORY_PERCENTAGE", "FREE_NATIVE_MEMORY_SIZE", "FREE_NATIVE_MEMORY_PERCENTAGE",
}

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

// CountsNative reports whether the policy is for memory outside the heap.
func (e Eviction) CountsNative() bool { return slices.Contains(nativePolicies, e.MaxSizePolicy.Name) }

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

// NativeMemory is the switch native-memory.enabled of the configuration.
func (c *Config) NativeMemory() Word {
	if c == nil {
		return boolean(nil)
	}
	if c.Resource {
		return c.nativeMemory()
	}
	return boolean(c.Root.Get("native-memory", "enabled"))
}

// Imports reports whether the configuration is not all there is: it imports
// others, or the resource names a ConfigMap that goes into it.
func (c *Config) Imports() bool {
	switch {
	case c == nil:
		return false
	case c.Resource:
		return c.Root == nil || c.Root.Get("customConfigCmName").Value() != ""
	}
	return c.Root.Get("import") != nil
}
