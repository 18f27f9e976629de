package gclog

import (
	"bytes"
	"math/bits"
	"time"
)

// g1 is what lines of G1 leave to later ones.
type g1 struct {
	id        int64 // of the collection that the counts are of
	used      int64 // regions in use after it
	humongous int64 // most humongous ones, before and after it

	aborted bool // the cycle that is under way

	peak struct { // of the collection with most humongous regions for its heap
		regions, capacity int64
		at                Line
	}
}

// regions reads how many of one kind there are before and after a collection.
func regions(humongous bool) func(*reader, []byte) {
	return func(r *reader, counts []byte) {
		r.collector(G1)
		before, after, ok := regionsOf(counts)
		if !ok {
			return
		}
		g := &r.g1
		if g.id != r.unified.id {
			g.id, g.used, g.humongous = r.unified.id, 0, 0
		}
		if g.used += after; humongous {
			g.humongous = max(before, after)
		}
	}
}

// pauseEnds reads the line at the end of one.
func (g *g1) pauseEnds(r *reader, kind []byte, sizes heap) {
	if bytes.Contains(kind, []byte("(G1 ")) {
		r.collector(G1)
	}
	if bytes.Contains(kind, []byte("(G1 Humongous Allocation)")) {
		r.seen(&r.log.Humongous.Allocations)
	}
	if _, why, is := bytes.Cut(kind, []byte("(Evacuation Failure")); is && (why[0] == ')' || bytes.Contains(why, []byte("Allocation"))) {
		r.seen(&r.log.ToSpaceExhausted)
	}
	if isMixed(kind) {
		r.log.Cycles.Mixed++
	}
	if g.id == r.unified.id && g.used > 0 {
		g.sizes(r, sizes)
	}
}

// fewest regions tell their size: of fewer, several may be nearly empty.
const fewest = 16

// sizes puts the counts of regions beside the bytes in them.
func (g *g1) sizes(r *reader, sizes heap) {
	size := &r.log.RegionSize
	if g.used >= fewest && (size.Bytes == 0 || size.Inferred) {
		mean := max(sizes.after/g.used, smallestRegion)
		if n := int64(1) << bits.Len64(uint64(mean-1)); n > size.Bytes && n <= largestRegion { // a power of two
			*size = RegionSize{Size: Size{n, r.here()}, Inferred: true}
		}
	}
	if g.humongous > 0 && sizes.capacity > 0 &&
		(g.peak.capacity == 0 || float64(g.humongous)/float64(sizes.capacity) > float64(g.peak.regions)/float64(g.peak.capacity)) {
		g.peak.regions, g.peak.capacity, g.peak.at = g.humongous, sizes.capacity, r.here()
	}
	g.used, g.humongous = 0, 0
}

const smallestRegion, largestRegion = 1 << 20, 512 << 20

// region reads the size that text begins with.
func (r *reader) region(text []byte) {
	if n, _, ok := bytesOf(text); ok && (r.log.RegionSize.Bytes == 0 || r.log.RegionSize.Inferred) {
		r.log.RegionSize = RegionSize{Size: Size{n, r.here()}}
	}
}

// finish works out shares, which need the size of regions.
func (g *g1) finish(l *Log) {
	if l.Collector != G1 {
		l.RegionSize = RegionSize{} // of Shenandoah
		return
	}
	l.Humongous.Regions, l.Humongous.At = g.peak.regions, g.peak.at
	if g.peak.capacity > 0 {
		l.Humongous.Share = 100 * float64(g.peak.regions*l.RegionSize.Bytes) / float64(g.peak.capacity)
	}
}

// cycle reads the beginning or the end of one.
func (r *reader) cycle(rest []byte) {
	if bytes.HasSuffix(rest, []byte("ms")) {
		r.span.add(r.unified.time())
		r.g1.cycleEnds(r)
	} else {
		r.g1.aborted = false
	}
}

// modeFailed takes a concurrent cycle of CMS that failed.
func (r *reader) modeFailed() {
	r.collector(CMS)
	r.seen(&r.log.ConcurrentModeFails)
}

// humongousObject reads how large one is: Humongous region 0 (object size 700016
// @ 0xfc000000), of JDK 11 Dead humongous region 0 object size 700016 start ...
func (r *reader) humongousObject(rest []byte) {
	if _, size, is := bytes.Cut(rest, []byte("object size ")); is {
		r.humongousOf(size)
	}
}

// humongousOf takes the size that text begins with.
func (r *reader) humongousOf(text []byte) {
	if n, _, ok := leading(text); ok {
		r.largest(&r.log.Humongous.Largest, n/1e6)
	}
}

func (g *g1) cycleEnds(r *reader) {
	if !g.aborted {
		r.seen(&r.log.Cycles.Done)
	}
	g.aborted = false
}

// zgcYoung is what a major collection marked in the young generation, in bytes.
type zgcYoung struct{ id, marked int64 }

// stall reads one of a thread.
func stall(kind Kind) func(*reader, []byte) {
	return func(r *reader, rest []byte) {
		text, ended := bytes.CutSuffix(rest, []byte("ms"))
		if length, ok := millisecondsOf(text[lastNumber(text):]); ok && ended {
			r.recognised++
			r.collector(ZGC)
			r.stopped(&r.stalls, kind, length)
		}
	}
}

func (r *reader) collectionOfZGC(rest []byte) {
	r.collector(ZGC)
	r.span.add(r.unified.time())
	if _, after, ended := bytes.Cut(rest, []byte("->")); ended {
		r.largestOf(&r.log.Demand.After, after)
	}
}

// allocated reads what is when marking and when relocation ends; the latter has the most.
func (r *reader) allocated(rest []byte) {
	if cells := bytes.SplitN(rest, []byte(") "), 4); len(cells) > 2 {
		r.largestOf(&r.log.Demand.Allocated, bytes.TrimLeft(cells[2], " "))
	}
}

// marked reads what the second column of a row "Live: - 20M (32%) 20M (32%) ..." says is alive: nothing is known
// before the marking.
func marked(take func(r *reader, live int64)) func(*reader, []byte) {
	return func(r *reader, rest []byte) {
		row, is := bytes.CutPrefix(bytes.TrimLeft(rest, " "), []byte("Live:"))
		row, before := bytes.CutPrefix(bytes.TrimLeft(row, " "), []byte("-"))
		if n, _, ok := bytesOf(bytes.TrimLeft(row, " ")); is && before && ok {
			take(r, n)
		}
	}
}

func (r *reader) liveOfZGC(n int64) {
	r.collector(ZGC)
	r.live(n)
}

// liveOfYoung and liveOfOld take such rows of a major collection. The old generation is marked from where the young
// one is marked last, and what that one promotes then is not counted in it: the sum of both is alive.
func (r *reader) liveOfYoung(n int64) { r.zgcYoung = zgcYoung{r.unified.id, n} }

func (r *reader) liveOfOld(n int64) {
	if r.zgcYoung.id == r.unified.id {
		r.live(r.zgcYoung.marked + n)
	}
}

// largestOf keeps a size that stands in the log if it is the largest so far.
func (r *reader) largestOf(s *Size, text []byte) {
	if n, _, ok := bytesOf(text); ok {
		r.largest(s, n)
	}
}

// largest keeps a size if it is the largest so far.
func (r *reader) largest(s *Size, n int64) {
	if n > s.Bytes {
		*s = Size{n, r.here()}
	}
}

// shenandoah is what a cycle without generations leaves to later lines, all in bytes.
type shenandoah struct {
	id        int64 // of the cycle
	marks     stamp // when it begins to mark
	free      int64 // to the program then, and what became free after the marking
	allocated int64 // from then until it begins to update references
	used      int64 // at that time; 0 before
}

// paceMarking reads what paces the program, but for JDK 26: Pacer for Mark. Expected Live: 140M, Free: 40833K, ...
func (r *reader) paceMarking(rest []byte) {
	live, ok1 := sizeBehind(rest, "Expected Live: ")
	free, ok2 := sizeBehind(rest, "Free: ")
	if ok1 && ok2 {
		r.shenandoah = shenandoah{id: r.unified.id, marks: r.unified.time(), free: free}
		r.largest(&r.log.Demand.Live, live)
	}
}

func (r *reader) paceUpdating(rest []byte) {
	used, ok1 := sizeBehind(rest, "Used: ")
	free, ok2 := sizeBehind(rest, "Free: ")
	if c := &r.shenandoah; ok1 && ok2 && c.id == r.unified.id {
		c.used, c.allocated = used, c.free-free
	}
}

func sizeBehind(m []byte, name string) (int64, bool) {
	_, text, found := bytes.Cut(m, []byte(name))
	n, _, ok := bytesOf(text)
	return n, found && ok
}

// cleanup reads what became free after the marking, and the end of a cycle that moved
// objects: Concurrent cleanup 376M->291M(400M).
func (r *reader) cleanup(m []byte) {
	c, sizes := &r.shenandoah, lastHeap(m)
	switch {
	case c.id != r.unified.id || sizes.capacity == 0:
	case c.used == 0:
		c.free += sizes.before - sizes.after
	default:
		r.largest(&r.log.Demand.Allocated, c.allocated+max(sizes.before-c.used, 0))
	}
}

// degenerates reads of a cycle that had to stop the program. By then all that was free is
// allocated; had the program gone on, it would have taken as much again in as much time.
func (r *reader) degenerates(length time.Duration) {
	c, now := &r.shenandoah, r.unified.time()
	sameClock := now.clock != noClock && now.clock == c.marks.clock
	if passed := now.at - c.marks.at; c.id == r.unified.id && sameClock && passed > length {
		r.largest(&r.log.Demand.Allocated, int64(float64(c.free)*float64(passed)/float64(passed-length)))
	}
}
