package rules

import (
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var metaspaceUnbounded = lint.Rule{
	ID: "metaspace-unbounded", Severity: lint.Info, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupMemory},
	Title:  "metaspace has no bound in a container with a memory limit",
	What: `Options size the heap, it takes more than half of the memory limit, and MaxMetaspaceSize is not set. Nothing
is reported where the sum of all pools is already over the limit: container-memory-sum then says how much is planned
for metaspace.`,
	Why: `Metaspace has no bound by default. Classes that scripts, proxies or redeployments load again and again then
take memory until the kernel kills the process, which looks the same as a heap that was too large. With a bound the JVM
unloads classes when it reaches the bound, or fails with "OutOfMemoryError: Metaspace", which names the culprit. A
Hazelcast member uses 32 to 60 MB; 96 were assumed for a service of medium size.`,
	FixSafety: `No automatic fix: you must choose the bound. Measure metaspace under load (jcmd VM.metaspace) and add
50 %.`,
	Exceptions: "A program that is known to load all its classes early.",
	Evidence: `-XX:+PrintFlagsFinal of JDK 8, 11, 17, 21 and 25 to 28 shows that there is no bound; the use of members
comes from Native Memory Tracking.`,
	Examples: []lint.Example{ofOptions("--jdk 17 --memory 6Gi --cpus 4",
		"-Xmx4g -Xms4g",
		"-Xmx4g -Xms4g -XX:MaxMetaspaceSize=128m")},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/memory/metaspace.cpp",
		"https://docs.oracle.com/en/java/javase/21/gctuning/other-considerations.html",
	},
	Check: func(p *lint.Pass) {
		if _, bounded := p.Options.Set("MaxMetaspaceSize"); bounded || !mayPromise(p) || lacks(p, p.Workload.Memory, lint.FactMemory) {
			return
		}
		f := p.Report([]source.Text{p.HeapText()}, "metaspace has no bound beside a heap of %s in a limit of %s", lint.Size(p.JVM.Heap), p.Limit())
		f.Because(p.Workload.Memory.Text, "memory limit")
		f.Suggest(lint.Manual, "measure metaspace under load, and bound it with -XX:MaxMetaspaceSize")
	},
}

// mayPromise tells that somebody sized the heap, that it takes more than half of the limit, that all options are
// seen, and that the sum of the pools, as far as it can be told, is within the limit. A container known to have no
// limit promises nothing.
func mayPromise(p *lint.Pass) bool {
	memory := p.Workload.Memory
	if !p.HeapIsSized() || !p.ShowsAll() || !memory.Known() {
		return p.HeapIsSized() && p.ShowsAll() && !p.Workload.Limited
	}
	if _, full := p.Crowded(); full || !p.JVM.Heap.Known() || 2*p.JVM.Heap.N <= memory.N {
		return false
	}
	budget, ok := p.Budget()
	return !ok || budget.Planned() <= memory.N
}
