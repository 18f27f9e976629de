package rules

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
)

var g1HumongousObjects = lint.Rule{
	ID: "g1-humongous-objects", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofGC,
	Title: "the largest object takes whole G1 regions",
	Check: func(p *lint.Pass) {
		if p.JVM == nil || p.JVM.G1 == nil {
			return
		}
		object := p.Workload.LargestObject
		if lacksMeasured(p, object, lint.FactLargestObject) || lacks(p, p.JVM.G1.RegionSize, lint.FactMemory) {
			return
		}
		h, ok := p.JVM.Humongous(object.N)
		if !ok {
			return
		}
		g1 := p.JVM.G1
		f := p.Report(lint.Places{g1.RegionSize.Text, p.HeapText()}, "an object of %s takes %s of %s and wastes %.0f %% of that space",
			jvmflag.FormatSize(uint64(object.N)), plural.Of(h.Regions, "whole region"), lint.Size(g1.RegionSize), 100*float64(h.Lost)/float64(h.Regions*g1.RegionSize.N))
		f.Weight = h.Lost
		f.Because(p.HeapText(), "heap size set here")
		f.Because(object.Text, "the largest object measured")
		if g1.Regions.Known() {
			f.Note(fmt.Sprintf("a heap of %s holds at most %d such objects", lint.Size(p.JVM.Heap), g1.Regions.N/h.Regions))
		}
		if !regionAsWritten(p) {
			f.Note(fmt.Sprintf("region size %s: %s", lint.Size(g1.RegionSize), g1.RegionSize.Why))
		}
		suggestRegion(p, f, object.N)
	},
}

// suggestRegion offers a region that holds the object twice, if one exists.
func suggestRegion(p *lint.Pass, f *lint.Finding, object int64) {
	g1, jdks := p.JVM.G1, p.Workload.JDK.Candidates
	wanted, enough := p.JVM.RegionSizeFor(hotspot.TargetRegions, object, hotspot.LargestRegion(jdks))
	written := jvmflag.FormatSize(uint64(wanted))
	switch {
	case !enough:
		f.Note(fmt.Sprintf("no region size helps: JDK %d allows at most %s", slices.Min(jdks), written))
		return
	case !g1.Regions.Known():
		f.Suggest(lint.Manual, "raise the region size to "+written)
		return
	}
	title := fmt.Sprintf("raise the region size to %s, which gives %s", written, plural.Of(p.JVM.Heap.N/wanted, "region"))
	f.Suggest(lint.Unsafe, title, setOrAdd(p, g1.RegionSize.Text, "-XX:G1HeapRegionSize=", written))
}
