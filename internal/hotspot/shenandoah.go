package hotspot

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
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

// sizeShenandoah aims at 2048 regions of 256 KiB to 32 MiB.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shenandoah/shenandoahHeapRegion.cpp, setup_sizes (JDK 11 to 25)
func (s *startup) sizeShenandoah() *jvmflag.Refusal {
	region, refusal := s.shenandoahRegion()
	if refusal != nil {
		return refusal
	}
	if s.jdk >= 25 {
		s.rounded("MaxHeapSize", align.Up(s.n("MaxHeapSize"), page), "rounded up to whole pages")
	}
	s.spaceUnit = align.PowerOfTwoDown(align.Up(region, page))
	if refusal := s.alignHeap(s.spaceUnit, "rounded up to whole regions"); refusal != nil {
		return refusal
	}
	return s.checkShenandoahMode()
}

func (s *startup) shenandoahRegion() (uint64, *jvmflag.Refusal) {
	const size, smallest, largest = "ShenandoahRegionSize", "ShenandoahMinRegionSize", "ShenandoahMaxRegionSize"
	const leastRegion, leastRegions = 256 * kilo, 10
	heap := s.n("MaxHeapSize")
	if s.jdk >= 25 && s.text("ShenandoahGCMode") == "generational" {
		heap = align.Up(heap, page*s.n("GCCardSizeInBytes"))
	}
	region, least, most := s.n(size), s.n(smallest), s.n(largest)
	if !s.isCommandLine(smallest) {
		least = leastRegion
	}
	if target := "ShenandoahTargetNumRegions"; s.isCommandLine(target) && s.n(target) == 0 && !s.isCommandLine(size) {
		return 0, s.crashes(target)
	}
	invalid := func(at string, flags []string, format string, sizes ...uint64) *jvmflag.Refusal {
		words := make([]any, len(sizes))
		for i, n := range sizes {
			words[i] = properUnit(n)
		}
		what := "-XX:" + flags[0] + " option"
		if len(flags) > 1 {
			what = "-XX:" + flags[0] + " or -XX:" + flags[1]
		}
		return with(s.stops(at, "Invalid "+what+": "+fmt.Sprintf(format, words...)), flags...)
	}
	option := func(flag string) []string { return []string{flag} }
	const few = "Max heap size (%s) is too low to afford the minimum number of regions (10) of "
	if s.isCommandLine(size) {
		switch {
		case region > heap/leastRegions:
			return 0, with(invalid(size, option(size), few+"requested size (%s).", heap, region), "MaxHeapSize")
		case region < least:
			return 0, invalid(size, option(size), "Heap region size (%s) should be larger than min region size (%s).", region, least)
		case region > most:
			return 0, invalid(size, option(size), "Heap region size (%s) should be lower than max region size (%s).", region, most)
		}
		return region, nil
	}
	switch {
	case least > heap/leastRegions:
		at := smallest
		if !s.isCommandLine(at) {
			at = "MaxHeapSize"
		}
		return 0, with(invalid(at, option(smallest), few+"minimum region size (%s).", heap, least), "MaxHeapSize")
	case least < leastRegion:
		return 0, invalid(smallest, option(smallest), "%s should not be lower than minimum region size (%s).", least, leastRegion)
	case least < s.n("MinTLABSize"):
		return 0, invalid(smallest, option(smallest), "%s should not be lower than TLAB size size (%s).", least, s.n("MinTLABSize"))
	case most < leastRegion:
		return 0, invalid(largest, option(largest), "%s should not be lower than min region size (%s).", most, leastRegion)
	case least > most:
		return 0, invalid(largest, []string{smallest, largest}, "Minimum (%s) should be larger than maximum (%s).", least, most)
	}
	return clamp(heap/max(s.n("ShenandoahTargetNumRegions"), 1), least, most), nil
}

// locked refuses a value that needs an unlock, as flags of its kind do.
func (s *startup) locked(flag, what string, kind jvmflag.Kind) *jvmflag.Refusal {
	r := because(jvmflag.LockedFlag, s.stops(flag, fmt.Sprintf("%s is %s, and must be enabled via -XX:+%s.", what, kind, kind.Unlock())))
	r.Unlock = kind.Unlock()
	return r
}

// checkShenandoahMode reads the names of the mode and of the heuristics, some
// of which need an unlock.
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
	switch mode {
	case "satb", "passive":
	case "iu":
		if s.jdk >= 24 {
			return unknown(modeFlag)
		}
	case "generational":
		if s.jdk < 24 {
			return unknown(modeFlag)
		}
	default:
		return unknown(modeFlag)
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
	switch heuristics {
	case "":
		return unknown(heuristicsFlag)
	case "static", "adaptive", "compact":
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
