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
	ID: "gc-log-mmu-violated", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupGC},
	Title:  "G1 pauses exceeded their goal again and again",
	What: `The log given by --gc-log, if G1 wrote it and the options choose G1. The rule reports "MMU target violated"
(-Xlog:gc+mmu or gc*) for a tenth of the pauses or more.`,
	Why: `G1 plans for MaxGCPauseMillis in every GCPauseIntervalMillis. If even the least work that it can do takes
longer, G1 puts off the collection of old regions until a pause may include them, and the old generation fills
meanwhile. A store of 9 GB, whose image set a goal of 5 ms in 6 ms, had almost no mixed collections until the goal was
1000 ms in 1200 ms.`,
	FixSafety:  "No automatic fix: you must decide how long a pause may be.",
	Exceptions: "A goal that is set as low as possible on purpose, with a heap that never fills.",
	Evidence: `JVMs of JDK 11, 17, 21 and 25 with a goal of 1 ms wrote such logs. The case above is from a field
report.`,
	Parameters: []lint.Parameter{leastViolated},
	Examples: []lint.Example{{
		Name: "options.txt", Args: "--jdk 11 --memory 12Gi --cpus 8",
		Bad: "-Xmx9g -Xms9g -XX:MaxGCPauseMillis=5",
		BadLog: `[276.250s][info][gc,mmu] GC(117) MMU target violated: 6.0ms (5.0ms/6.0ms)
[276.263s][info][gc    ] GC(117) Pause Young (Normal) (G1 Evacuation Pause) 8756M->8301M(9216M) 12.836ms
[281.020s][info][gc    ] GC(118) Pause Young (Normal) (G1 Evacuation Pause) 8760M->8302M(9216M) 4.981ms
`,
		Good: "-Xmx9g -Xms9g -XX:MaxGCPauseMillis=200",
		GoodLog: `[276.263s][info][gc    ] GC(117) Pause Young (Normal) (G1 Evacuation Pause) 8756M->8301M(9216M) 12.836ms
`,
	}},
	References: []string{
		"https://docs.oracle.com/en/java/javase/21/gctuning/garbage-first-garbage-collector-tuning.html",
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1MMUTracker.cpp",
	},
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
		p.NoteElsewhere(f)
		f.Suggest(lint.Manual, fmt.Sprintf("set a goal that the pauses can meet (MaxGCPauseMillis, GCPauseIntervalMillis): they take up to %s", lint.Pause(log.Young.Longest)))
	}, gclog.G1),
}
