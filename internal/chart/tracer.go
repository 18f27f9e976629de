package chart

import (
	"fmt"
	"maps"
	"reflect"
	"strings"
	"text/template"
	"text/template/parse"

	"github.com/jvmlint/jvmlint/internal/lists"
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
		"include": func(name, data any) (string, error) {
			return t.output(e.include(root, fmt.Sprint(t.bare(name)), data))
		},
		"tpl": func(text, data any) (string, error) {
			of := t.asText(text)
			if !strings.Contains(of.String(), "{{") {
				return t.encode(of), nil
			}
			return t.output(e.tpl(root, of, data))
		},
	}
}

// output is what a template printed: a text, even where it printed nothing but true, or a number.
func (t *tracer) output(s string, err error) (string, error) {
	if k := t.only(s); k != nil && k.typed != nil {
		s = t.marked(mark{text: k.text, spelt: k.spelt, node: k.node})
	}
	return s, err
}

// here gives what an action prints: where that comes from nowhere else, it comes from the action.
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
	return t.encode(t.together(lists.Of(text.Pieces(), func(p source.Text) source.Text {
		if p.Foremost().IsZero() {
			return source.Vague(p.String(), at)
		}
		return p
	})))
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

// rewriter changes parsed templates so that what they print keeps its place: text and strings get marks, and marks
// are taken off where the template engine itself looks at a value.
type rewriter struct {
	*tracer
	text source.Text // of the template
}

func (t *tracer) rewrite(l *parse.ListNode, text source.Text) { (&rewriter{t, text}).list(l) }

func (r *rewriter) list(l *parse.ListNode) {
	if l == nil {
		return
	}
	for _, n := range l.Nodes {
		switch n := n.(type) {
		case *parse.TextNode:
			n.Text = []byte(r.encode(r.slice(int(n.Pos), string(n.Text))))
		case *parse.ActionNode:
			r.pipe(n.Pipe)
			if len(n.Pipe.Decl) == 0 {
				r.add(n.Pipe, "here", number(r.action(int(n.Pos))))
			}
		case *parse.TemplateNode:
			r.pipe(n.Pipe)
		case *parse.IfNode:
			r.branch(&n.BranchNode, "truth")
		case *parse.WithNode:
			r.branch(&n.BranchNode, "truth")
		case *parse.RangeNode:
			r.branch(&n.BranchNode, "bare")
			r.loop(n)
		}
	}
}

func (r *rewriter) branch(b *parse.BranchNode, look string) {
	r.pipe(b.Pipe)
	r.add(b.Pipe, look)
	r.list(b.List)
	r.list(b.ElseList)
}

// loop gives keys of mappings their places.
func (r *rewriter) loop(n *parse.RangeNode) {
	if names := n.Pipe.Decl; len(names) == 2 && names[0].Ident[0] != "$" {
		k, v := names[0].Ident[0], names[1].Ident[0]
		if k != v {
			places := snippet("{{" + k + " := 0}}{{" + v + " := 0}}{{" + k + " = key " + k + " " + v + "}}")
			n.List.Nodes = append([]parse.Node{places}, n.List.Nodes...)
		}
	}
}

// snippet parses actions, and gives the last one.
func snippet(text string) parse.Node {
	t := parse.New("")
	t.Mode = parse.SkipFuncCheck
	if _, err := t.Parse(text, "", "", map[string]*parse.Tree{}); err != nil {
		panic(err)
	}
	return t.Root.Nodes[len(t.Root.Nodes)-1]
}

// slice is the text of a template at an offset, as far as it is what the template was parsed from.
func (r *rewriter) slice(at int, want string) source.Text {
	if at >= 0 && at+len(want) <= r.text.Len() && r.text.String()[at:at+len(want)] == want {
		return r.text.Slice(at, at+len(want))
	}
	return r.vague(want, at, at)
}

func (r *rewriter) vague(value string, from, to int) source.Text {
	if from < 0 || to > r.text.Len() {
		return source.Unlocated(value, "a template")
	}
	return source.Vague(value, r.text.Slice(from, to).Foremost())
}

// action is the number of the place of an action, from its braces to the end.
func (r *rewriter) action(at int) int {
	s := r.text.String()
	at = min(max(at, 0), len(s))
	from, to := max(strings.LastIndex(s[:at], "{{"), 0), len(s)
	if i := strings.Index(s[at:], "}}"); i >= 0 {
		to = at + i + 2
	}
	r.actions = append(r.actions, r.text.Slice(from, to))
	return len(r.actions) - 1
}

func (r *rewriter) pipe(p *parse.PipeNode) {
	if p == nil {
		return
	}
	var commands []*parse.CommandNode
	for i, c := range p.Cmds {
		look := r.command(c, i > 0)
		if look != "" && i > 0 {
			commands = append(commands, call(look))
		}
		commands = append(commands, c)
	}
	p.Cmds = commands
}

// builtIn are functions of the template engine itself, which see values without their marks.
var builtIn = map[string]bool{
	"eq": true, "ne": true, "lt": true, "le": true, "gt": true, "ge": true, "len": true, "not": true,
	"index": true, "slice": true, "call": true,
}

// command rewrites one command, and tells what its last argument must pass where that comes from the command before it.
func (r *rewriter) command(c *parse.CommandNode, piped bool) string {
	look := ""
	switch first := c.Args[0].(type) {
	case *parse.IdentifierNode:
		switch {
		case first.Ident == "and" || first.Ident == "or":
			look = "truth"
		case builtIn[first.Ident] && !r.carries[first.Ident]:
			look = "bare"
		}
	case *parse.FieldNode, *parse.ChainNode, *parse.VariableNode:
		if len(c.Args) > 1 || piped { // a method
			look = "bare"
		}
	}
	for i, a := range c.Args {
		r.argument(a)
		if i > 0 && look != "" {
			c.Args[i] = through(look, a)
		}
	}
	return look
}

func (r *rewriter) argument(n parse.Node) {
	switch n := n.(type) {
	case *parse.PipeNode:
		r.pipe(n)
	case *parse.ChainNode:
		r.argument(n.Node)
	case *parse.StringNode:
		at := int(n.Pos)
		switch inner := len(n.Quoted) - 2; {
		case inner == len(n.Text):
			n.Text = r.encode(r.slice(at+1, n.Text))
		default:
			n.Text = r.encode(r.vague(n.Text, at, at+len(n.Quoted)))
		}
	}
}

// through wraps an argument in a call. Constants hold no marks.
func through(name string, n parse.Node) parse.Node {
	switch n.(type) {
	case *parse.FieldNode, *parse.VariableNode, *parse.ChainNode, *parse.PipeNode, *parse.StringNode, *parse.DotNode, *parse.IdentifierNode:
		return passing(name, n)
	}
	return n
}

func call(name string) *parse.CommandNode {
	return &parse.CommandNode{NodeType: parse.NodeCommand, Args: []parse.Node{parse.NewIdentifier(name)}}
}

// add puts one more command behind a pipeline.
func (r *rewriter) add(p *parse.PipeNode, name string, args ...parse.Node) {
	c := call(name)
	c.Args = append(c.Args, args...)
	p.Cmds = append(p.Cmds, c)
}
