package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var g1YoungPinned = lint.Rule{
	ID: "g1-young-pinned", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofGC,
	Title: "options fix the size of G1's young generation",
	Check: func(p *lint.Pass) {
		if p.JVM == nil || p.JVM.G1 == nil || !p.JVM.G1.Young.Fixed || p.Workload.FlagsInBranches() {
			return
		}
		var places lint.Places
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
		switch {
		case p.Workload.Known < workload.AllOptions:
			f.Suggest(lint.Manual, title+", unless the start script sets one, too")
		case p.Workload.JDK.Open && p.JVM.Collector.Origin != source.Option:
			f.Suggest(lint.Manual, title+", unless the release has another collector")
		default:
			f.Suggest(lint.Unsafe, title, p.RemoveOption(options[0]))
		}
	},
}
