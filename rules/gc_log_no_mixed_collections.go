package rules

import (
	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
)

// leastCycles is the least-cycles parameter: this many cycles that find nothing to do are more than chance.
var leastCycles = lint.Parameter{Name: "least-cycles", Unit: lint.UnitCount, Default: 3, Least: 1, Most: 1000, Doc: "fewest concurrent cycles without a mixed collection that are reported"}

var gcLogNoMixedCollections = lint.Rule{
	ID: "gc-log-no-mixed-collections", Severity: lint.Warning, Confidence: lint.Likely, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupGC},
	Title:  "concurrent cycles were wasted: no mixed collection followed, and full GCs freed the memory",
	What: `The log given by --gc-log, if G1 wrote it and the options choose G1. The rule reports a log with three or
more completed concurrent cycles, no mixed collection, and at least one full GC that neither the program nor a tool
asked for.`,
	Why: `A concurrent cycle finds the old regions that hold garbage, and mixed collections then free them, but only if
they hold more garbage than G1HeapWastePercent of the heap, in regions with less than G1MixedGCLiveThresholdPercent of
live data. If they never do, marking wastes CPU time, the old generation fills, and only a full GC, which stops the
program for seconds, frees memory.`,
	FixSafety: "No automatic fix: you must choose between a lower waste, a larger heap and less data.",
	Exceptions: `A heap of humongous objects: they are freed without mixed collections, and full GCs have another
reason.`,
	Evidence: `A store in a heap of 50 GB had no mixed collection at all and full GCs of 2.4 s; one of 9 GB had almost
none until G1HeapWastePercent was 2. The reader of such logs is checked against real JVMs (docs/accuracy.md).`,
	Parameters: []lint.Parameter{leastCycles},
	Examples: []lint.Example{{
		Name: "options.txt", Args: "--jdk 11 --memory 12Gi --cpus 8",
		Bad: "-Xmx9g -Xms9g",
		BadLog: `[276.159s][info][gc] GC(116) Concurrent Cycle 71.705ms
[286.159s][info][gc] GC(118) Concurrent Cycle 74.120ms
[296.159s][info][gc] GC(120) Concurrent Cycle 70.011ms
[299.863s][info][gc] GC(121) Pause Full (G1 Evacuation Pause) 8901M->7017M(9216M) 661.134ms
`,
		Good: "-Xmx9g -Xms9g -XX:G1HeapWastePercent=2",
		GoodLog: `[276.159s][info][gc] GC(116) Concurrent Cycle 71.705ms
[276.863s][info][gc] GC(117) Pause Young (Mixed) (G1 Evacuation Pause) 8605M->8008M(9216M) 11.760ms
[286.159s][info][gc] GC(118) Concurrent Cycle 74.120ms
[296.159s][info][gc] GC(120) Concurrent Cycle 70.011ms
[299.863s][info][gc] GC(121) Pause Full (G1 Evacuation Pause) 8901M->7017M(9216M) 661.134ms
`,
	}},
	References: []string{
		"https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/g1/g1Policy.cpp",
		"https://docs.oracle.com/en/java/javase/21/gctuning/garbage-first-g1-garbage-collector1.html",
	},
	Check: ofLog(func(p *lint.Pass, log *gclog.Log) {
		if log.Cycles.Mixed > 0 || int64(log.Cycles.Done.Count) < p.Parameter(leastCycles) || log.Full.ForSpace.Count == 0 {
			return
		}
		f := p.Report(p.PlacesOf("G1HeapWastePercent", "G1MixedGCLiveThresholdPercent"), "%s, but no mixed collection and %s %s",
			plural.Of(log.Cycles.Done.Count, "concurrent cycle"), plural.Of(log.Full.ForSpace.Count, "full GC"), lint.InLog(log))
		f.Cite(log.Cycles.Done.Last, "Concurrent", "the last cycle")
		f.Cite(log.Full.ForSpace.First, "Pause", "the first full GC")
		p.NoteElsewhere(f)
		f.Suggest(lint.Manual, "lower G1HeapWastePercent, let marking start earlier (InitiatingHeapOccupancyPercent), use a larger heap, or hold less data")
	}, gclog.G1),
}
