package gclog

import (
	"bytes"
	"time"
)

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

// liveOfZGC reads the row "Live: - 20M (32%) 20M (32%) ...": nothing is known before the marking.
func (r *reader) liveOfZGC(rest []byte) {
	if n, ok := markedIn(rest); ok {
		r.collector(ZGC)
		r.live(n)
	}
}

// liveOfYoung and liveOfOld read such rows of a major collection. The old generation is marked from where the young
// one is marked last, and what that one promotes then is not counted in it: the sum of both is alive.
func (r *reader) liveOfYoung(rest []byte) {
	if n, ok := markedIn(rest); ok {
		r.zgcYoung = zgcYoung{r.unified.id, n}
	}
}

func (r *reader) liveOfOld(rest []byte) {
	if n, ok := markedIn(rest); ok && r.zgcYoung.id == r.unified.id {
		r.live(r.zgcYoung.marked + n)
	}
}

// markedIn is what a row "Live:" says in its second column.
func markedIn(m []byte) (int64, bool) {
	row, is := bytes.CutPrefix(bytes.TrimLeft(m, " "), []byte("Live:"))
	row, before := bytes.CutPrefix(bytes.TrimLeft(row, " "), []byte("-"))
	n, _, ok := bytesOf(bytes.TrimLeft(row, " "))
	return n, is && before && ok
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
	c := &r.shenandoah
	if passed := r.unified.time().since(c.marks); c.id == r.unified.id && passed > length {
		r.largest(&r.log.Demand.Allocated, int64(float64(c.free)*float64(passed)/float64(passed-length)))
	}
}
