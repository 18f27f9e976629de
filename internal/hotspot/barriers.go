package hotspot

import (
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// barrier is a barrier that a mode of Shenandoah needs, or cannot have.
type barrier struct {
	mode, flag   string
	since, until int
	on           bool
}

// barriers are in the order in which a mode looks at them.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shenandoah/mode/shenandoahSATBMode.cpp, initialize_flags (JDK 11 to 25)
var barriers = []barrier{
	{"", "ShenandoahLoadRefBarrier", 11, 0, true},
	{"satb", "ShenandoahIUBarrier", 11, 21, false},
	{"satb", "ShenandoahSATBBarrier", 11, 0, true}, {"generational", "ShenandoahSATBBarrier", 25, 0, true},
	{"iu", "ShenandoahSATBBarrier", 11, 21, false}, {"iu", "ShenandoahIUBarrier", 11, 21, true},
	{"", "ShenandoahCASBarrier", 11, 0, true}, {"", "ShenandoahCloneBarrier", 11, 0, true},
	{"", "ShenandoahNMethodBarrier", 17, 21, true},
	{"satb", "ShenandoahStackWatermarkBarrier", 17, 0, true}, {"iu", "ShenandoahStackWatermarkBarrier", 17, 21, true},
	{"satb", "ShenandoahCardBarrier", 25, 0, false}, {"passive", "ShenandoahCardBarrier", 25, 0, false}, {"generational", "ShenandoahCardBarrier", 25, 0, true},
}

// checkBarriers minds the barriers that options set. The rest is as the mode
// wants it, and the passive mode hardly wants any.
func (s *startup) checkBarriers(mode string) *jvmflag.Refusal {
	for _, b := range barriers {
		if b.mode != mode && (b.mode != "" || mode == "passive") || !release.Within(s.jdk, b.since, b.until) || !s.isCommandLine(b.flag) || s.on(b.flag) == b.on {
			continue
		}
		sign := "-"
		if b.on {
			sign = "+"
		}
		return s.stops(b.flag, "Error: GC mode needs -XX:"+sign+b.flag+" to work correctly")
	}
	return nil
}
