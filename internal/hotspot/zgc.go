package hotspot

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// MostLiveOfZGC is the share of the heap, in percent, from which on live data kept ZGC from
// working (2g, two CPUs, JDK 17 and 21: the page of rule zgc-headroom).
const MostLiveOfZGC = 75

// checkZ holds the flags of ZGC against each other.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/z/zArguments.cpp, ZArguments::initialize (generational ZGC, JDK 21 to 25)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/x/xArguments.cpp, XArguments::initialize (JDK 17 to 23)
func (s *startup) checkZ() *jvmflag.Refusal {
	const tenuring, pages = "ZTenuringThreshold", "LargePageSizeInBytes"
	generational := s.generationalZ()
	if generational {
		if refusal := s.checkZThreads(); refusal != nil {
			return refusal
		}
		s.setZTenuring()
	}
	switch {
	case generational && s.isCommandLine(tenuring) && s.on("NeverTenure"):
		return with(s.stops(tenuring, "ZTenuringThreshold and NeverTenure are incompatible"), "NeverTenure")
	case s.jdk >= 21 && s.isCommandLine(pages) && s.n(pages) != 2*mega:
		return s.stops(pages, "Incompatible -XX:LargePageSizeInBytes, only 2M large pages are supported by ZGC")
	case generational && s.isCommandLine(tenuring) && int64(s.n(tenuring)) > int64(s.n("MaxTenuringThreshold")):
		return with(s.stops(tenuring, "ZTenuringThreshold must be be within bounds of MaxTenuringThreshold"), "MaxTenuringThreshold")
	}
	return nil
}

// checkZThreads keeps the threads of each generation within those of both.
func (s *startup) checkZThreads() *jvmflag.Refusal {
	generations := []string{"ZYoungGCThreads", "ZOldGCThreads"}
	if !s.isCommandLine("ConcGCThreads") {
		for _, flag := range generations {
			if s.isCommandLine(flag) && s.n(flag) > s.n("ConcGCThreads") {
				s.keepOrigin("ConcGCThreads", s.n(flag), flag)
			}
		}
	}
	for _, flag := range generations {
		switch {
		case !s.isCommandLine(flag):
		case s.n(flag) > s.n("ConcGCThreads"):
			return with(s.stops(flag, "The flag -XX:"+flag+" can't be higher than -XX:ConcGCThreads"), "ConcGCThreads")
		case s.n(flag) == 0:
			return s.stops(flag, "The flag -XX:"+flag+" can't be lower than 1")
		}
	}
	return nil
}

// setZTenuring lets objects grow as old as the heap affords: a share of it may lie in young pages that are not full. With
// none they do not grow old.
func (s *startup) setZTenuring() {
	const most, limit = "MaxTenuringThreshold", "ZYoungCompactionLimit"
	by, n := "ZTenuringThreshold", int64(s.n("ZTenuringThreshold"))
	if n == -1 && s.double(limit) == 0 {
		by, n = limit, 0
	}
	if n != -1 && s.isDefault(most) {
		s.ergo(most, uint64(n), by)
		if n == 0 && s.isDefault("AlwaysTenure") {
			s.ergo("AlwaysTenure", 1, by)
		}
	}
}

// granule is the unit of ZGC's heap, and the size of its small pages.
const granule = 2 * mega

// mostMappings is what Linux lets a process map unless somebody has raised
// vm.max_map_count, as some distributions do.
const mostMappings = 65530

// warnOfMappings says that the heap may need more mappings than the system
// grants: three for each granule, and a fifth more.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/os/linux/gc/z/zPhysicalMemoryBacking_linux.cpp, warn_max_map_count (JDK 11 to 25)
func (s *startup) warnOfMappings() {
	const flag = "MaxHeapSize"
	heap := s.n(flag)
	needed := uint64(float64(heap/granule*3) * 1.2)
	if needed <= mostMappings {
		return
	}
	tags := release.Choose(s.jdk, release.Since(11, "gc,init"), release.Since(16, "gc"))
	end := release.Choose(s.jdk, release.Since(11, "limit could lead to a fatal error, due to failure to map memory."),
		release.Since(16, "limit could lead to a premature OutOfMemoryError being thrown, due to failure to map memory."))
	for _, line := range []string{
		"***** WARNING! INCORRECT SYSTEM CONFIGURATION DETECTED! *****",
		"The system limit on number of memory mappings per process might be too low for the given",
		fmt.Sprintf("max Java heap size (%dM). Please adjust /proc/sys/vm/max_map_count to allow for at", heap/mega),
		fmt.Sprintf("least %d mappings (current limit is %d). Continuing execution with the current", needed, mostMappings),
		end,
	} {
		s.logs(flag, tags, line)
	}
}

// wantsPages reports whether ZGC of JDK 11 backs its heap with large pages and nothing
// else. It looks at UseLargePages alone, which stays on for shared memory.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/os_cpu/linux_x86/gc/z/zLargePages_linux_x86.cpp
func (s *startup) wantsPages() bool {
	return s.jdk < 16 && s.on("UseLargePages") && !s.on("UseTransparentHugePages")
}

// relocationHeadroom is the part of the heap that ZGC keeps free for objects that it moves: a small page for each GC
// thread, and a medium one for all of them. JDK 11 never gives it to the program; later ones start a cycle before
// only that is left.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/z/zHeap.cpp, ZHeap::heap_max_reserve_size (JDK 11)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/z/zHeuristics.cpp, ZHeuristics::relocation_headroom (JDK 17 to 25)
func (s *startup) relocationHeadroom() uint64 {
	threads := s.n("ConcGCThreads")
	if s.jdk < 16 || !s.generationalZ() && !s.on("UseDynamicNumberOfGCThreads") {
		threads = max(threads, s.n("ParallelGCThreads"))
	}
	return threads*granule + s.mediumPage()
}

// mediumPage is at most a 32nd of the heap; 0 where small pages are as large.
func (s *startup) mediumPage() uint64 {
	const largest = 32 * mega
	if s.jdk < 16 {
		return largest
	}
	share := min(s.n("MaxHeapSize")/32, largest)
	if share < 2*granule {
		return 0
	}
	return align.PowerOfTwoDown(share)
}

// setUncommit lets ZGC give memory back unless the smallest heap is the largest.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/z/zPhysicalMemory.cpp, ZPhysicalMemoryManager::try_enable_uncommit (JDK 13 to 25)
func (s *startup) setUncommit() {
	const flag = "ZUncommit"
	if s.on(flag) && s.n("MinHeapSize") == s.n("MaxHeapSize") {
		s.ergo(flag, 0, "the minimum heap is the maximum heap")
	}
}

// Uncommit is what ZGC or Shenandoah gives back to the system of its heap.
type Uncommit struct {
	Flag  string       // that switches it
	Above source.Value // bytes of the heap that stay; unknown where all does
	Delay source.Value // seconds that memory is unused before it is given back
	Never string       // why nothing is; empty where something is
}

// uncommit needs JDK 13. AlwaysPreTouch changes nothing: it touches the initial heap.
//
// https://openjdk.org/jeps/351 (JDK 13 to 25)
func (s *startup) uncommit() *Uncommit {
	flag := either.Of(s.collector.Kind == Shenandoah, "ShenandoahUncommit", "ZUncommit")
	switch why := s.row(flag).why; {
	case !s.has(flag):
		return &Uncommit{Never: "ZGC gives memory back from JDK 13 on"}
	case !s.on(flag) && why != "":
		return &Uncommit{Never: why}
	case !s.on(flag):
		return &Uncommit{Never: flag + " is off"}
	}
	u := &Uncommit{Flag: flag, Above: s.value("MinHeapSize"), Delay: s.value(flag + "Delay")}
	if s.collector.Kind == Shenandoah {
		u.Delay.N /= 1000 // milliseconds
	}
	return u
}
