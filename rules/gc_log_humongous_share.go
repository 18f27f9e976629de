package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
)

// leastHumongous is the least-share parameter: the share of the heap that is worth a larger region.
var leastHumongous = lint.Parameter{Name: "least-share", Unit: lint.UnitPercent, Default: 20, Least: 1, Most: 100, Doc: "smallest share of the heap that is reported"}

var gcLogHumongousShare = lint.Rule{
	ID: "gc-log-humongous-share", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupGC},
	Title:  "humongous objects took a large part of the G1 heap",
	What: `The log given by --gc-log, if G1 wrote it and the options choose G1. The rule reports humongous regions that
were a fifth of the heap or more, before or after a collection (-Xlog:gc+heap or gc*). If the log does not give the
region size, it is inferred from the regions in use and the bytes in them.`,
	Why: `An object of half a region or more gets regions of its own, and the unused rest of the last one is lost until
the object dies. The object goes straight to the old generation, its allocation may start a concurrent cycle, and it
does not move: a heap may be out of memory with a third of it free. A store of 5 MB values in regions of 4m held 1000
of them where 1843 would fit.`,
	FixSafety:  "No automatic fix: the log does not say how large the objects are.",
	Exceptions: "Objects larger than half of the largest region: no region size helps them.",
	Evidence: `Humongous regions are counted as JVMs of JDK 11, 17, 21 and 25 with arrays of 700 kB in regions of 1m
logged them. g1-humongous-objects checks their cost against real JVMs.`,
	Parameters: []lint.Parameter{leastHumongous},
	Examples: []lint.Example{{
		Name: "options.txt", Args: "--jdk 11 --memory 12Gi --cpus 8",
		Bad: "-Xmx9g -Xms9g -XX:G1HeapRegionSize=4m",
		BadLog: `[0.004s][info][gc,heap] Heap region size: 4M
[9.120s][info][gc,heap] GC(7) Old regions: 9->9
[9.120s][info][gc,heap] GC(7) Humongous regions: 2286->2286
[9.121s][info][gc     ] GC(7) Pause Young (Normal) (G1 Humongous Allocation) 9173M->9170M(9216M) 43.699ms
`,
		Good: "-Xmx9g -Xms9g -XX:G1HeapRegionSize=16m",
		GoodLog: `[0.004s][info][gc,heap] Heap region size: 16M
[9.120s][info][gc,heap] GC(7) Old regions: 310->310
[9.120s][info][gc,heap] GC(7) Humongous regions: 3->3
[9.121s][info][gc     ] GC(7) Pause Young (Normal) (G1 Evacuation Pause) 5073M->4970M(9216M) 43.699ms
`,
	}},
	References: []string{
		"https://docs.oracle.com/en/java/javase/21/gctuning/garbage-first-g1-garbage-collector1.html",
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1CollectedHeap.hpp",
	},
	Check: ofLog(func(p *lint.Pass, log *gclog.Log) {
		region, share := log.RegionSize, log.Humongous.Share
		if heap := p.JVM.Heap; heap.Known() && len(p.Elsewhere) == 0 { // the heap in the log may still grow
			share = min(share, 100*float64(log.Humongous.Regions*region.Bytes)/float64(heap.N))
		}
		if int64(share) < p.Parameter(leastHumongous) {
			return
		}
		f := p.Report(p.PlacesOf("G1HeapRegionSize"), "humongous objects took %.0f %% of the heap: %s of %s",
			share, plural.Of(log.Humongous.Regions, "region"), bytes(region.Bytes))
		f.Cite(log.Humongous.At, "Pause", "the largest share")
		if region.Inferred {
			f.Note(fmt.Sprintf("the log does not give the region size: %s is inferred from %s:%d", bytes(region.Bytes), region.At.File, region.At.Number))
		}
		if n := log.Humongous.Allocations.Count; n > 0 {
			f.Note(fmt.Sprintf("their allocation caused %s", plural.Of(n, "collection")))
		}
		largest := hotspot.LargestRegion(p.Workload.JDK.Candidates)
		if region.Bytes >= largest {
			f.Note(fmt.Sprintf("%s is the largest possible region", bytes(largest)))
			return
		}
		p.NoteElsewhere(f)
		f.Suggest(lint.Manual, fmt.Sprintf("use regions of more than twice the size of the objects (G1HeapRegionSize), at most %s: in regions of %s, objects under %s are not humongous",
			bytes(largest), bytes(2*region.Bytes), bytes(region.Bytes)))
	}, gclog.G1),
}
