package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var cmsYoungLeastHeap = lint.Parameter{Name: "least-heap", Unit: lint.UnitBytes, Default: 4 << 30, Least: 1 << 20, Most: 1 << 50, Doc: "smallest heap whose young generation may be too small"}

var cmsYoungSize = lint.Rule{
	ID: "cms-young-size", Severity: lint.Info, Confidence: lint.Likely, Groups: ofGC,
	Title:      "CMS has a young generation of less than a fifth of the heap",
	Parameters: []lint.Parameter{cmsYoungLeastHeap},
	Check: func(p *lint.Pass) {
		if p.JVM == nil || p.JVM.Collector.Kind != hotspot.CMS || p.Workload.FlagsInBranches() {
			return
		}
		heap := p.JVM.Heap
		young, known := youngOfCMS(p)
		if !known || heap.N < p.Parameter(cmsYoungLeastHeap) || young.N >= heap.N/5 {
			return // only a hint: not worth asking for facts, and near enough to a quarter
		}
		f := p.Report(lint.Places{young.Text, p.JVM.Collector.Text, heap.Text}, "a heap of %[2]s has a young generation of %[1]s (%[3]d %%), less than a fifth",
			bytes(young.N), lint.Size(heap), young.N*100/heap.N)
		f.Because(heap.Text, "heap size set here")
		if !young.Text.Located() {
			f.Note(fmt.Sprintf("young generation: %s", young.Why))
		}
		quarter := fmt.Sprintf("%dm", (heap.N/4+1<<20-1)>>20)
		edit := p.AddOption("-Xmn" + quarter)
		for _, flag := range []string{"NewSize", "MaxNewSize"} { // the last counts: -Xmn sets both
			if set, is := p.Options.Set(flag); is {
				edit = lint.Replace(set.Value, quarter)
			}
		}
		f.Suggest(lint.Unsafe, "try a quarter of the heap: -Xmn"+quarter, edit)
		f.Fixes[0].Weigh = onlyLoadShows
	},
}

// youngOfCMS returns the most that the young generation may take. On JDK 11 it is known only if options set it.
func youngOfCMS(p *lint.Pass) (source.Value, bool) {
	heap, young := p.JVM.Heap, p.JVM.MaxNew
	return young, heap.Known() && young.Known() && young.N < heap.N
}
