package gclog

import "bytes"

// zgc reads what only ZGC says. With generations, what is alive is told of each
// at another time, and is not read.
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
			r.stalls.add(length, r.here)
		}
	case bytes.HasPrefix(m, []byte("Garbage Collection (")):
		r.collector(ZGC)
		r.span.add(r.unified.time())
	case r.unified.id >= 0 && bytes.HasPrefix(bytes.TrimLeft(m, " "), []byte("Live: ")):
		r.liveOfZGC(m)
	}
}

// liveOfZGC reads the row "Live: - 20M (32%) 20M (32%) ...": nothing is known
// before the marking.
func (r *reader) liveOfZGC(m []byte) {
	_, row, _ := bytes.Cut(m, []byte("Live:"))
	row, ok := bytes.CutPrefix(bytes.TrimLeft(row, " "), []byte("-"))
	if !ok {
		return
	}
	if n, _, ok := bytesOf(bytes.TrimLeft(row, " ")); ok {
		r.collector(ZGC)
		r.live(n)
	}
}
