package rules

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var g1MostRegions = lint.Parameter{Name: "most-regions", Unit: lint.UnitCount, Default: hotspot.TargetRegions, Least: 1, Most: 1 << 20, Doc: "most regions that a heap may have"}

var g1RegionCount = lint.Rule{
	ID: "g1-region-count", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofGC,
	Title:      "G1 cuts the heap into more than 2048 regions",
	Parameters: []lint.Parameter{g1MostRegions},
	Check: func(p *lint.Pass) {
		if p.JVM == nil || p.JVM.G1 == nil || p.Workload.OwnCollector && p.JVM.Collector.Origin != source.Option || p.Workload.Builds() {
			return
		}
		heap, g1, most := p.JVM.Heap, p.JVM.G1, p.Parameter(g1MostRegions)
		if lacks(p, g1.Regions, lint.FactMemory) || g1.Regions.N <= most {
			return
		}
		f := p.Report(lint.Places{g1.RegionSize.Text, p.HeapText()},
			"a heap of %s has %d G1 regions of %s, over %d", lint.Size(heap), g1.Regions.N, lint.Size(g1.RegionSize), most)
		chosen := g1.RegionSize.Origin == source.Ergonomic && (g1.Regions.N <= 2*most || p.Workload.JDK.Open) // by G1 itself
		f.InfoIf(chosen && !p.Workload.IsMember)
		f.Because(p.HeapText(), "heap size set here")
		if !regionAsWritten(p) {
			why := fmt.Sprintf("region size %s: %s", lint.Size(g1.RegionSize), g1.RegionSize.Why)
			if g1.RegionSize.Text.Located() { // it differs from the written size
				f.Note(why)
			} else {
				f.Detail(why)
			}
		}
		jdks := p.Workload.JDK.Candidates
		wanted, enough := p.JVM.RegionSizeFor(most, p.Workload.LargestObject.N, hotspot.LargestRegion(jdks))
		if !enough {
			f.Note(fmt.Sprintf("no region size can help: JDK %d allows at most %s", slices.Min(jdks), jvmflag.FormatSize(uint64(wanted))))
		}
		if wanted <= g1.RegionSize.N {
			f.InfoIf(!p.Workload.IsMember) // there is nothing to do
			return
		}
		size, safety := jvmflag.FormatSize(uint64(wanted)), lint.Unsafe
		if start := p.JVM.InitialHeap; start.Origin == source.Option && start.N < fewestRegions*wanted {
			safety = lint.Manual // the heap may well stay small
		}
		f.Suggest(safety, fmt.Sprintf("raise the region size to %s, which gives %d regions", size, heap.N/wanted),
			setOrAdd(p, g1.RegionSize.Text, "-XX:G1HeapRegionSize=", size))
		f.Fixes[len(f.Fixes)-1].Weigh = lint.If(chosen, "G1 chose that size itself")
	},
}

// fewestRegions are so many in the initial heap that the young generation can be sized with them.
const fewestRegions = 64

// regionAsWritten reports whether an option gives the size of the regions, and G1 takes it as it stands.
func regionAsWritten(p *lint.Pass) bool {
	set, ok := p.Options.Set("G1HeapRegionSize")
	return ok && p.JVM.G1.RegionSize.Why == set.Option.Channel.String()
}
