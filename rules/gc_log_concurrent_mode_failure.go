package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/lint"
)

var gcLogConcurrentModeFailure = lint.Rule{
	ID: "gc-log-concurrent-mode-failure", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofGC,
	Title: "CMS did not finish in time, and the heap was compacted with the program stopped",
	Check: ofLog(func(p *lint.Pass, log *gclog.Log) {
		modes, promotions, full := log.ConcurrentModeFails, log.PromotionFailed, log.Full.ForSpace
		first, words, what := full.Seen, "Pause", "the first full GC"
		switch {
		case modes.Count > 0:
			first, words, what = modes, "(concurrent mode failure)", "the first failure"
		case promotions.Count > 0:
			first, words, what = promotions, "(promotion failed)", "the first failure"
		case full.Count == 0:
			return
		}
		f := p.Report(p.PlacesOf("CMSInitiatingOccupancyFraction", "UseCMSInitiatingOccupancyOnly"), "CMS did not finish in time%s", compacted(log))
		f.Cite(first.First, words, what)
		if modes.Count+promotions.Count > 0 {
			f.Note(fmt.Sprintf("concurrent mode failures: %d, failed promotions: %d", modes.Count, promotions.Count))
		}
		f.Note(p.Elsewhere...)
		f.Suggest(lint.Manual, "let CMS start earlier (a lower CMSInitiatingOccupancyFraction, with UseCMSInitiatingOccupancyOnly), or use a larger heap")
	}, gclog.CMS),
}

// compacted says how long the heap was compacted because it was full, if it was.
func compacted(log *gclog.Log) string {
	full := log.Full.ForSpace
	if full.Count == 0 {
		return " " + lint.InLog(log)
	}
	return fmt.Sprintf(": the heap was compacted %s %s, longest %s", lint.Times(full.Count), lint.InLog(log), lint.Pause(full.Longest))
}
