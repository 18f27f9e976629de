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
		compacted := " " + lint.InLog(log)
		if full.Count > 0 {
			compacted = fmt.Sprintf(": the heap was compacted %s %s, longest %s",
				lint.Times(full.Count), lint.InLog(log), lint.Pause(full.Longest))
		}
		f := p.Report(p.PlacesOf("CMSInitiatingOccupancyFraction", "UseCMSInitiatingOccupancyOnly"), "CMS did not finish in time%s", compacted)
		f.Cite(first.First, words, what)
		if modes.Count+promotions.Count > 0 {
			f.Note(fmt.Sprintf("concurrent mode failures: %d, failed promotions: %d", modes.Count, promotions.Count))
		}
		f.Note(p.Elsewhere...)
		f.Suggest(lint.Manual, "let CMS start earlier (a lower CMSInitiatingOccupancyFraction, with UseCMSInitiatingOccupancyOnly), or use a larger heap")
	}, gclog.CMS),
}
