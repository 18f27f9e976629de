package hotspot

import "github.com/jvmlint/jvmlint/internal/jvmflag"

// heapFlags size the heap or the share of the memory that it gets, those that
// say most first.
var heapFlags = []string{
	"MaxHeapSize", "MaxRAMPercentage", "MaxRAMFraction", "MaxRAM", "InitialHeapSize", "MinHeapSize",
	"InitialRAMPercentage", "InitialRAMFraction", "MinRAMPercentage", "MinRAMFraction", "ErgoHeapSizeLimit", "AggressiveHeap",
}

// HeapOption is the option that says most of the size of the heap.
func HeapOption(r *jvmflag.Resolution) (jvmflag.Setting, bool) {
	for _, flag := range heapFlags {
		if set, ok := r.Set(flag); ok {
			return set, true
		}
	}
	return jvmflag.Setting{}, false
}
