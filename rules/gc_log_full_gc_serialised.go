package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
)

// leastSerialised is the least-pause parameter: a full GC that is worth
// shortening. The times of shorter ones are rounded too coarsely.
var leastSerialised = lint.Parameter{Name: "least-pause", Unit: lint.UnitMilliseconds, Default: 500, Least: 100, Most: 600000, Doc: "shortest full GC that is reported"}

var gcLogFullGCSerialised = lint.Rule{
	ID: "gc-log-full-gc-serialised", Severity: lint.Warning, Confidence: lint.Likely, Groups: ofGC,
	Title:      "a full GC had several workers, but used only one CPU",
	Parameters: []lint.Parameter{leastSerialised},
	Check: ofLog(func(p *lint.Pass, log *gclog.Log) {
		s := log.Full.Serialised
		if s.Count == 0 || s.Longest.Pause < lint.Milliseconds(p.Parameter(leastSerialised)) {
			return
		}
		places := append(lint.Places{p.Workload.CPUs.Text}, p.PlacesOf("G1HeapWastePercent", "ParallelGCThreads")...)
		f := p.Report(places, "a full GC of %s had %s but used %.1f CPUs", lint.Pause(s.Longest.Pause), plural.Of(s.Longest.Workers, "worker"), s.Longest.Parallelism())
		f.Cite(s.Longest.At, "Pause", "the longest")
		f.Note(fmt.Sprintf("CPU time: %s in %s; %s %s", lint.Pause(s.Longest.CPU), lint.Pause(s.Longest.Real), plural.Of(s.Count, "such full GC"), lint.InLog(log)))
		f.Note(p.Elsewhere...)
		f.Suggest(lint.Manual, "make sure that the container gets the CPUs that the JVM counts on; if it does, try another G1HeapWastePercent, which decides how the work is shared")
	}, gclog.G1),
}
