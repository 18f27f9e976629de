package rules

import (
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
)

var shenandoahMostLive = lint.Parameter{Name: "most-live", Unit: lint.UnitPercent, Default: 75, Least: 10, Most: 95, Doc: "largest share of the heap that the live data may take"}

var shenandoahHeadroom = lint.Rule{
	ID: "shenandoah-headroom", Severity: lint.Warning, Confidence: lint.Likely, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupGC},
	Title:  "Shenandoah has too little free heap beside the live data",
	What: `With Shenandoah, live data (--live: what is left after a collection) take three quarters of the heap or
more.`,
	Why: `Shenandoah collects while the program runs, keeps 5 % of the heap for the objects that it moves, and the
program allocates from the rest until the cycle ends. When that is used up, the program stops until the cycle is done
(a degenerated collection), and soon for a full collection: the pauses that people choose Shenandoah to avoid.`,
	FixSafety:  "No automatic fix: you must choose between a larger heap, with a limit that holds it, and less data.",
	Exceptions: "A program that allocates next to nothing.",
	Evidence: `A store of 2 KB values in 1g, two CPUs, replacing 6 GB of them as fast as it could. JDK 17 and 21: no
full collection at 60 % live, and 2 to 20 degenerated ones; one or two full ones at 65 %, 4 at 70 %, 9 and 10 at 75 %,
14 at 80 %, 22 and 23 at 85 %; not done after 60 s at 90 %. JDK 11: 1 to 3 full ones up to 70 %, 11 at 75 %, not done
at 80 %. JDK 25: none up to 70 %, 3 at 75 %, not done at 80 %, and out of memory. With generations it was not measured.`,
	Parameters: []lint.Parameter{shenandoahMostLive},
	Examples: []lint.Example{ofOptions("--jdk 17 --memory 12Gi --cpus 8 --live 7Gi",
		"-Xmx8g -XX:+UseShenandoahGC",
		"-Xmx11g -XX:+UseShenandoahGC")},
	References: []string{
		"https://wiki.openjdk.org/display/shenandoah/Main",
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shenandoah/shenandoahControlThread.cpp",
	},
	Check: func(p *lint.Pass) {
		if p.JVM != nil && p.JVM.Collector.Kind == hotspot.Shenandoah {
			reportHeadroom(p, shenandoahMostLive)
		}
	},
}
