package gclog

import (
	"bytes"
	"time"
)

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
