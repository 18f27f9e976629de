package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
)

// leastStall is one that a program without pauses would notice, unless a project
// says otherwise.
var leastStall = lint.Parameter{Name: "least-stall", Unit: lint.UnitMilliseconds, Default: 10, Least: 1, Most: 60000, Doc: "longest stall from which on a log is judged"}

var gcLogAllocationStall = lint.Rule{
	ID: "gc-log-allocation-stall", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Title: "the program waited for a collector that is meant to run beside it",
	What: `The log that --gc-log names, where ZGC or Shenandoah wrote it and the options choose the same: stalls of
threads that allocate ("Allocation Stall", "Relocation Stall"), degenerated collections, and full ones that nobody asked for,
the longest 10 ms or more.`,
	Why: `ZGC and Shenandoah collect while the program runs, and it allocates from what is free until the cycle ends.
Where that is used up, ZGC lets threads wait, and Shenandoah finishes the cycle with the program stopped: the
pauses that these collectors are chosen to avoid.`,
	FixSafety:  "There is none to apply: a larger heap needs a larger limit.",
	Exceptions: "A load test that allocates as fast as it can.",
	Evidence: `JVMs of JDK 11, 17, 21 and 25 in heaps of 64m wrote such logs; pauses and degenerated collections
are as many as their beans counted (docs/accuracy-gc-logs.md).`,
	Parameters: []lint.Parameter{leastStall},
	Examples: []lint.Example{{
		Name: "options.txt", Args: "--jdk 17 --memory 12Gi --cpus 8",
		Bad: "-Xmx8g -XX:+UseZGC",
		BadLog: `[0.010s][info][gc] Using The Z Garbage Collector
[62.163s][info][gc] Allocation Stall (http-nio-8080-exec-1) 211.250ms
[62.170s][info][gc] GC(9) Garbage Collection (Allocation Stall) 8192M(100%)->6128M(75%)
`,
		Good: "-Xmx11g -XX:+UseZGC",
		GoodLog: `[0.010s][info][gc] Using The Z Garbage Collector
[62.170s][info][gc] GC(9) Garbage Collection (Proactive) 7192M(64%)->6128M(54%)
`,
	}},
	References: []string{
		"https://docs.oracle.com/en/java/javase/21/gctuning/z-garbage-collector.html",
		"https://wiki.openjdk.org/display/shenandoah/Main",
	},
	Check: func(p *lint.Pass) {
		log := p.GCLog(gclog.ZGC, gclog.Shenandoah)
		if log == nil {
			return
		}
		if s := log.Stalls; s.Longest >= lint.Milliseconds(p.Parameter(leastStall)) {
			f := p.Report(p.PlacesOf(), "threads waited for memory %s %s, %s at the longest", lint.Times(s.Count), lint.InLog(log), lint.Pause(s.Longest))
			f.Cite(s.At, "Allocation Stall", "the longest")
			p.NoteElsewhere(f)
			f.Suggest(lint.Manual, "more heap, or more threads that collect (ConcGCThreads)")
		}
		worst, full := log.Degenerated, log.Full.ForSpace.Count
		if longest := log.Full.ForSpace.Longest; full > 0 && longest > worst.Longest {
			worst.Longest, worst.At = longest, log.Full.ForSpace.At
		}
		if log.Degenerated.Count+full > 0 && worst.Longest >= lint.Milliseconds(p.Parameter(leastStall)) {
			f := p.Report(p.PlacesOf(), "Shenandoah finished %s with the program stopped %s, %s at the longest",
				plural.Of(log.Degenerated.Count+full, "collection"), lint.InLog(log), lint.Pause(worst.Longest))
			f.Cite(worst.At, "Pause", "the longest")
			f.Note(fmt.Sprintf("degenerated: %d, full: %d", log.Degenerated.Count, full))
			p.NoteElsewhere(f)
			f.Suggest(lint.Manual, "more heap, or more threads that collect (ConcGCThreads)")
		}
	},
}
