package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/lint"
)

var gcLogToSpaceExhausted = lint.Rule{
	ID: "gc-log-to-space-exhausted", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Title: "G1 ran out of free regions in the middle of a collection",
	What: `The log that --gc-log names, where G1 wrote it and the options choose G1. Collections that
found no free region to copy to say "To-space exhausted", from JDK 20 on "Evacuation Failure".
One that failed because of pinned objects does not count.`,
	Why: `What cannot be copied stays where it is, and its whole region becomes an old one. So a young
collection leaves a heap that is fuller than before, the next one has less room still, and a full GC
ends it. The reserve that is kept for such moments (G1ReservePercent, 10 % of the heap) was too small,
or marking began too late.`,
	FixSafety:  "There is none to apply: more heap, a larger reserve and earlier marking cost different things.",
	Exceptions: "A single one while the program began, or while its load was tried out.",
	Evidence: `JVMs of JDK 8, 11, 17, 21 and 25 in heaps of 64m wrote such logs, and the reader is held against what these
JVMs counted of their collections (docs/accuracy-gc-logs.md). A store with a nearly full heap of 9 GB ran into
a full GC behind each of them.`,
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
	Check: func(p *lint.Pass) {
		log := p.GCLog(gclog.G1)
		if log == nil || log.ToSpaceExhausted.Count == 0 {
			return
		}
		f := p.Report(p.PlacesOf("G1ReservePercent", "InitiatingHeapOccupancyPercent"), "evacuation ran out of free regions %s %s",
			lint.Times(log.ToSpaceExhausted.Count), lint.InLog(log))
		f.Cite(log.ToSpaceExhausted.First, "To-space exhausted", "the first")
		if full := log.Full.ForSpace; full.Count > 0 {
			f.Note(fmt.Sprintf("the heap was collected whole %s, %s at the longest", lint.Times(full.Count), lint.Pause(full.Longest)))
		}
		p.NoteElsewhere(f)
		f.Suggest(lint.Manual, "more heap, a larger reserve (G1ReservePercent), or marking that begins earlier (InitiatingHeapOccupancyPercent)")
	},
}
