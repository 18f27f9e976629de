package input

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/source"
)

// ReadChart renders a chart as a release, and reads what it renders to as any
// manifest. Problems stand where the text was written.
func (o Options) ReadChart(c *chart.Chart, r chart.Release) *Input {
	rendered := c.Render(r)
	in := o.Read(rendered.File)
	in.Chart, in.Release, in.Rendered = c, r, len(rendered.Problems) == 0
	in.Suppressions = suppressionsOfChart(in.Suppressions, rendered.File, c.Values(r))
	for _, p := range rendered.Problems {
		in.problem(p.Span, "%s", p.Message)
		if p.Span.IsZero() {
			in.Problems[len(in.Problems)-1].File = source.NewFile(c.Path, nil)
		}
	}
	in.readLeft(rendered.Left)
	toOrigins(in.Problems)
	toOrigins(in.Notes)
	return in
}

// readLeft reads the templates that were not rendered as they stand.
func (in *Input) readLeft(templates []source.Text) {
	for _, t := range templates {
		left := &Input{File: t.Span().File, Options: in.Options}
		left.readTemplate(t)
		left.finish()
		in.Workloads = append(in.Workloads, left.Workloads...)
		in.Notes = append(in.Notes, slices.DeleteFunc(left.Notes, func(n *source.Problem) bool { return n.Span.IsZero() })...)
	}
}

// ReadChart renders a chart and reads it without options.
func ReadChart(c *chart.Chart, r chart.Release) *Input { return Options{}.ReadChart(c, r) }

// toOrigins moves problems of rendered text to where it was written.
func toOrigins(problems []*source.Problem) {
	for _, p := range problems {
		if !p.Span.IsZero() {
			p.Span = chart.Origin(p.Span)
			p.File = p.Span.File
		}
	}
}
