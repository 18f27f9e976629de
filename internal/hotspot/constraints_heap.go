package hotspot

import (
	"cmp"
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// heapConstraints are those of sizes of the heap.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/jvmFlagConstraintsGC.cpp (JDK 11 to 25)
var heapConstraints = []constraint{
	{"MinHeapSize", 17, 0, afterErgo, alignable("MinHeapSize")},
	{"InitialHeapSize", 11, 0, afterErgo, alignable("InitialHeapSize")},
	{"MaxHeapSize", 11, 0, afterErgo, checkMaxHeap},
	{"SoftMaxHeapSize", 17, 0, afterMemoryInit, checkSoftMaxHeap},
	{"SoftRefLRUPolicyMSPerMB", 11, 0, afterMemoryInit, checkSoftReferences},
	{"HeapBaseMinAddress", 11, 0, afterErgo, checkHeapBase},
	{"NewSize", 11, 0, afterErgo, under(holds("NewSize", func(n uint64) bool { return n <= (1<<32-1)*mega }, " must be less than ergonomic maximum value"), G1)},
	{"SurvivorRatio", 11, 0, afterMemoryInit, given("SurvivorRatio", checkSurvivorRatio)},
}

// alignable keeps a size from overflowing when it is rounded up.
func alignable(flag string) func(*startup) *fault {
	return func(s *startup) *fault {
		alignment := max(page*s.n("GCCardSizeInBytes"), page)
		if s.collector.Kind == G1 {
			alignment = largestRegion(s.jdk)
		}
		if s.collector.Kind == Shenandoah && s.jdk == 26 { // measured on 26.0.2
			alignment = align.PowerOfTwoUp(s.n("ShenandoahMaxRegionSize") + 1)
		}
		return s.must(flag, jvmflag.AtMost, named("aligned maximum value", align.Down(^uint64(0)-alignment, alignment)))
	}
}

func checkMaxHeap(s *startup) *fault {
	return cmp.Or(alignable("MaxHeapSize")(s), checkSoftReferences(s))
}

// checkSoftReferences keeps the time that soft references live, in ms for each MiB of the heap, within 64 bits.
func checkSoftReferences(s *startup) *fault {
	life := int64(s.n("SoftRefLRUPolicyMSPerMB"))
	if life <= 0 || s.n("MaxHeapSize")/mega <= ^uint64(0)/uint64(life) {
		return nil
	}
	return says(fmt.Sprintf("Desired lifetime of SoftReferences cannot be expressed correctly. %s or %s is too large", s.given("MaxHeapSize"), s.given("SoftRefLRUPolicyMSPerMB")), "MaxHeapSize", "SoftRefLRUPolicyMSPerMB")
}

func checkSoftMaxHeap(s *startup) *fault {
	const flag, most = "SoftMaxHeapSize", "MaxHeapSize"
	if !s.isSet(flag) || s.n(flag) <= s.n(most) {
		return nil
	}
	wrong := says("SoftMaxHeapSize must be less than or equal to the maximum heap size", flag, most)
	wrong.relation = notOver(flag, most)
	return wrong
}

func checkHeapBase(s *startup) *fault {
	const flag = "HeapBaseMinAddress"
	if s.on("UseCompressedOops") && s.isErgonomic("MaxHeapSize") && s.n(flag) > ^uint64(0)-s.n("MaxHeapSize") {
		return says(fmt.Sprintf("%s or %s is too large. Sum of them must be less than or equal to maximum of size_t (%d)", s.given(flag), s.given("MaxHeapSize"), ^uint64(0)), flag, "MaxHeapSize")
	}
	return alignable(flag)(s)
}

func checkSurvivorRatio(s *startup) *fault {
	return s.must("SurvivorRatio", jvmflag.AtMost, named("ergonomic SurvivorRatio maximum", s.n("MaxHeapSize")/s.spaceUnit))
}
