package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
)

// leastStall is the least-stall parameter: a stall that a program without pauses
// would notice.
var leastStall = lint.Parameter{Name: "least-stall", Unit: lint.UnitMilliseconds, Default: 10, Least: 1, Most: 60000, Doc: "shortest stall that is reported"}

var gcLogAllocationStall = lint.Rule{
	ID: "gc-log-allocation-stall", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Title: "the program waited for a collector that should run concurrently",
	What: `The log given by --gc-log, if ZGC or Shenandoah wrote it and the options choose the same
collector. The rule reports "Allocation Stall" and "Relocation Stall" of threads that allocate,
degenerated collections, and full collections that nobody asked for, if the longest took 10 ms
or more.`,
	Why: `ZGC and Shenandoah collect while the program runs, and the program allocates from free
memory until the cycle ends. When the free memory is used up, ZGC makes threads wait, and
Shenandoah finishes the cycle with the program stopped: the pauses that people choose these
collectors to avoid.`,
	FixSafety:  "No automatic fix: a larger heap needs a larger limit.",
	Exceptions: "A load test that allocates as fast as it can.",
	Evidence: `JVMs of JDK 11, 17, 21 and 25 in heaps of 64m wrote such logs; the numbers of pauses
and degenerated collections match those of their MXBeans (docs/accuracy-gc-logs.md).`,
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
			f := p.Report(p.PlacesOf(), "threads waited for memory %s %s, longest %s", lint.Times(s.Count), lint.InLog(log), lint.Pause(s.Longest))
			f.Cite(s.At, "Allocation Stall", "the longest")
			p.NoteElsewhere(f)
			f.Suggest(lint.Manual, "use a larger heap, or more concurrent GC threads (ConcGCThreads)")
		}
		worst, full := log.Degenerated, log.Full.ForSpace.Count
		if longest := log.Full.ForSpace.Longest; full > 0 && longest > worst.Longest {
			worst.Longest, worst.At = longest, log.Full.ForSpace.At
		}
		if log.Degenerated.Count+full > 0 && worst.Longest >= lint.Milliseconds(p.Parameter(leastStall)) {
			f := p.Report(p.PlacesOf(), "Shenandoah finished %s with the program stopped %s, longest %s",
				plural.Of(log.Degenerated.Count+full, "collection"), lint.InLog(log), lint.Pause(worst.Longest))
			f.Cite(worst.At, "Pause", "the longest")
			f.Note(fmt.Sprintf("degenerated: %d, full: %d", log.Degenerated.Count, full))
			p.NoteElsewhere(f)
			f.Suggest(lint.Manual, "use a larger heap, or more concurrent GC threads (ConcGCThreads)")
		}
	},
}
