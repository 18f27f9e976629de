package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot/pause"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var g1MixedNever = lint.Rule{
	ID: "g1-mixed-never", Severity: lint.Warning, Confidence: lint.Likely, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupGC},
	Title:  "live data leave less room for garbage than mixed collections need to start",
	What: `The heap, less the smallest young generation, less the live data (--live: what a full GC leaves), is the
most garbage that old regions can hold before the heap is full. It is compared with G1HeapWastePercent of the heap.
Live data larger than the heap are assumed to belong to another process.`,
	Why: `G1 marks the old generation when it reaches InitiatingHeapOccupancyPercent, again and again if the live data
alone are more than that. It then collects old regions, in mixed collections, only if the regions worth collecting hold
more garbage than G1HeapWastePercent. If that much garbage does not fit beside the live data, marking is wasted and
only a full GC frees memory. Evenly spread garbage makes it worse: regions with over 85 % live data
(G1MixedGCLiveThresholdPercent) are not worth collecting. G1ReservePercent only makes marking begin earlier, and frees
nothing.`,
	FixSafety:  "No automatic fix: you must choose between a larger heap and less data.",
	Exceptions: "Data that never change, so that old regions hold no garbage.",
	Evidence: `A store of 2 KB values that were replaced at random. 512m of heap and 468m live, which the rule reports:
no mixed collection on JDK 11, at most two on 17, 21 and 25, which collect an eighth of the candidates whatever they
hold. 1g and 93 % live: none of 170 collections on JDK 11, none of 131 on 21, with 43 and 129 full GCs. 200m of 512m
live: mixed collections on all. Below the bound they are few as well: from 75 % live on, JDK 11 had none at all; on 21
they fell from 6 at 75 % to 1 at 90 %.`,
	Examples: []lint.Example{ofOptions("--jdk 11 --memory 12Gi --cpus 8 --live 8400Mi",
		"-Xmx9g -Xms9g",
		"-Xmx11g -Xms11g")},
	References: []string{
		"https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/g1/g1Policy.cpp",
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1CollectionSetChooser.cpp",
	},
	Check: func(p *lint.Pass) {
		if p.JVM == nil || p.JVM.G1 == nil {
			return
		}
		live := p.Workload.Live
		if lacksMeasured(p, live, lint.FactLive) {
			return
		}
		room, ok := pause.RoomForMixed(p.JVM, live.N)
		switch {
		case !ok:
			p.Needs(lint.FactMemory)
			return
		case room.Enough() || !p.LiveFits():
			return
		}
		waste := p.JVM.G1.HeapWastePercent
		f := p.Report([]source.Text{p.HeapText(), waste.Text}, "%s of live data leave room for %[3]s of garbage in a heap of %[2]s: mixed collections start above %[4]s",
			bytes(live.N), lint.Size(p.JVM.Heap), bytes(max(room.Garbage, 0)), bytes(room.Waste))
		f.Because(waste.Text, "share of garbage that G1 leaves")
		f.Because(live.Text, "the most live data measured")
		f.Note(fmt.Sprintf("%s heap - at least %s young (%s) - %s live (%s), compared with %d %% of the heap (G1HeapWastePercent, %s)",
			lint.Size(p.JVM.Heap), bytes(room.Young), p.JVM.G1.Young.Least.Why, bytes(live.N), live.Why, waste.N, waste.Why))
		if p.JDK >= 17 {
			f.Note(fmt.Sprintf("JDK %d still collects an eighth of the candidates", p.JDK))
		}
		f.Suggest(lint.Manual, fmt.Sprintf("use a heap of %s or more, or hold less data", bytes(pause.HeapForMixed(p.JVM, live.N))))
	},
}

// bytes formats a computed number of bytes in whole MiB.
func bytes(n int64) string { return jvmflag.FormatSize(uint64(n) >> 20 << 20) }
