package gclog

import (
	"bytes"
	"strconv"
	"strings"
)

// pauseOf reads the end of a pause: Pause Full (System.gc()) 61M->20M(64M) 3.456ms
func (r *reader) pauseOf(m []byte) {
	if !bytes.HasPrefix(m, []byte("Pause ")) {
		switch {
		case bytes.HasPrefix(m, []byte("Promotion failed")):
			r.seen(&r.log.PromotionFailed)
		case bytes.HasPrefix(m, []byte("Pacer for ")):
			r.pacer(m)
		}
		return
	}
	u, from := &r.unified, 0
	text, ended := bytes.CutSuffix(bytes.TrimRight(m, " "), []byte("ms"))
	if ended {
		from = lastNumber(text)
	}
	length, ok := millisecondsOf(text[from:])
	if !ended || !ok {
		return
	}
	r.span.add(u.time())
	sizes := lastHeap(text[:from])
	full := u.lastFull
	u.lastFull = -1
	if u.id < 0 || full != u.id+1 { // the sizes of a pause around a full one are those of that
		r.heapAt(sizes)
	}
	switch kind := m[len("Pause "):]; {
	case bytes.HasPrefix(kind, []byte("Full")):
		g := FullGC{Cause: causeOf(kind), Pause: length, Before: sizes.before, After: sizes.after, Capacity: sizes.capacity}
		if u.compacting == u.id {
			g.Workers = u.workers
		}
		u.lastFull, u.timed = u.id, u.id
		r.fullGC(g)
		if g.Cause == "Ergonomics" {
			r.collector(Parallel)
		}
	case bytes.HasPrefix(kind, []byte("Degenerated")):
		r.collector(Shenandoah)
		r.paused(&r.degenerated, DegeneratedCollection, length)
		r.degenerates(length)
	case isYoung(kind):
		if u.id >= 0 && full == u.id+1 {
			r.log.Full.InYoung++ // its time is that of the full one
			u.timed = -1
			break
		}
		r.paused(&r.young, youngKind(isMixed(m)), length)
	default:
		r.paused(&r.others, OtherPause, length)
	}
	r.g1.pauseEnds(r, m, sizes)
}

// isYoung tells the pauses that collect the young generation. Those of JDK 9
// that begin a marking are named after it.
func isYoung(kind []byte) bool {
	return bytes.HasPrefix(kind, []byte("Young")) || bytes.HasPrefix(kind, []byte("Mixed")) ||
		bytes.HasPrefix(kind, []byte("Initial Mark (G1 "))
}

// isMixed tells the young pauses that collect old regions, too.
func isMixed(m []byte) bool {
	return bytes.HasPrefix(m, []byte("Pause Young (Mixed)")) || bytes.HasPrefix(m, []byte("Pause Mixed"))
}

func youngKind(mixed bool) Kind {
	if mixed {
		return MixedCollection
	}
	return YoungCollection
}

// causeOf is the first text in parentheses, which may have some of its own.
func causeOf(text []byte) string {
	from := bytes.IndexByte(text, '(')
	if from < 0 {
		return ""
	}
	depth := 0
	for i, c := range text[from:] {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return string(text[from+1 : from+i])
			}
		}
	}
	return ""
}

// collectors are the names that a log gives at its beginning.
var collectors = []struct{ said, name string }{
	{"Serial", Serial}, {"Parallel", Parallel}, {"Concurrent Mark Sweep", CMS}, {"G1", G1},
	{"The Z Garbage Collector", ZGC}, {"Shenandoah", Shenandoah}, {"Epsilon", Epsilon},
}

// using reads what begins with a U: the collector, the workers, the CPU time.
func (r *reader) using(m []byte) {
	u := &r.unified
	if times, is := bytes.CutPrefix(m, []byte("User=")); is {
		if u.id == u.timed && u.id >= 0 {
			u.timed = -1
			r.userTimes(times)
		}
		return
	}
	m, is := bytes.CutPrefix(m, []byte("Using "))
	if !is {
		return
	}
	if n, rest, ok := leading(m); ok {
		if u.id >= 0 && bytes.HasSuffix(rest, []byte(" for full compaction")) {
			u.compacting, u.workers = u.id, int(n/1e6)
		}
		return
	}
	for _, c := range collectors {
		if bytes.Equal(bytes.TrimRight(m, " "), []byte(c.said)) {
			r.recognised++
			r.span.add(u.time())
			r.collector(c.name)
		}
	}
}

// userTimes reads 18.10s Sys=0.00s Real=2.38s.
func (r *reader) userTimes(m []byte) {
	user, rest, ok1 := bytes.Cut(m, []byte("s Sys="))
	sys, rest, ok2 := bytes.Cut(rest, []byte("s Real="))
	real, _, ok3 := bytes.Cut(rest, []byte("s"))
	if ok1 && ok2 && ok3 {
		r.times(user, sys, real)
	}
}

// initializing reads the first line of ZGC.
func (r *reader) initializing(m []byte) {
	if bytes.HasPrefix(m, []byte("Initializing The Z Garbage Collector")) {
		r.recognised++
		r.span.add(r.unified.time())
		r.collector(ZGC)
	}
}

// machine reads what a log of JDK 16 and later says of CPUs and memory, and ZGC of its heap: CPUs: 8 total, 2 available.
func (r *reader) machine(m []byte) {
	if cpus, is := bytes.CutPrefix(m, []byte("CPUs: ")); is {
		if _, available, is := bytes.Cut(cpus, []byte(" total, ")); is {
			if n, _, ok := leading(available); ok {
				r.log.CPUs = Number{n / 1e6, r.here()}
			}
		}
	}
	if memory, is := bytes.CutPrefix(m, []byte("Memory: ")); is {
		if n, _, ok := bytesOf(memory); ok {
			r.log.Memory = Size{n, r.here()}
		}
	}
	if heap, is := bytes.CutPrefix(m, []byte("Max Capacity: ")); is {
		if n, _, ok := bytesOf(heap); ok {
			r.log.MaxHeap = Size{n, r.here()}
		}
	}
}

// heading reads what the log says of the JVM and its heap.
func (r *reader) heading(m []byte) {
	if version, is := bytes.CutPrefix(m, []byte("Version: ")); is && r.log.Version == "" {
		r.version(version)
	}
	for _, start := range []string{"Heap Region Size: ", "Heap region size: "} { // JDK 17 and later; 11
		if size, is := bytes.CutPrefix(m, []byte(start)); is {
			if n, _, ok := bytesOf(size); ok {
				r.g1.region(Size{n, r.here()}, r.log)
			}
		}
	}
	if size, is := bytes.CutPrefix(m, []byte("Heap Max Capacity: ")); is { // JDK 16 and later
		if n, _, ok := bytesOf(size); ok {
			r.log.MaxHeap = Size{n, r.here()}
		}
	}
	_, size, is := bytes.Cut(m, []byte(", size: "))
	if is && r.log.MaxHeap.Bytes == 0 && bytes.HasPrefix(m, []byte("Heap address: ")) {
		if mb, _, ok := leading(size); ok { // gc+heap+coops of all of them, rounded down
			r.log.MaxHeap = Size{mb / 1e6 << 20, r.here()}
		}
	}
	switch {
	case bytes.HasPrefix(m, []byte("Humongous regions:")):
		r.regionsAndFailures(m)
	case bytes.HasPrefix(m, []byte("Humongous region ")):
		r.humongousObject(m)
	}
}

// version reads 17.0.9+9 (release).
func (r *reader) version(m []byte) {
	n, _, ok := leading(m)
	if !ok || n < 9e6 {
		return
	}
	r.recognised++
	r.span.add(r.unified.time())
	r.log.JDK = int(min(n/1e6, 999))
	r.log.Version, _, _ = strings.Cut(string(m[:min(len(m), 60)]), " ")
	r.log.Header = r.here()
}

// mmu reads MMU target violated: 6.0ms (5.0ms/6.0ms).
func (r *reader) mmu(m []byte) {
	v := &r.log.MMUViolated
	paused, rest, ok1 := bytes.Cut(m, []byte("ms ("))
	goal, rest, ok2 := bytes.Cut(rest, []byte("ms/"))
	slice, _, ok3 := bytes.Cut(rest, []byte("ms)"))
	if !ok1 || !ok2 || !ok3 {
		return
	}
	p, ok1 := millisecondsOf(paused)
	g, ok2 := millisecondsOf(goal)
	s, ok3 := millisecondsOf(slice)
	if !ok1 || !ok2 || !ok3 {
		return
	}
	if r.seen(&v.Seen); v.Count == 1 || p-g > v.Paused-v.Goal {
		v.Paused, v.Goal, v.Slice, v.Worst = p, g, s, v.Last
	}
}

// regionsOf reads 13->14 of "Humongous regions: 13->14".
func regionsOf(m []byte) (before, after int64, ok bool) {
	text, rest, is := bytes.Cut(m, []byte("->"))
	if !is {
		return 0, 0, false
	}
	before, err := strconv.ParseInt(string(text), 10, 32)
	if err != nil {
		return 0, 0, false
	}
	n, _, ok := leading(rest)
	return before, n / 1e6, ok
}
