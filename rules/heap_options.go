package rules

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// heapFlags size the heap or the share of the memory that it gets, those that
// say most first.
var heapFlags = []string{
	"MaxHeapSize", "MaxRAMPercentage", "MaxRAMFraction", "MaxRAM", "InitialHeapSize", "MinHeapSize",
	"InitialRAMPercentage", "InitialRAMFraction", "MinRAMPercentage", "MinRAMFraction", "ErgoHeapSizeLimit", "AggressiveHeap",
}

// heapOption is the option that says most of the size of the heap.
func heapOption(p *lint.Pass) (jvmflag.Setting, bool) {
	for _, flag := range heapFlags {
		if set, ok := p.Options.Set(flag); ok {
			return set, true
		}
	}
	return jvmflag.Setting{}, false
}

// sized tells that somebody sized this heap here: by an option that an image
// or a chart does not bring of itself.
func sized(p *lint.Pass) bool {
	set, ok := heapOption(p)
	return p.JVM != nil && ok && set.Option.Text.Located()
}

// heapText is where the maximum heap size is given: as a size, or as the share
// that it is computed from.
func heapText(p *lint.Pass) source.Text {
	if p.JVM.Heap.Text.Len() > 0 {
		return p.JVM.Heap.Text
	}
	set, _ := heapOption(p)
	return set.Value
}

// showsAll tells whether all options of the JVM are seen: one that is not
// there is not set.
func showsAll(p *lint.Pass) bool { return !p.Workload.Part && !p.Workload.Branches }

// crowded is what a heap leaves of the limit, and what the JVM commits at start
// beside the heap, in bytes; 0 where that is not known.
type crowded struct {
	left, own int64
	budget    hotspot.Budget
}

// crowds tells that the heap leaves the JVM less than what it commits of its
// own at start.
func crowds(p *lint.Pass) (crowded, bool) {
	if p.JVM == nil || !p.JVM.Heap.Known() || !p.Workload.Memory.Known() {
		return crowded{}, false
	}
	c := crowded{left: p.Workload.Memory.N - p.JVM.Heap.N}
	if budget, ok := p.Budget(); ok {
		c.own, c.budget = budget.Committed()-p.JVM.InitialHeap.N, budget
	}
	return c, c.left <= 0 || c.left < c.own
}

// heapEdits give the heap another maximum, in bytes, where it is given now,
// and lower what may not be over it.
func heapEdits(p *lint.Pass, heap int64) []source.Edit {
	text := jvmflag.FormatSize(uint64(heap))
	var edits []source.Edit
	for _, s := range hotspot.OverHeap(p.Options, heap) {
		if edit := lint.Replace(s.Value, text); !slices.Contains(edits, edit) {
			edits = append(edits, edit)
		}
	}
	percentage, byPercentage := p.Options.Set("MaxRAMPercentage")
	fraction, byFraction := p.Options.Set("MaxRAMFraction")
	switch _, fixed := p.Options.Set("MaxHeapSize"); {
	case fixed:
	case byPercentage && percentage.Value.Editable() && p.Workload.Memory.Known():
		edits = append(edits, lint.Replace(percentage.Value, percent(heap, p.Workload.Memory.N)))
	case byFraction && !byPercentage && fraction.Option.Text.Editable():
		edits = append(edits, lint.Replace(fraction.Option.Text, "-Xmx"+text))
	default:
		edits = append(edits, p.AddOption("-Xmx"+text))
	}
	return edits
}

// percent is a part of a whole in percent, rounded down to a tenth, as every
// JDK reads it.
func percent(part, whole int64) string {
	tenths := part * 1000 / whole
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}
