package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
)

// leastViolated is the least-share parameter: how many of a log's pauses break a goal that G1 cannot keep.
var leastViolated = lint.Parameter{Name: "least-share", Unit: lint.UnitPercent, Default: 10, Least: 1, Most: 100, Doc: "smallest share of pauses over the goal that is reported"}

var gcLogMMUViolated = lint.Rule{
	ID: "gc-log-mmu-violated", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofGC,
	Title:      "G1 pauses exceeded their goal again and again",
	Parameters: []lint.Parameter{leastViolated},
	Check: ofLog(func(p *lint.Pass, log *gclog.Log) {
		mmu := log.MMUViolated
		pauses := log.Young.Count + log.Other.Count + log.Full.Count
		if mmu.Count == 0 || int64(mmu.Count)*100 < int64(pauses)*p.Parameter(leastViolated) {
			return
		}
		f := p.Report(p.PlacesOf("MaxGCPauseMillis", "GCPauseIntervalMillis"), "pauses took up to %s in %s (goal %s): over the goal %s %s",
			lint.Pause(mmu.Paused), lint.Pause(mmu.Slice), lint.Pause(mmu.Goal), lint.Times(mmu.Count), lint.InLog(log))
		f.Cite(mmu.Worst, "MMU target violated", "the worst")
		f.Note(fmt.Sprintf("%s: median %s, longest %s", plural.Of(log.Young.Count, "young collection"), lint.Pause(log.Young.Median), lint.Pause(log.Young.Longest)))
		f.Note(p.Elsewhere...)
		f.Suggest(lint.Manual, fmt.Sprintf("set a goal that the pauses can meet (MaxGCPauseMillis, GCPauseIntervalMillis): they take up to %s", lint.Pause(log.Young.Longest)))
	}, gclog.G1),
}
