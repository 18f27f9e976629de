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
		if p.JVM == nil || !set || p.Workload.FlagsInBranches() {
			return
		}
		heap := p.JVM.Heap
		least, fixed := p.Options.Set("NewSize")
		if p.JVM.Collector.Kind == hotspot.G1 && (p.JDK > lastFixedYoung || !fixed || least.Number < uint64(heap.N)) ||
			!heap.Known() || most.Number < uint64(heap.N) {
			return
		}
		f := p.Report(lint.Places{most.Value}, "a young generation of %s takes the whole heap of %s: what stays alive has no place to go",
			most.Value, lint.Size(heap))
		f.Because(heap.Text, "heap size set here")
		if p.JVM.Collector.Kind == hotspot.G1 && p.ShowsAll() { // else a start script may bring its own
			edits := []source.Edit{p.RemoveOption(most.Option)}
			if least.Option.String() != most.Option.String() {
				edits = append(edits, p.RemoveOption(least.Option))
			}
			f.Suggest(lint.Unsafe, "remove it: G1 sizes the young generation by itself", edits...)
			return
		}
		mebibytes := (heap.N / 3) >> 20
		if mebibytes > 256 {
			mebibytes -= mebibytes % 64 // as people write it
		}
		third := fmt.Sprintf("%dm", mebibytes)
		edits := []source.Edit{lint.Replace(most.Value, third)}
		if fixed {
			edits = lists.With(edits, lint.Replace(least.Value, third))
		}
		f.Suggest(lint.Unsafe, "give it a third of the heap, "+third, edits...)
	},
}

// lastFixedYoung is the last release of which it was seen that G1 collects the whole heap with every second collection
// where -Xmn is as large: 8 and 11 do, 17 and 21 do not.
const lastFixedYoung = 11
