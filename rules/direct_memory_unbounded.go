package rules

import "github.com/jvmlint/jvmlint/internal/lint"

var directMemoryUnbounded = lint.Rule{
	ID: "direct-memory-unbounded", Severity: lint.Info, Confidence: lint.Certain, Groups: ofMemory,
	Title: "direct memory may take as much as the heap, and the limit does not hold both",
	Check: func(p *lint.Pass) {
		bound, given := p.Options.Set("MaxDirectMemorySize")
		if given && bound.Number > 0 || !mayPromise(p) || lacks(p, p.Workload.Memory, lint.FactMemory) {
			return
		}
		f := p.Report(lint.Places{p.HeapText()}, "direct memory may take as much as the heap of %s, and the limit of %s does not hold both", lint.Size(p.JVM.Heap), p.Limit())
		f.Because(p.Workload.Memory.Text, "memory limit")
		if p.HasArenas() && !p.Workload.Arenas {
			f.Note("no option bounds the arenas of glibc's malloc, 8 for each CPU of the node: the variable MALLOC_ARENA_MAX does")
		}
		f.Suggest(lint.Manual, "measure direct memory under load, and bound it with -XX:MaxDirectMemorySize")
	},
}
