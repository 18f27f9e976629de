package session

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// leaveReadElsewhere takes out what is said of a variable that nothing in one container
// reads, where another container reads it, under this name or another: several share a file
// of variables, and each takes what it needs.
func leaveReadElsewhere(inputs []*input.Input) {
	read := map[placed]bool{}
	see := func(t source.Text) {
		if at := t.Foremost(); !at.IsZero() {
			read[placedAt(at.File, at)] = true
		}
	}
	for _, in := range inputs {
		for _, w := range in.Workloads {
			if w.Unread != nil || w.Container == nil || len(w.Options) == 0 || w.Evidence() <= jvmflag.LooksLike {
				continue
			}
			see(w.At)
			for _, o := range w.Options {
				see(beginning(o.Text))
			}
		}
	}
	for _, in := range inputs {
		in.Workloads = slices.DeleteFunc(in.Workloads, func(w *workload.Workload) bool {
			if w.Unread == nil {
				return false
			}
			return slices.ContainsFunc([]source.Text{w.Unread.At, beginning(w.Unread.Options)}, func(t source.Text) bool {
				at := t.Foremost()
				return !at.IsZero() && read[placedAt(at.File, at)]
			})
		})
	}
}

// beginning is where the first word of a text begins.
func beginning(t source.Text) source.Text {
	s := t.String()
	from := len(s) - len(strings.TrimLeft(s, " \t\n"))
	return t.Slice(from, min(from+1, len(s)))
}
