package gclog

import (
	"bytes"
	"strconv"
	"strings"
)

// jdk8 is a pause of the older format, which may go over several lines.
type jdk8 struct {
	open    bool
	depth   int    // of brackets
	outer   []byte // what stands in the outermost ones, without the inner ones
	at      stamp
	young   bool // a young collection is part of it
	old     bool // one of the old generation is, where the beginning does not say it
	mark    bool // CMS marks in it, and collects nothing
	timed   bool // the CPU time of the last full pause comes next
	mode    bool // a concurrent cycle of CMS failed in it
	promote bool // a promotion failed in it
}

// longestOuter is how much is kept of what a pause says of itself: where others
// talk at length between, its beginning and its end.
const longestOuter = 1 << 10

func (p *jdk8) keep(c byte) {
	if len(p.outer) == longestOuter {
		const kept = longestOuter / 4
		p.outer = append(p.outer[:kept], p.outer[longestOuter-kept:]...)
	}
	p.outer = append(p.outer, c)
}

func (r *reader) readJDK8(line []byte) {
	from := bytes.IndexByte(line, '[')
	switch {
	case r.jdk8.open && (from < 0 || !begins(line[from+1:])):
		r.inside(line)
	case from < 0:
		r.headingOfJDK8(line)
	default:
		r.betweenPauses(line[from+1:])
		r.pauseIn(line) // which may follow on the same line
	}
}

// pauseIn reads the pause that begins in a line, if one does.
func (r *reader) pauseIn(line []byte) {
	if from := beginIn(line); from >= 0 {
		r.jdk8 = jdk8{open: true, outer: r.jdk8.outer[:0], at: stampsBefore(line[:from])}
		r.inside(line[from:])
	}
}

// beginIn is where a pause begins in a line; -1 where none does.
func beginIn(line []byte) int {
	for from := 0; ; from++ {
		next := bytes.IndexByte(line[from:], '[')
		if next < 0 {
			return -1
		}
		if from += next; begins(line[from+1:]) {
			return from
		}
	}
}

// begins reports whether a pause begins so. JDK 7 has no space behind the GC, and no cause.
func begins(text []byte) bool {
	rest, full := bytes.CutPrefix(text, []byte("Full "))
	rest, is := bytes.CutPrefix(rest, []byte("GC"))
	ends := is && len(rest) > 0 && (rest[0] == ' ' || rest[0] == '-' || rest[0] == '[' || isDigit(rest[0]))
	return ends && (full || !bytes.HasPrefix(rest, []byte(" Worker")) && !bytes.HasPrefix(rest, []byte(" concurrent-")))
}

// stampsBefore are the times before a line: 2026-11-21T16:43:51.644+0000: 0.107:
func stampsBefore(text []byte) stamp {
	var at stamp
	for _, word := range bytes.Fields(text) {
		word, is := bytes.CutSuffix(word, []byte(":"))
		if !is || at.clock == wall {
			continue
		}
		if s := readStamp(word); s.clock != noClock {
			at = s
		} else if s := readStamp(append(bytes.Clone(word), 's')); s.clock != noClock {
			at = s
		}
	}
	return at
}

// inside reads a line, or the rest of one, of a pause that is open.
func (r *reader) inside(line []byte) {
	p := &r.jdk8
	for i, c := range line {
		switch c {
		case '[':
			if p.depth++; p.depth > 1 {
				r.generation(line[i+1:])
			}
		case ']':
			if p.depth--; p.depth == 0 {
				r.pauseOfJDK8()
				rest := line[i+1:]
				end := beginIn(rest)
				if end < 0 {
					end = len(rest)
				}
				r.timesOfJDK8(rest[:end])
				r.pauseIn(rest)
				return
			}
		default:
			if p.depth == 1 {
				p.keep(c)
			}
		}
		if c == '(' {
			p.mode = p.mode || bytes.HasPrefix(line[i+1:], []byte("concurrent mode failure)"))
			p.promote = p.promote || bytes.HasPrefix(line[i+1:], []byte("promotion failed)"))
		}
	}
}

// generation notes whose collection begins in inner brackets.
func (r *reader) generation(text []byte) {
	p := &r.jdk8
	if bytes.HasPrefix(text, []byte("1 CMS-")) || bytes.HasPrefix(text, []byte("YG occupancy")) {
		p.mark = true
		return
	}
	for _, g := range generations {
		if !bytes.HasPrefix(text, []byte(g.name)) || g.name == "CMS" && bytes.HasPrefix(text, []byte("CMS-")) {
			continue
		}
		r.collector(g.collector)
		p.young, p.old = p.young || !g.old, p.old || g.old
	}
}

// generations are those whose name says the collector.
var generations = []struct {
	name, collector string
	old             bool
}{
	{"DefNew", Serial, false}, {"ParNew", CMS, false}, {"PSYoungGen", Parallel, false}, {"Tenured", Serial, true}, {"CMS", CMS, true},
}

// pauseOfJDK8 takes a pause whose brackets have closed.
func (r *reader) pauseOfJDK8() {
	p := &r.jdk8
	p.open, p.timed = false, false
	text, ended := bytes.CutSuffix(p.outer, []byte(" secs"))
	from := lastNumber(text)
	length, ok := secondsOf(text[from:])
	if !ended || !ok {
		return
	}
	r.recognised++
	r.log.JDK = 8
	r.span.add(p.at)
	sizes := lastHeap(text[:from])
	r.heapAt(sizes)
	if bytes.Contains(text, []byte("(G1 ")) || bytes.HasPrefix(text, []byte("GC pause")) {
		r.collector(G1)
	}
	cause := causeOf(text)
	full := bytes.HasPrefix(text, []byte("Full GC"))
	switch {
	case full || p.old:
		if p.young && !full {
			r.log.Full.InYoung++
		}
		p.timed = true
		r.fullGC(FullGC{Cause: cause, Pause: length, Before: sizes.before, After: sizes.after, Capacity: sizes.capacity})
	case p.mark || strings.HasPrefix(cause, "CMS "):
		r.collector(CMS)
		r.paused(&r.others, OtherPause, length)
	case bytes.HasPrefix(text, []byte("GC remark")):
		r.paused(&r.others, OtherPause, length)
	case bytes.HasPrefix(text, []byte("GC cleanup")):
		r.paused(&r.others, OtherPause, length)
		r.g1.aborted = false
		r.g1.cycleEnds(r)
	default:
		r.paused(&r.young, youngKind(bytes.Contains(text, []byte("(mixed)"))), length)
		r.youngOfJDK8(text)
	}
	if p.mode {
		r.modeFailed()
	}
	if p.promote {
		r.seen(&r.log.PromotionFailed)
	}
}

// youngOfJDK8 reads what a young pause says of itself in parentheses. Without
// details, two dashes say that not all could be moved.
func (r *reader) youngOfJDK8(text []byte) {
	if bytes.Contains(text, []byte("(G1 Humongous Allocation)")) {
		r.seen(&r.log.Humongous.Allocations)
	}
	if bytes.Contains(text, []byte("(mixed)")) {
		r.log.Cycles.Mixed++
	}
	if bytes.Contains(text, []byte("(initial-mark)")) {
		r.g1.aborted = false
	}
	dashes := bytes.Contains(text, []byte("--"))
	switch {
	case r.log.Collector == G1 && (dashes || bytes.Contains(text, []byte("(to-space exhausted)"))):
		r.seen(&r.log.ToSpaceExhausted)
	case r.log.Collector != G1 && dashes && !r.jdk8.promote:
		r.seen(&r.log.PromotionFailed)
	}
}

// timesOfJDK8 reads the CPU time behind a full pause.
func (r *reader) timesOfJDK8(text []byte) {
	if r.jdk8.timed && bytes.Contains(text, []byte("[Times: user=")) {
		r.jdk8.timed = false
		r.times(text)
	}
}

// betweenPauses reads a line of the older format outside of pauses, from behind its first bracket.
func (r *reader) betweenPauses(text []byte) {
	switch {
	case bytes.HasPrefix(text, []byte("Times: ")):
		r.timesOfJDK8(r.line)
	case bytes.HasPrefix(text, []byte("GC concurrent-")):
		r.recognised++
		r.log.JDK = 8
		r.collector(G1)
	case bytes.HasPrefix(text, []byte("G1Ergonomics ")) && bytes.Contains(text, []byte("humongous allocation")):
		if _, size, is := bytes.Cut(text, []byte("allocation request: ")); is {
			r.humongousOf(size)
		}
	case bytes.HasPrefix(text, []byte("CMS-concurrent-")):
		r.recognised++
		r.log.JDK = 8
		r.collector(CMS)
	}
}

// flagsOfJDK8 are the collectors that the line of the options names.
var flagsOfJDK8 = []struct{ flag, name string }{
	{"-XX:+UseG1GC", G1}, {"-XX:+UseConcMarkSweepGC", CMS}, {"-XX:+UseParallelGC", Parallel},
	{"-XX:+UseParallelOldGC", Parallel}, {"-XX:+UseSerialGC", Serial},
}

// headingOfJDK8 reads what such a log begins with, and the region size at the
// end of a heap: region size 1024K, 1 young (1024K), 0 survivors (0K)
func (r *reader) headingOfJDK8(line []byte) {
	if bytes.Contains(line, []byte(" JRE (")) && r.log.Version == "" {
		if _, build, is := bytes.Cut(line, []byte("(1.8.0")); is {
			r.recognised++
			r.log.JDK, r.log.Version, r.log.Header = 8, "1.8.0"+string(build[:max(bytes.IndexByte(build, ')'), 0)]), r.here()
		}
		return
	}
	if _, size, is := bytes.Cut(line, []byte(" page, physical ")); is && bytes.HasPrefix(line, []byte("Memory: ")) {
		memorySeen(r, size)
		return
	}
	if bytes.HasPrefix(line, []byte("CommandLine flags: ")) {
		r.log.Flags = r.here()
		r.log.Flags.Text = string(bytes.ToValidUTF8(line, nil))
		if _, size, is := bytes.Cut(line, []byte(" -XX:MaxHeapSize=")); is {
			size, _, _ = bytes.Cut(size, []byte(" "))
			if n, err := strconv.ParseInt(string(size), 10, 64); err == nil {
				r.log.MaxHeap = Size{n, r.here()}
			}
		}
		for _, f := range flagsOfJDK8 {
			if bytes.Contains(line, []byte(f.flag+" ")) {
				r.recognised++
				r.collector(f.name)
			}
		}
		return
	}
	if text, is := bytes.CutPrefix(line, []byte("  region size ")); is {
		r.region(text)
	}
}
