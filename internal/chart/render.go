package chart

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Rendered is what a chart comes to.
type Rendered struct {
	File     *source.File      // all documents, each under the name of its template, as helm template prints them
	Left     []source.Text     // templates that were not rendered
	Problems []*source.Problem // why the chart, or one of its templates, was not rendered
	Exceeded bool              // a bound is why
	Missing  string            // dependencies that are not there, where nothing else is missing

	texts  map[string]string             // that templates print
	starts map[string]source.Span        // of the templates that print them
	traced func() map[string]source.Text // the texts with their places, as the tracer prints them
}

// Render renders a chart as one release. What cannot be rendered is a problem,
// and the rest goes on. Where the text came from is found out when somebody asks
// the file; no two releases of a chart may be asked at the same time.
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
	c.takeValues(c.loaded)
	out.texts, out.starts = p.texts, map[string]source.Span{}
	for name := range p.texts {
		out.starts[name] = p.sources[name].Slice(0, 0).Foremost()
	}
	out.traced = sync.OnceValue(func() map[string]source.Text { return c.trace(r) })
	out.assemble()
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
	var fault error
	defer recovered(&fault) // what is beyond the bounds has no known place
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

// place gives the place of each character that a template prints. Where the
// tracer prints another text, no place but the template is known.
func (r *Rendered) place(name string) (of source.Text, known bool) {
	if of = r.traced()[name]; of.String() == r.texts[name] {
		return of, true
	}
	return source.Vague(r.texts[name], r.starts[name]), false
}

// document is one that a template prints, and what stands around it.
type document struct {
	template string
	run
	before, after string
}

// assemble puts the documents of all templates into one file: objects refer to
// each other.
func (r *Rendered) assemble() {
	var all []document
	var whole strings.Builder
	for _, name := range slices.Sorted(maps.Keys(r.texts)) {
		printed := r.texts[name]
		if strings.HasSuffix(name, "NOTES.txt") || strings.TrimSpace(printed) == "" {
			continue
		}
		for _, m := range manifests(printed) {
			if err := checkYAML(printed[m.start:m.end]); err != nil {
				text, _ := r.place(name)
				r.Problems = append(r.Problems, notYAML(err, text.Slice(m.start, m.end), r.starts[name]))
				continue
			}
			d := document{name, m, "---\n# Source: " + name + "\n", ""}
			if printed[m.end-1] != '\n' {
				d.after = "\n"
			}
			all = append(all, d)
			whole.WriteString(d.before + printed[m.start:m.end] + d.after)
		}
	}
	r.File = source.RenderedFrom(r.File.Name, whole.String(), func() source.Text {
		var parts []source.Text
		for _, d := range all {
			text, _ := r.place(d.template)
			parts = append(parts, literal(d.before), text.Slice(d.start, d.end))
			if d.after != "" {
				parts = append(parts, literal(d.after))
			}
		}
		return source.Join(parts...)
	})
}

// renderedWith tells the text that a chart renders to from its files.
func renderedWith(r Release) string {
	if s := r.String(); s != "" {
		return " rendered with " + s
	}
	return " rendered"
}
