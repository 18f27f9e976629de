package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var heapDefaultQuarter = lint.Rule{
	ID: "heap-default-quarter", Severity: lint.Info, Confidence: lint.Likely, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupMemory},
	Title:  "no option sizes the heap, which gets a quarter of the container",
	What: `The memory limit is known and no option sizes the heap. The finding gives the heap that the JVM takes and
the largest heap that the limit holds beside the other pools, as container-memory-sum adds them up. Nothing is reported
if no larger heap fits, as in small containers. Other findings about the size of the heap and of the other pools are
left out.`,
	Why: `Without an option the maximum heap is 25 % of the memory that the JVM sees, a default for a machine shared
with other programs. In a container nothing else takes the rest: of 8Gi a heap of 2g is used, and the program fails
with OutOfMemoryError while 5 GiB, which the node reserves for it, are idle.`,
	FixSafety: "Unsafe: the heap grows, and the process takes more of its limit.",
	Exceptions: `A program that keeps its data outside the heap, or starts other processes in the container. A file of
options to which a start script adds a heap size that it computes itself, as those of Cassandra and Elasticsearch do:
in files of options the finding is only likely.`,
	Evidence: `The quarter is compared with -XX:+PrintFlagsFinal of JDK 8, 11, 17, 21 and 25 to 28 in control groups of
256 MiB to 16 GiB. Smaller memories differ: the heap is half of a memory under 249.6 MiB, and 124.8 MiB up to 499.2
MiB.`,
	Examples: []lint.Example{ofOptions("--jdk 21 --memory 8Gi --cpus 4",
		"-Xss1m -Dfile.encoding=UTF-8",
		"-Xmx6g -Xss1m -Dfile.encoding=UTF-8")},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp",
		"https://docs.oracle.com/en/java/javase/21/gctuning/ergonomics.html",
	},
	Check: func(p *lint.Pass) {
		if _, given := hotspot.HeapOption(p.Options); given || p.JVM == nil || !p.ShowsAll() || p.FollowsNode() {
			return
		}
		if limit := p.Workload.Memory; !limit.Known() && p.Workload.Limited || lacks(p, limit, lint.FactMemory) {
			return
		}
		heap := p.JVM.Heap
		largest, modelled := memory.LargestHeap(p.Options, p.BudgetMachine(), p.Program(), p.Workload.Memory.N-p.Beside().Planned)
		if _, known := p.Budget(); !heap.Known() || known && !modelled || modelled && largest <= heap.N {
			return
		}
		f := p.Report([]source.Text{p.Workload.Memory.Text}, "no option sizes the heap: it gets %[2]s of the limit of %[1]s", p.Limit(), lint.Size(heap))
		if p.Workload.Whole || p.Workload.Limited {
			f.Confidence = lint.Certain
		}
		f.Note(fmt.Sprintf("heap of %s: %s", lint.Size(heap), heap.Why))
		if !modelled {
			f.Suggest(lint.Manual, "set the heap size with -Xmx, or a share with -XX:MaxRAMPercentage")
			return
		}
		text := jvmflag.FormatSize(uint64(largest))
		f.Suggest(lint.Unsafe, fmt.Sprintf("set -Xmx%s, the largest heap that fits", text), p.AddOption("-Xmx"+text))
	},
}
