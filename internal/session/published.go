package session

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// closes says why a fix does not close a port: a file that was read has its number outside of options, so that a
// container, a Service or a Dockerfile may publish it.
func (t *trial) closes(o offered) error {
	if o.fix.Closes == "" {
		return nil
	}
	number := regexp.MustCompile(`\b` + regexp.QuoteMeta(o.fix.Closes) + `\b`)
	for _, in := range t.inputs {
		for _, file := range append([]*source.File{in.File}, in.ReadWith...) {
			for _, place := range number.FindAllIndex(file.Data, -1) {
				if !t.hasOptionAt(file.Span(place[0], place[1])) {
					return fmt.Errorf("%s names port %s, too: others may have to reach it", file.Name, o.fix.Closes)
				}
			}
		}
	}
	return nil
}

// hasOptionAt reports whether an option of a JVM is written around a place.
func (t *trial) hasOptionAt(at source.Span) bool {
	return slices.ContainsFunc(t.inputs, func(in *input.Input) bool {
		return slices.ContainsFunc(in.Workloads, func(w *workload.Workload) bool {
			return slices.ContainsFunc(w.Options, func(o jvmflag.Option) bool { return o.Text.Span().Covers(at) })
		})
	})
}
