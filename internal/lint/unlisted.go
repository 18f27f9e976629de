package lint

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// mostFindings is how many findings of a rule are listed of a workload on a JDK:
// no file that people read comes near it.
const mostFindings = 1000

// enough ends a rule that has found so many.
type enough struct{}

// tellLeft tells once of what is not listed of a workload.
func (r *Result) tellLeft(w *workload.Workload, format string, args ...any) {
	p := &source.Problem{File: w.File, Span: w.At.Span(), Message: fmt.Sprintf(format, args...)}
	if !p.Span.IsZero() {
		p.File = p.Span.File
	}
	if !slices.ContainsFunc(r.Unlisted, func(have *source.Problem) bool {
		return have.Span == p.Span && have.Message == p.Message && have.File == p.File
	}) {
		r.Unlisted = append(r.Unlisted, p)
	}
}
