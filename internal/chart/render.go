package chart

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Rendered is what a chart comes to.
type Rendered struct {
	File     *source.File        // all documents, each under the name of its template, as helm template prints them
	YAML     []*yamldoc.Document // what the file was parsed as; nil: it has to be
	Left     []source.Text       // templates that were not rendered
	Problems []*source.Problem   // why the chart, or one of its templates, was not rendered
	Exceeded bool                // a bound is why
	Off      []Off               // what values switch off
	Missing  string              // dependencies that are not there, where nothing else is missing

	printed *printout
	values  helmchart.Values // as templates see them
}

// printout is what templates print, and where it came from.
type printout struct {
	texts  map[string]string             // by the names of templates
	starts map[string]source.Span        // of the templates
	traced func() map[string]source.Text // the texts with their places, as the tracer prints them
}

// Render renders a chart as one release. What cannot be rendered is a problem, and the rest goes on. Where the text
// came from is found out when somebody asks the file; no two releases of a chart may be asked at the same time.
func (c *Chart) Render(r Release) (out *Rendered) {
	out = &Rendered{File: source.NewFile(strings.TrimSuffix(c.Path+" rendered with "+r.String(), " with "), nil)}
	defer func() {
		if fault := recover(); fault != nil {
			out.problem(source.Span{}, "not rendered: %v", fault)
		}
	}()
	if err := c.render(r, out); err != nil {
		out.problem(source.Span{}, "not rendered: %s", oneLine(err))
		out.Exceeded, out.Left = Exceeded(err), lists.Of(c.loaded.Templates, c.text)
	}
	return out
}

// Cited are the files whose text a template may print: all values.
func (c *Chart) Cited(r Release) []*source.File {
	all := slices.Clone(r.Values)
	all = append(all, lists.Flat(r.Set, Setting.cited)...)
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
	p.explain(p.failed, chart, missing, out)
	out.Off, out.values = c.offIn(chart, p), p.values
	for _, of := range c.loaded.All() {
		c.own(of, "values.yaml") // that it is known
	}
	out.printed = &printout{p.texts, map[string]source.Span{}, sync.OnceValue(func() map[string]source.Text { return c.trace(r) })}
	for name := range p.texts {
		out.printed.starts[name] = p.sources[name].Slice(0, 0).Foremost()
	}
	out.assemble()
	return nil
}

// plainText is what a chart renders to without places.
type plainText struct {
	*engine
	texts  map[string]string
	failed map[string]error
	values helmchart.Values
}

// plainly renders as Helm does.
func (c *Chart) plainly(chart *helmchart.Chart, r Release, given map[string]any) (*plainText, error) {
	b := c.bounds(r)
	defer c.run.Took(b.Budget)
	top, err := chart.InstalledWith(given, r.Cluster, b.Budget)
	if err != nil {
		return nil, err
	}
	p := &plainText{engine: newEngine(c, b, plain{b}), values: top.Values}
	p.texts, p.failed = p.render(chart, top)
	return p, p.Over()
}

// trace renders with marks, and gives what each template prints with the place of all of it.
func (c *Chart) trace(r Release) (texts map[string]source.Text) {
	t := newTracer(c.bounds(r))
	defer c.run.Took(t.Budget)
	chart := c.loaded.Copy()
	skip := conditions(chart)
	texts = map[string]source.Text{}
	var fault error
	defer recovered(&fault) // what is beyond the bounds has no known place
	for _, of := range chart.All() {
		if f := c.own(of, "values.yaml"); f != nil {
			of.Values = t.markFile(f, of.Values, skip)
		}
	}
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
func (p *printout) place(name string) source.Text {
	if of := p.traced()[name]; of.String() == p.texts[name] {
		return of
	}
	return source.Vague(p.texts[name], p.starts[name])
}

// document is one that a template prints.
type document struct {
	template string
	run
}

func (p *printout) documents() []document {
	var all []document
	for _, name := range slices.Sorted(maps.Keys(p.texts)) {
		if !strings.HasSuffix(name, "NOTES.txt") {
			all = append(all, lists.Of(manifests(p.texts[name]), func(m run) document { return document{name, m} })...)
		}
	}
	return all
}

// assemble puts the documents of all templates into one file: objects refer to
// each other. Where that is YAML, each of them is.
func (r *Rendered) assemble() {
	all := r.printed.documents()
	r.File = r.printed.together(r.File.Name, all)
	var err error
	// A line may be a directive, for the document behind it.
	directive := bytes.HasPrefix(r.File.Data, []byte("%")) || bytes.Contains(r.File.Data, []byte("\n%"))
	if r.YAML, err = yamldoc.Parse(r.File); err == nil && !directive {
		return
	}
	r.YAML = nil
	all = slices.DeleteFunc(all, func(d document) bool {
		_, err := yamldoc.Parse(source.NewFile("", []byte(r.printed.texts[d.template][d.start:d.end])))
		if err != nil {
			text := r.printed.place(d.template)
			r.Problems = append(r.Problems, notYAML(err, text.Slice(d.start, d.end), r.printed.starts[d.template]))
		}
		return err != nil
	})
	r.File = r.printed.together(r.File.Name, all)
}

// together is documents in one file.
func (p *printout) together(file string, all []document) *source.File {
	var whole strings.Builder
	for _, d := range all {
		text := p.texts[d.template][d.start:d.end]
		whole.WriteString(head(d.template) + text + end(text))
	}
	return source.RenderedFrom(file, whole.String(), func() source.Text {
		var parts []source.Text
		for _, d := range all {
			whole := p.place(d.template)
			text := whole.Slice(d.start, d.end)
			parts = append(parts, literal(head(d.template)), text)
			if end := end(text.String()); end != "" {
				parts = append(parts, literal(end))
			}
		}
		return source.Join(parts...)
	})
}

// head is what a document begins with, and end what ends its last line.
func head(template string) string { return "---\n# Source: " + template + "\n" }

func end(document string) string {
	return either.Of(strings.HasSuffix(document, "\n"), "", "\n")
}

// separator is where Helm cuts what a template prints: at dashes that begin a line, whatever stands behind them.
var separator = lazyregexp.New(`(?m)^---[ \t]*`)

// manifests are what Helm reads by itself of what a template prints. It takes
// off the blanks that each begins with, so that templates may be careless there.
// https://github.com/helm/helm/blob/v4.3.1/pkg/release/v1/util/manifest.go
func manifests(s string) []run {
	start := begin(s, 0)
	from := start
	var all []run
	for _, cut := range append(separator.FindAllStringIndex(s[start:], -1), []int{len(s) - start, len(s) - start}) {
		to := start + cut[0]
		if from = begin(s[:to], from); from < to {
			all = append(all, run{from, to})
		}
		from = start + cut[1]
	}
	return all
}

// begin is the first place from one on that is no blank.
func begin(s string, from int) int {
	return len(s) - len(strings.TrimLeftFunc(s[from:], unicode.IsSpace))
}

// notYAML is why a manifest is no YAML, where it was written, or at its template.
func notYAML(err error, manifest source.Text, template source.Span) *source.Problem {
	at, message := template, oneLine(err)
	var fault *source.Problem
	if errors.As(err, &fault) && !fault.Span.IsZero() {
		at, message = cmp.Or(place(manifest.Slice(fault.Span.Start, fault.Span.End).Written()), template), fault.Message
	}
	return &source.Problem{File: at.File, Span: at, Message: "the rendered chart is not valid YAML: " + message}
}
