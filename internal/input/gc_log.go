package input

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

const GCLog reading.Format = "GC log"

// collectorFlags choose the collectors that a log names.
var collectorFlags = map[string][]string{
	gclog.Serial: {"UseSerialGC"}, gclog.Parallel: {"UseParallelGC"}, gclog.CMS: {"UseConcMarkSweepGC"},
	gclog.G1: {"UseG1GC"}, gclog.ZGC: {unlock, "UseZGC"}, gclog.Shenandoah: {unlock, "UseShenandoahGC"},
	gclog.Epsilon: {unlock, "UseEpsilonGC"},
}

// unlock does nothing on JDKs that take a collector without it.
const unlock = "UnlockExperimentalVMOptions"

// OfGCLog is the JVM that wrote a log, as far as the log tells: its collector, its heap and its regions stand for
// options, which nobody can edit there.
func OfGCLog(log *gclog.Log) *reading.Input {
	at := workload.Cite(cited(log), "").Span()
	in := &reading.Input{Format: GCLog, File: at.File, Reader: &gcLog}
	w := in.OptionsWorkload("JVM", jvmflag.Known(jvmflag.Runs, loggedOptions(log)))
	w.At, w.GCLog, w.Running = source.Verbatim(at), log, true
	w.KnowsOptions(false)
	in.Workloads = []*workload.Workload{w}
	return in
}

// loggedOptions are those that the header of a log comes to.
func loggedOptions(log *gclog.Log) []jvmflag.Option {
	var options []jvmflag.Option
	add := func(line gclog.Line, words, option string) {
		text := source.Vague(option, workload.Cite(line, words).Span())
		options = append(options, jvmflag.Option{Text: text, Word: text, Channel: jvmflag.CommandLine})
	}
	if flags := log.Flags; flags.Text != "" {
		_, line, _ := strings.Cut(flags.Text, ": ")
		for _, w := range chosenFlags(source.Unlocated(line, log.Files[0])) {
			add(flags, w.Text.String(), w.Text.String())
		}
		return options
	}
	for _, flag := range collectorFlags[log.Collector] {
		add(log.Chosen, "Using", "-XX:+"+flag)
	}
	if heap := log.MaxHeap; heap.Bytes > 0 {
		add(heap.At, "Heap ", fmt.Sprintf("-XX:MaxHeapSize=%d", heap.Bytes))
	}
	if region := log.RegionSize; region.Bytes > 0 && log.Collector == gclog.G1 {
		add(region.At, "Heap ", fmt.Sprintf("-XX:G1HeapRegionSize=%d", region.Bytes))
	}
	return options
}

// cited is the line that tells what JVM it is.
func cited(log *gclog.Log) gclog.Line {
	for _, l := range []gclog.Line{log.Header, log.Chosen} {
		if l.File != "" {
			return l
		}
	}
	return gclog.Line{File: log.Files[0], Number: 1}
}

// gcLog reads nothing: a log may be larger than memory, and the session reads it line by line.
var gcLog = reading.Reader{Formats: []reading.Format{GCLog}, Read: func(*reading.Input, *reading.Candidate) {}}
