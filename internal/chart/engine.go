package chart

import (
	"errors"
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"
	"text/template"
	"text/template/parse"

	"helm.sh/helm/v4/pkg/chart/common"
	chart "helm.sh/helm/v4/pkg/chart/v2"

	"github.com/jvmlint/jvmlint/internal/source"
)

// tracer renders templates as Helm's engine does, within bounds, and so that
// all text keeps its place. What Helm's own engine makes of the chart is the
// truth: text that differs from it is not used.
type tracer struct {
	*marks
	*bounds
	functions template.FuncMap // without marks: Sprig's and Helm's
	carries   map[string]bool  // functions that carry marks on
	sources   map[string]source.Text
	rewritten map[*parse.Tree]bool
	actions   []source.Text
}

func newTracer(m *marks) *tracer {
	return &tracer{
		marks: m, bounds: newBounds(), functions: functions(),
		sources: map[string]source.Text{}, rewritten: map[*parse.Tree]bool{}, carries: map[string]bool{},
	}
}

// template is one file of templates of a chart or of a dependency.
type templateFile struct {
	name   string // as Helm names it: chart/templates/x.yaml
	base   string
	file   *source.File
	text   source.Text
	values map[string]any // what it sees
}

// partial tells a file that is only included from others.
func (f *templateFile) partial() bool { return strings.HasPrefix(path.Base(f.name), "_") }

// gather lists the templates of a chart and its dependencies with what they
// see, as Helm scopes it.
func (t *tracer) gather(c *chart.Chart, top common.Values, l *Chart, all *[]*templateFile) map[string]any {
	below := map[string]any{}
	sees := map[string]any{
		"Chart": l.metadata(t.marks, c), "Files": t.files(c, l), "Release": top["Release"],
		"Capabilities": top["Capabilities"], "Values": common.Values{}, "Subcharts": below,
	}
	if c.IsRoot() {
		sees["Values"] = top["Values"]
	} else if v, err := top.Table("Values." + c.Name()); err == nil {
		sees["Values"] = v
	}
	for _, child := range c.Dependencies() {
		below[child.Name()] = t.gather(child, sees, l, all)
	}
	for _, f := range c.Templates {
		name := path.Join(c.ChartFullPath(), f.Name)
		if f == nil || c.Metadata.Type == "library" && !strings.HasPrefix(path.Base(f.Name), "_") {
			continue
		}
		file, text := l.file(c, f)
		*all = append(*all, &templateFile{name: name, base: path.Join(c.ChartFullPath(), "templates"), file: file, text: text, values: sees})
	}
	return sees
}

// render gives what each template prints, with marks, and why others could not.
func (t *tracer) render(files []*templateFile) (printed map[string]string, failed map[string]error) {
	printed, failed = map[string]string{}, map[string]error{}
	root := template.New("gotpl").Option("missingkey=zero")
	root.Funcs(t.own(root))
	slices.SortFunc(files, func(a, b *templateFile) int { // definitions of the chart itself come last, and count
		if d := strings.Count(b.name, "/") - strings.Count(a.name, "/"); d != 0 {
			return d
		}
		return strings.Compare(b.name, a.name)
	})
	for _, f := range files {
		t.sources[f.name] = f.text
		if err := t.parse(root, f); err != nil {
			failed[f.name] = err
		}
	}
	t.rewrite(root.Templates(), func(name string) source.Text { return t.sources[name] })
	for _, f := range files {
		if f.partial() || failed[f.name] != nil {
			continue
		}
		f.values["Template"] = common.Values{"Name": f.name, "BasePath": f.base}
		out := &output{bounds: t.bounds}
		if err := t.execute(root, out, f.name, f.values); err != nil {
			failed[f.name] = err
			if t.over() != nil {
				return printed, failed
			}
			continue
		}
		printed[f.name] = strings.ReplaceAll(out.String(), "<no value>", "")
	}
	return printed, failed
}

func (t *tracer) parse(root *template.Template, f *templateFile) (err error) {
	defer recovered(&err)
	_, err = root.New(f.name).Parse(f.text.String())
	return err
}

func (t *tracer) execute(root *template.Template, out *output, name string, values any) (err error) {
	defer recovered(&err)
	return root.ExecuteTemplate(out, name, values)
}

func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%v", r)
	}
}

// include renders a template by its name.
func (t *tracer) include(root *template.Template) func(any, any) (string, error) {
	return func(name, data any) (string, error) {
		plain := fmt.Sprint(t.bare(name))
		leave, err := t.enter()
		if err != nil {
			return "", err
		}
		defer leave()
		out := &output{bounds: t.bounds}
		err = root.ExecuteTemplate(out, plain, data)
		return out.String(), err
	}
}

// tpl renders a text as a template.
func (t *tracer) tpl(parent *template.Template) func(any, any) (string, error) {
	return func(text, data any) (string, error) {
		of := t.text(text)
		leave, err := t.enter()
		if err != nil {
			return "", err
		}
		defer leave()
		if !strings.Contains(of.String(), "{{") {
			return t.encode(of), nil
		}
		within, err := parent.Clone()
		if err != nil {
			return "", err
		}
		within.Option("missingkey=zero")
		within.Funcs(template.FuncMap{"include": t.include(within), "tpl": t.tpl(within)})
		one, err := within.New(parent.Name()).Parse(of.String())
		if err != nil {
			return "", err
		}
		t.rewrite(within.Templates(), func(string) source.Text { return of })
		out := &output{bounds: t.bounds}
		if err := one.Execute(out, data); err != nil {
			return "", err
		}
		return strings.ReplaceAll(out.String(), "<no value>", ""), nil
	}
}

// here gives what an action prints: where that comes from nowhere else, it
// comes from the action.
func (t *tracer) here(n int, v any) any {
	at := t.actions[n].Foremost()
	s, ok := v.(string)
	if !ok {
		if v == nil {
			return nil
		}
		r := reflect.ValueOf(v)
		switch r.Kind() {
		case reflect.Struct: // its String may belong to the pointer
			p := reflect.New(r.Type())
			p.Elem().Set(r)
			v = p.Interface()
		case reflect.Pointer, reflect.Func, reflect.Chan, reflect.Map, reflect.Slice, reflect.Array:
			return t.plain(v)
		}
		return t.encode(source.Vague(fmt.Sprint(v), at))
	}
	text := t.decode(s)
	if text.Origin() == "" {
		return s
	}
	var parts []source.Text
	for _, p := range text.Pieces() {
		if p.Foremost().IsZero() {
			p = source.Vague(p.String(), at)
		}
		parts = append(parts, p)
	}
	return t.encode(source.Join(parts...))
}

// truth gives a value without marks where it is false.
func (t *tracer) truth(v any) any {
	s, ok := v.(string)
	if !ok {
		return v
	}
	bare := t.bare(s)
	if is, _ := template.IsTrue(bare); !is {
		return bare
	}
	return v
}

var errTooDeep = errors.New("values are nested too deeply")
