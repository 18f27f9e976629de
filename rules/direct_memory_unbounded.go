package rules

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var directMemoryUnbounded = lint.Rule{
	ID: "direct-memory-unbounded", Severity: lint.Info, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupMemory},
	Title:  "direct memory may take as much as the heap, and the limit does not hold both",
	What: `Options size the heap, MaxDirectMemorySize is not set, and twice the heap is more than
the memory limit. Nothing is reported where the sum of all pools is already over the limit:
container-memory-sum then says how much is planned for direct memory. Neither does an option bound what
malloc keeps: glibc makes up to 8 arenas for each CPU of the node, whatever the limit.`,
	Why: `Without the option, direct buffers are bounded by Runtime.maxMemory(): the size of the
heap, with Serial and Parallel less one survivor space. A heap of 9g lets them take another 9g.
A leak of buffers, or a burst of clients, then ends in a kill instead of an OutOfMemoryError,
because a limit of 10Gi does not hold 18 GiB.`,
	FixSafety: `No automatic fix: you must choose the bound. Measure direct memory under load (the
MXBean java.nio:type=BufferPool,name=direct).`,
	Exceptions: `A program without direct buffers, and without a library such as Netty or gRPC that
uses them. Netty has its own bound, -Dio.netty.maxDirectMemory.`,
	Evidence: `Measured on JDK 8, 11, 17, 21 and 25 with -Xmx256m by allocating until it fails: G1
256 MiB, Serial 247.5, Parallel 245.5, which is what Runtime.maxMemory() returns.`,
	Examples: []lint.Example{ofOptions("--jdk 17 --memory 6Gi --cpus 4",
		"-Xmx4g -Xms4g",
		"-Xmx4g -Xms4g -XX:MaxDirectMemorySize=256m")},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/java.base/share/classes/jdk/internal/misc/VM.java",
		"https://docs.oracle.com/en/java/javase/21/docs/specs/man/java.html",
		"https://man7.org/linux/man-pages/man3/mallopt.3.html",
	},
	Check: func(p *lint.Pass) {
		bound, given := p.Options.Set("MaxDirectMemorySize")
		if given && bound.Number > 0 || !mayPromise(p) || lacks(p, p.Workload.Memory, lint.FactMemory) {
			return
		}
		f := p.Report([]source.Text{p.HeapText()}, "direct memory may take as much as the heap of %s, and the limit of %s does not hold both", lint.Size(p.JVM.Heap), p.Limit())
		f.Because(p.Workload.Memory.Text, "memory limit")
		if p.Build().Vendor != release.Alpine && !strings.Contains(p.Workload.Image.String(), "alpine") { // which has musl
			f.Note("no option bounds the arenas of glibc's malloc, 8 for each CPU of the node: the variable MALLOC_ARENA_MAX does")
		}
		f.Suggest(lint.Manual, "measure direct memory under load, and bound it with -XX:MaxDirectMemorySize")
	},
}
