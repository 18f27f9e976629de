package gclog

import "bytes"

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

// liveOfZGC reads the row "Live: - 20M (32%) 20M (32%) ...": nothing is known
// before the marking.
func (r *reader) liveOfZGC(rest []byte) {
	if n, ok := markedIn(rest); ok {
		r.collector(ZGC)
		r.live(n)
	}
}

// liveOfYoung and liveOfOld read such rows of a major collection. The old generation is marked from where
// the young one is marked last, and what that one promotes then is not counted in it: the sum of both is
// alive.
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
