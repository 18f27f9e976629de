package hotspot

// HeapForCycles is the heap in which threads need not wait for ZGC or Shenandoah, and what these keep of
// it for objects that they move. It holds what stays, what the program allocates during a cycle,
// and what is kept. Of ZGC what stays is in use when a cycle ends; of Shenandoah, which leaves
// as much garbage as it can afford, it is the live data, and what was allocated during the last cycle. All are bytes.
// It is false for other collectors, and where what is kept is not known.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/z/zDirector.cpp, rule_allocation_rate (JDK 11 to 25)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shenandoah/shenandoahFreeSet.cpp, ShenandoahFreeSet::rebuild (JDK 11 to 25)
func (j *JVM) HeapForCycles(stays, allocated int64) (heap, kept int64, ok bool) {
	filled := stays + allocated
	kept = j.RelocationHeadroom.N
	if j.Collector.Kind == Shenandoah { // which keeps a share of its heap
		rest := j.Heap.N - kept
		if rest <= 0 {
			return 0, 0, false
		}
		filled += allocated
		kept = int64(float64(filled) * float64(kept) / float64(rest))
	}
	return filled + kept, kept, j.RelocationHeadroom.Known()
}
