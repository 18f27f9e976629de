package hotspot

import (
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
)

// firstCode is what is committed at start: InitialCodeCacheSize, for each of
// three heaps where the cache is segmented, and the map of its segments.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/memory/heap.cpp, CodeHeap::reserve (JDK 8 to 25)
func (s *startup) firstCode() int64 {
	segment := release.Choose(s.jdk, release.Since[uint64](8, 64), release.Since[uint64](9, 128)) // CodeCacheSegmentSize
	initial := min(s.n("InitialCodeCacheSize"), s.n("ReservedCodeCacheSize"))
	first := align.Up(initial, page) + align.Up(initial/segment, page)
	if s.jdk >= 9 && s.segmentsCodeCache() {
		first *= 3
	}
	return saturate(first)
}
