package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var heapIsLimit = lint.Rule{
	ID: "heap-is-limit", Severity: lint.Error, Confidence: lint.Likely, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupMemory},
	Title:  "the heap leaves nothing of the container's limit for the JVM itself",
	What: `The maximum heap size, set directly or as a share of the memory, is subtracted from the memory limit. The
rest must hold at least what the JVM commits at start beside the heap: the collector's tables, code cache, metaspace
and stacks. It is the simplest case of container-memory-sum, which is then silent. For a job, or a container that runs
before others, that starts within its limit, both are info: it may end before it fills its heap. So they are for an
exporter of metrics, which keeps little. If the limit is not known, a share of 100 % is still reported; if there is no
limit, heap-from-host reports it. A share in a script that reads another is not reported: the other script may set -Xmx
beside it.`,
	Why: `The limit counts the whole process. The JVM fills its heap before it throws OutOfMemoryError, so the kernel
kills a JVM whose heap is as large as the limit before that: exit code 137, no OutOfMemoryError, no heap dump. Beside a
heap of 4g on JDK 17 with 4 CPUs, G1, the JVM commits 63 MiB at start, and 222 MiB if the whole heap is committed at
start.`,
	FixSafety: `Unsafe. One fix sets the largest heap for which all pools fit, as container-memory-sum adds them up;
the other raises the limit. container-memory-sum says which of them comes first and is applied.`,
	Exceptions: "A heap that never reaches its maximum, if somebody watches that it does not.",
	Evidence: `In a control group of 512 MiB, a program that fills its heap was killed on JDK 8, 11, 17, 21 and 25
with -Xmx512m, and got its OutOfMemoryError with -Xmx400m. So a heap of the limit or more is certain. If something is
left, but less than the JVM commits, the finding is likely, because not all committed memory is touched. With 32 MiB
left of 56 committed by G1 that program, which has almost no classes of its own, survived; with 22 it died (JDK 11, 21,
25). The memory that the JVM commits is the sum of container-memory-sum at start, 4 to 6 MiB over the count of Native
Memory Tracking beside a heap of 4g (57 to 218 MiB). Where it is not modelled (CMS of JDK 11) only a heap of the limit
or more is reported.`,
	Examples: []lint.Example{
		ofOptions("--jdk 17 --memory 4Gi --cpus 4",
			"-Xmx4g -XX:MaxMetaspaceSize=128m",
			"-Xmx3g -XX:MaxMetaspaceSize=128m"),
		ofOptions("--jdk 17 --memory 4Gi --cpus 4",
			"-XX:MaxRAMPercentage=100.0 -Xss1m",
			"-XX:MaxRAMPercentage=70.0 -Xss1m"),
	},
	References: []string{
		"https://kubernetes.io/docs/tasks/configure-pod-container/assign-memory-resource/",
		"https://docs.oracle.com/en/java/javase/21/vm/native-memory-tracking.html",
	},
	Check: func(p *lint.Pass) {
		if heap := p.Workload.HeapOfLimit; heap.Len() > 0 && p.Workload.Known == workload.Undecided {
			f := reportAll(p, heap.Slice(0, len("-Xmx")))
			for _, piece := range heap.Pieces() {
				if !piece.Exact() {
					f.Because(piece, "the memory limit, whatever it is")
				}
			}
			return
		}
		if p.Start.Refusal != nil {
			reportTypedHeap(p)
			return
		}
		if p.JVM == nil {
			return
		}
		if _, sized := p.Options.Set("MaxHeapSize"); p.Workload.Fragment && !sized {
			return // another variable may set the heap
		}
		if !p.Workload.Memory.Known() {
			reportAllMemory(p)
			return
		}
		c, is := p.Crowded()
		if _, slip := decimalSlip(p); !is || slip {
			return
		}
		message := fmt.Sprintf("a heap of %s %s the limit of %s", lint.Size(p.JVM.Heap), leaves(c.Left), p.Limit())
		if c.Own > 0 {
			message += fmt.Sprintf(", and the JVM itself commits %s at start", lint.MiB(c.Own))
		}
		f := p.Report([]source.Text{p.HeapText(), p.Workload.Memory.Text}, "%s", message)
		if c.Left <= 0 {
			f.Confidence = lint.Certain
		}
		if endsBefore(p) {
			f.Severity = lint.Info
		}
		f.Weight = c.Own - c.Left
		f.Because(p.Workload.Memory.Text, "memory limit")
		p.NoteHeapOfImage(f)
		if p.JVM.Heap.Origin == source.Ergonomic {
			f.Note("heap of " + lint.Size(p.JVM.Heap) + ": " + p.JVM.Heap.Why)
		}
		if len(c.Budget.Pools) == 0 {
			f.Suggest(lint.Manual, "lower the heap until metaspace, code cache, threads and the collector fit, or raise the limit")
			return
		}
		repair.SuggestFit(p, f, sumMayFill(p)-p.Beside().Planned, p.Parameter(sumMostOfLimit))
	},
}

// reportTypedHeap reports a heap that leaves nothing of the limit of a JVM that refuses another option: it is so
// without that, too.
func reportTypedHeap(p *lint.Pass) {
	limit := p.Workload.Memory
	heap, set := p.Options.Set("MaxHeapSize")
	if !set || !limit.Known() || heap.Number < uint64(limit.N) {
		return
	}
	f := p.Report([]source.Text{heap.Value, limit.Text}, "a heap of %s %s the limit of %s",
		jvmflag.FormatSize(heap.Number), leaves(limit.N-int64(heap.Number)), p.Limit())
	f.Confidence = lint.Certain
	f.Because(limit.Text, "memory limit")
	f.Suggest(lint.Manual, "lower the heap until metaspace, code cache, threads and the collector fit, or raise the limit")
}

// leaves says what a heap does to a limit of which so many bytes are left.
func leaves(left int64) string {
	switch {
	case left < 0:
		return "is over"
	case left == 0:
		return "leaves nothing of"
	}
	return "leaves " + lint.MiB(left) + " of"
}

// reportAllMemory reports a heap of the whole memory, whatever its size.
func reportAllMemory(p *lint.Pass) {
	share, _ := p.JVM.Flag("MaxRAMPercentage").Value.(float64)
	if isFromHost(p) {
		return // heap-from-host reports it
	}
	if p.JVM.Heap.Known() || share < 100 {
		p.Needs(lint.FactMemory)
		return
	}
	set, given := p.Options.Set("MaxRAMPercentage")
	if !given {
		set, _ = p.Options.Set("MaxRAMFraction")
	}
	reportAll(p, set.Value)
}

func reportAll(p *lint.Pass, heap source.Text) *lint.Finding {
	f := p.Report([]source.Text{heap}, "the heap takes 100 %% of the memory and leaves nothing for the JVM itself")
	f.Confidence = lint.Certain
	f.Suggest(lint.Manual, "lower the share until metaspace, code cache, threads and the collector fit")
	return f
}

// endsBefore reports whether this is a job that starts within its limit: it may
// end before it has filled its heap. An exporter never does.
func endsBefore(p *lint.Pass) bool {
	b, ok := p.Budget()
	return (p.Workload.Short || p.Workload.Exporter) && ok && b.Committed() <= p.Workload.Memory.N
}
