package capacity

import (
	"errors"
	"fmt"
	"math"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
)

// question is what is asked about a cluster.
type question struct {
	Cluster
	Objects source.Value // that it is to hold; unknown: as many as fit
	Data    source.Value // bytes of all their values, where these were given
	Lose    int64        // members that may be lost meanwhile

	Imports   bool     // the configuration imports others, which nobody reads here
	Unlimited []string // other maps, of which nobody knows what they take of the heap
}

type Plan struct {
	Facts      []Figure // what is known of a member, the map and an entry
	Bounds     []Bound  // how many entries fit
	Answer     string   // whether it holds the entries that were asked for; empty where none were
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

// answer plans. An error says what keeps it from being planned.
func (q *question) answer() (*Plan, error) {
	if err := errors.Join(q.Check(), q.checkAsked()); err != nil {
		return nil, err
	}
	p := &Plan{Facts: q.facts()}
	p.Bounds, p.Verdict = q.bounds()
	held := either.Of(q.Objects.Known(), q.Objects.N, q.holds(q.Members.N))
	p.Losses = q.losses(held, max(2, q.Lose))
	p.Moving = q.moving(p.Losses)
	p.Partitions = q.partitions(held)
	if q.Objects.Known() {
		p.Needed = q.needed()
		p.Answer = q.yesOrNo(p.Needed)
	}
	p.Notes = q.notes(held)
	return p, nil
}

func (q *question) checkAsked() error {
	switch {
	case q.Lose < 0:
		return fmt.Errorf("%d members cannot be lost", q.Lose)
	case q.Members.Known() && q.Lose >= q.Members.N:
		return fmt.Errorf("of %d members %d cannot be lost: none would be left", q.Members.N, q.Lose)
	case q.Objects.Known() && q.Objects.N > mostData/q.counted(q.Values.largest()):
		return fmt.Errorf("%d objects of up to %s are more than any cluster holds", q.Objects.N, size(q.Values.largest()))
	}
	return nil
}

// moving is what moves when a member leaves.
func (q *question) moving(losses []Loss) []Figure {
	if len(losses) < 2 {
		return nil
	}
	one := losses[1]
	all := []Figure{worked("moved", "moved to each of the others when one leaves", one.Moved, Bytes,
		"(%s after - %d before) x entry as counted, graceful or not", copies(one.Needed), losses[0].Needed)}
	if q.Wait.Known() && q.Wait.N > 0 {
		const second = 1000
		all = append(all, worked("rate", "per second, for a graceful shutdown to end in time", one.Moved*one.Members*second/q.Wait.N, Bytes,
			"that x %s / %d s, %s", members(one.Members), q.Wait.N/second, hazelcast.ShutdownMaxWait))
	}
	return all
}

// partitions holds the size of partitions against the guidance.
func (q *question) partitions(entries int64) []Figure {
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
		return append(all, worked("partitions_wanted", "partitions that fit", count, Count, "partitions smaller than the guidance are no reason for fewer"))
	}
	return append(all, worked("partitions_wanted", "partitions that fit", count, Count, "%d to %d keep within 50 to 100 MB", least, most))
}

// yesOrNo answers if the members hold the entries, also when some of them are lost, and how many members would.
func (q *question) yesOrNo(needed []Figure) string {
	asked := plural.Of(q.Objects.N, "entry", "entries")
	if q.Data.Known() {
		asked += fmt.Sprintf(" (values of %s)", q.Data.Text)
	}
	these, left := q.safe(q.Members.N), q.safe(q.Members.N-q.Lose)
	lost := ""
	if q.Lose > 0 {
		lost = ", also when " + plural.Of(q.Lose, "is", "are") + " lost"
	}
	answer := ""
	switch {
	case left >= q.Objects.N:
		return fmt.Sprintf("yes: %s can hold %s%s", members(q.Members.N), asked, lost)
	case these >= q.Objects.N:
		answer = fmt.Sprintf("no: %s can hold %s, but when %s lost, the others can hold %d", members(q.Members.N), asked, plural.Of(q.Lose, "is", "are"), left)
	default:
		answer = fmt.Sprintf("no: %s can hold %d of %s", members(q.Members.N), these, asked)
	}
	if n := needed[0].N; n > 0 { // of members
		answer += fmt.Sprintf("; %s could%s", members(n), lost)
	}
	return answer
}

// evenCopies is from where on chance makes less than a tenth of a difference.
const evenCopies = 400

// notes are what the figures leave open.
func (q *question) notes(held int64) []string {
	var all []string
	budget, ok := q.JVM.budget()
	if limit := q.JVM.Machine.Memory; ok && limit.Known() && budget.Planned() > limit.N {
		all = append(all, fmt.Sprintf("the memory limit of %s is too small for this heap: the JVM may take %s (jvmlint predict)", size(limit.N), size(budget.Planned())))
	}
	if !ok && q.Objects.Known() {
		all = append(all, fmt.Sprintf("the heap for this many entries is unknown: the memory that %s takes beside the heap is not predicted", q.JVM.Collector))
	}
	switch q.JVM.Collector.Kind {
	case hotspot.Z, hotspot.Shenandoah:
		all = append(all, fmt.Sprintf("%s gives large objects pages or regions of their own, which this plan ignores", q.JVM.Collector))
	case hotspot.Serial, hotspot.Parallel, hotspot.CMS:
		all = append(all, fmt.Sprintf("%s keeps entries in the old generation: the plan does not use the %s of the young one", q.JVM.Collector, size(q.JVM.MaxNew.N)))
	}
	if q.humongous(q.Values.largest()) {
		region, enough := q.JVM.RegionSizeFor(hotspot.TargetRegions, hazelcast.ArrayValue(q.Values.largest()), hotspot.LargestRegion([]int{q.JVM.JDK}))
		if note := fmt.Sprintf("with -XX:G1HeapRegionSize=%dm no value is humongous", region>>20); enough {
			all = append(all, note)
		} else {
			all = append(all, "no region size keeps the largest value from being humongous")
		}
	}
	if e := q.Map.Eviction; !e.Known() {
		all = append(all, "it is unknown when the map evicts: a setting is a placeholder, which the member fills in")
	} else if e.Evicts() && e.CountsUsedHeap() && q.Map.InMemoryFormat.Name == "OBJECT" {
		all = append(all, e.MaxSizePolicy.Name+" limits nothing in OBJECT format")
	}
	if q.Imports {
		all = append(all, "the configuration imports other files, which are not read: what they say of the map is missing here")
	}
	if q.Values.alike() && q.Values.Assumed != "" {
		all = append(all, "assumed: "+q.Values.Assumed+" (--object or --sizes say how large they are)")
	}
	if n := len(q.Map.Indexes); n > 0 {
		note := fmt.Sprintf("%s: assumed that the indexed values of all entries differ", plural.Of(n, "index", "indexes"))
		if q.Map.KeepsObjects() {
			note += fmt.Sprintf("; a map in BINARY format with an index keeps the value of each entry, backups aside, as an object, too (cache-deserialized-values: %s)", q.Map.CacheValues.Name)
		}
		all = append(all, note)
	}
	for _, name := range q.Unlimited {
		all = append(all, fmt.Sprintf("the heap that map %q takes is not counted: the map has no size of used heap", name))
	}
	if copies := q.Copies(held, q.Members.N); q.Members.N > q.copies(q.Members.N) && copies > 0 && copies < evenCopies {
		all = append(all, fmt.Sprintf("keys fall on partitions by chance: with %d copies per member on average, the fullest member may have %.0f %% more (assumed: two standard deviations)", copies, 200/math.Sqrt(float64(copies))))
	}
	if q.Lose > q.Map.Backups() {
		all = append(all, fmt.Sprintf("losing %s at once would lose entries: each has %s", members(q.Lose), plural.Of(q.Map.Backups(), "backup")))
	}
	return all
}

const (
	mostPartitions = 150_000_000
	mostHeap       = 64 << 40
	mostData       = 1 << 53 // bytes that a cluster may be asked to hold
)

func (c *Cluster) Check() error {
	switch {
	case !c.JVM.Heap.Known():
		return errors.New("the heap is unknown: give the memory limit (--memory) or -Xmx")
	case c.JVM.Collector.Kind == hotspot.G1 && !c.JVM.G1.RegionSize.Known():
		return errors.New("the region size is unknown: give the memory limit (--memory)")
	case !c.Members.Known():
		return errors.New("the number of members is unknown (--members)")
	case !c.Partitions.Known():
		return fmt.Errorf("%s is %q, which is not a number", hazelcast.PartitionCount, c.Partitions.Text)
	case c.Members.N > c.Partitions.N:
		return fmt.Errorf("%d members share %d partitions: those without one hold nothing", c.Members.N, c.Partitions.N)
	case !c.Map.BackupCount.Known() || !c.Map.AsyncBackupCount.Known():
		return errors.New("the number of backups is unknown (--backups)")
	case c.Map.BackupCount.N < 0 || c.Map.AsyncBackupCount.N < 0 || c.Map.Backups() > hazelcast.MostBackups:
		return fmt.Errorf("%d backups: a map has from 0 to %d, asynchronous ones included", c.Map.Backups(), hazelcast.MostBackups)
	case !c.Map.InMemoryFormat.Known():
		return errors.New("the in-memory format is a placeholder, which the member fills in")
	case c.Map.InMemoryFormat.Name == "NATIVE":
		return errors.New("the map is outside the heap (in-memory-format NATIVE, of Hazelcast Enterprise), which capacity does not plan")
	case c.Map.Get("tiered-store", "enabled").Value() == "true":
		return errors.New("the map keeps entries on disks (tiered-store, of Hazelcast Enterprise), which capacity does not plan")
	case c.Partitions.N > mostPartitions:
		return fmt.Errorf("%d partitions are more than a cluster has", c.Partitions.N)
	case c.Members.N > mostMembers:
		return fmt.Errorf("%d members are more than a cluster has", c.Members.N)
	case c.JVM.Heap.N > mostHeap:
		return fmt.Errorf("a heap of %s is more than any machine has", size(c.JVM.Heap.N))
	case c.Migrations.N < 0 || !c.Migrations.Known():
		return fmt.Errorf("%s is %q, which is not a number", hazelcast.ParallelMigrations, c.Migrations.Text)
	}
	return nil
}

// Outcome is what becomes of the entries when members are lost.
type Outcome string

const (
	Fits    Outcome = "fits"
	Tight   Outcome = "no_reserve"    // all fit, and what must be free for partitions to move is not
	Evicts  Outcome = "evicts"        // the others have no right to hold all of them
	RunsOut Outcome = "out_of_memory" // nor the heap
)

// Loss is a cluster that has lost members, one after the other, and has moved
// their partitions. Its sizes are bytes of one member.
//
// In a crash the member does not hand its entries over: the copies that are left become
// the entries, and it is backups that go. Known of the first member, and for limits of used heap.
//
// Gone is the part of the entries that is lost when all members go at once: all of their
// copies were there. Assumed: partitions are spread at random.
type Loss struct {
	Lost    int64   `json:"lost"`
	Members int64   `json:"members"`
	Kept    int64   `json:"entries"` // those that are evicted are not among them
	Evicted int64   `json:"evicted"`
	InCrash int64   `json:"entries_in_crash"`
	Missing int64   `json:"backups_missing_in_crash"`
	Needed  int64   `json:"copies_needed"` // of all entries
	Each    int64   `json:"copies"`        // that it does hold
	Counted int64   `json:"counted"`       // of these, by Hazelcast
	Heap    int64   `json:"heap"`          // that they take
	Moved   int64   `json:"moved"`         // to each of the others
	Reserve int64   `json:"reserve"`
	Beside  int64   `json:"beside"`        // what Hazelcast counts, or whole regions, of the heap
	Short   bool    `json:"reserve_short"` // or what is on its way has no room
	Outcome Outcome `json:"outcome"`
	Gone    float64 `json:"gone_at_once"` // from 0 to 1
}

// losses are the cluster with so many entries when it loses one member after the other, up to so many: entries that
// it never held cannot be lost, and once members run out of memory the others do, too.
func (c *Cluster) losses(entries, upTo int64) []Loss {
	var all []Loss
	for lost := int64(0); lost <= upTo && lost < c.Members.N; lost++ {
		l := c.After(entries, lost)
		switch {
		case lost == 0:
			entries -= l.Evicted
		case all[lost-1].Outcome == RunsOut:
			l.runOut()
		}
		all = append(all, l)
	}
	return all
}

func (l *Loss) runOut() { l.Outcome, l.Kept, l.Evicted, l.InCrash, l.Missing = RunsOut, 0, 0, 0, 0 }

// After is the cluster with so many entries when it has lost so many members.
func (c *Cluster) After(entries, lost int64) Loss {
	members := c.Members.N - lost
	c = c.leaving(members)
	l := Loss{Lost: lost, Members: members, Kept: entries, Needed: c.Copies(entries, members), Gone: c.gone(lost), Outcome: Fits}
	if lost > 0 {
		l.Moved = max(0, l.Needed-c.Copies(entries, c.Members.N)) * c.meanCounted()
	}
	if most, evicts := c.Evicts(members); evicts && entries > most {
		l.Outcome, l.Kept, l.Evicted = Evicts, most, entries-most
	}
	l.InCrash = l.Kept
	if l.Outcome == Evicts && lost == 1 && c.Map.Backups() > 0 && c.Map.Eviction.CountsUsedHeap() {
		room := members * c.Copies(l.Kept, members)
		l.InCrash = min(entries, room)
		l.Missing = max(0, l.InCrash*c.copies(members)-room)
	}
	l.Each = c.Copies(l.Kept, members)
	l.Counted, l.Heap = l.Each*c.meanCounted(), l.Each*c.meanHeap()
	wanted, free := c.reserve(l.Each)
	l.Reserve, l.Beside = wanted.N, max(0, free)
	moving := share(c.moving()*c.meanCounted(), l.Kept, c.Partitions.N)
	// the reserve is short, or what is on its way has no room: by more than the copy that rounding made whole
	l.Short = l.Reserve-free > 2*c.meanTaken() || l.Heap+moving-c.tenured() > c.meanHeap()
	switch {
	case l.Each > c.Most():
		l.runOut()
	case l.Outcome == Fits && l.Short:
		l.Outcome = Tight
	}
	return l
}

// gone is the share of partitions all of whose copies are among the lost
// members: (lost over copies) / (members over copies).
func (c *Cluster) gone(lost int64) float64 {
	part := 1.0
	for i := range c.copies(c.Members.N) {
		part *= float64(max(0, lost-i)) / float64(c.Members.N-i)
	}
	return part
}
