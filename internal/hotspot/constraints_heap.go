package hotspot

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot/align"
)

// heapConstraints are those of sizes of the heap.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/jvmFlagConstraintsGC.cpp (JDK 11 to 25)
var heapConstraints = []constraint{
	{"MinHeapSize", 17, 0, afterErgo, alignable},
	{"InitialHeapSize", 11, 0, afterErgo, alignable},
	{"MaxHeapSize", 11, 0, afterErgo, firstOf(alignable, checkSoftReferences)},
	{"SoftMaxHeapSize", 17, 0, afterMemoryInit, checkSoftMaxHeap},
	{"SoftRefLRUPolicyMSPerMB", 11, 0, afterMemoryInit, checkSoftReferences},
	{"HeapBaseMinAddress", 11, 0, afterErgo, firstOf(checkHeapBase, alignable)},
	{"NewSize", 11, 0, afterErgo,
		under(holds(func(n uint64) bool { return n <= (1<<32-1)*mega }, " must be less than ergonomic maximum value"), G1)},
	{"SurvivorRatio", 11, 0, afterMemoryInit,
		given(within("ergonomic SurvivorRatio maximum", func(s *startup) uint64 { return s.n("MaxHeapSize") / s.spaceUnit }))},
}

// alignable keeps a size from overflowing when it is rounded up.
var alignable = within("aligned maximum value", func(s *startup) uint64 {
	alignment := max(page*s.n("GCCardSizeInBytes"), page)
	if s.collector.Kind == G1 {
		alignment = largestRegion(s.jdk)
	}
	if s.collector.Kind == Shenandoah && s.jdk == 26 { // measured on 26.0.2
		alignment = align.PowerOfTwoUp(s.n("ShenandoahMaxRegionSize") + 1)
	}
	return align.Down(^uint64(0)-alignment, alignment)
})

// checkSoftReferences keeps the time that soft references live, in ms for each MiB of the heap, within 64 bits.
func checkSoftReferences(s *startup, _ string) *fault {
	life := int64(s.n("SoftRefLRUPolicyMSPerMB"))
	if life <= 0 || s.n("MaxHeapSize")/mega <= ^uint64(0)/uint64(life) {
		return nil
	}
	return says(fmt.Sprintf("Desired lifetime of SoftReferences cannot be expressed correctly. %s or %s is too large", s.given("MaxHeapSize"), s.given("SoftRefLRUPolicyMSPerMB")), "MaxHeapSize", "SoftRefLRUPolicyMSPerMB")
}

func checkSoftMaxHeap(s *startup, flag string) *fault {
	const most = "MaxHeapSize"
	if !s.isSet(flag) || s.n(flag) <= s.n(most) {
		return nil
	}
	wrong := says("SoftMaxHeapSize must be less than or equal to the maximum heap size", flag, most)
	wrong.relation = notOver(flag, most)
	return wrong
}

func checkHeapBase(s *startup, flag string) *fault {
	if s.on("UseCompressedOops") && s.isErgonomic("MaxHeapSize") && s.n(flag) > ^uint64(0)-s.n("MaxHeapSize") {
		return says(fmt.Sprintf("%s or %s is too large. Sum of them must be less than or equal to maximum of size_t (%d)", s.given(flag), s.given("MaxHeapSize"), ^uint64(0)), flag, "MaxHeapSize")
	}
	return nil
}
