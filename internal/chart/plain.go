package chart

import (
	"fmt"
	"maps"
	"reflect"
	"text/template"
	"text/template/parse"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/source"
)

// plain is the dialect of Helm itself: its functions, as they are, on plain
// values. Guards keep templates within the bounds and change no value.
type plain struct{ *bounds }

func (p plain) metadata(_ *Chart, of *helmchart.Chart) map[string]any { return of.Metadata.AsMap() }

func (p plain) files(_ *Chart, of *helmchart.Chart) any { return helmchart.FilesOf(of) }

func (p plain) functions() template.FuncMap {
	all := functions()
	maps.Copy(all, builtInPrinters)
	for name, f := range all {
		all[name] = p.guarded(name, reflect.ValueOf(f))
	}
	all[tick], all[guard] = p.tick, p.guardPrinted
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

// builtInPrinters are functions of the template engine itself that print what
// they are given.
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
	return reflect.MakeFunc(f.Type(), func(args []reflect.Value) []reflect.Value {
		within(p.affords(name, args))
		out := call(args)
		switch out[0].Kind() {
		case reflect.String:
			within(p.holds(out[0].Len()))
		case reflect.Slice:
			if out[0].Len() > mostItems {
				within(p.exceed("a list of more than %d", mostItems))
			}
		}
		return out
	}).Interface()
}

// within ends a function of a template: the template engine turns panics into
// errors.
func within(err error) {
	if err != nil {
		panic(err)
	}
}

// affords refuses calls that would take all memory, or never end.
func (p plain) affords(name string, args []reflect.Value) error {
	if _, err := p.tick(); err != nil || handsOn[name] {
		return err
	}
	var all []any
	for i, a := range args {
		if variadic := i == len(args)-1 && a.Kind() == reflect.Slice; variadic {
			for j := range a.Len() {
				all = append(all, a.Index(j).Interface())
			}
			continue
		}
		all = append(all, a.Interface())
	}
	if err := p.finite(all); err != nil {
		return err
	}
	return p.affordable(name, all)
}

// handsOn are the functions that do not look into the collections that they are
// given.
var handsOn = map[string]bool{
	"list": true, "tuple": true, "dict": true, "get": true, "set": true, "unset": true, "hasKey": true, "keys": true, "values": true,
	"pick": true, "omit": true, "pluck": true, "dig": true, "first": true, "last": true, "rest": true, "initial": true,
	"append": true, "push": true, "prepend": true, "concat": true, "default": true, "empty": true, "coalesce": true,
	"ternary": true, "kindOf": true, "kindIs": true, "typeOf": true, "typeIs": true, "typeIsLike": true, "required": true,
}

// guard is the function that values pass before they are printed. No template
// calls one of that name.
const guard = "jvmlintGuard"

func (p plain) guardPrinted(v reflect.Value) (reflect.Value, error) {
	if v.Kind() != reflect.Map && v.Kind() != reflect.Slice {
		return v, nil
	}
	return v, p.finite(v.Interface())
}

// rewrite counts each round of a loop, and guards what is printed.
func (p plain) rewrite(l *parse.ListNode, text source.Text) {
	if l == nil {
		return
	}
	branch := func(b *parse.BranchNode) {
		p.rewrite(b.List, text)
		p.rewrite(b.ElseList, text)
	}
	for _, n := range l.Nodes {
		switch n := n.(type) {
		case *parse.ActionNode:
			if len(n.Pipe.Decl) == 0 {
				n.Pipe.Cmds = append(n.Pipe.Cmds, call(guard))
			}
		case *parse.IfNode:
			branch(&n.BranchNode)
		case *parse.WithNode:
			branch(&n.BranchNode)
		case *parse.RangeNode:
			branch(&n.BranchNode)
			n.List.Nodes = append([]parse.Node{snippet("{{" + tick + "}}")}, n.List.Nodes...)
		}
	}
}
