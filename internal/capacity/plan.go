package capacity

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Question is what is asked about a cluster.
type Question struct {
	Cluster
	Objects source.Value // that it is to hold; unknown: as many as fit
	Lose    int64        // members that may be lost meanwhile

	Unlimited []string // other maps, of which nobody knows what they take of the heap
}

// Plan is the answer.
type Plan struct {
	Facts      []Figure // what is known of a member, the map and an entry
	Bounds     []Bound  // how many entries fit
	Verdict    string
	Losses     []Loss
	Moving     []Figure // what a shutdown moves
	Partitions []Figure
	Needed     []Figure // the inverse: members, or memory
	Notes      []string
}

// Bound is how many entries fit, in a cluster and, with the copies, in a member.
type Bound struct {
	Figure
	Member int64
}

// Answer plans. An error says what keeps it from being planned.
func (q *Question) Answer() (*Plan, error) {
	if err := errors.Join(q.Check(), q.checkAsked()); err != nil {
		return nil, err
	}
	p := &Plan{Facts: q.facts()}
	p.Bounds, p.Verdict = q.bounds()
	held := q.Holds(q.Members.N)
	if q.Objects.Known() {
		held = q.Objects.N
	}
	for lost := int64(0); lost <= max(2, q.Lose) && lost < q.Members.N; lost++ {
		there := held
		if lost > 0 {
			there -= p.Losses[0].Evicted
		}
		p.Losses = append(p.Losses, q.After(there, lost))
	}
	p.Moving = q.moving(p.Losses)
	p.Partitions = q.partitions(held)
	if q.Objects.Known() {
		p.Needed = q.needed()
	}
	p.Notes = q.notes(held)
	return p, nil
}

// checkAsked tells what nobody can plan for.
func (q *Question) checkAsked() error {
	switch {
	case q.Lose < 0:
		return fmt.Errorf("%d members cannot be lost", q.Lose)
	case q.Members.Known() && q.Lose >= q.Members.N:
		return fmt.Errorf("of %d members %d cannot be lost: none would be left", q.Members.N, q.Lose)
	case q.Objects.Known() && q.Objects.N > math.MaxInt64/1024/q.Values.Largest():
		return fmt.Errorf("%d objects of up to %s are more than any cluster holds", q.Objects.N, size(q.Values.Largest()))
	}
	return nil
}

// facts are what the plan is made of.
func (q *Question) facts() []Figure {
	m := q.Map
	all := []Figure{given("heap", "heap of a member", q.JVM.Heap, Bytes)}
	if q.JVM.G1 != nil {
		all = append(all, given("region", "G1 region", q.JVM.G1.RegionSize, Bytes))
	}
	all = append(all,
		assumed("member_heap", "taken by a member without entries", ownHeap, Bytes, "measured on idle members: 7.2 to 12.2 MiB"),
		given("members", "members", q.Members, Count),
		given("backups", "backups", m.BackupCount, Count),
		given("async_backups", "asynchronous backups", m.AsyncBackupCount, Count),
		given("partitions", "partitions", q.Partitions, Count),
		given("migrations", "partitions that move at a time", q.Migrations, Count))
	if q.Others.N > 0 {
		all = append(all, given("other_maps", "other maps may take", q.Others, Bytes))
	}
	all = append(all, given("key", "key, serialized", q.Key, Bytes))
	if q.Values.Alike() {
		all = append(all, given("value", "value", source.Value{N: q.Values.Largest(), Origin: source.Argument, Why: q.Values.Text}, Bytes))
	} else {
		mean := q.Values.Mean(func(n int64) float64 { return float64(n) })
		all = append(all, assumed("value", "value, on average", mean, Bytes, "%s; %s", q.Values.Text, q.Values.Assumed))
	}
	return append(all, q.entryFacts()...)
}

func (q *Question) entryFacts() []Figure {
	counted := worked("entry_counted", "entry, as Hazelcast counts", q.meanCounted(), Bytes, "%s", q.costFormula())
	if q.Map.InMemoryFormat.Name != "BINARY" {
		counted.Origin, counted.Why = source.Assumed.String(), "what it would be in BINARY format; of an object Hazelcast counts nothing"
	}
	return []Figure{counted, worked("entry_heap", "entry, of the heap", q.meanHeap(), Bytes, "%s", q.heapFormula())}
}

// costFormula says what an entry costs besides its value.
func (q *Question) costFormula() string {
	what := "value"
	if !q.Values.Alike() {
		what = "mean of value"
	}
	pointers := "compressed pointers"
	if !q.compressed() {
		pointers = "pointers of 8 bytes"
	}
	keeps := "no statistics"
	switch {
	case q.Map.PerEntryStats.Name == "true":
		keeps = "per-entry statistics"
	case q.Map.Eviction.Evicts():
		keeps = "eviction by " + q.Map.Eviction.Policy.Name
	}
	return fmt.Sprintf("%s + %d: key, record, %s, %s; Hazelcast 5.0 to 5.7", what, q.counted(0), keeps, pointers)
}

// heapFormula says what an entry takes of the heap.
func (q *Question) heapFormula() string {
	beside := fmt.Sprintf("what Hazelcast counts + %d, measured", uncounted)
	if q.JVM.G1 == nil {
		return beside
	}
	region := size(q.JVM.G1.RegionSize.N)
	largest := q.Values.Largest()
	switch n := q.JVM.PerRegion(hazelcast.ArrayValue(largest)); {
	case !q.Values.Alike():
		return fmt.Sprintf("mean over the sizes: %.1f %% of the values are humongous and take whole regions of %s, of the others each size is packed by itself (assumed)", 100*q.humongousShare(), region)
	case n == 0:
		h, _ := q.JVM.Humongous(hazelcast.ArrayValue(largest))
		return fmt.Sprintf("humongous: %d whole regions of %s; and the rest of the entry", h.Regions, region)
	case float64(q.JVM.G1.RegionSize.N)/float64(n) > float64(q.counted(largest)+uncounted):
		return fmt.Sprintf("%d values to a region of %s", n, region)
	}
	return beside
}

func (q *Question) humongousShare() (share float64) {
	for _, p := range q.Values.Parts {
		if q.humongous(p.Bytes) {
			share += p.Share
		}
	}
	return share
}

// bounds are how many entries fit, and what happens when there are more.
func (q *Question) bounds() (all []Bound, verdict string) {
	n := q.Members.N
	copies := q.copies(n)
	most := hazelcast.PrimaryBytes(q.Most(), n, copies-1)
	entries, evicts := q.Evicts(n)
	if evicts {
		f := worked("evicts", "the map evicts at", entries, Entries, "%s", q.evictionFormula())
		all = append(all, Bound{f, q.Copies(entries, n)})
	}
	all = append(all, Bound{worked("most", "out of memory at", most, Entries,
		"(heap - %s) / entry of the heap, a member; x %d members / %d copies", size(ownHeap+q.Others.N), n, copies), q.Most()})
	all = append(all, q.planned(n, "to plan with"))
	if q.Lose > 0 {
		all = append(all, q.planned(n-q.Lose, "to plan with, "+members(q.Lose)+" lost"))
	}
	switch {
	case !evicts:
		return all, "the map never evicts: the members run out of memory"
	case q.EvictsFirst(n):
		return all, "the map evicts before the heap is full"
	}
	return all, "the members run out of memory before the map evicts"
}

// planned is what so many of the members hold.
func (q *Question) planned(left int64, what string) Bound {
	id := "planned"
	if left < q.Members.N {
		id = "planned_after_loss"
	}
	fullest := fmt.Sprintf("the fullest of %s has %d of %d replicas", members(left), q.fullest(left), q.Partitions.N*q.copies(left))
	wanted, _ := q.Reserve(0)
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

func members(n int64) string {
	if n == 1 {
		return "1 member"
	}
	return fmt.Sprintf("%d members", n)
}

func (q *Question) evictionFormula() string {
	e := q.Map.Eviction
	n, copies := q.Members.N, q.copies(q.Members.N)
	switch {
	case e.MaxSizePolicy.Name == hazelcast.PerNode:
		_, each := hazelcast.PerNodeCap(e.Size.N, n, q.Partitions.N)
		return fmt.Sprintf("PER_NODE %d x %d members over %d partitions: %d each", e.Size.N, n, q.Partitions.N, each)
	case e.WatchesFreeHeap():
		return fmt.Sprintf("(heap - %s - %s that must be free) / entry of the heap x %d members / %d copies; garbage counts as used", size(ownHeap+q.Others.N), e.MaxSizePolicy.Name+" "+sizeOf(e), n, copies)
	}
	return fmt.Sprintf("%s %s a member / entry as counted x %d members / %d copies", e.MaxSizePolicy.Name, sizeOf(e), n, copies)
}

// sizeOf writes the size of an eviction: MiB, or a percentage.
func sizeOf(e hazelcast.Eviction) string {
	if e.MaxSizePolicy.Name == hazelcast.UsedHeapPercentage || e.MaxSizePolicy.Name == hazelcast.FreeHeapPercentage {
		return strconv.FormatInt(e.Size.N, 10) + " %"
	}
	return strconv.FormatInt(e.Size.N, 10) + " MiB"
}

// moving is what moves when a member leaves.
func (q *Question) moving(losses []Loss) []Figure {
	if len(losses) < 2 {
		return nil
	}
	one := losses[1]
	all := []Figure{worked("moved", "moved to each of the others when one leaves", one.Moved, Bytes, "(%d copies after - %d before) x entry as counted, graceful or not", one.Needed, losses[0].Needed)}
	if q.Wait.Known() && q.Wait.N > 0 {
		const second = 1000
		all = append(all, worked("rate", "a second, for a graceful shutdown to end in time", one.Moved*one.Members*second/q.Wait.N, Bytes,
			"that x %d members / %d s, %s", one.Members, q.Wait.N/second, hazelcast.ShutdownMaxWait))
	}
	return all
}

// partitions holds the size of partitions against the guidance.
func (q *Question) partitions(entries int64) []Figure {
	bytes := entries * q.meanCounted()
	count := q.Partitions.N
	least, most := hazelcast.FittingPartitions(bytes)
	wanted := hazelcast.PartitionsFor(bytes, count)
	all := []Figure{
		worked("data", "entries, backups aside", bytes, Bytes, "%d entries x entry as counted", entries),
		worked("partition", "a partition", bytes/count, Bytes, "that / %d partitions: %.1f MB; Hazelcast's guidance is 50 to 100 MB", count, float64(bytes/count)/1e6),
	}
	switch {
	case bytes == 0:
		return nil
	case wanted != count:
		return append(all, worked("partitions_wanted", "partitions that fit", wanted, Count, "a prime, 75 MB each; %d to %d keep within 50 to 100 MB (%s)", least, most, hazelcast.PartitionCount))
	case bytes/count < hazelcast.LeastPartition:
		return append(all, worked("partitions_wanted", "partitions that fit", count, Count, "smaller ones than the guidance are no reason for fewer"))
	}
	return append(all, worked("partitions_wanted", "partitions that fit", count, Count, "%d to %d keep within 50 to 100 MB", least, most))
}

// evenCopies is from where on chance makes less than a tenth of a difference.
const evenCopies = 400

// notes are what the figures leave open.
func (q *Question) notes(held int64) []string {
	var all []string
	switch q.JVM.Collector.Kind {
	case hotspot.Z, hotspot.Shenandoah:
		all = append(all, fmt.Sprintf("%s gives large objects pages or regions of their own, which is not reckoned with", q.JVM.Collector))
	case hotspot.Serial, hotspot.Parallel, hotspot.CMS:
		all = append(all, fmt.Sprintf("%s keeps entries in the old generation: the %s of the young one are not planned with", q.JVM.Collector, size(q.JVM.MaxNew.N)))
	}
	if g1 := q.JVM.G1; g1 != nil && q.humongous(q.Values.Largest()) {
		region, enough := g1.RegionSizeFor(hotspot.TargetRegions, hazelcast.ArrayValue(q.Values.Largest()), hotspot.LargestRegion([]int{q.JVM.JDK}))
		if note := fmt.Sprintf("with -XX:G1HeapRegionSize=%dm no value is humongous", region>>20); enough {
			all = append(all, note)
		} else {
			all = append(all, "no region size keeps the largest value from being humongous")
		}
	}
	if e := q.Map.Eviction; !e.Known() {
		all = append(all, "when the map evicts is not known: a setting is a placeholder, which the member fills in")
	} else if e.Evicts() && e.CountsUsedHeap() && q.Map.InMemoryFormat.Name == "OBJECT" {
		all = append(all, e.MaxSizePolicy.Name+" limits nothing in OBJECT format")
	}
	for _, name := range q.Unlimited {
		all = append(all, fmt.Sprintf("what map %q takes of the heap is not counted: it has no size of used heap", name))
	}
	if copies := q.Copies(held, q.Members.N); q.Members.N > q.copies(q.Members.N) && copies > 0 && copies < evenCopies {
		all = append(all, fmt.Sprintf("keys meet partitions by chance: of %d copies a member on average, the fullest may have %.0f %% more (assumed: two standard deviations)", copies, 200/math.Sqrt(float64(copies))))
	}
	if q.Lose > q.Map.Backups() {
		all = append(all, fmt.Sprintf("%d members lost at once take entries with them: there are %d backups", q.Lose, q.Map.Backups()))
	}
	return all
}

// size writes bytes for people.
func size(n int64) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 10<<20:
		return fmt.Sprintf("%.0f MiB", float64(n)/(1<<20))
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%d bytes", n)
}
