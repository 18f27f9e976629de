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
	Title: "the heap is just too large for compressed object pointers",
	What: `The maximum heap is above the largest in which object pointers take 32 bits, and by so
little that the same program fits into the smaller heap. The largest is the JDK's own:
32736m with G1, 32256m with G1 of JDK 21, 32766m with Serial and Parallel; twice that with
-XX:ObjectAlignmentInBytes=16. How much the wider pointers take was measured: a heap is
reported while a HashMap of short strings would lose by it (up to about 45g on JDK 8 and
11, 39g on 17 to 25), in a Hazelcast member while arrays of 100 bytes would (35g and
32.9g), as its values are arrays of bytes.`,
	Why: `Above the threshold every reference takes 8 bytes instead of 4, and up to JDK 14 every
object has a larger header. The same objects took this much more, JDK 8 and 11 / 17 to 25:
arrays of 10 KB 1.00, of 100 bytes 1.10 / 1.03, strings of 32 characters 1.21 to 1.30 /
1.19, a HashMap of short strings 1.38 to 1.42 / 1.25, a LinkedList of Integers 1.68 /
1.45. A heap of 33g of such strings on JDK 11 holds what 23 GiB held before.`,
	FixSafety: "Unsafe: the heap gets smaller by some hundred megabytes or more, and the objects in it by more than that.",
	Exceptions: `A heap full of large arrays, in which pointers are few. One that will soon grow beyond
the range anyway. ZGC never compresses object pointers, and is not looked at.`,
	Evidence: `The thresholds were asked of JDK 8, 11, 17, 21 and 25 with G1, Serial and Parallel: at
that heap UseCompressedOops is true, 2 MiB above it is false. The loss was measured on
all five by the heap in use after full GCs, ten kinds of objects.`,
	Examples: []lint.Example{{
		Name: "options.txt", Args: "--jdk 17 --memory 64Gi --cpus 8",
		Bad:  "-Xmx32g -Xms32g",
		Good: "-Xmx31g -Xms31g",
	}},
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
		f := p.Report([]source.Text{p.HeapText()}, "object pointers are not compressed in a heap of %s: it is over %s", lint.Size(heap), lint.Size(largest))
		if float64(heap.N) <= float64(largest.N)*wider.Arrays {
			f.Confidence = lint.Certain
		}
		held := func(widening float64) string { return fmt.Sprintf("%.1f GiB", float64(heap.N)/widening/(1<<30)) }
		f.Note(fmt.Sprintf("what fills it would take %s with compressed pointers if it were arrays of 100 bytes, %s if short strings in maps, %s if linked lists",
			held(wider.Arrays), held(wider.Maps), held(wider.Links)))
		text := jvmflag.FormatSize(uint64(largest.N))
		f.Suggest(lint.Unsafe, fmt.Sprintf("lower the heap to %s", text), repair.HeapEdits(p, largest.N)...)
	},
}
