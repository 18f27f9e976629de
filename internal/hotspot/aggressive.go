package hotspot

import "github.com/jvmlint/jvmlint/internal/jvmflag"

// setAggressiveHeap takes half of the memory, or all but 160 MiB where that is less, as if options had said so.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::set_aggressive_heap_flags (JDK 8 to 25)
func (s *startup) setAggressiveHeap() *jvmflag.Refusal {
	const flag = "AggressiveHeap"
	if !s.on(flag) {
		return nil
	}
	return s.takeMachine(func(name string, n uint64) {
		r := s.change(name)
		r.number, r.why, r.commandLine = n, flag, true
		if r.setBy == "" {
			r.setBy = flag
		}
	})
}

// takeMachine is what AggressiveHeap sets, by what stands for an option of each flag.
func (s *startup) takeMachine(command func(flag string, n uint64)) *jvmflag.Refusal {
	const why = "AggressiveHeap"
	const least, system = 256 * mega, 160 * mega // bytes; the latter are left to the system
	if s.memory < least {
		return s.ends(why, jvmflag.SizeConflict, "You need at least 256mb of memory to use -XX:+AggressiveHeap")
	}
	if s.isDefault("MaxHeapSize") {
		heap := min(s.memory/2, s.memory-system)
		for _, name := range []string{"MaxHeapSize", "InitialHeapSize", "MinHeapSize"} {
			command(name, heap)
		}
	}
	if s.isDefault("NewSize") {
		young := s.n("MaxHeapSize") / 8 * 3
		command("NewSize", young)
		command("MaxNewSize", young)
	}
	s.keepOrigin("UseLargePages", 1, why)
	for _, f := range [...]struct {
		flag string
		n    uint64
	}{{"BaseFootPrintEstimate", s.n("MaxHeapSize")}, {"ResizeTLAB", 0}, {"TLABSize", 256 * kilo}, {"YoungPLABSize", 256 * kilo},
		{"OldPLABSize", 8 * kilo}, {"UseParallelGC", 1}, {"ThresholdTolerance", 100}, {"ScavengeBeforeFullGC", 0}, {"BindGCTaskThreadsToCPUs", 1}} {
		command(f.flag, f.n)
	}
	return nil
}
