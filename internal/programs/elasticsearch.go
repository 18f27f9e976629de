package programs

import (
	"strconv"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

const (
	Elasticsearch Program = "Elasticsearch"
	OpenSearch    Program = "OpenSearch"
)

const (
	mib, gib = 1 << 20, 1 << 30

	leastElasticHeap = 128 * mib
	mostElasticHeap  = 31 * gib
	smallElasticHeap = 8 * gib // below it G1 is tuned for a small heap
)

// dataNodeHeap is the heap of a node that holds data, in whole mebibytes, by the memory in bytes.
// https://github.com/elastic/elasticsearch/blob/04f3eb554ee158aab98869c0b58cdadf81f8a5f9/distribution/tools/server-cli/src/main/java/org/elasticsearch/server/cli/MachineDependentHeap.java (Elasticsearch 7.11 to 9)
func dataNodeHeap(memory int64) int64 {
	if memory < gib {
		return max(int64(float64(memory)*.4), leastElasticHeap) / mib
	}
	return min(memory/2, mostElasticHeap) / mib
}

// SizesHeap reports whether it is known which heap the program takes of its memory where no
// option says so: not for the roles of a master or of machine learning alone, which take
// other shares, if the release knows the roles that a variable of the container gives.
func (p Program) SizesHeap(roles string) bool {
	return p == Elasticsearch && !oneRole.MatchString(roles)
}

var oneRole = lazyregexp.New(`^[\s"'\[]*(?:(?:master|voting_only|ml|remote_cluster_client)[\s"',\]]*)+$`)

// elasticsearch sets the heap where no option does, the bound of direct memory, and G1.
// https://github.com/elastic/elasticsearch/blob/01195333bcdb620d4f5a5eef7bc8e3827dcb1f15/distribution/tools/server-cli/src/main/java/org/elasticsearch/server/cli/JvmErgonomics.java (Elasticsearch 7.11 to 9)
func (c completing) elasticsearch() []jvmflag.Setting {
	var all []jvmflag.Setting
	if !c.given.Sets("MaxHeapSize", "MinHeapSize", "InitialHeapSize") && c.memory.Known() {
		heap := dataNodeHeap(c.memory.N)
		value, why := strconv.FormatInt(heap, 10)+"m", "the share of the memory that a data node takes"
		all = append(all,
			c.set("InitialHeapSize", "-Xms", value, uint64(heap*mib), why), c.set("MinHeapSize", "-Xms", value, uint64(heap*mib), why),
			c.set("MaxHeapSize", "-Xmx", value, uint64(heap*mib), why))
	}
	heap, known := c.heap(all)
	if !known {
		return all
	}
	all = append(all, c.directMemory(heap)...)
	if on, set := c.given.Set("UseG1GC"); !set || !on.Bool() {
		return all
	}
	small := heap < smallElasticHeap
	if small && !c.given.Sets("G1HeapRegionSize") {
		all = append(all, c.set("G1HeapRegionSize", "-XX:G1HeapRegionSize=", "4m", 4*mib, "for a heap below 8g"))
	}
	if !c.given.Sets("InitiatingHeapOccupancyPercent") {
		all = append(all, c.number("InitiatingHeapOccupancyPercent", 30, "always"))
	}
	switch {
	case c.given.Sets("G1ReservePercent"):
	case small:
		all = append(all, c.number("G1ReservePercent", 15, "for a heap below 8g"))
	default:
		all = append(all, c.number("G1ReservePercent", 25, "for a heap of 8g or more"))
	}
	return all
}

// openSearch bounds direct memory, and nothing else: its jvm.options size the heap.
// https://github.com/opensearch-project/OpenSearch/blob/08832728a1c3e2f9e4a0574b632789874c4ab14d/distribution/tools/launchers/src/main/java/org/opensearch/tools/launchers/JvmErgonomics.java (OpenSearch 1 to 3)
func (c completing) openSearch() []jvmflag.Setting {
	heap, known := c.heap(nil)
	if !known {
		return nil
	}
	return c.directMemory(heap)
}

// directMemory is bounded by half of the heap where no option bounds it.
func (c completing) directMemory(heap int64) []jvmflag.Setting {
	if bound, _ := c.given.Set("MaxDirectMemorySize"); bound.Number > 0 {
		return nil
	}
	return []jvmflag.Setting{c.number("MaxDirectMemorySize", uint64(heap/2), "half of the heap")}
}

// heap is the MaxHeapSize, in bytes, that a JVM prints that gets the options: the programs start one to ask.
func (c completing) heap(set []jvmflag.Setting) (int64, bool) {
	jvm, refusal := hotspot.Predict(c.given.With(set), hotspot.Machine{Memory: c.memory})
	if refusal != nil || !jvm.Heap.Known() {
		return 0, false
	}
	return jvm.Heap.N, true
}
