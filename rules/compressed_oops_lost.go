package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var compressedOopsLost = lint.Rule{
	ID: "compressed-oops-lost", Severity: lint.Warning, Confidence: lint.Likely, Groups: ofMemory,
	Title: "the heap is slightly too large for compressed object pointers",
	Check: func(p *lint.Pass) {
		if p.JVM == nil {
			return
		}
		heap, largest := p.JVM.Heap, p.JVM.CompressedHeap
		if heap.Origin != source.Option { // a share of the memory has to leave room below the heap, too
			largest.N -= int64(p.JVM.Number("HeapBaseMinAddress"))
		}
		on, known := p.JVM.Flag("UseCompressedOops").Value.(bool)
		switched, given := p.Options.Set("UseCompressedOops")
		if !known || on || given && !switched.Bool() || !heap.Known() || !largest.Known() || heap.N <= largest.N {
			return
		}
		wider := hotspot.WideningOf(p.JDK)
		loses := either.Of(p.Workload.IsMember, wider.Arrays, wider.Maps)
		if float64(heap.N) > float64(largest.N)*loses {
			return
		}
		f := p.Report(lint.Places{p.HeapText()}, "a heap of %s is too large for compressed object pointers (largest: %s)", lint.Size(heap), lint.Size(largest))
		f.CertainIf(float64(heap.N) <= float64(largest.N)*wider.Arrays)
		held := func(widening float64) string { return fmt.Sprintf("%.1f GiB", float64(heap.N)/widening/(1<<30)) }
		f.Note(fmt.Sprintf("the objects that fill it would take %s with compressed pointers as arrays of 100 bytes, %s as short strings in maps, %s as linked lists",
			held(wider.Arrays), held(wider.Maps), held(wider.Links)))
		whole := largest.N
		if heap.Origin == source.Option {
			whole &^= 1<<30 - 1 // as people write it
		}
		f.SuggestSize(lint.HeapSize, fmt.Sprintf("lower the heap to %s", jvmflag.FormatSize(uint64(whole))), repair.HeapEdits(p, whole)...)
	},
}
