package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// mostLivePercent is the share of live data with which ZGC was measured to work.
const mostLivePercent = 75

// zgcMostLive is the most-live parameter, which a project may set.
var zgcMostLive = lint.Parameter{Name: "most-live", Unit: lint.UnitPercent, Default: mostLivePercent, Least: 10, Most: 95, Doc: "largest share of the heap that the live data may take"}

var zgcHeadroom = lint.Rule{
	ID: "zgc-headroom", Severity: lint.Warning, Confidence: lint.Likely, Since: "0.1.0",
	Title: "ZGC has too little free heap beside the live data",
	What: `With ZGC, live data (--live: what is left after a collection) take three quarters of the
heap or more.`,
	Why: `ZGC collects while the program runs, and the program allocates from free memory until the
cycle ends. When that runs out, threads wait: an "Allocation Stall" in the log, which is a pause
under another name. An index of 0.5 GB that was swapped every quarter of an hour kept 99.5 % of
its requests in time on ZGC; stalls delayed the others.`,
	FixSafety:  "No automatic fix: you must choose between a larger heap, with a limit that holds it, and less data.",
	Exceptions: "A program that allocates next to nothing.",
	Evidence: `A store of 2 KB values in 2g, two CPUs, allocating 36 GB as fast as it could. JDK 17:
4 to 7 s at 40 to 70 % live; at 75 and 80 % not done after 25 s; out of memory at 85 and 90 %.
JDK 21 without generations: 1 to 3 s at 40 to 70 %, not done at 75 and 80 %, out of memory at 85
and 90 %. There were stalls at every share, because nothing slowed the program down; from 75 %
on it came to a stop. With generations it was measured only up to 60 %.`,
	Parameters: []lint.Parameter{zgcMostLive},
	Examples: []lint.Example{{
		Name: "options.txt", Args: "--jdk 17 --memory 12Gi --cpus 8 --live 7Gi",
		Bad:  "-Xmx8g -XX:+UseZGC",
		Good: "-Xmx11g -XX:+UseZGC",
	}},
	References: []string{
		"https://docs.oracle.com/en/java/javase/21/gctuning/z-garbage-collector.html",
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/z/zPageAllocator.cpp",
	},
	Check: func(p *lint.Pass) {
		if p.JVM == nil || p.JVM.Collector.Kind != hotspot.Z {
			return
		}
		heap, live := p.JVM.Heap, p.Workload.Live
		switch {
		case !live.Known():
			if p.Workload.IsMember {
				p.Needs(lint.FactLive)
			}
			return
		case !heap.Known():
			p.Needs(lint.FactMemory)
			return
		case live.N < heap.N/100*p.Parameter(zgcMostLive) || !p.LiveFits():
			return
		}
		f := p.Report([]source.Text{heap.Text, p.JVM.Collector.Text}, "%s of live data in a heap of %s leave ZGC %s to allocate from while it collects",
			bytes(live.N), lint.Size(heap), bytes(max(heap.N-live.N, 0)))
		f.Because(p.JVM.Collector.Text, "chooses ZGC")
		f.Because(live.Text, "the most live data measured")
		enough := live.N/p.Parameter(zgcMostLive)*100 + 100<<20
		f.Suggest(lint.Manual, fmt.Sprintf("use a heap of more than %s, or hold less data", bytes(enough)))
	},
}
