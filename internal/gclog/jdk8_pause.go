package gclog

import (
	"bytes"
	"strconv"
	"strings"
)

// pauseOfJDK8 takes a pause whose brackets have closed.
func (r *reader) pauseOfJDK8() {
	p := &r.jdk8
	p.open, p.timed = false, false
	text, ended := bytes.CutSuffix(p.outer, []byte(" secs"))
	if !ended {
		return
	}
	from := lastNumber(text)
	length, ok := secondsOf(text[from:])
	if !ok {
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
		if cause == "Ergonomics" {
			r.collector(Parallel)
		}
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
		r.g1.mixed(r)
	}
	if bytes.Contains(text, []byte("(initial-mark)")) {
		r.g1.cycleBegins(r)
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

// betweenPauses reads a line of the older format outside of pauses, from behind
// its first bracket.
func (r *reader) betweenPauses(text []byte) {
	switch {
	case bytes.HasPrefix(text, []byte("Times: ")):
		r.timesOfJDK8(r.line)
	case bytes.HasPrefix(text, []byte("GC concurrent-")):
		r.recognised++
		r.log.JDK = 8
		r.collector(G1)
		if bytes.HasPrefix(text, []byte("GC concurrent-mark-abort")) {
			r.log.Cycles.Aborted++
		}
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
		if n, _, ok := bytesOf(size); ok {
			r.log.Memory = Size{n, r.here()}
		}
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
		if n, _, ok := bytesOf(text); ok {
			r.g1.region(Size{n, r.here()}, r.log)
		}
	}
}
