package capacity

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/source"
)

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

// membersNeeded is how many members like these hold the objects.
func (q *question) membersNeeded() []Figure {
	n, ok := q.membersFor(q.Objects.N, q.Lose)
	if !ok {
		most := q.Cluster
		most.Members.N = min(mostMembers, q.Partitions.N)
		return []Figure{worked("members_needed", "members of this memory", 0, Count,
			"no number is enough: of %s over %d partitions, the %d that are left hold %d", members(most.Members.N), q.Partitions.N, most.Members.N-q.Lose, most.safe(most.Members.N-q.Lose))}
	}
	with := q.Cluster
	with.Members.N = n
	return []Figure{worked("members_needed", "members of this memory", n, Count,
		"the fewest of which %d hold %d: %d; %s; over %d partitions", n-q.Lose, q.Objects.N, with.safe(n-q.Lose), q.surviving(), q.Partitions.N)}
}

// memoryNeeded is the memory that this number of members needs.
func (q *question) memoryNeeded() []Figure {
	what := "heap of each of " + members(q.Members.N)
	m, ok := q.memoryFor(q.Objects.N, q.Lose)
	if !ok && !q.summed() {
		return nil // a note says why
	}
	if !ok {
		return []Figure{worked("heap_needed", what, 0, Bytes, "no heap up to %d TiB is enough", largestHeap>>40)}
	}
	left := q.Members.N - q.Lose
	return []Figure{
		worked("heap_needed", what, m.Heap, Bytes, "-Xms%[1]dm -Xmx%[1]dm, the smallest in steps of 64 MiB with which %[2]d hold %[3]d: %[4]d; %[5]s; over %[6]d partitions",
			m.Heap>>20, left, q.Objects.N, m.With.Planned(left), q.surviving(), q.Partitions.N),
		worked("limit_needed", "memory limit of each", m.Limit, Bytes, "%s", "the smallest that holds the heap and everything else that jvmlint predict adds up, in steps of 256 MiB"+q.assumedCPUs()),
		worked("map_needed", "the map may take", m.Map<<20, Bytes, "eviction size %d under %s: %s, on %s, x entry as counted", m.Map, hazelcast.UsedHeapSize, count(m.With.Copies(q.Objects.N, left), "copy"), members(left)),
	}
}

// summed reports whether the memory of a member can be added up.
func (q *question) summed() bool {
	_, ok := q.JVM.budget()
	return ok
}

// assumedCPUs says how many CPUs a budget was made for where nobody did.
func (q *question) assumedCPUs() string {
	if cpus := q.JVM.Machine.CPUs; cpus.Origin == source.Assumed {
		return fmt.Sprintf("; for %d CPUs (assumed)", cpus.N)
	}
	return ""
}
