package gclog

import (
	"bytes"
	"math/bits"
)

// g1 is what lines of G1 leave to later ones.
type g1 struct {
	id        int64 // of the collection that the counts are of
	used      int64 // regions in use after it
	humongous int64 // most humongous ones, before and after it

	aborted bool  // the cycle that is under way
	done    *Line // the last cycle that came to its end, while nothing says what follows

	peak struct { // of the collection with most humongous regions for its heap
		regions, capacity int64
		at                Line
	}
}

// regions reads how many of one kind there are before and after a collection.
func (r *reader) regions(rest []byte) {
	r.collector(G1)
	r.g1.count(r.unified.id, rest, false)
}

func (r *reader) humongousRegions(rest []byte) {
	r.collector(G1)
	r.g1.count(r.unified.id, rest, true)
}

// count takes the regions of one kind.
func (g *g1) count(id int64, counts []byte, humongous bool) {
	before, after, ok := regionsOf(counts)
	if !ok {
		return
	}
	if g.id != id {
		g.id, g.used, g.humongous = id, 0, 0
	}
	if g.used += after; humongous {
		g.humongous = max(before, after)
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
		g.mixed(r)
	}
	if g.id != r.unified.id || g.used == 0 {
		return
	}
	g.sizes(r, sizes)
}

// fewest regions tell their size: of fewer, several may be nearly empty.
const fewest = 16

// sizes puts the counts of regions beside the bytes in them.
func (g *g1) sizes(r *reader, sizes heap) {
	size := &r.log.RegionSize
	if g.used >= fewest && (size.Bytes == 0 || size.Inferred) {
		if n := powerOfTwo(sizes.after / g.used); n > size.Bytes && n <= largestRegion {
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

// powerOfTwo is the size of region that holds n bytes.
func powerOfTwo(n int64) int64 {
	if n <= smallestRegion {
		return smallestRegion
	}
	return 1 << bits.Len64(uint64(n-1))
}

func (g *g1) region(s Size, l *Log) {
	if l.RegionSize.Bytes == 0 || l.RegionSize.Inferred {
		l.RegionSize = RegionSize{Size: s}
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
		r.g1.cycleBegins(r)
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
	n, _, ok := leading(text)
	if largest := &r.log.Humongous.Largest; ok && n/1e6 > largest.Bytes {
		*largest = Size{n / 1e6, r.here()}
	}
}

// cycleBegins judges the cycle before.
func (g *g1) cycleBegins(r *reader) {
	if s := &r.log.Cycles.Unmixed; g.done != nil {
		if s.Last = *g.done; s.Count == 0 {
			s.First = s.Last
		}
		s.Count++
	}
	g.done, g.aborted = nil, false
}

func (g *g1) cycleEnds(r *reader) {
	if g.aborted {
		r.log.Cycles.Aborted++
		g.aborted = false
		return
	}
	r.seen(&r.log.Cycles.Done)
	at := r.log.Cycles.Done.Last
	g.done = &at
}

// fullGC ends a cycle that is under way, and takes what mixed collections after one would have.
func (g *g1) fullGC() { g.done, g.aborted = nil, true }

func (g *g1) mixed(r *reader) {
	r.log.Cycles.Mixed++
	g.done = nil
}
