package rules

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
)

var g1HumongousObjects = lint.Rule{
	ID: "g1-humongous-objects", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupGC},
	Title:  "the largest object takes whole G1 regions",
	What: `The size given by --largest-object, taken as the bytes of one array plus its header, is compared with half a
region: a larger object is humongous, and gets whole regions of its own. For a Hazelcast member, whose values are such
arrays, the rule asks for the size.`,
	Why: `The unused rest of a humongous object's last region is lost until the object dies: 5 MiB in regions of 4m
take 8, so a heap of 9g holds 1152 of them where 1843 would fit. The object goes straight to the old generation, each
allocation may start a concurrent marking, and the object does not move: after a full GC the heap may still have no two
free regions side by side, and the program runs out of memory with a heap that counts as half full. A store did so at
1000 values of 5 MB, with 3.33 GB in use by its own count.`,
	FixSafety:  "Unsafe: there are fewer of the larger regions, and G1 chooses among them less finely.",
	Exceptions: "A few such objects that live as long as the program.",
	Evidence: `Arrays just below and above half a region, and whole ones, with and without compressed class pointers,
were allocated on JDK 11, 17, 21 and 25: "Humongous regions" in the log matches the model, 104 of 104 times.`,
	Examples: []lint.Example{ofOptions("--jdk 11 --memory 12Gi --cpus 8 --largest-object 5Mi",
		"-Xmx8g -Xms8g -XX:G1HeapRegionSize=4m",
		"-Xmx8g -Xms8g -XX:G1HeapRegionSize=16m")},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1CollectedHeap.hpp",
		"https://docs.oracle.com/en/java/javase/21/gctuning/garbage-first-g1-garbage-collector1.html",
	},
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
		f := p.Report([]source.Text{g1.RegionSize.Text, p.HeapText()}, "an object of %s takes %s of %s and wastes %.0f %% of that space",
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
