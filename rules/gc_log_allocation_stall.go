package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
)

// leastStall is the least-stall parameter: a stall that a program without pauses would notice.
var leastStall = lint.Parameter{Name: "least-stall", Unit: lint.UnitMilliseconds, Default: 10, Least: 1, Most: 60000, Doc: "shortest stall that is reported"}

var gcLogAllocationStall = lint.Rule{
	ID: "gc-log-allocation-stall", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupGC},
	Title:  "the program waited for a collector that should run concurrently",
	What: `The log given by --gc-log, if ZGC or Shenandoah wrote it and the options choose the same collector. The rule
reports "Allocation Stall" and "Relocation Stall" of threads that allocate, degenerated collections, and full
collections that nobody asked for, if the longest took 10 ms or more.`,
	Why: `ZGC and Shenandoah collect while the program runs, and the program allocates from free memory until the cycle
ends. When the free memory is used up, ZGC makes threads wait, and Shenandoah finishes the cycle with the program
stopped: the pauses that people choose these collectors to avoid.`,
	FixSafety:  "No automatic fix: a larger heap needs a larger limit.",
	Exceptions: "A load test that allocates as fast as it can.",
	Evidence: `JVMs of JDK 11, 17, 21 and 25 in heaps of 64m wrote such logs; the numbers of pauses and degenerated
collections match those of their MXBeans (docs/accuracy.md). The heap that ZGC needs is the sum of three numbers: what
is in use after a cycle, what is allocated during one, and the pages kept for objects that move. In 45 logs of heaps of
220m to 900m with 150 MiB live, allocating 100 or 400 MB/s on JDK 11, 17, 21 and 25, it was over the heap in all 17
with stalls, and within it in 22 of 28 without. What Shenandoah needs is the live data, twice what is allocated during
a cycle (what is allocated in one stays until the next one ends) and 5 % that it keeps: in 64 such logs it was over the
heap in 14 of 19 with degenerated collections, and within it in 38 of 45 without.`,
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
	Check: ofLog(func(p *lint.Pass, log *gclog.Log) {
		if s := log.Stalls; s.Longest >= lint.Milliseconds(p.Parameter(leastStall)) {
			f := p.Report(p.PlacesOf(), "threads waited for memory %s %s, longest %s", lint.Times(s.Count), lint.InLog(log), lint.Pause(s.Longest))
			f.Cite(s.At, "Allocation Stall", "the longest")
			p.NoteElsewhere(f)
			f.Suggest(lint.Manual, enoughForCycles(p, f, log)+", or more concurrent GC threads (ConcGCThreads)")
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
			f.Suggest(lint.Manual, enoughForCycles(p, f, log)+", or more concurrent GC threads (ConcGCThreads)")
		}
	}, gclog.ZGC, gclog.Shenandoah),
}

// enoughForCycles names the heap in which threads need not wait, as far as the log tells.
func enoughForCycles(p *lint.Pass, f *lint.Finding, log *gclog.Log) string {
	const larger, unknown = "use a larger heap", "how much larger a heap must be is not known: "
	demand, untold, told := log.Demand, "-Xlog:gc*", "%s in use after a cycle, %s allocated during one (less than the program wanted, because it waited), and %s that ZGC keeps for objects that it moves"
	stays := demand.After.Bytes
	if log.Collector == gclog.Shenandoah {
		stays, untold = demand.Live.Bytes, "-Xlog:gc* of JDK 11 to 25, without generations"
		told = "%s of live data, twice the %s that were allocated during a cycle (they stay until the next one ends), and %s that Shenandoah keeps for objects that it moves"
	}
	if p.JVM == nil {
		return larger
	}
	if stays == 0 || demand.Allocated.Bytes == 0 {
		f.Note(unknown + "the log does not say what is allocated during a cycle (" + untold + ")")
		return larger
	}
	enough, kept, ok := p.JVM.HeapForCycles(stays, demand.Allocated.Bytes)
	if !ok || p.JVM.Heap.Known() && enough <= p.JVM.Heap.N {
		return larger
	}
	f.Note(fmt.Sprintf(told, lint.MiB(stays), lint.MiB(demand.Allocated.Bytes), lint.MiB(kept)))
	return fmt.Sprintf("use a heap of more than %s", lint.MiB(enough))
}
