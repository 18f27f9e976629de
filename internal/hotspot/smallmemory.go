package hotspot

import "math"

// SmallMemory is the least memory, in bytes, from which on MinRAMPercentage
// makes no difference, given or not: the share that it, or its default, comes
// to is not less than the default of MaxHeapSize, 124.8 MiB, and so it is
// another flag that sizes the heap. Unbounded where that is never so.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::set_heap_size (JDK 8u191 to 25)
func (j *JVM) SmallMemory() int64 {
	const flag = "MinRAMPercentage"
	t := tableOf(j.JDK)
	percent, _ := j.Flag(flag).Value.(float64)
	percent = min(percent, t.row(flag).double)
	if percent <= 0 {
		return Unbounded
	}
	return int64(math.Ceil(float64(t.row("MaxHeapSize").number) * 100 / percent))
}
