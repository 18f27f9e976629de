package chart

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart/budget"
	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Rendered is what a chart comes to.
type Rendered struct {
	File     *source.File      // all documents, each under the name of its template, as helm template prints them
	Untraced []string          // templates whose text has no known place
	Left     []source.Text     // templates that were not rendered
	Problems []*source.Problem // why the chart, or one of its templates, was not rendered
	Exceeded bool              // a bound is why
	Missing  string            // dependencies that are not there, where nothing else is missing
}

// Render renders a chart as one release. What cannot be rendered is a problem,
// and the rest goes on.
func (c *Chart) Render(r Release) (out *Rendered) {
	out = &Rendered{File: source.NewFile(c.Path+renderedWith(r), nil)}
	defer func() {
		if fault := recover(); fault != nil {
			out.problem(source.Span{}, "not rendered: %v", fault)
		}
	}()
	if err := c.render(r, out); err != nil {
		out.problem(source.Span{}, "not rendered: %s", oneLine(err))
		out.Exceeded = Exceeded(err)
	}
	return out
}

// Cited are the files whose text a template may print: all values.
func (c *Chart) Cited(r Release) []*source.File {
	all := slices.Clone(r.Values)
	for _, s := range r.Set {
		all = append(all, source.NewFile("--set", []byte(s)))
	}
	for _, f := range c.files {
		if path.Base(f.Name) == "values.yaml" {
			all = append(all, f)
		}
	}
	return all
}

func (r *Rendered) problem(at source.Span, format string, args ...any) {
	p := &source.Problem{File: at.File, Span: at, Message: fmt.Sprintf(format, args...)}
	if !slices.ContainsFunc(r.Problems, func(have *source.Problem) bool { return have.Message == p.Message }) {
		r.Problems = append(r.Problems, p)
	}
}

func (c *Chart) render(r Release, out *Rendered) error {
	if c.fault != nil {
		return c.fault
	}
	given, err := r.read()
	if err != nil {
		return err
	}
	chart := c.loaded.Copy()
	missing := chart.Missing()
	p, err := c.plainly(chart, r, given)
	if err != nil {
		return err
	}
	for _, what := range p.unchecked {
		out.problem(source.Span{}, "%s", what)
	}
	p.explain(p.failed, missing, out)
	p.assemble(p.texts, c.trace(r), out)
	return nil
}

// plainText is what a chart renders to without places.
type plainText struct {
	*engine
	texts     map[string]string
	failed    map[string]error
	unchecked []string // what schemas ask of values that is not checked
}

// plainly renders as Helm does.
func (c *Chart) plainly(chart *helmchart.Chart, r Release, given map[string]any) (*plainText, error) {
	b := c.bounds(r)
	defer c.run.Took(b.Budget)
	top, err := chart.InstalledWith(given, r.Cluster, b.Budget)
	if err != nil {
		return nil, err
	}
	unchecked, err := chart.CheckSchemas(top.Values, b.Budget)
	if err != nil {
		return nil, err
	}
	p := &plainText{engine: newEngine(c, b, plain{b}), unchecked: unchecked}
	p.texts, p.failed = p.render(chart, top)
	return p, p.Over()
}

// trace renders with marks, and gives what each template prints with the place
// of all of it.
func (c *Chart) trace(r Release) (texts map[string]source.Text) {
	t := newTracer(c.bounds(r))
	defer c.run.Took(t.Budget)
	chart := c.loaded.Copy()
	skip := conditions(chart)
	texts = map[string]source.Text{}
	var over error
	defer budget.Catch(&over) // what is beyond the bounds has no known place
	c.markChart(chart, t.marks, skip)
	top, err := chart.InstalledWith(r.mark(t.marks, skip), r.Cluster, t.Budget)
	if err != nil {
		return texts
	}
	printed, _ := newEngine(c, t.bounds, t).render(chart, top)
	for name, s := range printed {
		texts[name] = t.decode(s)
	}
	return texts
}

// assemble puts the documents of all templates into one file: objects refer to
// each other.
func (e *engine) assemble(texts map[string]string, traced map[string]source.Text, out *Rendered) {
	var all []source.Text
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if strings.HasSuffix(name, "NOTES.txt") || strings.TrimSpace(texts[name]) == "" {
			continue
		}
		template := e.sources[name].Slice(0, 0).Foremost()
		text := traced[name]
		if text.String() != texts[name] {
			text = source.Vague(texts[name], template)
			out.Untraced = append(out.Untraced, name)
		}
		for _, m := range manifests(text) {
			if fault := checkYAML(m, template); fault != nil {
				out.Problems = append(out.Problems, fault)
				continue
			}
			all = append(all, literal("---\n# Source: "+name+"\n"), m)
			if !strings.HasSuffix(m.String(), "\n") {
				all = append(all, literal("\n"))
			}
		}
	}
	out.File = source.Rendered(out.File.Name, source.Join(all...))
}

// renderedWith tells the text that a chart renders to from its files.
func renderedWith(r Release) string {
	if s := r.String(); s != "" {
		return " rendered with " + s
	}
	return " rendered"
}
