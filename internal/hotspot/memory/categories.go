package memory

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/nmt"
)

// Names of pools.
const (
	poolHeap       = "heap"
	poolGC         = "GC"
	poolMetaspace  = "metaspace"
	poolClassSpace = "class space"
	poolArchive    = "class data archive"
	poolCode       = "code cache"
	poolDirect     = "direct memory"
	poolStacks     = "thread stacks"
	poolCompilers  = "JIT compilers"
	poolSymbols    = "symbols"
	poolOther      = "other"
	poolMalloc     = "malloc overhead"
)

// trackingCategory are the books of Native Memory Tracking itself.
const trackingCategory = "Native Memory Tracking"

// category is a name under which Native Memory Tracking counts memory, and the pool that this memory belongs to.
type category struct {
	name        string
	pool        string
	first, last int // the JDKs for which that holds; a last of 0 is none
}

// categories are all that JDK 8 to 25 print, and what later ones are known to. Memory of Unsafe, which direct
// buffers take, is Internal up to JDK 10, and Other since. The class space of a JVM without an archive is Unknown
// from JDK 12 to 20.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/services/nmtCommon.cpp (JDK 8)
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/services/nmtCommon.cpp (JDK 11)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/memory/allocation.hpp, MEMORY_TYPES_DO (JDK 17 to 21)
// https://github.com/openjdk/jdk/blob/jdk-25-ga/src/hotspot/share/nmt/memTag.hpp, MEMORY_TAG_DO (JDK 25)
var categories = []category{
	{"Java Heap", poolHeap, 8, 0},
	{"GC", poolGC, 8, 0},
	{"GCCardSet", poolGC, 18, 0},
	{"Class", poolMetaspace, 8, 0},
	{"Metaspace", poolMetaspace, 16, 0},
	{"Unknown", poolMetaspace, 12, 20},
	{"Shared class space", poolArchive, 8, 0},
	{"Code", poolCode, 8, 0},
	{"Thread", poolStacks, 8, 0},
	{"Thread Stack", poolStacks, 8, 0},
	{"Compiler", poolCompilers, 8, 0},
	{"JVMCI", poolCompilers, 12, 0},
	{"Arena Chunk", poolCompilers, 8, 0},
	{"Symbol", poolSymbols, 8, 0},
	{"Other", poolDirect, 8, 0},
	{"Internal", poolOther, 8, 0},
	{trackingCategory, poolOther, 8, 0},
	{"Test", poolOther, 8, 0},
	{"Tracing", poolOther, 8, 0},
	{"Arguments", poolOther, 8, 0},
	{"Logging", poolOther, 9, 0},
	{"Module", poolOther, 9, 0},
	{"Safepoint", poolOther, 11, 0},
	{"Synchronizer", poolOther, 11, 16},
	{"Synchronization", poolOther, 12, 0},
	{"Serviceability", poolOther, 12, 0},
	{"Statistics", poolOther, 12, 0},
	{"String Deduplication", poolOther, 12, 0},
	{"Object Monitors", poolOther, 12, 0},
	{"JNI", poolOther, 22, 0},
	{"Unknown", poolOther, 8, 11},
	{"Unknown", poolOther, 21, 0},
}

// together are pools that Native Memory Tracking does not tell apart.
var together = []release.Row[[][]string]{
	release.Since(8, [][]string{{poolMetaspace, poolClassSpace}, {poolDirect, poolOther}}),
	release.Since(11, [][]string{{poolMetaspace, poolClassSpace}}),
}

// gcElsewhere are the categories that hold, in equal parts, what a collector of JDK 8 keeps outside its own.
var gcElsewhere = map[hotspot.Kind][]string{hotspot.G1: {"Internal"}, hotspot.Parallel: {"Internal", "Class"}, hotspot.CMS: {"Unknown"}}

// poolOf is the pool that a category belongs to on a JDK.
func poolOf(name string, jdk int) (pool string, ok bool) {
	for _, c := range categories {
		if c.name == name && c.first <= jdk && (c.last == 0 || jdk <= c.last) {
			return c.pool, true
		}
	}
	return "", false
}

// hasCategories reports whether there is a category for any of the pools.
func hasCategories(j *hotspot.JVM, pools []Pool) bool {
	return slices.ContainsFunc(categories, func(c category) bool {
		pool, _ := poolOf(c.name, j.JDK)
		return pool == c.pool && slices.ContainsFunc(pools, func(p Pool) bool { return p.Name == pool })
	})
}

// poolsWith are the pools that a pool is counted with on a JDK, itself among them.
func poolsWith(pool string, jdk int) []string {
	for _, names := range release.Choose(jdk, together...) {
		if slices.Contains(names, pool) {
			return names
		}
	}
	return []string{pool}
}

// Counts reports whether a JDK counts memory under all the names of a measurement; where it does not, another JDK
// was measured, and strange is the first that it has not.
func Counts(jdk int, m *nmt.Measurement) (strange nmt.Counted, ok bool) {
	for _, c := range m.Categories {
		if _, known := poolOf(c.Name, jdk); !known {
			return c, false
		}
	}
	return nmt.Counted{}, true
}
