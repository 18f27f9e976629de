package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var g1YoungPinned = lint.Rule{
	ID: "g1-young-pinned", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupGC},
	Title:  "options fix the size of G1's young generation",
	What: `-Xmn, NewSize with an equal MaxNewSize, or NewRatio under G1. One bound alone, or two that differ, leave G1
a choice and are not reported. The finding is a warning if the young generation leaves the old one less than the live
data (--live) need.`,
	Why: `G1 keeps within MaxGCPauseMillis by making the young generation smaller or larger, from 5 to 60 % of the
heap. If its size is fixed, the goal no longer steers young pauses: they take as long as they take. And the memory is
taken from the old generation even when that is full: -XX:NewRatio=2 leaves 6g of 9g, where G1 by itself would have
left up to 8.5g.`,
	FixSafety: `Unsafe: from then on the young generation changes with the load. Where a start script may set a size of
its own, which then counts, the fix is left to you.`,
	Exceptions: `A store that needs nearly all of its heap for old data, and fixes a small young generation on purpose:
4 % of the heap served one well. Then the finding is only a reminder.`,
	Evidence: `Bounds and fixed sizes were read from the log of young collections on JDK 8, 11, 17, 21 and 25
with -Xmn, NewSize, MaxNewSize, NewRatio and G1NewSizePercent: a fixed size stayed the same in every collection,
whatever the goal. An upper bound alone does not bind: with MaxNewSize=8m and a goal of 1 ms the young generation grew
to 47m on JDK 11 and 17, to keep pauses apart.`,
	Examples: []lint.Example{ofOptions("--jdk 17 --memory 12Gi --cpus 8", "-Xmx9g -Xmn3g", "-Xmx9g")},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1YoungGenSizer.cpp",
		"https://docs.oracle.com/en/java/javase/21/gctuning/garbage-first-garbage-collector-tuning.html",
	},
	Check: func(p *lint.Pass) {
		if p.JVM == nil || p.JVM.G1 == nil || !p.JVM.G1.Young.Fixed || p.Workload.FlagsInBranches() {
			return
		}
		var places []source.Text
		var options []jvmflag.Option
		for _, flag := range []string{"NewSize", "MaxNewSize", "NewRatio"} {
			if set, ok := p.Options.Set(flag); ok && (flag != "NewRatio" || len(places) == 0) {
				places = append(places, set.Value)
				if len(options) == 0 || !options[0].Text.Same(set.Option.Text) {
					options = append(options, set.Option)
				}
			}
		}
		young, heap := p.JVM.G1.Young.Least, p.JVM.Heap
		message := "the young generation has a fixed size: the pause goal cannot change it"
		if young.Known() && heap.Known() {
			message = fmt.Sprintf("the young generation is fixed at %s of %s: the pause goal cannot change it", lint.Size(young), lint.Size(heap))
		}
		f := p.Report(places, "%s", message)
		f.Severity = lint.Info
		if live := p.Workload.Live; live.Known() && young.Known() && heap.Known() && heap.N-young.N < live.N {
			f.Severity = lint.Warning
			f.Note(fmt.Sprintf("%s are left for %s of live data (%s)", jvmflag.FormatSize(uint64(heap.N-young.N)), jvmflag.FormatSize(uint64(live.N)), live.Why))
		}
		f.Because(heap.Text, "heap size set here")
		for _, o := range options[1:] {
			f.Because(o.Text, "sets the other bound")
		}
		// One bound alone leaves G1 the choice.
		title := "remove " + options[0].String() + " and leave the size to G1"
		if p.Workload.Known < workload.AllOptions {
			f.Suggest(lint.Manual, title+", unless the start script sets one, too")
			return
		}
		f.Suggest(lint.Unsafe, title, p.RemoveOption(options[0]))
	},
}
