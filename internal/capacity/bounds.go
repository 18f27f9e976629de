package capacity

import (
	"fmt"
	"strconv"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
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
		"(heap - %s) / entry of the heap, per member; %s", size(ownHeap+q.Others.N), spread(n, copies)), q.Most()})
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
	id := "planned"
	if left < q.Members.N {
		id = "planned_after_loss"
	}
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
func spread(n, copies int64) string {
	return fmt.Sprintf("x %s / %s", members(n), count(copies, "copy"))
}

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

// sizeOf writes the size of an eviction: MiB, or a percentage.
func sizeOf(e hazelcast.Eviction) string {
	if e.MaxSizePolicy.Name == hazelcast.UsedHeapPercentage || e.MaxSizePolicy.Name == hazelcast.FreeHeapPercentage {
		return strconv.FormatInt(e.Size.N, 10) + " %"
	}
	return strconv.FormatInt(e.Size.N, 10) + " MiB"
}
