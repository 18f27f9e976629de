package hotspot

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// addressSpace is what a process may address, in bytes.
const addressSpace = 1 << 47

// placeHeap finds room for the heap in the address space, or in the directory that is to hold it.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/memory/virtualspace.cpp, ReservedHeapSpace (JDK 11 to 25)
func placeHeap(s *startup) *jvmflag.Refusal {
	const at, heap, zPath = "AllocateHeapAt", "MaxHeapSize", "ZPath"
	if s.collector.Kind == Epsilon && s.jdk >= 16 && s.jdk < 21 {
		s.adviseEpsilon("gc,init")
	}
	switch s.collector.Kind {
	case Z:
		for _, flag := range []string{at, zPath} {
			if dir := s.text(flag); dir != "" && s.missing(dir) && (flag == at) == (s.jdk >= 16) {
				line := "Failed to create file " + dir + "/java_heap (No such file or directory)"
				refusal := s.faults(flag)
				if s.jdk >= 25 {
					refusal = s.stops(flag, "Failed to create heap backing file")
				}
				return because(jvmflag.MissingFile, s.precededBy("error", "gc", line, refusal))
			}
		}
		s.setUncommit()
		s.warnOfMappings()
		if strategy := "ZIndexDistributorStrategy"; s.jdk >= 25 && s.n(strategy) > 1 {
			return s.crashes(strategy)
		}
		if s.wantsPages() {
			s.warnOfHeapWithoutPages()
		}
	case G1, Serial, Parallel, CMS, Epsilon, Shenandoah:
		if dir := s.text(at); dir != "" && s.missing(dir) {
			s.warns(at, jvmflag.MissingFile, "Could not create file for heap with template "+dir+"/jvmheap.XXXXXX")
			return because(jvmflag.MissingFile, s.stops(at, "Could not create file for Heap at location "+dir))
		}
		if old := "OldSize"; s.n(heap) > 4*giga*s.n("ObjectAlignmentInBytes") && s.on("UseCompressedOops") && s.isSet(old) {
			return s.crashes(old) // it makes the heap larger once pointers are compressed
		}
		if size := s.n(heap); size >= freeAddresses {
			unit := "KB"
			if s.jdk >= 25 {
				unit = " KB"
			}
			return s.stops(heap, fmt.Sprintf("Could not reserve enough space for %d%s object heap", size/kilo, unit))
		}
		s.warnOfSharedPages()
	}
	return nil
}
