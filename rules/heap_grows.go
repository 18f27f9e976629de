package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// serverLeastHeap is what a project may set.
var serverLeastHeap = lint.Parameter{Name: "least-heap", Unit: lint.UnitBytes, Default: leastServerHeap, Least: 1 << 20, Most: 1 << 50, Doc: "heap from which on a program counts as a server"}

var heapGrows = lint.Rule{
	ID: "heap-grows", Severity: lint.Info, Confidence: lint.Certain, Since: "0.1.0",
	Title: "the heap of a server starts small and grows, within a limit that is fixed",
	What: `The initial heap is smaller than the maximum, the container has a memory limit, and the
maximum is 1g or more: less grows in a few steps. Of a container without a memory limit it is said
where options give both sizes. It is not raised where an
image alone sizes the heap, where heap-is-limit is, and where min-ram-percentage says why
the initial size is not what somebody meant.`,
	Why: `The limit is paid for from the first second, and the scheduler has set it aside. What a
growing heap saves nobody else may count on; what it costs is certainty: the container
that is too small for the full heap fails days after start and not at start. G1 of JDK 11
also takes the mean of both sizes for its regions, so with a heap of 9g they have 2m
instead of 4m. It costs some collections, no more: filling 600 MB of a heap of 1g took G1
21 to 26 of them from 32m, and 14 to 16 with all of it from the start.`,
	FixSafety: "Unsafe: the whole heap is committed at start. With AlwaysPreTouch, which belongs to it, it is resident, too.",
	Exceptions: `Many programs that share a node by overcommitting it, and programs that run for minutes.
A container that starts further JVMs with the same options, each of which then takes
the whole heap.`,
	Evidence:   "Measured on JDK 11, 17 and 21; the region size is HotSpot's, compared with -XX:+PrintFlagsFinal.",
	Parameters: []lint.Parameter{serverLeastHeap},
	Examples: []lint.Example{{
		Name: "options.txt", Args: "--jdk 17 --memory 6Gi --cpus 4",
		Bad:  "-Xmx4g -Xms512m",
		Good: "-Xmx4g -Xms4g",
	}},
	References: []string{
		"https://docs.oracle.com/en/java/javase/21/gctuning/factors-affecting-garbage-collection-performance.html",
		"https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/g1/heapRegion.cpp",
	},
	Check: func(p *lint.Pass) {
		if !p.HeapIsSized() || p.Workload.FlagsInBranches() {
			return
		}
		heap, initial := p.JVM.Heap, p.JVM.InitialHeap
		_, given := p.Options.Set("InitialHeapSize")
		if heap.Known() && (heap.N < p.Parameter(serverLeastHeap) || initial.Known() && initial.N == heap.N) || p.Workload.Known < workload.AllOptions && !given {
			return
		}
		if !p.Workload.Memory.Known() {
			if !p.Workload.Limited {
				p.Needs(lint.FactMemory)
			}
			reportGrowth(p)
			return
		}
		if _, mistaken := mistakenMinRAM(p); mistaken || !heap.Known() || !initial.Known() {
			return
		}
		if _, full := p.Crowded(); full {
			return
		}
		f := p.Report([]source.Text{initialText(p), p.HeapText()}, "the heap starts with %s and grows to %s, in a limit of %s that holds all of it", lint.Size(initial), lint.Size(heap), p.Limit())
		f.Because(p.HeapText(), "maximum heap size")
		f.Because(p.Workload.Memory.Text, "memory limit")
		suggestFullHeap(p, f)
	},
}

// reportGrowth tells of a heap that grows in a container of which no limit is known.
func reportGrowth(p *lint.Pass) {
	heap, initial := p.JVM.Heap, p.JVM.InitialHeap
	if p.Workload.Container == nil || p.Workload.Short || heap.Origin != source.Option || initial.Origin != source.Option || initial.N >= heap.N {
		return
	}
	f := p.Report([]source.Text{initialText(p), p.HeapText()}, "the heap starts with %s and grows to %s", lint.Size(initial), lint.Size(heap))
	f.Because(p.HeapText(), "maximum heap size")
	suggestFullHeap(p, f)
}

// initialText is where the initial heap size is given.
func initialText(p *lint.Pass) source.Text {
	share, byShare := p.Options.Set("InitialRAMPercentage")
	if initial := p.JVM.InitialHeap; initial.Text.Len() > 0 || !byShare {
		return initial.Text
	}
	return share.Value
}

// leastServerHeap is the smallest maximum of which a start in steps is spoken.
const leastServerHeap = 1 << 30

// suggestFullHeap offers an initial heap of the maximum size, said in the way
// in which the maximum is.
func suggestFullHeap(p *lint.Pass, f *lint.Finding) {
	const title = "start with the whole heap: %s"
	most, fixed := p.Options.Set("MaxHeapSize")
	share, byShare := p.Options.Set("MaxRAMPercentage")
	flag, option, value := "MaxRAMPercentage", "-XX:InitialRAMPercentage=", share.Value.String()
	initial, given := p.Options.Set("InitialRAMPercentage")
	switch {
	case fixed:
		flag, option, value = "MaxHeapSize", "-Xms", most.Value.String()
		initial, given = p.Options.Set("InitialHeapSize")
	case !byShare:
		f.Suggest(lint.Manual, "start with the whole heap, by -Xms")
		return
	}
	if given && initial.Number+uint64(initial.Double) > 0 {
		f.Suggest(lint.Unsafe, fmt.Sprintf(title, value), lint.Replace(initial.Value, value))
		return
	}
	f.Suggest(lint.Unsafe, fmt.Sprintf(title, option+value), p.AddBehind(flag, option+value))
}
