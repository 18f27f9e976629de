package gclog

import "bytes"

// zgcYoung is what a major collection marked in the young generation, in bytes.
type zgcYoung struct{ id, marked int64 }

// zgc reads what only ZGC says.
func (r *reader) zgc(m []byte) {
	switch {
	case bytes.HasPrefix(m, []byte("Allocation Stall (")), bytes.HasPrefix(m, []byte("Relocation Stall (")):
		text, ended := bytes.CutSuffix(m, []byte("ms"))
		if !ended {
			return
		}
		if length, ok := millisecondsOf(text[lastNumber(text):]); ok {
			r.recognised++
			r.collector(ZGC)
			kind := AllocationStall
			if m[0] == 'R' {
				kind = RelocationStall
			}
			r.stopped(&r.stalls, kind, length)
		}
	case bytes.HasPrefix(m, []byte("Garbage Collection (")), bytes.HasPrefix(m, []byte("Minor Collection (")), bytes.HasPrefix(m, []byte("Major Collection (")):
		r.collector(ZGC)
		r.span.add(r.unified.time())
		if _, after, ended := bytes.Cut(m, []byte("->")); ended {
			r.largestOf(&r.log.Demand.After, after)
		}
	case bytes.HasPrefix(m, []byte("Allocated: ")):
		if cells := bytes.SplitN(m, []byte(") "), 4); len(cells) > 2 { // when marking and when relocation ends; the latter has the most
			r.largestOf(&r.log.Demand.Allocated, bytes.TrimLeft(cells[2], " "))
		}
	case r.unified.id >= 0 && bytes.HasPrefix(bytes.TrimLeft(m, " "), []byte("Live: ")):
		r.liveOfZGC(m)
	}
}

// liveOfZGC reads the row "Live: - 20M (32%) 20M (32%) ...": nothing is known
// before the marking.
func (r *reader) liveOfZGC(m []byte) {
	if n, ok := markedIn(m); ok {
		r.collector(ZGC)
		r.live(n)
	}
}

// liveOfGeneration reads such a row of a major collection. The old generation is marked from where
// the young one is marked last, and what that one promotes then is not counted in it: the sum of both is
// alive.
func (r *reader) liveOfGeneration(generation byte, m []byte) {
	n, ok := markedIn(m)
	switch {
	case !ok:
	case generation == 'Y':
		r.zgcYoung.id, r.zgcYoung.marked = r.unified.id, n
	case r.zgcYoung.id == r.unified.id:
		r.live(r.zgcYoung.marked + n)
	}
}

// markedIn is what a row "Live:" says in its second column.
func markedIn(m []byte) (int64, bool) {
	_, row, _ := bytes.Cut(m, []byte("Live:"))
	row, ok := bytes.CutPrefix(bytes.TrimLeft(row, " "), []byte("-"))
	if !ok {
		return 0, false
	}
	n, _, ok := bytesOf(bytes.TrimLeft(row, " "))
	return n, ok
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
