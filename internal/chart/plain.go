package chart

import (
	"fmt"
	"maps"
	"reflect"
	"text/template"
	"text/template/parse"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// plain is the dialect of Helm itself: its functions, as they are, on plain
// values. Guards keep templates within the bounds and change no value.
type plain struct{ *bounds }

func (p plain) metadata(_ *Chart, of *helmchart.Chart) map[string]any { return of.Metadata.AsMap() }

func (p plain) files(_ *Chart, of *helmchart.Chart) helmchart.Files {
	return lists.Map(of.Files, func(f *helmchart.File) (string, string) { return f.Name, string(f.Text()) })
}

func (p plain) bare(v any) any { return v }

func (p plain) asYAML(v any) (string, error) { return toYAML(v) }

func (p plain) functions() template.FuncMap {
	all := functions()
	maps.Copy(all, builtInPrinters)
	maps.Copy(all, p.merging())
	for name, f := range all {
		all[name] = p.guarded(name, reflect.ValueOf(f))
	}
	all[guard], all[looked] = p.guardPrinted, p.guardText
	return all
}

func (p plain) templates(e *engine, root *template.Template) template.FuncMap {
	return template.FuncMap{
		"include": func(name string, data any) (string, error) { return e.include(root, name, data) },
		"tpl": func(text string, data any) (string, error) {
			return e.tpl(root, source.Unlocated(text, "a template"), data)
		},
	}
}

// builtInPrinters are functions of the template engine itself that print what they are given.
var builtInPrinters = template.FuncMap{
	"print": fmt.Sprint, "printf": fmt.Sprintf, "println": fmt.Sprintln,
	"html": template.HTMLEscaper, "js": template.JSEscaper, "urlquery": template.URLQueryEscaper,
}

// guarded is a function of the same type that stays within the bounds.
func (p plain) guarded(name string, f reflect.Value) any {
	call := f.Call
	if f.Type().IsVariadic() {
		call = f.CallSlice
	}
	return reflect.MakeFunc(f.Type(), func(in []reflect.Value) []reflect.Value {
		given := make([]any, 0, len(in))
		for i, a := range in {
			if f.Type().IsVariadic() && i == len(in)-1 {
				for j := range a.Len() {
					given = append(given, a.Index(j).Interface())
				}
				continue
			}
			given = append(given, a.Interface())
		}
		p.charge(name, given)
		return call(in)
	}).Interface()
}

// guard is the function that values pass before they are printed, and looked the
// one that texts pass before the template engine itself looks at them.
const (
	guard  = "jvmlintGuard"
	looked = "jvmlintLooked"
)

func (p plain) guardPrinted(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Map, reflect.Slice, reflect.Interface:
		p.Spend(8*p.size(v.Interface()), "what templates print")
	}
	return v
}

func (p plain) guardText(v any) any {
	p.Spend(perNode+8*textOf(v), "comparisons")
	return v
}

func (p plain) rewrite(*parse.ListNode, source.Text) {}

func (p plain) prints(l *parse.PipeNode) { l.Cmds = append(l.Cmds, call(guard)) }

// comparing are functions of the template engine itself that read text; the others are replaced, or look at no text.
var comparing = map[string]bool{"eq": true, "ne": true, "lt": true, "le": true, "gt": true, "ge": true, "index": true}

// command guards the arguments of comparisons and of methods. It takes no longer
// to compare two texts than the shorter one is: constants are short.
func (p plain) compared(c *parse.CommandNode, piped bool) {
	first := 1
	switch name := c.Args[0].(type) {
	case *parse.IdentifierNode:
		if !comparing[name.Ident] || len(c.Args) > 1 && isConstant(c.Args[1]) {
			return
		}
		if !piped || name.Ident == "index" {
			first = 2
		}
	case *parse.FieldNode, *parse.ChainNode, *parse.VariableNode:
	default:
		return
	}
	for i := first; i < len(c.Args); i++ {
		if !isConstant(c.Args[i]) {
			c.Args[i] = passing(looked, c.Args[i])
		}
	}
}

func isConstant(n parse.Node) bool {
	switch n.(type) {
	case *parse.FieldNode, *parse.VariableNode, *parse.ChainNode, *parse.PipeNode, *parse.DotNode:
		return false
	}
	return true
}
