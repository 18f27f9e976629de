package reading

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// readBySome leaves, where nothing names the JDK, those that get some of the options.
func readBySome(w *workload.Workload) {
	if !w.JDK.Open || len(w.Options) == 0 {
		return
	}
	var some []int
	for _, jdk := range w.JDK.Candidates {
		if slices.ContainsFunc(w.Options, func(o jvmflag.Option) bool { return o.For(jdk) }) {
			some = append(some, jdk)
		}
	}
	if len(some) > 0 && len(some) < len(w.JDK.Candidates) {
		w.JDK.Candidates, w.JDK.Why = some, "its options are for these"
	}
}
