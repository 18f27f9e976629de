package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/lint"
)

var gcLogToSpaceExhausted = lint.Rule{
	ID: "gc-log-to-space-exhausted", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupGC},
	Title:  "G1 ran out of free regions during a collection",
	What: `The log given by --gc-log, if G1 wrote it and the options choose G1. A collection that finds no free region
to copy objects to logs "To-space exhausted", from JDK 20 on "Evacuation Failure". Failures because of pinned objects
do not count.`,
	Why: `Objects that cannot be copied stay where they are, and their whole region becomes an old one. So a young
collection leaves the heap fuller than before, the next one has even less room, and it ends in a full GC. The reserve
for such moments (G1ReservePercent, 10 % of the heap) was too small, or marking started too late.`,
	FixSafety:  "No automatic fix: a larger heap, a larger reserve and earlier marking have different costs.",
	Exceptions: "A single one while the program started, or during a load test.",
	Evidence: `JVMs of JDK 8, 11, 17, 21 and 25 in heaps of 64m wrote such logs, and the reader is checked against the
numbers of collections that these JVMs counted (docs/accuracy.md). A store with a nearly full heap of 9 GB ran into a
full GC after each of them.`,
	Examples: []lint.Example{{
		Name: "options.txt", Args: "--jdk 11 --memory 12Gi --cpus 8",
		Bad: "-Xmx9g -Xms9g -XX:G1ReservePercent=5",
		BadLog: `[276.250s][info][gc] GC(117) To-space exhausted
[276.263s][info][gc] GC(117) Pause Young (Normal) (G1 Evacuation Pause) 8756M->8901M(9216M) 12.836ms
`,
		Good: "-Xmx9g -Xms9g -XX:G1ReservePercent=25",
		GoodLog: `[276.263s][info][gc] GC(117) Pause Young (Normal) (G1 Evacuation Pause) 6756M->6401M(9216M) 12.836ms
`,
	}},
	References: []string{
		"https://docs.oracle.com/en/java/javase/21/gctuning/garbage-first-garbage-collector-tuning.html",
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1YoungCollector.cpp",
	},
	Check: ofLog(func(p *lint.Pass, log *gclog.Log) {
		if log.ToSpaceExhausted.Count == 0 {
			return
		}
		f := p.Report(p.PlacesOf("G1ReservePercent", "InitiatingHeapOccupancyPercent"), "G1 ran out of free regions %s %s",
			lint.Times(log.ToSpaceExhausted.Count), lint.InLog(log))
		f.Cite(log.ToSpaceExhausted.First, "To-space exhausted", "the first")
		if full := log.Full.ForSpace; full.Count > 0 {
			f.Note(fmt.Sprintf("a full GC ran %s, longest %s", lint.Times(full.Count), lint.Pause(full.Longest)))
		}
		p.NoteElsewhere(f)
		f.Suggest(lint.Manual, "use a larger heap, a larger reserve (G1ReservePercent), or earlier marking (InitiatingHeapOccupancyPercent)")
	}, gclog.G1),
}
