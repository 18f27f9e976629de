package capacity

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

// runOut leaves nothing.
func (l *Loss) runOut() {
	l.Outcome, l.Kept, l.Evicted, l.InCrash, l.Missing = RunsOut, 0, 0, 0, 0
}

// After is the cluster with so many entries when it has lost so many members.
func (c *Cluster) After(entries, lost int64) Loss {
	members := c.Members.N - lost
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
	l.Short = c.short(l, free)
	switch {
	case l.Each > c.Most():
		l.runOut()
	case l.Outcome == Fits && l.Short:
		l.Outcome = Tight
	}
	return l
}

// short reports whether the reserve is short, or what is on its way has no room:
// by more than the copy that rounding made whole.
func (c *Cluster) short(l Loss, free int64) bool {
	moving := share(c.moving()*c.meanCounted(), l.Kept, c.Partitions.N)
	return l.Reserve-free > 2*c.meanTaken() || l.Heap+moving-c.tenured() > c.meanHeap()
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
