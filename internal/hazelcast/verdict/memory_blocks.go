package verdict

import (
	"slices"
	"strconv"
	"strings"
)

// mergePolicy has a class, whatever else it says.
func mergePolicy(p *processor, at place) {
	if !slices.Contains(at.path, "merge-policy") || at.value.Member("class-name") != nil {
		return
	}
	p.refuse(at, "Merge policy must contain text!")
}

var memoryUnits = []string{"BYTES", "KILOBYTES", "MEGABYTES", "GIGABYTES"}

// capacity is a value and a unit.
func capacity(p *processor, at place) {
	unit, value := textOf(at.value.Member("unit")), textOf(at.value.Member("value"))
	if !slices.Contains(memoryUnits, unit) {
		p.refuse(at, "No enum constant com.hazelcast.memory.MemoryUnit."+unit)
		return
	}
	if _, err := strconv.ParseInt(value, 10, 64); err != nil {
		p.refuse(at, "For input string: "+strconv.Quote(value))
	}
}

// persistentMemory has directories that differ, and of their NUMA nodes all or none are set.
func persistentMemory(p *processor, at place) {
	directories := at.value.Member("directories")
	if directories == nil {
		return
	}
	var paths, nodes []string
	for _, item := range directories.Items {
		path, node := textOf(item.Member("directory")), textOf(item.Member("numa-node"))
		if node == "-1" {
			node = ""
		}
		switch {
		case slices.Contains(paths, path):
			p.refuse(at, "Persistent directories must be unique. '"+path+"' is already set.")
			return
		case len(nodes) > 0 && (nodes[0] == "") != (node == ""):
			p.refuse(at, "NUMA node on all persistent memory directories should either be set or left unset.")
			return
		case node != "" && slices.Contains(nodes, node):
			p.refuse(at, "NUMA node must be set uniquely on the persistent memory directories.")
			return
		}
		paths, nodes = append(paths, path), append(nodes, node)
	}
}

// onePolicy lets a class decide what is evicted, or a policy other than the one that there is by itself.
func onePolicy(p *processor, at place) {
	standard := "LRU"
	if len(at.path) == 4 && at.path[1] == "map" {
		standard = "NONE"
	}
	policy := textOf(at.value.Member("eviction-policy"))
	if (policy == "NONE" || policy == "RANDOM") && (at.path[1] == "cache" || slices.Contains(at.path, "query-caches")) {
		return // which then do not evict by themselves: somePolicy
	}
	if textOf(at.value.Member("comparator-class-name")) != "" && policy != "" && policy != standard {
		p.refuse(at, "Only one of the `eviction policy` and `comparator class name` can be configured!")
	}
}

// somePolicy must evict.
func somePolicy(p *processor, at place) {
	policy := textOf(at.value.Member("eviction-policy"))
	if (policy == "NONE" || policy == "RANDOM") && textOf(at.value.Member("comparator-class-name")) == "" {
		p.refuse(at, "Eviction policy `"+policy+"` is not supported. Either you can provide a custom one or you can use a supported one: [LRU, LFU].")
	}
}

// cacheMemory is on the heap in the open source edition, and evicts by count.
func cacheMemory(p *processor, at place) {
	if strings.EqualFold(textOf(at.value.Member("in-memory-format")), "NATIVE") {
		p.refuse(at, "NATIVE storage format is supported in Hazelcast Enterprise only. Make sure you have Hazelcast Enterprise JARs on your classpath!")
		p.refusals[len(p.refusals)-1].OpenSource = true
		return
	}
	if policy := textOf(at.value.Member("eviction").Member("max-size-policy")); policy != "" && policy != "ENTRY_COUNT" {
		p.refuse(at, "Cache eviction config doesn't support max size policy `"+policy+"`. Please select a valid one: [ENTRY_COUNT].")
	}
	factory := at.value.Member("expiry-policy-factory")
	if v := factory.Member("class-name"); v != nil && textOf(v) == "" && factory.Member("timed-expiry-policy-factory") == nil {
		p.refuse(at, `One of the "class-name" or "timed-expire-policy-factory" configuration is needed for expiry policy factory configuration`)
	}
}

// btreeIndex has both a size of pages and a memory tier.
func btreeIndex(p *processor, at place) {
	for _, key := range []string{"memory-tier", "page-size"} {
		if at.value.Member(key) == nil {
			p.refuse(at, "the B-tree index has no "+key)
			return
		}
	}
}
