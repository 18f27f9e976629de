package workload

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Measure takes what a log of the JVM says for what nobody states: the longest
// full GC, the most live data that one left, the largest humongous object.
func (f *Facts) Measure(log *gclog.Log) {
	f.GCLog = log
	if full := log.Full; full.Count > 0 && !f.FullGCPause.Known() {
		f.FullGCPause = measured(max(full.Longest.Pause.Round(time.Millisecond).Milliseconds(), 1), full.Longest.At, "Pause")
	}
	if live := log.Live.Largest; live.Bytes > 0 && !f.Live.Known() {
		f.Live = measured(live.Bytes, live.At, "Pause")
	}
	if object := log.Humongous.Largest; object.Bytes > 0 && !f.LargestObject.Known() {
		f.LargestObject = measured(object.Bytes, object.At, "object size")
	}
}

// measured takes a log, and the JDK that it names where nothing else does.
func (w *Workload) measured(log *gclog.Log) {
	w.GCLog = log
	if w.JDK.Open && slices.Contains(jvmflag.Supported, log.JDK) {
		w.JDK = JDK{Candidates: []int{log.JDK}, Why: log.Files[0]}
	}
}

func measured(n int64, at gclog.Line, words string) source.Value {
	return source.Value{N: n, Origin: source.Measured, Text: Cite(at, words), Why: fmt.Sprintf("%s:%d", at.File, at.Number)}
}

// mostCited is how much of a line a finding marks, where it does not say which
// part it means.
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
