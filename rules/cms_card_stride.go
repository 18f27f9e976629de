package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
)

const largerStride = 4096 // cards: 2 MiB of old generation

var strideLeastHeap = lint.Parameter{Name: "least-heap", Unit: lint.UnitBytes, Default: 4 << 30, Least: 1 << 20, Most: 1 << 50, Doc: "smallest heap for which the strips are too many"}

var cmsCardStride = lint.Rule{
	ID: "cms-card-stride", Severity: lint.Info, Confidence: lint.Likely, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupGC},
	Title:  "CMS splits a large old generation into strips of 128k for its threads",
	What: `CMS on JDK 8 or 11 with a heap of 4g or more, two GC threads or more, and ParGCCardsPerStrideChunk at its
default of 256 cards of 512 bytes.`,
	Why: `In a young collection ParNew's threads look for references from the old generation to the young one, strip by
strip of the card table. A heap of 8g has some 60,000 strips of 128k, and where few cards are dirty, claiming a strip
costs more than scanning it. With 4096 cards a strip is 2 MiB.`,
	FixSafety: `Unsafe: with few strips, and dirty cards close together, one thread may get most of the work. The flag
is diagnostic: the fix unlocks it.`,
	Exceptions: `Young collections that are short already: look at the log first. What the old generation refers to
matters more than the strips: a broker with 4 GB of heap saw no gain from the strips alone, and went from 120 to 30 ms
only when its message cache left the heap.`,
	Evidence: `Measured on JDK 8 with -Xmx6g -Xmn400m and 3.5 GB of 2 KB values that were replaced all the time, on a
busy machine with two CPUs, 76 young collections each: the threads took 1.2 s of CPU time in all with 4096 cards and
2.1 s with 256. The pauses (medians of 101 and 215 ms against 273 and 212) say little there.`,
	Parameters: []lint.Parameter{strideLeastHeap},
	Examples: []lint.Example{ofOptions("--jdk 8 --memory 12Gi --cpus 8",
		"-Xmx8g -Xmn3g -XX:+UseConcMarkSweepGC",
		"-Xmx8g -Xmn3g -XX:+UseConcMarkSweepGC -XX:+UnlockDiagnosticVMOptions -XX:ParGCCardsPerStrideChunk=4096")},
	References: []string{
		"https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/parNew/parCardTableModRefBS.cpp",
		"https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/cms/cmsCardTable.cpp",
	},
	Check: func(p *lint.Pass) {
		if _, set := p.Options.Set("ParGCCardsPerStrideChunk"); set || p.JVM == nil || p.JVM.Collector.Kind != hotspot.CMS {
			return
		}
		heap, threads := p.JVM.Heap, p.JVM.ParallelGCThreads
		switch {
		case !heap.Known() || !threads.Known():
			return // only a hint: not worth asking for facts
		case heap.N < p.Parameter(strideLeastHeap) || threads.N < 2:
			return
		}
		old := heap.N
		if young, ok := youngOfCMS(p); ok {
			old -= young.N
		}
		f := p.Report([]source.Text{p.JVM.Collector.Text, heap.Text}, "%s share an old generation of %s in %d strips of 128k",
			plural.Of(threads.N, "GC thread"), bytes(old), old>>17)
		f.Because(heap.Text, "heap size set here")
		option := fmt.Sprintf("-XX:ParGCCardsPerStrideChunk=%d", largerStride)
		f.Suggest(lint.Unsafe, fmt.Sprintf("try strips of 2m, %d of them", old>>21), p.AddOption("-XX:+UnlockDiagnosticVMOptions "+option))
	},
}
