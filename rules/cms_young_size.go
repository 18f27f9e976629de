package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var cmsYoungLeastHeap = lint.Parameter{Name: "least-heap", Unit: lint.UnitBytes, Default: 4 << 30, Least: 1 << 20, Most: 1 << 50, Doc: "smallest heap whose young generation may be too small"}

var cmsYoungSize = lint.Rule{
	ID: "cms-young-size", Severity: lint.Info, Confidence: lint.Likely, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupGC},
	Title:  "CMS has a young generation of less than a quarter of the heap",
	What: `CMS with a heap of 4g or more, of which the young generation may take less than a quarter: because of -Xmn
or a similar option, or because nothing sets it. CMS of JDK 8 then takes 83m for each GC thread, whatever the heap, so
8 threads get 665m of 32g. The size that JDK 11 chooses is not judged.`,
	Why: `A young generation that fills several times a second is collected as often, and whatever a request still
holds is copied to the old generation, where it dies a moment later. A store that was read much more than written, with
800m of 8g, paused for 100 to 300 ms several times a second, a fifth of its time; full collections took 5 to 15 s. With
2400m of 10g pauses were 15 ms and 1 % of its time.`,
	FixSafety: "Unsafe: the old generation becomes smaller by as much.",
	Exceptions: `A store whose old data need the room, or that is written more than read: long-lived objects are copied
within the young generation before they leave it.`,
	Evidence: `The sizes of the young generation are compared with -XX:+PrintFlagsFinal of JDK 8 and 11. The effect of
a larger one was reported for one store on one machine, and depends on the program.`,
	Parameters: []lint.Parameter{cmsYoungLeastHeap},
	Examples: []lint.Example{ofOptions("--jdk 8 --memory 12Gi --cpus 8",
		"-Xmx8g -Xmn800m -XX:+UseConcMarkSweepGC",
		"-Xmx8g -Xmn2g -XX:+UseConcMarkSweepGC")},
	References: []string{
		"https://docs.oracle.com/en/java/javase/11/gctuning/concurrent-mark-sweep-cms-collector.html",
		"https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp",
	},
	Check: func(p *lint.Pass) {
		if p.JVM == nil || p.JVM.Collector.Kind != hotspot.CMS || p.Workload.FlagsInBranches() {
			return
		}
		heap := p.JVM.Heap
		young, known := youngOfCMS(p)
		if !known || heap.N < p.Parameter(cmsYoungLeastHeap) || young.N >= heap.N/4 {
			return // only a hint: not worth asking for facts
		}
		f := p.Report([]source.Text{young.Text, p.JVM.Collector.Text, heap.Text}, "a heap of %[2]s has a young generation of %[1]s (%[3]d %%), less than a quarter",
			bytes(young.N), lint.Size(heap), young.N*100/heap.N)
		f.Because(heap.Text, "heap size set here")
		if !young.Text.Located() {
			f.Note(fmt.Sprintf("young generation: %s", young.Why))
		}
		quarter := fmt.Sprintf("%dm", (heap.N/4+1<<20-1)>>20)
		title := "try a quarter of the heap, " + quarter
		least, hasLeast := p.Options.Set("NewSize")
		most, hasMost := p.Options.Set("MaxNewSize")
		switch {
		case hasMost: // and -Xmn
			f.Suggest(lint.Unsafe, title, lint.Replace(most.Value, quarter))
		case hasLeast:
			f.Suggest(lint.Unsafe, title, lint.Replace(least.Value, quarter))
		default:
			f.Suggest(lint.Unsafe, title, p.AddOption("-Xmn"+quarter))
		}
	},
}

// youngOfCMS returns the most that the young generation may take. On JDK 11 it is known only if options set it.
func youngOfCMS(p *lint.Pass) (source.Value, bool) {
	heap, young := p.JVM.Heap, p.JVM.MaxNew
	return young, heap.Known() && young.Known() && young.N < heap.N
}
