package hotspot

import "github.com/jvmlint/jvmlint/internal/jvmflag"

// setAggressiveHeap takes half of the memory, or all but 160 MiB where that is
// less, as if options had said so.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::set_aggressive_heap_flags (JDK 8 to 25)
func (s *startup) setAggressiveHeap() *jvmflag.Refusal {
	const flag = "AggressiveHeap"
	if !s.on(flag) {
		return nil
	}
	if s.memory < 256*mega {
		return s.ends(flag, jvmflag.SizeConflict, "You need at least 256mb of memory to use -XX:+AggressiveHeap")
	}
	command := func(name string, n uint64) {
		r := s.change(name)
		r.number, r.why, r.commandLine = n, flag, true
		if r.setBy == "" {
			r.setBy = flag
		}
	}
	if s.isDefault("MaxHeapSize") {
		heap := min(s.memory/2, s.memory-160*mega)
		for _, name := range []string{"MaxHeapSize", "InitialHeapSize", "MinHeapSize"} {
			command(name, heap)
		}
	}
	if s.isDefault("NewSize") {
		young := s.n("MaxHeapSize") / 8 * 3
		command("NewSize", young)
		command("MaxNewSize", young)
	}
	s.keepOrigin("UseLargePages", 1, flag)
	for _, f := range [...]struct {
		flag string
		n    uint64
	}{{"BaseFootPrintEstimate", s.n("MaxHeapSize")}, {"ResizeTLAB", 0}, {"TLABSize", 256 * kilo}, {"YoungPLABSize", 256 * kilo},
		{"OldPLABSize", 8 * kilo}, {"UseParallelGC", 1}, {"ThresholdTolerance", 100}, {"ScavengeBeforeFullGC", 0}, {"BindGCTaskThreadsToCPUs", 1}} {
		command(f.flag, f.n)
	}
	return nil
}
