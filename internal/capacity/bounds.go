package capacity

import (
	"fmt"
	"sort"
	"strconv"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/source"
)

// bounds are how many entries fit, and what happens when there are more.
func (q *question) bounds() (all []Bound, verdict string) {
	n := q.Members.N
	copies := q.copies(n)
	most := hazelcast.PrimaryBytes(q.Most(), n, copies-1)
	entries, evicts := q.Evicts(n)
	if evicts {
		f := worked("evicts", "the map evicts at", entries, Entries, "%s", q.evictionFormula())
		all = append(all, Bound{f, q.Copies(entries, n)})
	}
	all = append(all, Bound{worked("most", "out of memory at", most, Entries,
		"(heap - %s) / entry of the heap, per member; %s", size(ownHeap+q.Others.N+q.putting()), spread(n, copies)), q.Most()})
	all = append(all, q.planned(n, "to plan with"))
	if q.Lose > 0 {
		all = append(all, q.planned(n-q.Lose, "to plan with, "+members(q.Lose)+" lost"))
	}
	switch e := q.Map.Eviction; {
	case !evicts && e.Evicts() && (!e.Known() || e.Limited()):
		return all, "this plan ignores eviction: without it the members run out of memory"
	case !evicts:
		return all, "the map never evicts: the members run out of memory"
	case q.EvictsFirst(n):
		return all, "the map evicts before the heap is full"
	}
	return all, "the members run out of memory before the map evicts"
}

// planned is what so many of the members hold.
func (q *question) planned(left int64, what string) Bound {
	id := either.Of(left < q.Members.N, "planned_after_loss", "planned")
	fullest := fmt.Sprintf("the fullest of %s has %d of %d replicas", members(left), q.fullest(left), q.Partitions.N*q.copies(left))
	wanted, _ := q.reserve(0)
	why := fmt.Sprintf("maps + reserve for migration (assumed: %s of the maps) = heap; %s", wanted.Why, fullest)
	switch {
	case q.Members.N == 1:
		why = "entries fill the heap: a single member moves nothing"
	case q.byHeap(left) < q.byReserve(left):
		why = fmt.Sprintf("entries of the heap + %d partitions on their way = heap - %s; %s", q.Migrations.N, size(q.JVM.Heap.N-q.tenured()), fullest)
	}
	n := q.Planned(left)
	return Bound{worked(id, what, n, Entries, "%s", why), q.Copies(n, left)}
}

// spread is how a member's part comes to that of the cluster.
func spread(n, each int64) string { return fmt.Sprintf("x %s / %s", members(n), copies(each)) }

func (q *question) evictionFormula() string {
	e := q.Map.Eviction
	n, copies := q.Members.N, q.copies(q.Members.N)
	switch {
	case e.MaxSizePolicy.Name == hazelcast.PerNode:
		_, each := hazelcast.PerNodeCap(e.Size.N, n, q.Partitions.N)
		return fmt.Sprintf("PER_NODE %d x %s over %d partitions: %d each", e.Size.N, members(n), q.Partitions.N, each)
	case e.WatchesFreeHeap():
		return fmt.Sprintf("(heap - %s - %s that must be free) / entry of the heap %s; garbage counts as used", size(ownHeap+q.Others.N), e.MaxSizePolicy.Name+" "+sizeOf(e), spread(n, copies))
	}
	return fmt.Sprintf("%s %s per member / entry as counted %s", e.MaxSizePolicy.Name, sizeOf(e), spread(n, copies))
}

func sizeOf(e hazelcast.Eviction) string {
	if e.MaxSizePolicy.Name == hazelcast.UsedHeapPercentage || e.MaxSizePolicy.Name == hazelcast.FreeHeapPercentage {
		return strconv.FormatInt(e.Size.N, 10) + " %"
	}
	return strconv.FormatInt(e.Size.N, 10) + " MiB"
}

// surviving says what the needed members must be able to lose.
func (q *question) surviving() string {
	switch q.Lose {
	case 0:
		return "none may be lost"
	case 1:
		return "the others hold all of them when one is lost"
	}
	return fmt.Sprintf("the others hold all of them when %d are lost", q.Lose)
}

// needed is the inverse: members of this memory, and memory of so many members,
// over as many partitions as keep within the guidance.
func (q *question) needed() []Figure {
	with := *q
	with.Partitions.N = hazelcast.PartitionsFor(q.Objects.N*q.meanCounted(), q.Partitions.N)
	return append(with.membersNeeded(), with.memoryNeeded()...)
}

func (q *question) membersNeeded() []Figure {
	n, ok := q.membersFor(q.Objects.N, q.Lose)
	if !ok {
		most := q.of(min(mostMembers, q.Partitions.N))
		return []Figure{worked("members_needed", "members of this memory", 0, Count,
			"no number is enough: of %s over %d partitions, the %d that are left hold %d", members(most.Members.N), q.Partitions.N, most.Members.N-q.Lose, most.safe(most.Members.N-q.Lose))}
	}
	with := q.of(n)
	return []Figure{worked("members_needed", "members of this memory", n, Count,
		"the fewest of which %d hold %d: %d; %s; over %d partitions", n-q.Lose, q.Objects.N, with.safe(n-q.Lose), q.surviving(), q.Partitions.N)}
}

func (q *question) memoryNeeded() []Figure {
	what := "heap of each of " + members(q.Members.N)
	m, ok := q.memoryFor(q.Objects.N, q.Lose)
	if _, summed := q.JVM.budget(); !ok && !summed {
		return nil // a note says why
	}
	if !ok {
		return []Figure{worked("heap_needed", what, 0, Bytes, "no heap up to %d TiB is enough", largestHeap>>40)}
	}
	left := q.Members.N - q.Lose
	return []Figure{
		worked("heap_needed", what, m.Heap, Bytes, "-Xms%[1]dm -Xmx%[1]dm, the smallest in steps of 64 MiB with which %[2]d hold %[3]d: %[4]d; %[5]s; over %[6]d partitions",
			m.Heap>>20, left, q.Objects.N, m.With.Planned(left), q.surviving(), q.Partitions.N),
		worked("limit_needed", "memory limit of each", m.Limit, Bytes, "%s", "the smallest that holds the heap and everything else that jvmlint predict adds up, in steps of 256 MiB"+assumedCPUs(q.JVM.Machine)),
		worked("map_needed", "the map may take", m.Map<<20, Bytes, "eviction size %d under %s: %s, on %s, x entry as counted",
			m.Map, hazelcast.UsedHeapSize, copies(m.With.Copies(q.Objects.N, left)), members(left)),
	}
}

// assumedCPUs says how many CPUs a budget was made for where nobody did.
func assumedCPUs(on hotspot.Machine) string {
	if on.CPUs.Origin == source.Assumed {
		return fmt.Sprintf("; for %d CPUs (assumed)", on.CPUs.N)
	}
	return ""
}

// mostMembers is where the search for members ends: clusters are smaller.
const mostMembers = 10_000

// membersFor is the least number of members that hold so many entries when so many of them are lost, and tells false
// where no number does: a member more than there are partitions holds nothing.
func (c *Cluster) membersFor(entries, lost int64) (int64, bool) {
	holds := func(n int64) bool { return c.of(n).safe(n-lost) >= entries }
	first, most := lost+1, min(mostMembers, c.Partitions.N)
	alone := lost + c.Map.Backups() + 1 // up to there, a further member may only hold further copies
	for n := first; n <= min(alone, most); n++ {
		if holds(n) {
			return n, true
		}
	}
	low := min(alone, most) // does not hold them
	if most <= low || !holds(most) {
		return 0, false
	}
	more := sort.Search(int(most-low), func(i int) bool { return holds(low + 1 + int64(i)) })
	return low + 1 + int64(more), true
}

// Memory is a heap, and what the container of a member with it must hold.
type Memory struct {
	Heap  int64
	Limit int64 // of the container: the budget, rounded up
	Map   int64 // MiB that the map may take before it evicts, as Hazelcast counts them
	With  Cluster
}

const (
	heapStep    = 64 << 20
	limitStep   = 256 << 20
	largestHeap = 4 << 40
)

// memoryFor is the least heap, fixed by -Xms and -Xmx, with which the members hold so many entries when so many of
// them are lost. The size at which the map evicts is chosen with it. It tells false where no heap that can be
// predicted does.
//
// A larger heap has other regions, so that it may hold fewer: what is found
// holds the entries, and the heap that is one step smaller does not.
func (c *Cluster) memoryFor(entries, lost int64) (Memory, bool) {
	holds := func(steps int64) (Memory, bool) {
		m, ok := c.withHeap(steps * heapStep)
		if !ok || m.With.Planned(m.With.Members.N-lost) < entries {
			return m, false
		}
		copies := m.With.Copies(entries, m.With.Members.N-lost)
		m.Map = (copies*m.With.meanCounted())>>20 + 1
		return m, true
	}
	for high := int64(1); high*heapStep <= largestHeap; high *= 2 {
		if _, ok := holds(high); ok {
			low := high / 2
			between := sort.Search(int(high-low-1), func(i int) bool {
				_, ok := holds(low + 1 + int64(i))
				return ok
			})
			return holds(low + 1 + int64(between))
		}
	}
	return Memory{}, false
}

// withHeap predicts the members with another heap, in the least container that
// holds it, and with a map that does not evict.
func (c *Cluster) withHeap(heap int64) (Memory, bool) {
	options := hotspot.FixedHeap(c.JVM.Options, heap)
	machine := c.JVM.Machine
	machine.Memory = source.Value{N: inSteps(heap), Origin: source.Assumed, Why: "chosen with the heap"}
	for { // the collector's choice depends on the limit, and the limit on it
		jvm, refusal := hotspot.Predict(options, machine)
		if refusal != nil {
			return Memory{}, false
		}
		budget, ok := memory.Of(jvm, options, c.JVM.Program)
		if !ok {
			return Memory{}, false
		}
		limit := inSteps(max(budget.Planned(), budget.Committed()))
		if limit <= machine.Memory.N {
			with := *c
			with.JVM = JVM{jvm, options, machine, c.JVM.Program}
			with.Map.Eviction = hazelcast.Eviction{Policy: hazelcast.Word{Name: "NONE", Origin: source.Assumed}}
			return Memory{Heap: heap, Limit: machine.Memory.N, With: with}, true
		}
		machine.Memory.N = limit
	}
}

// inSteps is the least limit that holds so many bytes.
func inSteps(bytes int64) int64 { return (bytes + limitStep - 1) / limitStep * limitStep }
