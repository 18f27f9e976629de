package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var serverLeastHeap = lint.Parameter{Name: "least-heap", Unit: lint.UnitBytes, Default: 1 << 30, Least: 1 << 20, Most: 1 << 50, Doc: "smallest heap that counts as a server's"}

var heapGrows = lint.Rule{
	ID: "heap-grows", Severity: lint.Info, Confidence: lint.Certain, Groups: ofMemory,
	Title:      "the heap of a server starts small and grows, although the limit is fixed",
	Parameters: []lint.Parameter{serverLeastHeap},
	Check: func(p *lint.Pass) {
		if !p.HeapIsSized() || p.Workload.FlagsInBranches() || meantToShrink(p) {
			return
		}
		heap, initial := p.JVM.Heap, p.JVM.InitialHeap
		if heap.Known() && (heap.N < p.Parameter(serverLeastHeap) || initial.Known() && initial.N == heap.N) || p.Workload.Known < workload.AllOptions && !p.Sets("InitialHeapSize") {
			return
		}
		if limit := p.Workload.Memory; !limit.Known() && p.Workload.Limited || lacks(p, limit, lint.FactMemory) {
			reportGrowth(p)
			return
		}
		if _, mistaken := mistakenMinRAM(p); mistaken || !heap.Known() || !initial.Known() {
			return
		}
		budget, _ := p.Budget()
		if _, full := p.Crowded(); full || len(p.Workload.Companions) > 0 && budget.Planned()+p.Beside().Planned > p.Workload.Memory.N {
			return
		}
		f := p.Report(lint.Places{initialText(p), p.HeapText()}, "the heap starts with %s and grows to %s, though the limit of %s holds all of it", lint.Size(initial), lint.Size(heap), p.Limit())
		tellGrowth(p, f)
	},
}

// meantToShrink reports whether somebody wants a heap that gives memory back.
func meantToShrink(p *lint.Pass) bool {
	const usual = 70 // percent
	free, given := p.Options.Set("MaxHeapFreeRatio")
	interval, _ := p.Options.Set("G1PeriodicGCInterval")
	return given && free.Number < usual || interval.Number > 0 && p.JVM.Collector.Kind == hotspot.G1
}

// reportGrowth reports a heap that grows in a container without a known limit.
func reportGrowth(p *lint.Pass) {
	heap, initial := p.JVM.Heap, p.JVM.InitialHeap
	if p.Workload.Container == nil || p.Workload.Short || heap.Origin != source.Option || initial.Origin != source.Option || initial.N >= heap.N {
		return
	}
	tellGrowth(p, p.Report(lint.Places{initialText(p), p.HeapText()}, "the heap starts with %s and grows to %s", lint.Size(initial), lint.Size(heap)))
}

// tellGrowth says what decides on both sizes, and what is lost with an initial heap of the maximum size.
func tellGrowth(p *lint.Pass, f *lint.Finding) {
	f.Because(p.HeapText(), "maximum heap size")
	f.Because(p.Workload.Memory.Text, "memory limit")
	if u := p.JVM.Uncommit; u != nil && u.Never == "" && u.Above.Known() {
		f.Note(fmt.Sprintf("%s gives back what is unused for %d s, above %s (%s); with the whole heap from the start it gives nothing back", p.JVM.Collector, u.Delay.N, lint.Size(u.Above), u.Flag))
	}
	suggestFullHeap(p, f)
}

// initialText returns the place of the initial heap size.
func initialText(p *lint.Pass) source.Text {
	share, byShare := p.Options.Set("InitialRAMPercentage")
	if initial := p.JVM.InitialHeap; initial.Text.Len() > 0 || !byShare {
		return initial.Text
	}
	return share.Value
}

// mayStayUnused speaks against taking the whole heap at start.
const mayStayUnused = "it takes the memory of the whole heap at once, which the program may never need"

// suggestFullHeap offers an initial heap of the maximum size, written the same way as the maximum.
func suggestFullHeap(p *lint.Pass, f *lint.Finding) {
	if !p.Workload.Memory.Known() || p.Workload.Short {
		f.Suggest(lint.Manual, "start with the whole heap, if nothing else needs the memory")
		return
	}
	most, fixed := p.Options.Set("MaxHeapSize")
	share, byShare := p.Options.Set("MaxRAMPercentage")
	flag, option, value := "MaxRAMPercentage", "-XX:InitialRAMPercentage=", share.Value.String()
	initial, given := p.Options.Set("InitialRAMPercentage")
	switch {
	case fixed:
		flag, option, value = "MaxHeapSize", "-Xms", most.Value.String()
		initial, given = p.Options.Set("InitialHeapSize")
	case !byShare:
		f.Suggest(lint.Manual, "start with the whole heap: set -Xms")
		return
	}
	text, edit := option+value, p.AddBehind(flag, option+value)
	if given && initial.Number+uint64(initial.Double) > 0 {
		text, edit = value, lint.Replace(initial.Value, value)
	}
	f.Suggest(lint.Unsafe, "start with the whole heap: "+text, edit)
	f.Fixes[len(f.Fixes)-1].Weigh = mayStayUnused
}
