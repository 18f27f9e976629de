package rules

import (
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var heapIsLimit = lint.Rule{
	ID: "heap-is-limit", Severity: lint.Error, Confidence: lint.Likely, Groups: ofMemory,
	Title: "the heap leaves nothing of the container's limit for the JVM itself",
	Check: func(p *lint.Pass) {
		if heap := p.Workload.HeapOfLimit; heap.Len() > 0 && p.Workload.Known == workload.Undecided {
			f := reportAll(p, heap.Slice(0, len("-Xmx")))
			for _, piece := range heap.Pieces() {
				if !piece.Exact() {
					f.Because(piece, "the memory limit, whatever it is")
				}
			}
			return
		}
		switch {
		case p.Start.Refusal != nil:
			reportTypedHeap(p)
			return
		case p.JVM == nil, p.Workload.Fragment && !p.Sets("MaxHeapSize"): // another variable may set the heap
			return
		case !p.Workload.Memory.Known():
			reportAllMemory(p)
			return
		}
		c, is := p.Crowded()
		if _, slip := decimalSlip(p); !is || slip {
			return
		}
		own := lint.If(c.Own > 0, ", and the JVM itself commits "+lint.MiB(c.Own)+" at start")
		f := p.Report(lint.Places{p.HeapText(), p.Workload.Memory.Text}, "a heap of %s %s the limit of %s%s",
			lint.Size(p.JVM.Heap), leaves(c.Left), p.Limit(), own)
		f.CertainIf(c.Left <= 0)
		f.InfoIf(endsBefore(p))
		f.Weight = c.Own - c.Left
		f.Because(p.Workload.Memory.Text, "memory limit")
		p.NoteHeapOfImage(f)
		if p.JVM.Heap.Origin == source.Ergonomic {
			f.Note("heap of " + lint.Size(p.JVM.Heap) + ": " + p.JVM.Heap.Why)
		}
		if len(c.Budget.Pools) == 0 {
			f.Suggest(lint.Manual, "lower the heap until metaspace, code cache, threads and the collector fit, or raise the limit")
			return
		}
		repair.SuggestFit(p, f, sumMayFill(p)-p.Beside().Planned, p.Parameter(sumMostOfLimit))
	},
}

// reportTypedHeap reports a heap that leaves nothing of the limit of a JVM that refuses another option: it is so
// without that, too.
func reportTypedHeap(p *lint.Pass) {
	limit := p.Workload.Memory
	heap, set := p.Options.Set("MaxHeapSize")
	if !set || !limit.Known() || heap.Number < uint64(limit.N) {
		return
	}
	f := p.Report(lint.Places{heap.Value, limit.Text}, "a heap of %s %s the limit of %s",
		jvmflag.FormatSize(heap.Number), leaves(limit.N-int64(heap.Number)), p.Limit())
	f.Confidence = lint.Certain
	f.Because(limit.Text, "memory limit")
	f.Suggest(lint.Manual, "lower the heap until metaspace, code cache, threads and the collector fit, or raise the limit")
}

// leaves says what a heap does to a limit of which so many bytes are left.
func leaves(left int64) string {
	switch {
	case left < 0:
		return "is over"
	case left == 0:
		return "leaves nothing of"
	}
	return "leaves " + lint.MiB(left) + " of"
}

// reportAllMemory reports a heap of the whole memory, whatever its size.
func reportAllMemory(p *lint.Pass) {
	share, _ := p.JVM.Flag("MaxRAMPercentage").Value.(float64)
	if sharesMemory(p) && p.Workload.Limited {
		return // heap-from-host reports it
	}
	if p.JVM.Heap.Known() || share < 100 {
		p.Needs(lint.FactMemory)
		return
	}
	set, given := p.Options.Set("MaxRAMPercentage")
	if !given {
		set, _ = p.Options.Set("MaxRAMFraction")
	}
	reportAll(p, set.Value)
}

func reportAll(p *lint.Pass, heap source.Text) *lint.Finding {
	f := p.Report(lint.Places{heap}, "the heap takes 100 %% of the memory and leaves nothing for the JVM itself")
	f.Confidence = lint.Certain
	f.Suggest(lint.Manual, "lower the share until metaspace, code cache, threads and the collector fit")
	return f
}

// endsBefore reports whether this is a job that starts within its limit: it may
// end before it has filled its heap. An exporter never does.
func endsBefore(p *lint.Pass) bool {
	b, ok := p.Budget()
	return (p.Workload.Short || p.Workload.Exporter) && ok && b.Committed() <= p.Workload.Memory.N
}
