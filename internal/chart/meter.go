package chart

import (
	"slices"
	"strconv"
	"text/template/parse"

	"github.com/jvmlint/jvmlint/internal/lists"
)

// The functions by which templates count what they take. No template calls some of these names.
const (
	tick  = "jvmlintTick"
	enter = "jvmlintEnter"
	leave = "jvmlintLeave"
	meter = "jvmlintMeter"
)

// measured makes a template count: what it takes is added up when it begins, and what a loop takes in each round.
func (e *engine) measured(root *parse.ListNode) {
	nodes, nesting := e.measuredList(root)
	e.Spend(nodes*perNode, "templates")
	root.Nodes = append([]parse.Node{counting(enter, nodes, nesting)}, append(root.Nodes, counting(leave, nesting))...)
}

// measuredList counts nodes, and how deep they stand within each other.
func (e *engine) measuredList(l *parse.ListNode) (nodes, nesting int) {
	if l == nil {
		return 0, 0
	}
	add := func(n, deep int) { nodes, nesting = nodes+n, max(nesting, deep) }
	branch := func(b *parse.BranchNode) {
		add(e.measuredPipe(b.Pipe))
		add(e.measuredList(b.List))
		add(e.measuredList(b.ElseList))
	}
	for _, n := range l.Nodes {
		nodes++
		switch n := n.(type) {
		case *parse.ActionNode:
			add(e.measuredPipe(n.Pipe))
			if len(n.Pipe.Decl) == 0 {
				e.prints(n.Pipe)
			}
		case *parse.TemplateNode:
			add(e.measuredPipe(n.Pipe))
		case *parse.IfNode:
			branch(&n.BranchNode)
		case *parse.WithNode:
			branch(&n.BranchNode)
		case *parse.RangeNode:
			add(e.measuredPipe(n.Pipe))
			round, deep := e.measuredList(n.List)
			add(1, deep)
			n.List.Nodes = append([]parse.Node{counting(tick, 1+round)}, n.List.Nodes...)
			add(e.measuredList(n.ElseList))
		}
	}
	return nodes, nesting + 1
}

func (e *engine) measuredPipe(p *parse.PipeNode) (nodes, nesting int) {
	if p == nil {
		return 0, 0
	}
	for at, c := range p.Cmds {
		nodes++
		for i, a := range c.Args {
			n, deep := e.measuredArgument(a)
			nodes, nesting = nodes+1+n, max(nesting, deep)
			c.Args[i] = metered(a)
		}
		e.compared(c, at > 0)
	}
	return nodes, nesting + 1
}

func (e *engine) measuredArgument(n parse.Node) (nodes, nesting int) {
	switch n := n.(type) {
	case *parse.PipeNode:
		return e.measuredPipe(n)
	case *parse.ChainNode:
		nodes, nesting = e.measuredArgument(n.Node)
		return nodes + len(n.Field), nesting
	case *parse.FieldNode:
		return len(n.Ident), 0
	case *parse.VariableNode:
		return len(n.Ident), 0
	}
	return 0, 0
}

// counting is an action that calls a function of ours.
func counting(name string, numbers ...int) parse.Node {
	c := call(name)
	c.Args = append(c.Args, lists.Of(numbers, number)...)
	return &parse.ActionNode{NodeType: parse.NodeAction, Pipe: &parse.PipeNode{NodeType: parse.NodePipe, Cmds: []*parse.CommandNode{c}}}
}

func number(n int) parse.Node {
	return &parse.NumberNode{NodeType: parse.NodeNumber, IsInt: true, Int64: int64(n), Text: strconv.Itoa(n)}
}

// methods are those of what templates see that take more than a function of the template engine.
var methods = map[string]bool{
	"Get": true, "GetBytes": true, "Glob": true, "Lines": true, "AsConfig": true, "AsSecrets": true,
}

// metered has what a method may be called of pass the meter: .Files.Get becomes (jvmlintMeter .Files).Get.
func metered(n parse.Node) parse.Node {
	behind := func(of parse.Node, names []string) parse.Node {
		return &parse.ChainNode{NodeType: parse.NodeChain, Pos: n.Position(), Node: passing(meter, of), Field: names}
	}
	switch n := n.(type) {
	case *parse.FieldNode:
		if i := method(n.Ident); i > 0 {
			return behind(&parse.FieldNode{NodeType: parse.NodeField, Pos: n.Pos, Ident: n.Ident[:i]}, n.Ident[i:])
		} else if i == 0 {
			return behind(&parse.DotNode{NodeType: parse.NodeDot, Pos: n.Pos}, n.Ident)
		}
	case *parse.VariableNode:
		if i := method(n.Ident); i > 0 {
			return behind(&parse.VariableNode{NodeType: parse.NodeVariable, Pos: n.Pos, Ident: n.Ident[:i]}, n.Ident[i:])
		}
	case *parse.ChainNode:
		if i := method(n.Field); i > 0 {
			return behind(&parse.ChainNode{NodeType: parse.NodeChain, Pos: n.Pos, Node: n.Node, Field: n.Field[:i]}, n.Field[i:])
		} else if i == 0 {
			return behind(n.Node, n.Field)
		}
	}
	return n
}

// method is where the first of names is that of a method; -1: none is.
func method(names []string) int {
	return slices.IndexFunc(names, func(name string) bool { return methods[name] })
}

func passing(name string, n parse.Node) *parse.PipeNode {
	c := call(name)
	c.Args = append(c.Args, n)
	return &parse.PipeNode{NodeType: parse.NodePipe, Pos: n.Position(), Cmds: []*parse.CommandNode{c}}
}
