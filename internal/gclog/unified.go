package gclog

import (
	"bytes"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// unified is what lines of unified logging leave to later ones.
type unified struct {
	id         int64  // of the collection that the line speaks of; -1 where it names none
	decoration []byte // what stands before the message
	lastFull   int64  // id of the last pause, where it was a full one; else -1
	timed      int64  // id of the full pause whose CPU time comes next; -1 where there is none
	compacting int64  // id of the full collection
	workers    int    // that compact in it
}

// readUnified reads a line of unified logging, and reports whether it is one.
func (r *reader) readUnified(line []byte) bool {
	decoration, message := undecorated(line)
	u, decorated := &r.unified, len(decoration) > 0
	u.id, u.decoration = -1, decoration
	if bytes.HasPrefix(message, []byte("GC(")) {
		id, rest, ok := leading(message[3:])
		if !ok || len(rest) < 3 || rest[0] != ')' || rest[1] != ' ' {
			return decorated
		}
		r.recognised++
		u.id, message = id/1e6, rest[2:]
	} else if !decorated && !isBare(message) {
		return false
	}
	if len(message) > 0 {
		r.message(message)
	}
	return true
}

// isBare tells a message about no collection, in a log without decorations.
func isBare(message []byte) bool {
	starts := []string{"Using ", "Version: ", "Heap Region Size: ", "Heap region size: ", "Allocation Stall ("}
	return slices.ContainsFunc(starts, func(start string) bool { return bytes.HasPrefix(message, []byte(start)) })
}

// undecorated takes the decorations from a line: [0.123s][info][gc,start]. What
// stands before them is of a container's log.
func undecorated(line []byte) (decoration, message []byte) {
	first := 0
	if line[0] != '[' {
		if first = bytes.Index(line, []byte(" [")) + 1; first == 0 {
			return nil, line
		}
	}
	at := first
	for at < len(line) && line[at] == '[' {
		end := bytes.IndexByte(line[at:], ']')
		if end < 2 || !isDecoration(line[at+1:at+end]) {
			break
		}
		at += end + 1
	}
	if at == first || at == len(line) || line[at] != ' ' {
		return nil, line
	}
	return line[first:at], line[at+1:]
}

// time is what the decorations say of it, best the date.
func (u *unified) time() stamp { return timeIn(u.decoration) }

func timeIn(decoration []byte) stamp {
	var at stamp
	for len(decoration) > 0 && at.clock != wall {
		text, rest, _ := bytes.Cut(decoration[1:], []byte("]"))
		if s := readStamp(text); s.clock != noClock {
			at = s
		}
		decoration = rest
	}
	return at
}

// isDecoration tells one from what the older format has in brackets: it has spaces only behind it.
func isDecoration(text []byte) bool {
	space := bytes.IndexByte(text, ' ')
	return space < 0 || len(bytes.TrimRight(text[space:], " ")) == 0
}

// message is one of unified logging: how it begins, and what reads the rest of it.
type message struct {
	begins string
	read   func(r *reader, rest []byte)
	within bool // only of a collection
}

// messages are those that are read, by their first characters.
var messages = func() (by [256][]message) {
	for _, m := range []message{
		{begins: "Pause ", read: (*reader).pauseOf},
		{begins: "Promotion failed", read: func(r *reader, _ []byte) { r.seen(&r.log.PromotionFailed) }},
		{begins: "User=", read: (*reader).userTimes},
		{begins: "Using ", read: (*reader).using},
		{begins: "Initializing The Z Garbage Collector", read: func(r *reader, _ []byte) { r.begun(ZGC) }},
		{begins: "Version: ", read: (*reader).version},

		{begins: "CPUs: ", read: (*reader).cpus}, // of the machine from JDK 16 on
		{begins: "Memory: ", read: memorySeen},
		{begins: "Max Capacity: ", read: size(func(l *Log) *Size { return &l.MaxHeap })}, // of ZGC
		{begins: "Heap Max Capacity: ", read: size(func(l *Log) *Size { return &l.MaxHeap })},
		{begins: "Heap address: ", read: (*reader).heapAddress},
		{begins: "Heap Region Size: ", read: (*reader).region}, // of JDK 17 and later
		{begins: "Heap region size: ", read: (*reader).region},

		{begins: "Concurrent Cycle", read: (*reader).cycle},
		{begins: "Concurrent Mark Cycle", read: (*reader).cycle},
		{begins: "Concurrent Mark Abort", read: func(r *reader, _ []byte) { r.g1.aborted = true }},
		{begins: "Concurrent mode failure", read: func(r *reader, _ []byte) { r.modeFailed() }},
		{begins: "Eden regions: ", read: regions(false), within: true},
		{begins: "Survivor regions: ", read: regions(false), within: true},
		{begins: "Old regions: ", read: regions(false), within: true},
		{begins: "Archive regions: ", read: regions(false), within: true},
		{begins: "Humongous regions: ", read: regions(true), within: true},
		{begins: "Humongous region ", read: (*reader).humongousObject},
		{begins: "Dead humongous region ", read: (*reader).humongousObject}, // of JDK 11, as the next
		{begins: "Live humongous region ", read: (*reader).humongousObject},
		{begins: "To-space exhausted", read: func(r *reader, _ []byte) { r.seen(&r.log.ToSpaceExhausted) }, within: true},
		{begins: "MMU target violated: ", read: (*reader).mmu, within: true},

		{begins: "Concurrent cleanup", read: (*reader).cleanup},
		{begins: "Pacer for Mark.", read: (*reader).paceMarking},
		{begins: "Pacer for Update Refs.", read: (*reader).paceUpdating},

		{begins: "Allocation Stall (", read: stall(AllocationStall)},
		{begins: "Relocation Stall (", read: stall(RelocationStall)},
		{begins: "Garbage Collection (", read: (*reader).collectionOfZGC},
		{begins: "Minor Collection (", read: (*reader).collectionOfZGC, within: true},
		{begins: "Major Collection (", read: (*reader).collectionOfZGC, within: true},
		{begins: "Allocated: ", read: (*reader).allocated, within: true},
		{begins: " ", read: marked((*reader).liveOfZGC), within: true},

		// of ZGC with generations: a minor collection, and the two parts of a major one
		{begins: "y: Pause ", read: (*reader).pauseOf},
		{begins: "Y: Pause ", read: (*reader).pauseOf},
		{begins: "O: Pause ", read: (*reader).pauseOf},
		{begins: "y: Allocated: ", read: (*reader).allocated},
		{begins: "Y: Allocated: ", read: (*reader).allocated},
		{begins: "Y: ", read: marked((*reader).liveOfYoung)},
		{begins: "O: ", read: marked((*reader).liveOfOld)},
	} {
		by[m.begins[0]] = append(by[m.begins[0]], m)
	}
	return by
}()

// message reads what follows the decorations and the id.
func (r *reader) message(text []byte) {
	for _, m := range messages[text[0]] {
		if rest, is := bytes.CutPrefix(text, []byte(m.begins)); is {
			if !m.within || r.unified.id >= 0 {
				m.read(r, rest)
			}
			return
		}
	}
}

var memorySeen = size(func(l *Log) *Size { return &l.Memory })

// size reads one into its place.
func size(of func(*Log) *Size) func(*reader, []byte) {
	return func(r *reader, rest []byte) {
		if n, _, ok := bytesOf(rest); ok {
			*of(r.log) = Size{n, r.here()}
		}
	}
}

// pauseOf reads the end of a pause: Pause Full (System.gc()) 61M->20M(64M) 3.456ms
func (r *reader) pauseOf(kind []byte) {
	u, from := &r.unified, 0
	text, ended := bytes.CutSuffix(bytes.TrimRight(kind, " "), []byte("ms"))
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
	switch {
	case bytes.HasPrefix(kind, []byte("Full")):
		g := FullGC{Cause: causeOf(kind), Pause: length, Before: sizes.before, After: sizes.after, Capacity: sizes.capacity}
		if u.compacting == u.id {
			g.Workers = u.workers
		}
		u.lastFull, u.timed = u.id, u.id
		r.fullGC(g)
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
		r.paused(&r.young, youngKind(isMixed(kind)), length)
	default:
		r.paused(&r.others, OtherPause, length)
	}
	r.g1.pauseEnds(r, kind, sizes)
}

// isYoung tells the pauses that collect the young generation. Those of JDK 9 that begin a marking are named after it.
func isYoung(kind []byte) bool {
	return bytes.HasPrefix(kind, []byte("Young")) || bytes.HasPrefix(kind, []byte("Mixed")) ||
		bytes.HasPrefix(kind, []byte("Initial Mark (G1 "))
}

// isMixed tells the young pauses that collect old regions, too.
func isMixed(kind []byte) bool {
	return bytes.HasPrefix(kind, []byte("Young (Mixed)")) || bytes.HasPrefix(kind, []byte("Mixed"))
}

func youngKind(mixed bool) Kind {
	return either.Of(mixed, MixedCollection, YoungCollection)
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

// begun takes the collector that a log names at its beginning.
func (r *reader) begun(collector string) {
	r.recognised++
	r.span.add(r.unified.time())
	r.collector(collector)
}

// using reads the collector, and the workers: Using 8 workers of 8 for full compaction
func (r *reader) using(rest []byte) {
	u := &r.unified
	if n, of, ok := leading(rest); ok && u.id >= 0 && bytes.HasSuffix(of, []byte(" for full compaction")) {
		u.compacting, u.workers = u.id, int(n/1e6)
	}
	for _, c := range collectors {
		if string(bytes.TrimRight(rest, " ")) == c.said {
			r.begun(c.name)
		}
	}
}

// userTimes reads the CPU time behind a full pause.
func (r *reader) userTimes([]byte) {
	if u := &r.unified; u.id == u.timed && u.id >= 0 {
		u.timed = -1
		r.times(r.line)
	}
}

// cpus reads those that the JVM may use: CPUs: 8 total, 2 available
func (r *reader) cpus(rest []byte) {
	if _, available, is := bytes.Cut(rest, []byte(" total, ")); is {
		if n, _, ok := leading(available); ok {
			r.log.CPUs = Number{n / 1e6, r.here()}
		}
	}
}

// heapAddress reads what all collectors say of the heap, rounded down.
func (r *reader) heapAddress(rest []byte) {
	if _, size, is := bytes.Cut(rest, []byte(", size: ")); is && r.log.MaxHeap.Bytes == 0 {
		if mb, _, ok := leading(size); ok {
			r.log.MaxHeap = Size{mb / 1e6 << 20, r.here()}
		}
	}
}

// version reads 17.0.9+9 (release).
func (r *reader) version(m []byte) {
	n, _, ok := leading(m)
	if !ok || n < 9e6 || r.log.Version != "" {
		return
	}
	r.recognised++
	r.span.add(r.unified.time())
	r.log.JDK = int(min(n/1e6, 999))
	r.log.Version, _, _ = strings.Cut(string(m[:min(len(m), 60)]), " ")
	r.log.Header = r.here()
}

// violation is MMU target violated: 6.0ms (5.0ms/6.0ms).
var violation = lazyregexp.New(`^([\d.,]+)ms \(([\d.,]+)ms/([\d.,]+)ms\)`)

func (r *reader) mmu(rest []byte) {
	said := violation.FindSubmatch(rest)
	if said == nil {
		return
	}
	p, ok1 := millisecondsOf(said[1])
	g, ok2 := millisecondsOf(said[2])
	s, ok3 := millisecondsOf(said[3])
	if !ok1 || !ok2 || !ok3 {
		return
	}
	v := &r.log.MMUViolated
	if r.seen(&v.Seen); v.Count == 1 || p-g > v.Paused-v.Goal {
		v.Paused, v.Goal, v.Slice, v.Worst = p, g, s, v.Last
	}
}

// regionsOf reads 13->14 of "Humongous regions: 13->14".
func regionsOf(m []byte) (before, after int64, ok bool) {
	n, rest, ok1 := leading(m)
	rest, ok2 := bytes.CutPrefix(rest, []byte("->"))
	after, _, ok3 := leading(rest)
	return n / 1e6, after / 1e6, ok1 && ok2 && ok3
}
