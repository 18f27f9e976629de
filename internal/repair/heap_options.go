package repair

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// HeapEdits give the heap another maximum, in bytes, where it is given now,
// and lower what may not be over it.
func HeapEdits(p *lint.Pass, heap int64) []source.Edit {
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
		edits = append(edits, lint.Replace(percentage.Value, percent(heap, sharedMemory(p))))
	case byFraction && !byPercentage && fraction.Option.Text.Editable():
		edits = append(edits, lint.Replace(fraction.Option.Text, "-Xmx"+text))
	default:
		edits = append(edits, p.AddOption("-Xmx"+text))
	}
	return edits
}

// sharedMemory is the memory that percentages are taken of: MaxRAM where it is
// given, and never more than it. JDK 27 has no such flag.
func sharedMemory(p *lint.Pass) int64 {
	if maxRAM, given := p.Options.Set("MaxRAM"); given {
		return int64(maxRAM.Number)
	}
	if most := int64(p.JVM.Number("MaxRAM")); most > 0 {
		return min(p.Workload.Memory.N, most)
	}
	return p.Workload.Memory.N
}

// percent is a part of a whole in percent, rounded down to a tenth, as every
// JDK reads it.
func percent(part, whole int64) string {
	tenths := part * 1000 / whole
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}
