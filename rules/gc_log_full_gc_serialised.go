package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
)

// leastSerialised is the least-pause parameter: a full GC that is worth
// shortening. The times of shorter ones are rounded too coarsely.
var leastSerialised = lint.Parameter{Name: "least-pause", Unit: lint.UnitMilliseconds, Default: 500, Least: 100, Most: 600000, Doc: "shortest full GC that is reported"}

var gcLogFullGCSerialised = lint.Rule{
	ID: "gc-log-full-gc-serialised", Severity: lint.Warning, Confidence: lint.Likely, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupGC},
	Title:  "a full GC had several workers, but used only one CPU",
	What: `The log given by --gc-log, if G1 wrote it and the options choose G1. The rule reports a full GC of half a
second or more that says "Using N workers of N for full compaction" and used no more than 1.15 s of CPU time per second
of pause (-Xlog:gc+task,gc+cpu or gc*). The times of shorter ones are rounded too coarsely.`,
	Why: `A full GC stops the program, and idle workers make it that many times longer. Either only one CPU is
available (a quota of the container, other programs on the machine), or the work cannot be shared: one worker compacts
a run of regions while the others have nothing to do.`,
	FixSafety:  "No automatic fix: the log does not say which of the two causes it is.",
	Exceptions: "A machine that was busy once.",
	Evidence: `A member with 9 GB logged 8 workers and 1.94 s of CPU time in 1.94 s; another full GC of the same heap
took 2.57 s of CPU time in 0.66 s: a third as long.`,
	Parameters: []lint.Parameter{leastSerialised},
	Examples: []lint.Example{{
		Name: "options.txt", Args: "--jdk 11 --memory 12Gi --cpus 8",
		Bad: "-Xmx9g -Xms9g",
		BadLog: `[info][gc,task] GC(128) Using 8 workers of 8 for full compaction
[info][gc     ] GC(128) Pause Full (G1 Evacuation Pause) 9115M->7195M(9216M) 1941.362ms
[info][gc,cpu ] GC(128) User=1.94s Sys=0.00s Real=1.94s
`,
		Good: "-Xmx9g -Xms9g",
		GoodLog: `[info][gc,task] GC(118) Using 8 workers of 8 for full compaction
[info][gc     ] GC(118) Pause Full (G1 Evacuation Pause) 8901M->7195M(9216M) 661.134ms
[info][gc,cpu ] GC(118) User=2.57s Sys=0.00s Real=0.66s
`,
	}},
	References: []string{
		"https://openjdk.org/jeps/307",
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1FullCollector.cpp",
	},
	Check: ofLog(func(p *lint.Pass, log *gclog.Log) {
		s := log.Full.Serialised
		if s.Count == 0 || s.Longest.Pause < lint.Milliseconds(p.Parameter(leastSerialised)) {
			return
		}
		places := append([]source.Text{p.Workload.CPUs.Text}, p.PlacesOf("G1HeapWastePercent", "ParallelGCThreads")...)
		f := p.Report(places, "a full GC of %s had %s but used %.1f CPUs", lint.Pause(s.Longest.Pause), plural.Of(s.Longest.Workers, "worker"), s.Longest.Parallelism())
		f.Cite(s.Longest.At, "Pause", "the longest")
		f.Note(fmt.Sprintf("CPU time: %s in %s; %s %s", lint.Pause(s.Longest.CPU), lint.Pause(s.Longest.Real), plural.Of(s.Count, "such full GC"), lint.InLog(log)))
		p.NoteElsewhere(f)
		f.Suggest(lint.Manual, "make sure that the container gets the CPUs that the JVM counts on; if it does, try another G1HeapWastePercent, which decides how the work is shared")
	}, gclog.G1),
}
