package workload

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/pause"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Measure takes what a log of the JVM says for what nobody states: the longest
// full GC, the most live data that one left, the largest humongous object.
func (f *Facts) Measure(log *gclog.Log) {
	f.GCLog = log
	if full := log.Full; full.Count > 0 && !f.FullGCPause.Known() && (full.Asked > 0 || full.ForSpace.Count > 0) {
		f.FullGCPause = Measured(max(full.Longest.Pause.Round(time.Millisecond).Milliseconds(), 1), full.Longest.At, "Pause")
	}
	if live := log.Live.Largest; live.Bytes > 0 && !f.Live.Known() {
		f.Live = Measured(live.Bytes, live.At, "Pause")
	}
	if object := log.Humongous.Largest; object.Bytes > 0 && !f.LargestObject.Known() {
		f.LargestObject = Measured(object.Bytes, object.At, "object size")
	}
}

// WithLog are the facts with what their log measured, where they say nothing themselves.
func (f Facts) WithLog() Facts {
	if f.GCLog != nil {
		f.Measure(f.GCLog)
	}
	return f
}

// Elsewhere says why a log is not of the JVM that is predicted; nothing where it
// may be. A heap that is a quarter larger or smaller makes other pauses.
func (w *Workload) Elsewhere(jvm *hotspot.JVM) []string {
	log := w.GCLog
	if log == nil || jvm == nil {
		return nil
	}
	var all []string
	if kind := jvm.Collector.Kind.String(); log.Collector != "" && kind != log.Collector && jvm.Collector.Origin != source.Assumed {
		all = append(all, fmt.Sprintf("the log is from %s, but these options choose %s", log.Collector, kind))
	}
	if heap := heapOf(log, jvm); jvm.Heap.Known() && heap > 0 && !similar(heap, jvm.Heap.N) {
		all = append(all, fmt.Sprintf("the log is from a heap of %s, but these options allow %s", jvmflag.FormatSize(uint64(heap)>>20<<20), jvmflag.FormatSize(uint64(jvm.Heap.N))))
	}
	if log.JDK > 0 && !slices.Contains(w.JDK.Candidates, log.JDK) {
		all = append(all, fmt.Sprintf("the log is from JDK %d", log.JDK))
	}
	return all
}

func similar(heap, other int64) bool { return heap >= other/4*3 && heap <= other/4*5 }

// StatedOfOther reports whether the stated pause is of another JVM than this one becomes.
func (w *Workload) StatedOfOther(jvm *hotspot.JVM) bool {
	of := w.PauseOf
	return of != nil && jvm != nil && of.Heap.Known() && jvm.Heap.Known() &&
		(of.Collector.Kind != jvm.Collector.Kind || of.JDK != jvm.JDK || !similar(of.Heap.N, jvm.Heap.N))
}

// LoggedFullGC is the full GC of the log that counts as measured. A log that does
// not tell its workers is taken for one of as many as this JVM has.
func (w *Workload) LoggedFullGC(jvm *hotspot.JVM) (pause.Measured, bool) {
	full := w.GCLog.Full.Longest
	m := pause.Measured{JDK: cmp.Or(w.GCLog.JDK, jvm.JDK), Heap: full.Capacity, Live: full.After, Workers: full.Workers, Pause: w.FullGCPause}
	kind, known := hotspot.KindNamed(w.GCLog.Collector)
	if m.Collector = kind; !known {
		return m, false
	}
	alone := kind == hotspot.Serial || kind == hotspot.CMS || kind == hotspot.G1 && m.JDK < 10
	switch {
	case alone || full.Serialised():
		m.Workers = 1
	case m.Workers == 0:
		m.Workers = int(jvm.ParallelGCThreads.N)
	}
	if cpus := int(jvm.CPUs.N); jvm.CPUs.Known() {
		m.Workers = min(m.Workers, cpus)
	}
	return m, m.Workers > 0
}

// heapOf is the maximum heap of a log, in bytes: that of its header, else the capacity at
// the longest full GC, where the heap may not have been growing still; 0: not known.
func heapOf(log *gclog.Log, jvm *hotspot.JVM) int64 {
	capacity := log.Full.Longest.Capacity
	switch grows := jvm.InitialHeap.N < jvm.Heap.N || !jvm.InitialHeap.Known(); {
	case log.MaxHeap.Bytes > 0:
		return log.MaxHeap.Bytes
	case grows && capacity < jvm.Heap.N:
		return 0
	}
	return capacity
}

// Unmeasured is the workload without what was measured of another JVM: by its log, or the pause that is stated of that.
func (w *Workload) Unmeasured() *Workload {
	without := *w
	for _, v := range []*source.Value{&without.FullGCPause, &without.Live, &without.LargestObject} {
		if v.Origin == source.Measured || v == &without.FullGCPause && w.PauseOf != nil {
			*v = source.Value{}
		}
	}
	return &without
}

// measured takes a log, and what it names where nothing else does: the JDK, the CPUs and the memory.
func (w *Workload) measured(log *gclog.Log) {
	w.GCLog = log
	if cpus := log.CPUs; cpus.N > 0 && !w.CPUs.Known() {
		w.CPUs = Measured(cpus.N, cpus.At, "CPUs")
		if !w.Node.CPUs.Known() { // the JVM saw them, whatever limits them
			w.Node.CPUs = w.CPUs
		}
	}
	if seen := log.Memory; seen.Bytes > 0 {
		memory := Seen(Measured(seen.Bytes, seen.At, "Memory"))
		if !w.Memory.Known() && !w.Limited { // a container without a limit stays one
			w.Memory = memory
		}
		if !w.Node.Memory.Known() {
			w.Node.Memory = memory
		}
	}
	if !slices.Contains(jvmflag.Supported, log.JDK) {
		return
	}
	build := release.Build{Release: log.JDK}
	var at source.Text
	if p, is := release.PrintedIn(log.Header.Text); is && p.Build.Release == log.JDK {
		build, at = p.Build, Cite(log.Header, log.Header.Text[p.From:])
		at = at.Slice(0, min(at.Len(), p.To-p.From))
	}
	w.JDK.Tell(build, log.Files[0], at)
}

// Measured is a number that a line of a log says, from these words on.
func Measured(n int64, at gclog.Line, words string) source.Value {
	return source.Value{N: n, Origin: source.Measured, Text: Cite(at, words), Why: fmt.Sprintf("%s:%d", at.File, at.Number)}
}

// mostCited is how much of a line a finding marks, where it does not say which part it means.
const mostCited = 80

// Cite is the part of a line of a log that begins with these words, as a place
// that a finding may name; all of a line that has no such words.
func Cite(l gclog.Line, words string) source.Text {
	f := source.Cite(l.File, l.Number, int(l.Offset), l.Text)
	from := max(strings.Index(l.Text, words), 0)
	end := min(len(l.Text), from+mostCited)
	for end < len(l.Text) && !utf8.RuneStart(l.Text[end]) {
		end--
	}
	return source.Verbatim(f.Span(from, end))
}
