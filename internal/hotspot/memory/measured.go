package memory

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/nmt"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Comparison holds what is planned for against what Native Memory Tracking counted in the process. It sees neither
// the overhead of malloc nor memory of native libraries, and of each pool only what was committed at that time.
type Comparison struct {
	With  *nmt.Measurement
	Parts []ComparedPart
	Books source.Value // of Native Memory Tracking itself, where these options do not turn it on: they are left out

	Strange nmt.Counted // the first that this JDK does not count: another was measured, and nothing is compared
	Heap    int64       // bytes of the heap that was measured, where these options come to another; else 0
}

// ComparedPart is a pool beside what was measured of it.
type ComparedPart struct {
	Pools      []Pool       // several where they are counted as one; none where none is planned for
	Name       string       // of the pools
	Measured   source.Value // bytes committed; unknown where nothing counts them
	Categories []string     // what Native Memory Tracking calls them; none where it prints no line of them
	Unlike     string       // why the two cannot be held against each other; empty where they can
}

// AtStart is what is predicted to be committed at start, in bytes.
func (p ComparedPart) AtStart() int64 { return Budget{Pools: p.Pools}.Committed() }

// Planned is what is planned for, in bytes.
func (p ComparedPart) Planned() int64 { return Budget{Pools: p.Pools}.Planned() }

// Compares reports whether the two can be held against each other.
func (p ComparedPart) Compares() bool { return p.Measured.Known() && p.Unlike == "" }

// MeasuredClassMetadata is what was measured of metaspace and class space, in bytes.
func (b Budget) MeasuredClassMetadata() source.Value { return b.measured(poolMetaspace) }

// MeasuredDirectMemory is what was measured of direct memory, in bytes.
func (b Budget) MeasuredDirectMemory() source.Value { return b.measured(poolDirect) }

// measured is what was measured of a pool and those that are counted with it; unknown where nothing was,
// or where it cannot be held against the plan.
func (b Budget) measured(pool string) source.Value {
	if b.Compared == nil {
		return source.Value{}
	}
	part, _ := lists.First(b.Compared.Parts, func(p ComparedPart) bool { return firstOf(p.Name) == pool && p.Compares() })
	return part.Measured
}

// comparisonOf holds pools against a measurement of the same program.
func comparisonOf(j *hotspot.JVM, plan []Pool, m *nmt.Measurement, tracks bool) *Comparison {
	c := &Comparison{With: m}
	if strange, ok := Counts(j.JDK, m); !ok {
		c.Strange = strange
		return c
	}
	for _, p := range plan {
		part := c.part(p.Name, j.JDK)
		part.Pools = append(part.Pools, p)
		part.Name = strings.Join(lists.Of(part.Pools, func(p Pool) string { return p.Name }), ", ")
	}
	for _, counted := range m.Categories {
		if counted.Name == trackingCategory && !tracks {
			c.Books = counted.Committed
			continue
		}
		pool, _ := poolOf(counted.Name, j.JDK)
		c.part(pool, j.JDK).add(counted.Name, counted.Committed)
	}
	for i := range c.Parts { // less than half a unit is not printed
		if p := &c.Parts[i]; !p.Measured.Known() && hasCategories(j.JDK, p.Pools) {
			p.Measured = source.Value{Origin: source.Measured, Why: m.File.Name + " has no line for it"}
		}
	}
	moveElsewhere(j, c)
	if heap, ok := m.Category("Java Heap"); ok && !near(heap.Reserved.N, j.Heap.N, m.Unit) {
		c.Heap = heap.Reserved.N
	}
	if stacks := c.part(poolStacks, j.JDK); j.JDK < 9 {
		stacks.Unlike = "JDK 8 counts all that is reserved for them as committed"
	}
	return c
}

// near reports whether two sizes differ by a rounding only.
func near(a, b, unit int64) bool { return max(a-b, b-a) <= max(unit, b/100) }

// part finds the part that a pool belongs to, or adds it.
func (c *Comparison) part(pool string, jdk int) *ComparedPart {
	with := poolsWith(pool, jdk)
	i := slices.IndexFunc(c.Parts, func(p ComparedPart) bool { return slices.Contains(with, firstOf(p.Name)) })
	if i < 0 {
		i, c.Parts = len(c.Parts), append(c.Parts, ComparedPart{Name: pool})
	}
	return &c.Parts[i]
}

// firstOf is the first of the names of pools that are counted as one.
func firstOf(names string) string {
	first, _, _ := strings.Cut(names, ", ")
	return first
}

// add adds what was counted under a name.
func (p *ComparedPart) add(name string, committed source.Value) {
	p.Categories = append(p.Categories, name)
	if !p.Measured.Known() {
		p.Measured = committed
		return
	}
	p.Measured.N += committed.N
	p.Measured.Why += ", " + committed.Why[strings.LastIndexByte(committed.Why, ':')+1:] // its line
}

// moveElsewhere gives a collector of JDK 8 what it keeps, and what is counted under other names.
func moveElsewhere(j *hotspot.JVM, c *Comparison) {
	heap, ok := c.With.Category("Java Heap")
	names := gcElsewhere[j.Collector.Kind]
	elsewhere := gcMemoryOf(j, heap.Committed.N).Elsewhere.N
	if !ok || elsewhere == 0 {
		return
	}
	for _, name := range names {
		counted, ok := c.With.Category(name)
		moved := min(elsewhere/int64(len(names)), counted.Committed.N)
		if !ok || moved == 0 {
			continue
		}
		pool, _ := poolOf(name, j.JDK)
		c.part(pool, j.JDK).Measured.N -= moved
		counted.Committed.N = moved
		c.part(poolGC, j.JDK).add(fmt.Sprintf("%d KB of %s", moved>>10, name), counted.Committed)
	}
}

// counting are the planned pools with what was measured in place of less that
// was planned. The heap is exact, whatever was measured.
func (c *Comparison) counting(plan []Pool) []Pool {
	pools := slices.Clone(plan)
	for _, part := range c.Parts {
		if n := c.scaled(part); part.Compares() && part.Name != poolHeap && n > part.Planned() {
			pools = part.inPlace(pools, n)
		}
	}
	return pools
}

// inPlace puts so many bytes as were measured in place of the pools of a part.
func (p ComparedPart) inPlace(pools []Pool, measured int64) []Pool {
	pool := Pool{Name: p.Name, Committed: p.AtStart(), Planned: measured, Ceiling: max(Budget{Pools: p.Pools}.Ceiling(), measured),
		Kind: Measured, AtStart: Estimate, AtMost: Estimate, At: p.Measured.Text,
		Why: fmt.Sprintf("measured (%s): %s", p.Measured.Why, strings.Join(p.Categories, ", "))}
	at := len(pools)
	if len(p.Pools) > 0 {
		pool.AtStart, pool.AtMost = p.Pools[0].AtStart, p.Pools[0].AtMost
		at = slices.IndexFunc(pools, func(have Pool) bool { return have.Name == p.Pools[0].Name })
	}
	pools = slices.DeleteFunc(pools, func(have Pool) bool {
		return slices.ContainsFunc(p.Pools, func(planned Pool) bool { return planned.Name == have.Name })
	})
	return slices.Insert(pools, at, pool)
}

// scaled is what was measured of a part, in bytes, as it counts for the heap of
// these options: of a larger heap the collector's memory counts as a share.
func (c *Comparison) scaled(part ComparedPart) int64 {
	heap := slices.IndexFunc(c.Parts, func(p ComparedPart) bool { return p.Name == poolHeap })
	measured := part.Measured.N
	for _, pool := range part.Pools {
		measured = max(0, measured-pool.Untouched)
	}
	if part.Name != poolGC || heap < 0 || c.Heap <= c.Parts[heap].Planned() {
		return measured
	}
	return int64(float64(measured) * float64(c.Parts[heap].Planned()) / float64(c.Heap))
}

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

var categories = jvmflag.Table(categoriesTSV, func(c []string) category {
	return category{c[3], c[2], jvmflag.CellNumber(c[0]), jvmflag.CellNumber(c[1])}
})

//go:embed categories.tsv
var categoriesTSV string

// together are pools that Native Memory Tracking does not tell apart.
var together = []release.Row[[][]string]{
	release.Since(8, [][]string{{poolMetaspace, poolClassSpace}, {poolDirect, poolOther}}),
	release.Since(11, [][]string{{poolMetaspace, poolClassSpace}}),
}

// gcElsewhere are the categories that hold, in equal parts, what a collector of JDK 8 keeps outside its own.
var gcElsewhere = map[hotspot.Kind][]string{hotspot.G1: {"Internal"}, hotspot.Parallel: {"Internal", "Class"}, hotspot.CMS: {"Unknown"}}

// poolOf is the pool that a category belongs to on a JDK.
func poolOf(name string, jdk int) (pool string, ok bool) {
	c, ok := lists.First(categories(), func(c category) bool {
		return c.name == name && jvmflag.Within(jdk, c.first, c.last)
	})
	return c.pool, ok
}

// hasCategories reports whether there is a category for any of the pools.
func hasCategories(jdk int, pools []Pool) bool {
	return slices.ContainsFunc(categories(), func(c category) bool {
		return jvmflag.Within(jdk, c.first, c.last) && slices.ContainsFunc(pools, func(p Pool) bool { return p.Name == c.pool })
	})
}

// poolsWith are the pools that a pool is counted with on a JDK, itself among them.
func poolsWith(pool string, jdk int) []string {
	if names, found := lists.First(release.Choose(jdk, together...), func(names []string) bool { return slices.Contains(names, pool) }); found {
		return names
	}
	return []string{pool}
}

// Counts reports whether a JDK counts memory under all the names of a measurement; where it does not, another JDK
// was measured, and strange is the first that it has not.
func Counts(jdk int, m *nmt.Measurement) (strange nmt.Counted, ok bool) {
	strange, found := lists.First(m.Categories, func(c nmt.Counted) bool {
		_, known := poolOf(c.Name, jdk)
		return !known
	})
	return strange, !found
}
