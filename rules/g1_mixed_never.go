package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot/pause"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
)

var g1MixedNever = lint.Rule{
	ID: "g1-mixed-never", Severity: lint.Warning, Confidence: lint.Likely, Groups: ofGC,
	Title: "live data leave less room for garbage than mixed collections need to start",
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
		f := p.Report(lint.Places{p.HeapText(), waste.Text}, "%s of live data leave room for %[3]s of garbage in a heap of %[2]s: mixed collections start above %[4]s",
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
