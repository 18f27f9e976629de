package hotspot

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// properUnit is a size in a unit that leaves at least three digits.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/utilities/globalDefinitions.hpp, byte_size_in_proper_unit (JDK 11 to 25)
func properUnit(n uint64) string {
	switch {
	case n >= 100*giga:
		return fmt.Sprintf("%dG", n/giga)
	case n >= 100*mega:
		return fmt.Sprintf("%dM", n/mega)
	case n >= 100*kilo:
		return fmt.Sprintf("%dK", n/kilo)
	}
	return fmt.Sprintf("%dB", n)
}

// leastRegions is how many regions Shenandoah wants at least.
const leastRegions = 10

// sizeShenandoah aims at 2048 regions of 256 KiB to 32 MiB, and makes them of whole pages. The heap is of whole
// regions and pages, and in generational mode of whole pages of its card table.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shenandoah/shenandoahHeapRegion.cpp, setup_sizes (JDK 11 to 25)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shenandoah/shenandoahArguments.cpp, initialize_alignments (JDK 17 to 25)
func (s *startup) sizeShenandoah() *jvmflag.Refusal {
	heap, pages := s.n("MaxHeapSize"), uint64(page)
	if s.generationalShenandoah() {
		heap = align.Up(heap, page*s.n("GCCardSizeInBytes"))
	}
	region, refusal := s.shenandoahRegion(heap)
	if refusal != nil {
		return refusal
	}
	if s.on("UseLargePages") {
		pages = largePage
	}
	heap = align.Up(heap, pages)
	if large := align.Up(region, pages); heap/large >= leastRegions {
		region = large
	}
	region = align.PowerOfTwoDown(align.Up(region, page))
	if align.Up(heap, region)/region < leastRegions {
		return s.crashes("ShenandoahTargetNumRegions")
	}
	if s.jdk >= 17 {
		s.rounded("MaxHeapSize", heap, "rounded up to whole pages")
	}
	s.region, s.spaceUnit = region, max(region, pages)
	if refusal := s.alignHeap(s.spaceUnit, "rounded up to whole regions"); refusal != nil {
		return refusal
	}
	if soft := "ShenandoahSoftMaxHeapSize"; s.n(soft) > s.n("MaxHeapSize") { // of JDK 11; SoftMaxHeapSize has a constraint
		return with(s.stops(soft, soft+" must be less than or equal to the maximum heap size"), "MaxHeapSize")
	}
	return s.checkShenandoahMode()
}

// checkAllocRateWindows keeps the windows in which Shenandoah measures the rate of allocation in
// their order, of JDK 27 and 28.
func (s *startup) checkAllocRateWindows() *jvmflag.Refusal {
	const momentary, recent, whole = "ShenandoahMomentaryAllocRateSampleWindow", "ShenandoahRecentAllocRateSampleWindow", "ShenandoahAllocRateSampleWindow"
	if s.jdk < 27 || s.n(momentary) <= s.n(recent) && s.n(recent) <= s.n(whole) {
		return nil
	}
	return with(s.stops(recent, fmt.Sprintf("Relation must hold: %s (%d) <= %s (%d) <= %s (%d)", momentary, s.n(momentary), recent, s.n(recent), whole, s.n(whole))), momentary, whole)
}

// generationalShenandoah reports whether Shenandoah keeps young objects apart.
func (s *startup) generationalShenandoah() bool {
	return s.collector.Kind == Shenandoah && s.text("ShenandoahGCMode") == "generational"
}

// shenandoahRegion is the region size that options and heap ask for, in bytes.
func (s *startup) shenandoahRegion(heap uint64) (uint64, *jvmflag.Refusal) {
	const size, smallest, largest, target = "ShenandoahRegionSize", "ShenandoahMinRegionSize", "ShenandoahMaxRegionSize", "ShenandoahTargetNumRegions"
	const leastRegion = 256 * kilo
	region, least, most := s.n(size), s.n(smallest), s.n(largest)
	if !s.isCommandLine(smallest) {
		least = leastRegion
	}
	invalid := func(at, flag, format string, sizes ...uint64) *jvmflag.Refusal {
		words := lists.Of(sizes, func(n uint64) any { return properUnit(n) })
		return with(s.stops(at, "Invalid -XX:"+flag+" option: "+fmt.Sprintf(format, words...)), flag)
	}
	const few = "Max heap size (%s) is too low to afford the minimum number of regions (10) of "
	if s.isCommandLine(size) {
		switch {
		case region > heap/leastRegions:
			return 0, with(invalid(size, size, few+"requested size (%s).", heap, region), "MaxHeapSize")
		case region < least:
			return 0, invalid(size, size, "Heap region size (%s) should be larger than min region size (%s).", region, least)
		case region > most:
			return 0, invalid(size, size, "Heap region size (%s) should be lower than max region size (%s).", region, most)
		}
		return region, nil
	}
	if s.jdk >= 27 { // regions are small enough by themselves, and that they are enough is not checked before
		switch {
		case s.n(target) == 0:
			return 0, s.crashes(target)
		case heap < leastRegions*leastRegion:
			return 0, s.crashes("MaxHeapSize")
		}
		return clamp(heap/s.n(target), least, most), nil
	}
	switch {
	case least > heap/leastRegions:
		at := smallest
		if !s.isCommandLine(at) {
			at = "MaxHeapSize"
		}
		return 0, with(invalid(at, smallest, few+"minimum region size (%s).", heap, least), "MaxHeapSize")
	case least < leastRegion:
		return 0, invalid(smallest, smallest, "%s should not be lower than minimum region size (%s).", least, leastRegion)
	case least < s.n("MinTLABSize"):
		return 0, invalid(smallest, smallest, "%s should not be lower than TLAB size size (%s).", least, s.n("MinTLABSize"))
	case most < leastRegion:
		return 0, invalid(largest, largest, "%s should not be lower than min region size (%s).", most, leastRegion)
	case least > most:
		return 0, with(s.stops(largest, fmt.Sprintf(
			"Invalid -XX:%s or -XX:%s: Minimum (%s) should be larger than maximum (%s).",
			smallest, largest, properUnit(least), properUnit(most))), smallest, largest)
	case s.n(target) == 0:
		return 0, s.crashes(target)
	}
	return clamp(heap/s.n(target), least, most), nil
}

// locked refuses a value that needs an unlock, as flags of its kind do.
func (s *startup) locked(flag, what string, kind jvmflag.Kind) *jvmflag.Refusal {
	r := because(jvmflag.LockedFlag, s.stops(flag, fmt.Sprintf("%s is %s, and must be enabled via -XX:+%s.", what, kind, kind.Unlock())))
	r.Unlock = kind.Unlock()
	return r
}

// checkShenandoahMode reads the names of the mode and of the heuristics, some of which need an unlock.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shenandoah/shenandoahHeap.cpp, initialize_mode (JDK 11 to 25)
func (s *startup) checkShenandoahMode() *jvmflag.Refusal {
	const modeFlag, heuristicsFlag = "ShenandoahGCMode", "ShenandoahGCHeuristics"
	word := func(flag, standard string) string {
		if s.isCommandLine(flag) {
			return s.text(flag)
		}
		return standard
	}
	unknown := func(flag string) *jvmflag.Refusal {
		end := ""
		if s.text(flag) == "" {
			end = " (null)"
			if s.jdk < 16 || s.jdk >= 25 && flag == modeFlag {
				return s.crashes(flag)
			}
		}
		return because(jvmflag.BadValue, s.stops(flag, "Unknown -XX:"+flag+" option"+end))
	}
	mode, heuristics := word(modeFlag, "satb"), word(heuristicsFlag, "adaptive")
	third := release.Choose(s.jdk, release.Since(11, "iu"), release.Since(24, "generational"))
	if !slices.Contains([]string{"satb", "passive", third}, mode) {
		return unknown(modeFlag)
	}
	if unloading := "ClassUnloadingWithConcurrentMark"; mode == "iu" && s.isCommandLine(unloading) && s.on("ClassUnloading") {
		s.logs(unloading, "gc", "Shenandoah I-U mode sets -XX:-ClassUnloadingWithConcurrentMark; see JDK-8261341 for details")
	}
	if mode == "passive" && !s.on("UnlockDiagnosticVMOptions") {
		return s.locked(modeFlag, `GC mode "Passive"`, jvmflag.Diagnostic)
	}
	if mode == "iu" && !s.on("UnlockExperimentalVMOptions") {
		return s.locked(modeFlag, `GC mode "Incremental-Update (IU)"`, jvmflag.Experimental)
	}
	if refusal := s.checkBarriers(mode); refusal != nil {
		return refusal
	}
	if mode == "generational" {
		heuristics = "adaptive" // whatever is asked for
	}
	switch heuristics {
	case "":
		return unknown(heuristicsFlag)
	case "static", "adaptive":
	case "compact":
		const equal = "UseStringDeduplication"
		if s.jdk >= 26 && mode != "passive" && s.isDefault(equal) {
			s.ergo(equal, 1, "Shenandoah's compact heuristics")
		}
	case "aggressive":
		if mode != "passive" && !s.on("UnlockDiagnosticVMOptions") {
			return s.locked(heuristicsFlag, `Heuristics "Aggressive"`, jvmflag.Diagnostic)
		}
	default:
		if mode != "passive" {
			return unknown(heuristicsFlag)
		}
	}
	if samples := "ShenandoahAdaptiveSampleSizeSeconds"; s.jdk >= 25 && s.isCommandLine(samples) && s.n(samples) == 0 && heuristics == "adaptive" {
		return s.crashes(samples)
	}
	if style := "ShenandoahCodeRootsStyle"; s.jdk < 16 && s.n(style) > 2 {
		return s.crashes(style)
	}
	const least, most = "ShenandoahGenerationalMinTenuringAge", "ShenandoahGenerationalMaxTenuringAge"
	if mode == "generational" && s.n(least) > s.n(most) {
		return with(s.stops(least, fmt.Sprintf("%s=%d should be no more than %s=%d", least, s.n(least), most, s.n(most))), most)
	}
	return nil
}

// setShenandoahUncommit leaves the heap as it is where it starts at its maximum, and says of one with less than ten
// large pages that its regions are smaller, and stay committed.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shenandoah/shenandoahArguments.cpp, initialize (JDK 11 to 25)
func (s *startup) setShenandoahUncommit() {
	const flag = "ShenandoahUncommit"
	if s.on("UseLargePages") && align.Up(s.n("MaxHeapSize"), largePage)/largePage < leastRegions {
		s.warn("UseLargePages", "Large pages size (2048K) is too large to afford page-sized regions, disabling uncommit")
		s.keepOrigin(flag, 0, "regions are smaller than pages")
	}
	if s.on(flag) && s.n("InitialHeapSize") == s.n("MaxHeapSize") {
		s.keepOrigin(flag, 0, "the initial heap is the maximum heap")
	}
}

// evacuationReserve is what Shenandoah keeps free for objects that it moves. With generations
// it follows from the size of the young one, which changes.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shenandoah/shenandoahFreeSet.cpp, ShenandoahFreeSet::rebuild (JDK 11 to 25)
func (s *startup) evacuationReserve() source.Value {
	switch {
	case s.generationalShenandoah():
		return source.Value{Why: "room for objects that are moved: it follows the young generation, which Shenandoah sizes as it runs"}
	case s.text("ShenandoahGCMode") == "passive":
		return source.Value{}
	}
	percent := s.n("ShenandoahEvacReserve")
	return source.Value{N: saturate(align.Up(s.n("MaxHeapSize")/100*percent, max(s.region, 1))), Origin: source.Ergonomic, Why: fmt.Sprintf("room for objects that are moved: %d %% of the heap (ShenandoahEvacReserve)", percent)}
}

// barrier is a barrier that a mode of Shenandoah needs, or cannot have.
type barrier struct {
	mode, flag   string
	since, until int
	on           bool
}

// barriers are in the order in which a mode looks at them.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shenandoah/mode/shenandoahSATBMode.cpp, initialize_flags (JDK 11 to 25; measured on 26 to 28)
var barriers = []barrier{
	{"", "ShenandoahLoadRefBarrier", 11, 0, true},
	{"satb", "ShenandoahIUBarrier", 11, 21, false},
	{"satb", "ShenandoahSATBBarrier", 11, 0, true}, {"generational", "ShenandoahSATBBarrier", 25, 0, true},
	{"iu", "ShenandoahSATBBarrier", 11, 21, false}, {"iu", "ShenandoahIUBarrier", 11, 21, true},
	{"", "ShenandoahCASBarrier", 11, 0, true}, {"", "ShenandoahCloneBarrier", 11, 0, true},
	{"", "ShenandoahNMethodBarrier", 17, 21, true},
	{"satb", "ShenandoahStackWatermarkBarrier", 17, 0, true}, {"iu", "ShenandoahStackWatermarkBarrier", 17, 21, true},
	{"satb", "ShenandoahCardBarrier", 25, 0, false}, {"passive", "ShenandoahCardBarrier", 25, 25, false}, {"generational", "ShenandoahCardBarrier", 25, 0, true},
}

// checkBarriers minds the barriers that options set. The rest is as the mode
// wants it, and the passive mode hardly wants any.
func (s *startup) checkBarriers(mode string) *jvmflag.Refusal {
	for _, b := range barriers {
		if b.mode != mode && (b.mode != "" || mode == "passive") || !jvmflag.Within(s.jdk, b.since, b.until) || !s.isCommandLine(b.flag) || s.on(b.flag) == b.on {
			continue
		}
		sign := either.Of(b.on, "+", "-")
		return s.stops(b.flag, "Error: GC mode needs -XX:"+sign+b.flag+" to work correctly")
	}
	return nil
}
