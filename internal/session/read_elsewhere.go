package session

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// leaveReadElsewhere takes out what is said of a variable that nothing in one container
// reads, where another container reads it: several share a file of variables, and each takes
// what it needs.
func leaveReadElsewhere(inputs []*input.Input) {
	read := map[placed]bool{}
	for _, in := range inputs {
		for _, w := range in.Workloads {
			if at := w.At.Foremost(); w.Unread == nil && w.Container != nil && !at.IsZero() && len(w.Options) > 0 && w.Evidence() > jvmflag.LooksLike {
				read[placedAt(at.File, at)] = true
			}
		}
	}
	for _, in := range inputs {
		in.Workloads = slices.DeleteFunc(in.Workloads, func(w *workload.Workload) bool {
			if w.Unread == nil {
				return false
			}
			at := w.Unread.At.Foremost()
			return !at.IsZero() && read[placedAt(at.File, at)]
		})
	}
}
