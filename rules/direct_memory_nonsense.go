package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var directMemoryNonsense = lint.Rule{
	ID: "direct-memory-nonsense", Severity: lint.Warning, Confidence: lint.Likely, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupMemory},
	Title:  "the bound of direct memory is as large as the container, or larger",
	What: `MaxDirectMemorySize is compared with the memory limit. If the limit is not known, a bound of 1 TiB or more
is reported if it is also 16 times the heap; this is only likely, because such machines exist. container-memory-sum
then leaves the bound out.`,
	Why: `A bound that is never reached is no bound. People copy -XX:MaxDirectMemorySize=10240g from files whose
authors wanted to switch the bound off; without the option the bound would be the heap size. The JVM takes any number
up to 8 EiB without a warning. A direct buffer is freed when its owner is collected, and the JVM collects garbage to
free direct buffers only near the bound: with a bound out of reach they pile up until the kernel kills the process.`,
	FixSafety: `Unsafe: the bound becomes what the limit leaves beside the other pools, as container-memory-sum adds
them up.`,
	Exceptions: "A library that counts its direct memory itself and needs the JVM not to interfere.",
	Evidence:   "JDK 8, 11, 17, 21 and 25 to 28 start with -Xmx64m -XX:MaxDirectMemorySize=10t and print no warning.",
	Examples: []lint.Example{ofOptions("--jdk 17 --memory 6Gi --cpus 4",
		"-Xmx4g -XX:MaxDirectMemorySize=10240g",
		"-Xmx4g -XX:MaxDirectMemorySize=1g")},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/java.base/share/classes/java/nio/Bits.java",
		"https://docs.oracle.com/en/java/javase/21/docs/specs/man/java.html",
	},
	Check: func(p *lint.Pass) {
		bound, nonsense := noBound(p)
		if !nonsense {
			return
		}
		text, memory := jvmflag.FormatSize(bound.Number), p.Workload.Memory
		if !memory.Known() {
			f := p.Report([]source.Text{bound.Value}, "a bound of %s for direct memory is no bound beside a heap of %s", text, lint.Size(p.JVM.Heap))
			f.Suggest(lint.Manual, "measure direct memory under load, and set a bound that the container has room for")
			return
		}
		f := p.Report([]source.Text{bound.Value}, "a bound of %s for direct memory is no bound: the memory limit is %s", text, p.Limit())
		f.Confidence = lint.Certain
		f.Weight = int64(bound.Number) - memory.N
		f.Because(memory.Text, "memory limit")
		budget, ok := p.Budget()
		const step = 16 << 20
		room := (memory.N - (budget.Planned() - int64(bound.Number))) / step * step
		if !ok || room <= 0 {
			f.Suggest(lint.Manual, "measure direct memory under load, and set a bound that fits the limit")
			return
		}
		lower := jvmflag.FormatSize(uint64(room))
		f.Suggest(lint.Unsafe, fmt.Sprintf("lower it to %s: the limit leaves that much beside the other pools", lower), lint.Replace(bound.Value, lower))
	},
}

// noBound returns a bound of direct memory that is too large to bound anything.
func noBound(p *lint.Pass) (jvmflag.Setting, bool) {
	const terabyte, ofHeap = 1 << 40, 16
	bound, given := p.Options.Given().Set("MaxDirectMemorySize")
	switch memory := p.Workload.Memory; {
	case p.JVM == nil || !given || bound.Number == 0 || int64(bound.Number) < 0:
		return bound, false
	case memory.Known():
		return bound, int64(bound.Number) >= memory.N
	}
	heap := p.JVM.Heap
	return bound, bound.Number >= terabyte && heap.Known() && int64(bound.Number)/ofHeap >= heap.N
}
