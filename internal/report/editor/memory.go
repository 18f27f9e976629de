package editor

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report/figures"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Memory is the sum of the memory of a process under the newest JDK that may
// run it; empty where it is not known.
func Memory(w *workload.Workload) string {
	p := figures.Newest(w)
	memory, ok := p.Memory()
	if !ok {
		return ""
	}
	return fmt.Sprintf("**memory of %s**\n\n%s", w.Name, preformatted(memory.Table(), "", figures.Bar(memory, false), lint.Context(p.Pass)))
}

// InMemory reports whether a text is an option that decides on a part of the
// memory.
func InMemory(w *workload.Workload, option source.Text) bool {
	memory, ok := figures.Newest(w).Memory()
	if !ok {
		return false
	}
	for _, pool := range memory.Pools {
		if at := pool.At.Written().Span(); !at.IsZero() && option.Written().Span().Covers(at) {
			return true
		}
	}
	return false
}
