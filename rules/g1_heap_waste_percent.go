package rules

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot/pause"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
)

// defaultPercent is the JVM's default: only lower values are judged, and nothing higher is recommended.
const defaultPercent = 5

var g1HeapWastePercent = lint.Rule{
	ID: "g1-heap-waste-percent", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofGC,
	Title: "G1HeapWastePercent leaves a full GC fewer workers than it could have",
	Check: func(p *lint.Pass) {
		set, ok := p.Options.Set("G1HeapWastePercent")
		if !ok || set.Number >= defaultPercent || p.JVM == nil || p.JVM.G1 == nil {
			return
		}
		if !p.JVM.ParallelGCThreads.Known() || !p.JVM.G1.Regions.Known() {
			p.Needs(p.MissingFacts()...)
			return
		}
		workers := pause.WorkersOf(p.JVM, int(set.Number))
		if workers.LimitedBy != pause.LimitWaste {
			return
		}
		best, least := workers, int(set.Number)
		var table []string
		for percent := 0; percent <= defaultPercent; percent++ {
			w := pause.WorkersOf(p.JVM, percent)
			table = append(table, fmt.Sprintf("%d -> %d", percent, w.Count))
			if w.Count > best.Count {
				best, least = w, percent
			}
			if w.LimitedBy != pause.LimitWaste {
				break
			}
		}
		if best.Count == workers.Count {
			return
		}
		f := p.Report(lint.Places{set.Value, set.Option.Text}, "G1HeapWastePercent=%d leaves a full GC %d of its %d workers (%d regions); %d gives it %d",
			set.Number, workers.Count, workers.Of, p.JVM.G1.Regions.N, least, best.Count)
		f.Because(p.HeapText(), "heap size set here")
		f.Because(p.JVM.G1.RegionSize.Text, "region size set here")
		f.Because(p.JVM.ParallelGCThreads.Text, "threads set here")
		f.Detail(fmt.Sprintf("workers by percent on this heap: %s", strings.Join(table, ", ")))
		f.Detail(fmt.Sprintf("limited by %s; %d GC threads: %s", workers.Why, workers.Of, p.JVM.ParallelGCThreads.Why))
		with, ok := p.FullGCPauseWith(workers.Count)
		without, _ := p.FullGCPauseWith(best.Count)
		if given := p.Workload.FullGCPause; ok && given.Known() {
			f.Note(fmt.Sprintf("the full GC of %s (%s), with %s, would take about %s with %d", lint.Seconds(given.N), given.Why,
				plural.Of(workers.Count, "worker"), lint.Seconds(given.N*without.Expected/max(with.Expected, 1)), best.Count))
		} else if ok {
			f.Note(fmt.Sprintf("a full GC is expected to take %s (%s to %s) with %s, %s (%s to %s) with %d: an estimate for %s",
				lint.Seconds(with.Expected), lint.Seconds(with.Low), lint.Seconds(with.High), plural.Of(workers.Count, "worker"),
				lint.Seconds(without.Expected), lint.Seconds(without.Low), lint.Seconds(without.High), best.Count, with.Machine))
		}
		f.Suggest(lint.Unsafe, fmt.Sprintf("raise it to %d, which gives %d workers", least, best.Count), lint.Replace(set.Value, fmt.Sprint(least)))
	},
}
