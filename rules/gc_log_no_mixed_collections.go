package rules

import (
	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
)

// leastCycles that find nothing to do are more than chance, unless a project says
// otherwise.
var leastCycles = lint.Parameter{Name: "least-cycles", Unit: lint.UnitCount, Default: 3, Least: 1, Most: 1000, Doc: "concurrent cycles that no mixed collection followed"}

var gcLogNoMixedCollections = lint.Rule{
	ID: "gc-log-no-mixed-collections", Severity: lint.Warning, Confidence: lint.Likely, Since: "0.1.0",
	Title: "marking ran for nothing: no mixed collection followed, and full GCs did its work",
	What: `The log that --gc-log names, where G1 wrote it and the options choose G1: three concurrent cycles
or more came to their end, there is no mixed collection in it, and the heap was collected whole, not
because the program or a tool asked for that.`,
	Why: `A concurrent cycle finds the old regions that hold garbage, and mixed collections then free them, but
only where what they hold is more than G1HeapWastePercent of the heap, in regions with less than
G1MixedGCLiveThresholdPercent of live data. Where it never is, marking costs CPU time for nothing, the old
generation fills, and a full GC, which stops the program for seconds, is all that frees memory.`,
	FixSafety:  "A person must choose: a smaller waste, more heap, or fewer data.",
	Exceptions: "A heap of humongous objects: they are freed without mixed collections, and full GCs have another reason.",
	Evidence: `A store in a heap of 50 GB had no mixed collection ever and full GCs of 2.4 s, one of 9 GB had
nearly none until G1HeapWastePercent was 2. How such logs are read is held against real JVMs (docs/accuracy-gc-logs.md).`,
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
	Check: func(p *lint.Pass) {
		log := p.GCLog(gclog.G1)
		if log == nil || log.Cycles.Mixed > 0 || int64(log.Cycles.Done.Count) < p.Parameter(leastCycles) || log.Full.ForSpace.Count == 0 {
			return
		}
		f := p.Report(p.PlacesOf("G1HeapWastePercent", "G1MixedGCLiveThresholdPercent"), "%s, no mixed collection and %s %s",
			plural.Of(log.Cycles.Done.Count, "concurrent cycle"), plural.Of(log.Full.ForSpace.Count, "full GC"), lint.InLog(log))
		f.Cite(log.Cycles.Done.Last, "Concurrent", "the last cycle")
		f.Cite(log.Full.ForSpace.First, "Pause", "the first full GC")
		p.NoteElsewhere(f)
		f.Suggest(lint.Manual, "a lower G1HeapWastePercent, marking that begins earlier (InitiatingHeapOccupancyPercent), more heap, or fewer data")
	},
}
