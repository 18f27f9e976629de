package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
)

var zgcMostLive = lint.Parameter{Name: "most-live", Unit: lint.UnitPercent, Default: hotspot.MostLiveOfZGC, Least: 10, Most: 95, Doc: "largest share of the heap that the live data may take"}

var zgcHeadroom = lint.Rule{
	ID: "zgc-headroom", Severity: lint.Warning, Confidence: lint.Likely, Groups: ofGC,
	Title:      "ZGC has too little free heap beside the live data",
	Parameters: []lint.Parameter{zgcMostLive},
	Check: func(p *lint.Pass) {
		if p.JVM == nil || p.JVM.Collector.Kind != hotspot.Z {
			return
		}
		if p.Workload.Live.Known() && p.JVM.Heap.Known() && p.LiveFits() && reportSoftMax(p) {
			return
		}
		reportHeadroom(p, zgcMostLive)
	},
}

// reportHeadroom reports live data that take as large a share of the heap as a collector that works beside
// the program cannot do with.
func reportHeadroom(p *lint.Pass, mostLive lint.Parameter) {
	heap, live, collector := p.JVM.Heap, p.Workload.Live, p.JVM.Collector
	most := p.Parameter(mostLive)
	if lacksMeasured(p, live, lint.FactLive) || lacks(p, heap, lint.FactMemory) || live.N < heap.N/100*most || !p.LiveFits() {
		return
	}
	f := p.Report(lint.Places{heap.Text, collector.Text}, "%s of live data in a heap of %s leave %s %s to allocate from while it collects",
		bytes(live.N), lint.Size(heap), collector.Kind, bytes(max(heap.N-live.N, 0)))
	f.Because(collector.Text, fmt.Sprintf("chooses %s", collector.Kind))
	f.Because(live.Text, "the most live data measured")
	enough := live.N/most*100 + 100<<20
	f.Suggest(lint.Manual, fmt.Sprintf("use a heap of more than %s, or hold less data", bytes(enough)))
}

// reportSoftMax reports a soft maximum in which ZGC collects without end, and whether there is one: free
// memory of 5 % starts a cycle.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/z/zDirector.cpp, rule_high_usage (JDK 17 to 25)
func reportSoftMax(p *lint.Pass) bool {
	soft, live, kept := p.JVM.SoftMaxHeap, p.Workload.Live, p.JVM.RelocationHeadroom
	if !soft.Known() || soft.N >= p.JVM.Heap.N || !kept.Known() || soft.N-live.N-kept.N > soft.N/20 {
		return false
	}
	f := p.Report(lint.Places{soft.Text, p.HeapText(), p.JVM.Collector.Text}, "%s of live data leave 5 %% or less of the soft maximum of %s, so that ZGC collects without end", bytes(live.N), lint.Size(soft))
	f.Because(live.Text, "the most live data measured")
	f.Note(fmt.Sprintf("%s of it are kept free: %s", bytes(kept.N), kept.Why))
	f.Suggest(lint.Manual, fmt.Sprintf("set a soft maximum of more than %s (SoftMaxHeapSize), or hold less data", bytes((live.N+kept.N)/95*100+1<<20)))
	return true
}
