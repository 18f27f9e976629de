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
	ID: "gc-log-humongous-share", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofGC,
	Title:      "humongous objects took a large part of the G1 heap",
	Parameters: []lint.Parameter{leastHumongous},
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
		f.Note(p.Elsewhere...)
		f.Suggest(lint.Manual, fmt.Sprintf("use regions of more than twice the size of the objects (G1HeapRegionSize), at most %s: in regions of %s, objects under %s are not humongous",
			bytes(largest), bytes(2*region.Bytes), bytes(region.Bytes)))
	}, gclog.G1),
}
