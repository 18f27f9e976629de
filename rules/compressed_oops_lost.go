package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var compressedOopsLost = lint.Rule{
	ID: "compressed-oops-lost", Severity: lint.Warning, Confidence: lint.Likely, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupMemory},
	Title:  "the heap is slightly too large for compressed object pointers",
	What: `The maximum heap is above the largest in which object pointers take 32 bits, but by so little that the same
program would fit into the smaller heap. The largest is the JDK's own: 32736m with G1, 32256m with G1 of JDK 21, 32766m
with Serial and Parallel; twice that with -XX:ObjectAlignmentInBytes=16. The cost of the wider pointers was measured: a
heap is reported as long as a HashMap of short strings would lose by it (up to about 45g on JDK 8 and 11, 39g on 17 to
25), in a Hazelcast member as long as arrays of 100 bytes would (35g and 32.9g), because its values are byte arrays.`,
	Why: `Above the threshold every reference takes 8 bytes instead of 4, and up to JDK 14 every object has a larger
header. The same objects took this many times the memory, JDK 8 and 11 / 17 to 25: arrays of 10 KB 1.00, of 100 bytes
1.10 / 1.03, strings of 32 characters 1.21 to 1.30 / 1.19, a HashMap of short strings 1.38 to 1.42 / 1.25, a LinkedList
of Integers 1.68 / 1.45. A heap of 33g full of such strings on JDK 11 holds what 23 GiB held before.`,
	FixSafety: `Unsafe: the heap gets smaller by some hundred megabytes or more; the objects in it shrink by more than
that.`,
	Exceptions: `A heap full of large arrays, which hold few pointers. A heap that will soon grow beyond the range
anyway. ZGC never compresses object pointers and is not judged.`,
	Evidence: `The thresholds were held against JDK 8, 11, 17, 21 and 25 to 28 with G1, Serial and Parallel: at that
heap UseCompressedOops is true, 2 MiB above it is false. The loss was measured on JDK 8, 11, 17, 21 and 25 by the heap
in use after full GCs, with ten kinds of objects.`,
	Examples: []lint.Example{ofOptions("--jdk 17 --memory 64Gi --cpus 8",
		"-Xmx32g -Xms32g",
		"-Xmx31g -Xms31g")},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp",
		"https://wiki.openjdk.org/display/HotSpot/CompressedOops",
	},
	Check: func(p *lint.Pass) {
		if p.JVM == nil {
			return
		}
		heap, largest := p.JVM.Heap, p.JVM.CompressedHeap
		on, known := p.JVM.Flag("UseCompressedOops").Value.(bool)
		switched, given := p.Options.Set("UseCompressedOops")
		if !known || on || given && !switched.Bool() || !heap.Known() || !largest.Known() || heap.N <= largest.N {
			return
		}
		wider := hotspot.WideningOf(p.JDK)
		loses := wider.Maps
		if p.Workload.IsMember {
			loses = wider.Arrays
		}
		if float64(heap.N) > float64(largest.N)*loses {
			return
		}
		f := p.Report([]source.Text{p.HeapText()}, "a heap of %s is too large for compressed object pointers (largest: %s)", lint.Size(heap), lint.Size(largest))
		if float64(heap.N) <= float64(largest.N)*wider.Arrays {
			f.Confidence = lint.Certain
		}
		held := func(widening float64) string { return fmt.Sprintf("%.1f GiB", float64(heap.N)/widening/(1<<30)) }
		f.Note(fmt.Sprintf("the objects that fill it would take %s with compressed pointers as arrays of 100 bytes, %s as short strings in maps, %s as linked lists",
			held(wider.Arrays), held(wider.Maps), held(wider.Links)))
		text := jvmflag.FormatSize(uint64(largest.N))
		f.SuggestSize(lint.HeapSize, fmt.Sprintf("lower the heap to %s", text), repair.HeapEdits(p, largest.N)...)
	},
}
