package rules

import (
	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
)

// leastCycles is the least-cycles parameter: this many cycles that find nothing to do are more than chance.
var leastCycles = lint.Parameter{Name: "least-cycles", Unit: lint.UnitCount, Default: 3, Least: 1, Most: 1000, Doc: "fewest concurrent cycles without a mixed collection that are reported"}

var gcLogNoMixedCollections = lint.Rule{
	ID: "gc-log-no-mixed-collections", Severity: lint.Warning, Confidence: lint.Likely, Groups: ofGC,
	Title:      "concurrent cycles were wasted: no mixed collection followed, and full GCs freed the memory",
	Parameters: []lint.Parameter{leastCycles},
	Check: ofLog(func(p *lint.Pass, log *gclog.Log) {
		if log.Cycles.Mixed > 0 || int64(log.Cycles.Done.Count) < p.Parameter(leastCycles) || log.Full.ForSpace.Count == 0 {
			return
		}
		f := p.Report(p.PlacesOf("G1HeapWastePercent", "G1MixedGCLiveThresholdPercent"), "%s, but no mixed collection and %s %s",
			plural.Of(log.Cycles.Done.Count, "concurrent cycle"), plural.Of(log.Full.ForSpace.Count, "full GC"), lint.InLog(log))
		f.Cite(log.Cycles.Done.Last, "Concurrent", "the last cycle")
		f.Cite(log.Full.ForSpace.First, "Pause", "the first full GC")
		f.Note(p.Elsewhere...)
		f.Suggest(lint.Manual, "lower G1HeapWastePercent, let marking start earlier (InitiatingHeapOccupancyPercent), use a larger heap, or hold less data")
	}, gclog.G1),
}
