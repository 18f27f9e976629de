package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

var youngTakesHeap = lint.Rule{
	ID: "young-takes-heap", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofGC,
	Title: "the young generation takes the whole heap",
	Check: func(p *lint.Pass) {
		most, set := p.Options.Set("MaxNewSize")
		if p.JVM == nil || !set || p.JVM.Collector.Kind == hotspot.G1 || p.Workload.FlagsInBranches() {
			return
		}
		heap := p.JVM.Heap
		if !heap.Known() || most.Number < uint64(heap.N) {
			return
		}
		f := p.Report([]source.Text{most.Value}, "a young generation of %s takes the whole heap of %s: what stays alive has no place to go",
			most.Value, lint.Size(heap))
		f.Because(heap.Text, "heap size set here")
		mebibytes := (heap.N / 3) >> 20
		if mebibytes > 256 {
			mebibytes -= mebibytes % 64 // as people write it
		}
		third := fmt.Sprintf("%dm", mebibytes)
		edits := []source.Edit{lint.Replace(most.Value, third)}
		if least, set := p.Options.Set("NewSize"); set {
			edits = lists.With(edits, lint.Replace(least.Value, third))
		}
		f.Suggest(lint.Unsafe, "give it a third of the heap, "+third, edits...)
	},
}
