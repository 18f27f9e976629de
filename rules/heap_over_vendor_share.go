package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
)

// vendorShareSlack is the over-share parameter, which a project may set: people round, and write 16g
// beside a limit of 30Gi.
var vendorShareSlack = lint.Parameter{Name: "over-share", Unit: lint.UnitPercent, Default: 5, Least: 0, Most: 50, Doc: "part of the limit that a heap may take beyond the vendor's share"}

var heapOverVendorShare = lint.Rule{
	ID: "heap-over-vendor-share", Severity: lint.Warning, Confidence: lint.Likely, Groups: ofMemory,
	Title:      "the heap is larger than the share of the memory that the vendor of the program allows",
	Parameters: []lint.Parameter{vendorShareSlack},
	Check: func(p *lint.Pass) {
		share, known := p.HeapShare()
		limit := p.Workload.Memory
		if !known || !share.Bound || !p.HeapIsSized() || !p.JVM.Heap.Known() || !limit.Known() {
			return
		}
		heap := p.JVM.Heap.N
		_, full := p.Crowded()
		budget, added := p.Budget()
		if full || added && budget.Planned() > limit.N || heap*100 <= limit.N*(share.Percent+p.Parameter(vendorShareSlack)) {
			return
		}
		f := p.Report(lint.Places{p.HeapText()}, "a heap of %s is %d %% of the limit of %s: %s allows %d %%, and needs the rest for %s",
			lint.Size(p.JVM.Heap), heap*100/limit.N, p.Limit(), share.Name, share.Percent, share.LivesOn)
		f.Because(p.Workload.Memory.Text, "memory limit")
		// Nothing here tells how much of the heap is in use.
		f.Suggest(lint.Manual, fmt.Sprintf("raise the limit to %s, or lower the heap to %s where that is enough",
			lint.MiB((heap*100+share.Percent-1)/share.Percent), jvmflag.FormatSize(uint64(share.Heap(limit.N)))))
	},
}
