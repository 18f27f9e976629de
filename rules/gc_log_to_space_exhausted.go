package rules

import (
	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/lint"
)

var gcLogToSpaceExhausted = lint.Rule{
	ID: "gc-log-to-space-exhausted", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofGC,
	Title: "G1 ran out of free regions during a collection",
	Check: ofLog(func(p *lint.Pass, log *gclog.Log) {
		if log.ToSpaceExhausted.Count == 0 {
			return
		}
		f := p.Report(p.PlacesOf("G1ReservePercent", "InitiatingHeapOccupancyPercent"), "G1 ran out of free regions %s %s",
			lint.Times(log.ToSpaceExhausted.Count), lint.InLog(log))
		f.Cite(log.ToSpaceExhausted.First, "To-space exhausted", "the first")
		if full := log.Full.ForSpace; full.Count > 0 {
			f.Note("a full GC ran " + lint.Times(full.Count) + ", longest " + lint.Pause(full.Longest))
		}
		f.Note(p.Elsewhere...)
		f.Suggest(lint.Manual, "use a larger heap, a larger reserve (G1ReservePercent), or earlier marking (InitiatingHeapOccupancyPercent)")
	}, gclog.G1),
}
