package template

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// MarkBranches tells of the options of a JVM that they stand in a branch which need not be
// taken where the JVM, or others of its options, stand outside of it.
func (t *Template) MarkBranches(w *workload.Workload) {
	branchOf := func(o jvmflag.Option) string { return t.Branch(o.Text.Written().Foremost()) }
	for i, o := range w.Options {
		branch := branchOf(o)
		outside := slices.ContainsFunc(w.Options, func(other jvmflag.Option) bool { return branchOf(other) != branch })
		if branch != "" && (outside || w.At.Located() && t.Branch(w.At.Written().Foremost()) != branch) {
			w.Options[i].Perhaps = true
		}
	}
}
