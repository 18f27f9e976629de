package cli

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// heapAhead is about what the heap of a large check takes, in bytes.
const heapAhead = 64 << 20

// useLargePages asks the system for large pages where the heap is going to be: a run of 500 files otherwise spends a
// fifth of its time on taking 10,000 small ones in. What is not used later is never taken in.
func useLargePages() {
	heap := make([]byte, heapAhead)
	_ = unix.Madvise(heap, unix.MADV_HUGEPAGE) // without large pages all is as it would have been
	runtime.GC()                               // gives it to the heap
}
