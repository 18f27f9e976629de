package editor

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/figures"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Memory is the sum of the memory of a process under the newest JDK that may
// run it; empty where it is not known.
func Memory(w *predict.Predictions) string {
	p := figures.Prediction{Prediction: w.Newest()}
	memory, ok := p.Memory()
	if !ok {
		return ""
	}
	hidden := report.SecretsOfWorkload(w.Workload)
	return fmt.Sprintf("**memory of %s**\n\n%s", hidden.Show(w.Workload.Name), preformatted(hidden, memory.Table(), "", figures.Bar(memory, false), lint.Context(p.Prediction)))
}

// InMemory reports whether a text is an option that decides on a part of the
// memory.
func InMemory(w *predict.Predictions, option source.Text) bool {
	budget, ok := w.Newest().Budget()
	if !ok {
		return false
	}
	for _, pool := range budget.Pools {
		if at := pool.At.Written().Span(); !at.IsZero() && option.Written().Span().Covers(at) {
			return true
		}
	}
	return false
}
