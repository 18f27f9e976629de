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
	ID: "g1-region-count", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupGC},
	Title:  "G1 cuts the heap into more than 2048 regions",
	What: `The number of regions, maximum heap size divided by region size, is compared with 2048, the number that G1
itself aims at. The region size is the one given or the one that the JDK chooses: JDK 11 takes half of (initial +
maximum heap) / 2048 and rounds it down to a power of two, so a heap of 9g gets 2304 regions of 4m although nobody
asked for them; JDK 17 and later round up. If no option sets the region size, and there are fewer than 4096 regions or
nothing names the JDK, the finding is info for a program other than a Hazelcast member.`,
	Why: `With more regions than that each one is small, and an object of more than half a region is humongous: it
takes whole regions of its own, the rest of the last one is lost, and it is not moved when the heap is compacted.
Values of 5 MB in regions of 4m take 8 MB each; a store was out of memory at 1000 of them with 3.33 GB in use by its
own count and 5.5 GB by the JVM's. Every region also costs its remembered set.`,
	FixSafety: "Unsafe: a larger region changes which objects are humongous and how finely the collector can choose.",
	Exceptions: `A heap over 64g cannot have fewer on JDK 17 and earlier, where 32m is the largest region; the finding
says so, and is info for a program other than a Hazelcast member. ES_JAVA_OPTS of an unknown image is not judged: the
jvm.options of Elasticsearch choose the collector by its release.`,
	Evidence: `The region size is compared with -XX:+PrintFlagsFinal of JDK 11, 17, 21 and 25; the cost of small
regions is from a field report on JDK 11.`,
	Parameters: []lint.Parameter{g1MostRegions},
	Examples: []lint.Example{ofOptions("--jdk 11 --memory 60Gi --cpus 8",
		"-Xmx50g -Xms50g -XX:G1HeapRegionSize=4m",
		"-Xmx50g -Xms50g -XX:G1HeapRegionSize=32m")},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/heapRegionBounds.hpp",
		"https://docs.oracle.com/en/java/javase/21/gctuning/garbage-first-g1-garbage-collector1.html",
	},
	Check: func(p *lint.Pass) {
		if p.JVM == nil || p.JVM.G1 == nil || p.Workload.OwnCollector && p.JVM.Collector.Origin != source.Option {
			return
		}
		heap, g1, most := p.JVM.Heap, p.JVM.G1, p.Parameter(g1MostRegions)
		if lacks(p, g1.Regions, lint.FactMemory) || g1.Regions.N <= most {
			return
		}
		f := p.Report([]source.Text{g1.RegionSize.Text, p.HeapText()},
			"a heap of %s has %d G1 regions of %s, over %d", lint.Size(heap), g1.Regions.N, lint.Size(g1.RegionSize), most)
		few := g1.Regions.N < 2*most || p.Workload.JDK.Open
		if g1.RegionSize.Origin == source.Ergonomic && few && !p.Workload.IsMember {
			f.Severity = lint.Info // G1 itself chose that size
		}
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
			if !p.Workload.IsMember {
				f.Severity = lint.Info // there is nothing to do
			}
			return
		}
		size := jvmflag.FormatSize(uint64(wanted))
		f.Suggest(lint.Unsafe, fmt.Sprintf("raise the region size to %s, which gives %d regions", size, heap.N/wanted),
			setOrAdd(p, g1.RegionSize.Text, "-XX:G1HeapRegionSize=", size))
	},
}

// regionAsWritten reports whether an option gives the size of the regions, and G1 takes it as it stands.
func regionAsWritten(p *lint.Pass) bool {
	set, ok := p.Options.Set("G1HeapRegionSize")
	return ok && p.JVM.G1.RegionSize.Why == set.Option.Channel.String()
}
