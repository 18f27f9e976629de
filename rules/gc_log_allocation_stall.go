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
	ID: "gc-log-allocation-stall", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofGC,
	Title:      "the program waited for a collector that should run concurrently",
	Parameters: []lint.Parameter{leastStall},
	Check: ofLog(func(p *lint.Pass, log *gclog.Log) {
		if s := log.Stalls; s.Longest >= lint.Milliseconds(p.Parameter(leastStall)) {
			f := p.Report(p.PlacesOf(), "threads waited for memory %s %s, longest %s", lint.Times(s.Count), lint.InLog(log), lint.Pause(s.Longest))
			f.Cite(s.At, "Allocation Stall", "the longest")
			f.Note(p.Elsewhere...)
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
			f.Note(p.Elsewhere...)
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
