package chart

import (
	"slices"
	"sync"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// MayAsk reports whether a text that a release is rendered from may hold comments
// for jvmlint. Few do: of the others nobody need know where they came out.
func (c *Chart) MayAsk(r Release) bool {
	return c.mayAsk() ||
		slices.ContainsFunc(r.Values, func(f *source.File) bool { return lint.MayAsk(f.Data) }) ||
		slices.ContainsFunc(r.Set, func(s string) bool { return lint.MayAsk([]byte(s)) })
}

// mayAsk looks through the files of a chart and of its dependencies once.
func mayAsk(c *helmchart.Chart) func() bool {
	return sync.OnceValue(func() bool { return mayAskIn(c) })
}

func mayAskIn(c *helmchart.Chart) bool {
	return slices.ContainsFunc(c.Raw, func(f *helmchart.File) bool { return lint.MayAsk(f.Data) }) ||
		slices.ContainsFunc(c.Dependencies, mayAskIn)
}
