// Package capacity plans a cluster of Hazelcast members: how many entries of a map it holds, what is left of them
// when members are lost, and how many members, or how much memory, so many entries need.
package capacity

import (
	"cmp"
	"math/bits"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// JVM is that of each member, and what it was predicted from.
type JVM struct {
	*hotspot.JVM
	Options *jvmflag.Resolution
	Machine hotspot.Machine
	Program memory.Program
}

// budget adds up the memory of the process.
func (j JVM) budget() (memory.Budget, bool) { return memory.Of(j.JVM, j.Options, j.Program) }

// Cluster is a cluster whose members are alike, and a map of it.
type Cluster struct {
	JVM        JVM
	Members    source.Value
	Partitions source.Value
	Migrations source.Value // partitions that move at a time
	Wait       source.Value // milliseconds that a graceful shutdown waits; unknown where the shutdown is not graceful

	Map    hazelcast.MapConfig
	Others source.Value // bytes of the heap that other maps may take; unknown where there are none
	Key    source.Value // serialized bytes
	Values Sizes

	left int64 // members after a loss; 0: none was lost
}

// leaving is the cluster with so many members left.
func (c *Cluster) leaving(members int64) *Cluster {
	with := *c
	with.left = members
	return &with
}

// ownHeap is what a member without entries takes of its heap, in bytes: 7.2 to 12.4 MiB on 5.3.1
// and 5.7.0, with JDK 17 to 28, with compressed pointers and without.
const ownHeap = 8 << 20

// of is the cluster with another number of members.
func (c Cluster) of(members int64) *Cluster {
	c.Members.N = members
	return &c
}

// copies is how often so many members hold an entry.
func (c *Cluster) copies(members int64) int64 { return hazelcast.Copies(members, c.Map.Backups()) }

func (c *Cluster) compressed() bool { return c.JVM.Flag("UseCompressedOops").Value == true }

// binary is the map as it is reckoned: what an object takes in OBJECT format
// nobody knows here, so its serialized form stands in.
func (c *Cluster) binary() hazelcast.MapConfig {
	m := c.Map
	m.InMemoryFormat.Name = "BINARY"
	return m
}

// counted is the cost of an entry by its value, as Hazelcast counts it.
func (c *Cluster) counted(value int64) int64 {
	return c.binary().EntryCost(c.Key.N, hazelcast.ArrayValue(value), c.compressed())
}

// humongous reports whether G1 gives a value whole regions.
func (c *Cluster) humongous(value int64) bool {
	_, is := c.JVM.Humongous(hazelcast.ArrayValue(value))
	return is
}

// taken is what an entry takes that migration must leave room beside: what
// Hazelcast counts, or the whole regions of a humongous value.
func (c *Cluster) taken(value int64) int64 {
	cost := c.counted(value)
	h, is := c.JVM.Humongous(hazelcast.ArrayValue(value))
	if !is {
		return cost
	}
	return max(cost, c.binary().InRegions(cost, value, h.Regions, c.JVM.G1.RegionSize.N, c.compressed()))
}

// objects is what the objects of a copy of an entry take of the heap, with its part of the indexes: backups are in none.
func (c *Cluster) objects(value int64) int64 {
	bytes := hazelcast.ArrayValue(value)
	return c.binary().EntryHeap(c.JVM.JVM, c.Key.N, bytes) + c.Map.IndexHeap(bytes)/c.copies(cmp.Or(c.left, c.Members.N))
}

// inHeap is what an entry takes of the heap. A value that is not humongous lies in one region with others of its
// size, and what they leave of it holds no further one: the rest of the entries does fit there.
func (c *Cluster) inHeap(value int64) float64 {
	whole := c.objects(value)
	rest := whole - c.JVM.ArraySize(hazelcast.ArrayValue(value))
	switch n := c.JVM.PerRegion(hazelcast.ArrayValue(value)); {
	case c.humongous(value):
		return float64(c.taken(value) + rest)
	case n > 0:
		return max(float64(c.JVM.G1.RegionSize.N)/float64(n), float64(whole))
	}
	return float64(whole)
}

// meanCounted, meanTaken and meanHeap are those of the average entry.
func (c *Cluster) meanCounted() int64 { return mean(c.Values, c.counted) }

func (c *Cluster) meanTaken() int64 { return mean(c.Values, c.taken) }

func (c *Cluster) meanHeap() int64 { return mean(c.Values, c.inHeap) }

// room is what entries may take of a member's heap, where a humongous one is put: there are no parts of regions for it.
func (c *Cluster) room() int64 { return max(0, c.free()-c.putting()) }

func (c *Cluster) free() int64 { return max(0, c.JVM.Heap.N-ownHeap-c.Others.N) }

// putting is what a humongous value takes on its way into the map: the message of a client, and what is read from it.
// Of values of 100 MiB a real 5.3.1 keeps two in a heap of 450m, which would hold four.
func (c *Cluster) putting() int64 {
	if largest := c.Values.largest(); c.humongous(largest) {
		return 2 * c.taken(largest)
	}
	return 0
}

// tenured is the part of the room that long-lived entries fill: without the
// young generation where the collector has a fixed one.
func (c *Cluster) tenured() int64 {
	switch c.JVM.Collector.Kind {
	case hotspot.Serial, hotspot.Parallel, hotspot.CMS:
		return max(0, c.room()-c.JVM.MaxNew.N)
	}
	return c.room()
}

// Most is how many copies of entries fit into the heap of a member: it runs out of memory when there are more.
func (c *Cluster) Most() int64 { return c.room() / c.meanHeap() }

// reserved is the most that copies may take of a member's heap, its reserve for
// migration left: a cluster of one moves nothing.
func (c *Cluster) reserved() int64 {
	if c.Members.N == 1 {
		return c.room()
	}
	return max(0, min(c.room(), hazelcast.FittingMaps(c.JVM.Heap.N)-c.Others.N))
}

// Planned is how many entries so many members hold and have room to move them: the reserve, and what is on its way,
// beside the entries of the member that has the most partitions.
func (c *Cluster) Planned(members int64) int64 { return min(c.byReserve(members), c.byHeap(members)) }

// byReserve is how many leave the reserve for migration.
func (c *Cluster) byReserve(members int64) int64 {
	return share(c.reserved()/c.meanTaken(), c.Partitions.N, c.fullest(members))
}

// byHeap is how many the heap holds with those that are on their way.
func (c *Cluster) byHeap(members int64) int64 {
	c = c.leaving(members)
	return share(c.tenured(), c.Partitions.N, c.fullest(members)*c.meanHeap()+c.moving()*c.meanCounted())
}

// moving is how many partitions may be on their way to or from a member.
func (c *Cluster) moving() int64 {
	if c.Members.N == 1 {
		return 0
	}
	return min(c.Migrations.N, c.Partitions.N)
}

// fullest is how many replicas of partitions the fullest of so many members has.
func (c *Cluster) fullest(members int64) int64 {
	return hazelcast.FullestMember(c.Partitions.N, members, c.Map.Backups())
}

// Evicts is how many entries so many members hold before the map evicts. It
// tells false where it never does, or nobody knows when.
func (c *Cluster) Evicts(members int64) (int64, bool) {
	copies := c.copies(members)
	c = c.leaving(members)
	e := c.Map.Eviction
	if !e.Known() || !e.Evicts() || !e.Limited() {
		return 0, e.Known() && e.Evicts() && e.WatchesFreeHeap() // as much as no heap has: nothing stays
	}
	switch bytes := e.HeapBytes(c.JVM.Heap); {
	case e.MaxSizePolicy.Name == hazelcast.PerNode:
		cluster, _ := hazelcast.PerNodeCap(e.Size.N, members, c.Partitions.N)
		return cluster, true
	case e.CountsUsedHeap() && c.Map.InMemoryFormat.Name == "BINARY":
		return hazelcast.PrimaryBytes(bytes.N, members, copies-1) / c.meanCounted(), true
	case e.WatchesFreeHeap():
		return hazelcast.PrimaryBytes(max(0, c.free()-bytes.N), members, copies-1) / c.meanHeap(), true
	}
	return 0, false
}

// Copies is how many copies of so many entries each of the members holds, on average, rounded up.
func (c *Cluster) Copies(entries, members int64) int64 {
	return (share(entries, c.copies(members), 1) + members - 1) / members
}

func (c *Cluster) EvictsFirst(members int64) bool {
	entries, evicts := c.Evicts(members)
	return evicts && c.Copies(entries, members) <= c.Most()
}

// holds is what a cluster of so many members is taken to hold: as much as the
// map allows, or as is planned for where the heap would be full before.
func (c *Cluster) holds(members int64) int64 {
	if c.EvictsFirst(members) {
		entries, _ := c.Evicts(members)
		return entries
	}
	return c.Planned(members)
}

// safe is how many entries so many members hold without evicting any and with room to move them.
func (c *Cluster) safe(members int64) int64 {
	planned := c.Planned(members)
	if entries, evicts := c.Evicts(members); evicts {
		return min(planned, entries)
	}
	return planned
}

// reserve is what must be free beside so many copies on a member, and what is.
func (c *Cluster) reserve(copies int64) (wanted source.Value, free int64) {
	taken := copies*c.meanTaken() + c.Others.N
	wanted = hazelcast.MigrationReserve(taken, c.JVM.Heap.N)
	if c.Members.N == 1 {
		wanted.N, wanted.Why = 0, "a single member moves nothing"
	}
	return wanted, c.JVM.Heap.N - taken
}

// share is n x of / all, rounded down, however large the product is.
func share(n, of, all int64) int64 {
	high, low := bits.Mul64(uint64(n), uint64(of))
	whole, _ := bits.Div64(high, low, uint64(all))
	return int64(whole)
}
