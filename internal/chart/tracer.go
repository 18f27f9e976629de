package chart

import (
	"fmt"
	"maps"
	"reflect"
	"strings"
	"text/template"
	"text/template/parse"

	"github.com/jvmlint/jvmlint/internal/source"
)

// tracer is the dialect in which all text keeps its place. Text of it that
// differs from what is rendered plainly is not used.
type tracer struct {
	*marks
	*bounds
	plainly template.FuncMap // functions that know nothing of marks
	carries map[string]bool  // functions that carry marks on
	actions []source.Text
}

func newTracer(b *bounds) *tracer {
	t := &tracer{marks: &marks{bounds: b}, bounds: b, plainly: functions(), carries: map[string]bool{}}
	maps.Copy(t.plainly, builtInPrinters)
	maps.Copy(t.plainly, b.merging())
	return t
}

// functions gives those that carry marks on, and all others, which see values
// without marks, so that what they make is computed.
func (t *tracer) functions() template.FuncMap {
	all := template.FuncMap{}
	for name, f := range t.plainly {
		all[name] = t.computes(name, reflect.ValueOf(f))
	}
	for _, more := range []template.FuncMap{t.texts(), t.collections(), t.documents()} {
		for name, f := range more {
			t.carries[name] = true
			all[name] = f
		}
	}
	maps.Copy(all, template.FuncMap{"here": t.here, "truth": t.truth, "bare": t.bare, "key": t.key})
	return all
}

func (t *tracer) templates(e *engine, root *template.Template) template.FuncMap {
	return template.FuncMap{
		"include": func(name, data any) (string, error) { return e.include(root, fmt.Sprint(t.bare(name)), data) },
		"tpl": func(text, data any) (string, error) {
			of := t.text(text)
			if !strings.Contains(of.String(), "{{") {
				return t.encode(of), nil
			}
			return e.tpl(root, of, data)
		},
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
	return t.encode(t.together(parts))
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

// What the tracer prints and compares was bounded when it was rendered plainly.
func (t *tracer) prints(*parse.PipeNode) {}

func (t *tracer) compared(*parse.CommandNode, bool) {}
