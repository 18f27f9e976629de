package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/lint"
)

var gcLogConcurrentModeFailure = lint.Rule{
	ID: "gc-log-concurrent-mode-failure", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupGC},
	Title:  "CMS did not finish in time, and the heap was compacted with the program stopped",
	What: `The log given by --gc-log, if CMS wrote it and the options choose CMS. The rule reports "concurrent mode
failure", "promotion failed", and full GCs that nobody asked for, which is all that JDK 11 logs at level info.`,
	Why: `CMS collects beside the program. If the old generation fills before CMS is done, or is so fragmented that
survivors of the young generation fit nowhere, one thread compacts the whole heap with the program stopped: 5 to 15 s
for 8 GB in a store that was reported.`,
	FixSafety:  "No automatic fix: when CMS should start depends on the program.",
	Exceptions: "A single failure while the program started.",
	Evidence: `JVMs of JDK 8 and 11 in heaps of 24m and 64m wrote such logs: every pause that their MXBeans counted was
found, even where other lines interrupt its line (docs/accuracy.md).`,
	Examples: []lint.Example{{
		Name: "options.txt", Args: "--jdk 8 --memory 12Gi --cpus 8",
		Bad: "-Xmx8g -Xms8g -XX:+UseConcMarkSweepGC",
		BadLog: `61.316: [GC (Allocation Failure) 61.316: [ParNew: 613440K->613440K(613440K), 0.0000154 secs]61.319: [CMS (concurrent mode failure): 7707068K->5348708K(7707072K), 8.2298000 secs] 8320508K->5348708K(8320512K), [Metaspace: 28032K->28032K(1075200K)], 8.2310000 secs] [Times: user=8.20 sys=0.00, real=8.23 secs]
`,
		Good: "-Xmx8g -Xms8g -XX:+UseConcMarkSweepGC -XX:CMSInitiatingOccupancyFraction=60",
		GoodLog: `61.316: [GC (Allocation Failure) 61.316: [ParNew: 613440K->68160K(613440K), 0.0420154 secs] 5320508K->4848708K(8320512K), 0.0421000 secs] [Times: user=0.30 sys=0.00, real=0.04 secs]
`,
	}},
	References: []string{
		"https://docs.oracle.com/en/java/javase/11/gctuning/concurrent-mark-sweep-cms-collector.html",
		"https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/cms/concurrentMarkSweepGeneration.cpp",
	},
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
		p.NoteElsewhere(f)
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
