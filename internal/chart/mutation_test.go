package chart_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/source"
)

var option = regexp.MustCompile(`-(?:Xm[sx]\d+\w|XX:[\w+-]+(?:=[\w.]+)?|D[\w.]+=\w+)`)

// TestMutatedOptions changes options in the values of every chart below
// JVMLINT_CORPUS, one at a time: what is rendered must change at the very
// place that was said to come from there. It prints a line for each chart.
func TestMutatedOptions(t *testing.T) {
	type count struct{ options, exact, moved, vague, templates, others int }
	var sum count
	eachRealChart(t, func(path string) {
		c, err := chart.Load(filesystem.OS{}, path, budget.NewRun())
		require.NoError(t, err)
		r := c.Render(chart.Release{})
		var n count
		for _, m := range option.FindAllIndex(r.File.Data, -1) {
			written := r.File.Span(m[0], m[1]).Written()
			span := written.Span()
			values := c.Values(chart.Release{})
			n.options++
			switch at := written.Foremost(); {
			case len(values) > 0 && written.Editable() && span.File == values[0]:
				n.exact++
			case len(values) > 0 && at.File == values[0]:
				n.vague++
				continue
			case !at.IsZero() && strings.Contains(at.File.Name, "/templates/"):
				n.templates++
				continue
			default:
				n.others++
				continue
			}
			require.Equal(t, string(r.File.Data[m[0]:m[1]]), span.String())
			edits := []source.Edit{{Span: span, New: "-Xmutated"}}
			data, err := values[0].Apply(edits)
			require.NoError(t, err)
			after := source.NewFile(values[0].Name, data)
			if assert.NoError(t, proves(c, values[0], edits, after), "%s of %s", span, path) {
				now := c.With(values[0], after).Render(chart.Release{})
				at := now.File.Span(m[0], m[0]+len("-Xmutated"))
				for string(now.File.Data[at.Start:at.End]) != "-Xmutated" && at.Start > 0 { // others of the same value moved it
					at = now.File.Span(at.Start-1, at.End-1)
				}
				assert.Equal(t, after.Span(span.Start, span.Start+len("-Xmutated")).Start, at.Written().Span().Start)
				n.moved++
			}
		}
		t.Logf("%-30s %+v", filepath.Base(path), n)
		sum = count{sum.options + n.options, sum.exact + n.exact, sum.moved + n.moved, sum.vague + n.vague, sum.templates + n.templates, sum.others + n.others}
	})
	t.Logf("all: %+v", sum)
	assert.Equal(t, sum.exact, sum.moved)
}
