package capacity

import (
	"sort"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/source"
)

// mostMembers is where the search for members ends: clusters are smaller.
const mostMembers = 10_000

// membersFor is the least number of members that hold so many entries when so many of them are lost, and tells false
// where no number does: a member more than there are partitions holds nothing.
func (c *Cluster) membersFor(entries, lost int64) (int64, bool) {
	holds := func(n int64) bool {
		larger := *c
		larger.Members.N = n
		return larger.safe(n-lost) >= entries
	}
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
