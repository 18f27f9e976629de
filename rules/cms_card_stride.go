package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
)

var strideLeastHeap = lint.Parameter{Name: "least-heap", Unit: lint.UnitBytes, Default: 4 << 30, Least: 1 << 20, Most: 1 << 50, Doc: "smallest heap for which the strips are too many"}

const onlyLoadShows = "only young collections under load show whether it helps"

var cmsCardStride = lint.Rule{
	ID: "cms-card-stride", Severity: lint.Info, Confidence: lint.Likely, Groups: ofGC,
	Title:      "CMS splits a large old generation into strips of 128k for its threads",
	Parameters: []lint.Parameter{strideLeastHeap},
	Check: func(p *lint.Pass) {
		if p.Sets("ParGCCardsPerStrideChunk") || p.JVM == nil || p.JVM.Collector.Kind != hotspot.CMS {
			return
		}
		heap, threads := p.JVM.Heap, p.JVM.ParallelGCThreads
		if !heap.Known() || !threads.Known() || heap.N < p.Parameter(strideLeastHeap) || threads.N < 2 {
			return // only a hint: not worth asking for facts
		}
		old := heap.N
		if young, ok := youngOfCMS(p); ok {
			old -= young.N
		}
		f := p.Report(lint.Places{p.JVM.Collector.Text, heap.Text}, "%s share an old generation of %s in %d strips of 128k",
			plural.Of(threads.N, "GC thread"), bytes(old), old>>17)
		f.Because(heap.Text, "heap size set here")
		const option = "-XX:ParGCCardsPerStrideChunk=4096" // cards: 2 MiB of old generation
		f.Suggest(lint.Unsafe, fmt.Sprintf("try %s: %d strips of 2m", option, old>>21), p.AddOption("-XX:+UnlockDiagnosticVMOptions "+option))
		f.Fixes[0].Weigh = onlyLoadShows
	},
}
