package hotspot

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// addressSpace is what a process may address, in bytes.
const addressSpace = 1 << 47

// placeHeap finds room for the heap in the address space, or in the directory
// that is to hold it.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/memory/virtualspace.cpp, ReservedHeapSpace (JDK 11 to 25)
func placeHeap(s *startup) *jvmflag.Refusal {
	const at, heap = "AllocateHeapAt", "MaxHeapSize"
	switch s.collector.Kind {
	case G1, Serial, Parallel, CMS, Epsilon, Shenandoah:
		if dir := s.text(at); dir != "" && missing(dir) {
			return because(jvmflag.MissingFile, s.stops(at, "Could not create file for Heap at location "+dir))
		}
		if size := s.n(heap); size >= addressSpace {
			unit := "KB"
			if s.jdk >= 25 {
				unit = " KB"
			}
			return s.stops(heap, fmt.Sprintf("Could not reserve enough space for %d%s object heap", size/kilo, unit))
		}
	}
	return nil
}
