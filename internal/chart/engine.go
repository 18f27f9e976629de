package chart

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"text/template/parse"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// engine renders the templates of a chart as Helm's engine does, within bounds
// (https://github.com/helm/helm/blob/v4.3.1/pkg/engine/engine.go).
type engine struct {
	*bounds
	dialect
	from      *Chart
	sources   map[string]source.Text // of templates, by their names
	rewritten map[*parse.Tree]bool
}

// dialect is what templates work with: plain values, or values in marks.
type dialect interface {
	// functions are those that templates may call, and templates those by which a set of templates calls itself.
	functions() template.FuncMap
	templates(e *engine, root *template.Template) template.FuncMap
	// metadata and files are what templates of a chart see as .Chart and .Files.
	metadata(from *Chart, of *helmchart.Chart) map[string]any
	files(from *Chart, of *helmchart.Chart) helmchart.Files
	// bare takes the marks off a value, and asYAML writes one.
	bare(v any) any
	asYAML(v any) (string, error)
	// rewrite changes a template that was parsed from a text, prints a pipeline that prints,
	// and compared a command that may look at long texts.
	rewrite(root *parse.ListNode, text source.Text)
	prints(p *parse.PipeNode)
	compared(c *parse.CommandNode, piped bool)
}

func newEngine(from *Chart, b *bounds, d dialect) *engine {
	return &engine{bounds: b, dialect: d, from: from, sources: map[string]source.Text{}, rewritten: map[*parse.Tree]bool{}}
}

// templateFile is one file of templates of a chart or of a dependency.
type templateFile struct {
	name string // as Helm names it: chart/templates/x.yaml
	base string
	text source.Text
	sees map[string]any
}

// partial tells a file that is only included from others.
func (f *templateFile) partial() bool { return strings.HasPrefix(path.Base(f.name), "_") }

// gather lists the templates of a chart and its dependencies with what they see, as Helm scopes it: the values of a
// dependency are those below its name. Of templates of the same name the last counts.
func (e *engine) gather(c *helmchart.Chart, values helmchart.Values, top *helmchart.Top, all map[string]*templateFile) map[string]any {
	below := map[string]any{}
	metadata := e.metadata(e.from, c)
	metadata["IsRoot"] = c.IsRoot()
	sees := map[string]any{
		"Chart": metadata, "Files": e.files(e.from, c), "Release": top.Release,
		"Capabilities": top.Capabilities, "Values": values, "Subcharts": below,
	}
	for _, d := range c.Dependencies {
		of, err := values.Table(d.Name())
		if err != nil {
			of = helmchart.Values{}
		}
		below[d.Name()] = e.gather(d, of, top, all)
	}
	for _, f := range c.Templates {
		t := &templateFile{name: path.Join(c.FullPath(), f.Name), base: path.Join(c.FullPath(), "templates"), sees: sees}
		library := strings.EqualFold(c.Metadata.Type, "library") // whose templates are only included from others
		if t.text = e.from.text(f); !library || t.partial() {
			all[t.name] = t
		}
	}
	return sees
}

// render gives what each template prints, and why others could not.
func (e *engine) render(c *helmchart.Chart, top *helmchart.Top) (printed map[string]string, failed map[string]error) {
	all := map[string]*templateFile{}
	e.gather(c, top.Values, top, all)
	printed, failed = map[string]string{}, map[string]error{}
	root := template.New("gotpl").Option("missingkey=zero")
	root.Funcs(e.functions()).Funcs(e.templates(e, root))
	// By these, templates count what they take.
	root.Funcs(template.FuncMap{tick: e.tick, enter: e.enter, leave: e.leave, meter: e.meter})
	files := slices.SortedFunc(maps.Values(all), func(a, b *templateFile) int { // definitions of the chart itself come last, and count
		return cmp.Or(strings.Count(b.name, "/")-strings.Count(a.name, "/"), strings.Compare(b.name, a.name))
	})
	for _, f := range files {
		e.sources[f.name] = f.text
		if err := e.parse(root, f); err != nil {
			failed[f.name] = err
		}
	}
	if e.rewriteAll(root, func(name string) source.Text { return e.sources[name] }) != nil || e.Over() != nil {
		return printed, failed
	}
	for _, f := range files {
		if f.partial() || failed[f.name] != nil {
			continue
		}
		f.sees["Template"] = helmchart.Values{"Name": f.name, "BasePath": f.base}
		out := &output{bounds: e.bounds, last: true}
		err := e.execute(root, out, f.name, helmchart.Values(f.sees))
		if e.Over() != nil {
			return printed, failed
		}
		if err != nil {
			failed[f.name] = err
			continue
		}
		printed[f.name] = withoutNoValue(out.String())
	}
	return printed, failed
}

// withoutNoValue takes out what the template engine prints for nothing.
func withoutNoValue(s string) string { return strings.ReplaceAll(s, "<no value>", "") }

// rewriteAll changes the templates that were not changed yet; textOf gives the text that one was parsed from.
func (e *engine) rewriteAll(root *template.Template, textOf func(name string) source.Text) (err error) {
	defer recovered(&err)
	for _, one := range root.Templates() {
		if one.Tree != nil && one.Root != nil && !e.rewritten[one.Tree] {
			e.rewritten[one.Tree] = true
			e.rewrite(one.Root, textOf(one.Tree.ParseName))
			e.measured(one.Root)
		}
	}
	return nil
}

func (e *engine) parse(root *template.Template, f *templateFile) (err error) {
	defer recovered(&err)
	return e.parseInto(root.New(f.name), f.text.String())
}

// What parsing a template takes, and a byte of it: much of it is memory.
const (
	perParsed     = 20_000
	perParsedByte = 100
)

func (e *engine) parseInto(one *template.Template, text string) error {
	e.Spend(perParsed+perParsedByte*len(text), "templates")
	if strings.Count(text, "{{") > mostActions {
		e.Exceed("a template has more than %d actions", mostActions)
	}
	_, err := one.Parse(text)
	return err
}

func (e *engine) execute(root *template.Template, out *output, name string, values any) (err error) {
	defer recovered(&err)
	return e.within(func() error { return root.ExecuteTemplate(out, name, values) })
}

func recovered(err *error) {
	switch fault := recover().(type) {
	case nil:
	case error:
		*err = fault
	default:
		*err = fmt.Errorf("%v", fault)
	}
}

func (e *engine) include(root *template.Template, name string, data any) (string, error) {
	e.Spend(perCall, "include")
	out := &output{bounds: e.bounds}
	err := e.within(func() error { return root.ExecuteTemplate(out, name, data) })
	return out.String(), err
}

// perClone is what copying one template of a set takes.
const perClone = 400

// tpl renders a text as a template, whose definitions it alone sees.
func (e *engine) tpl(parent *template.Template, text source.Text, data any) (string, error) {
	e.Spend(perCall, "tpl")
	if !strings.Contains(text.String(), "{{") {
		e.Spend(4*text.Len(), "tpl")
		return withoutNoValue(text.String()), nil
	}
	e.Spend(perClone*(len(prices())+len(parent.Templates())), "tpl")
	within, err := parent.Clone()
	if err != nil {
		return "", err
	}
	within.Option("missingkey=zero") // Clone loses it: https://github.com/golang/go/issues/43022
	within.Funcs(e.templates(e, within))
	one := within.New(parent.Name())
	if err := e.parseInto(one, text.String()); err != nil {
		return "", err
	}
	if err := e.rewriteAll(within, func(string) source.Text { return text }); err != nil {
		return "", err
	}
	out := &output{bounds: e.bounds}
	err = e.within(func() error { return one.Execute(out, data) })
	return withoutNoValue(out.String()), err
}

// failedAt is how the template engine says where something failed.
var failedAt = lazyregexp.New(`^template: ([^:]+):(\d+):(?:(\d+):)? `)

// explain says why templates were not rendered. Where dependencies are not there, that is why, and is said once;
// where all templates are rendered without them, what is missing is theirs.
func (e *engine) explain(
	failed map[string]error, installed *helmchart.Chart, missing []helmchart.Lacking, out *Rendered,
) {
	for _, name := range slices.Sorted(maps.Keys(failed)) {
		out.Left = append(out.Left, e.sources[name])
	}
	names := lists.Of(lists.Where(missing, installed.Needs), func(l helmchart.Lacking) string {
		name := strings.TrimSpace(l.Name + " " + l.Version)
		if l.In != "" {
			name += " of " + strings.TrimSuffix(l.In, "/")
		}
		return name
	})
	if len(names) > 0 {
		about := "dependencies are missing in charts/: " + strings.Join(names, ", ") + "; helm dependency build fetches them"
		if len(failed) == 0 {
			out.Missing = about
			return
		}
		about += "; some templates are not rendered without them"
		out.Problems = append(out.Problems, &source.Problem{Message: about, Lacking: true})
		return
	}
	for _, name := range slices.Sorted(maps.Keys(failed)) {
		at, message := e.fault(failed[name])
		out.problem(at, "not rendered: %s", message)
	}
}

// fault takes the place and the reason out of what the template engine says.
func (e *engine) fault(err error) (source.Span, string) {
	s := err.Error()
	var at source.Span
	for {
		m := failedAt.FindStringSubmatch(s)
		if m == nil {
			break
		}
		line, _ := strconv.Atoi(m[2])
		column, _ := strconv.Atoi(m[3])
		if file := e.sources[m[1]].Foremost().File; file != nil && at.IsZero() {
			o := file.Offset(line, column+1)
			at = file.Span(o, o)
		}
		s = s[len(m[0]):]
		if i := strings.LastIndex(s, "template: "); i >= 0 {
			s = s[i:]
		}
	}
	if i := strings.LastIndex(s, ">: "); i >= 0 {
		s = s[i+3:]
	}
	return at, strings.Join(strings.Fields(calling.ReplaceAllString(s, "")), " ")
}

// calling leads to what a function says.
var calling = lazyregexp.New(`^(?:error calling \w+: )+`)

func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
