// Package shell takes apart what a shell runs. Every piece of it knows where it
// stands in the files.
package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Script is a text that a shell runs.
type Script struct {
	Commands []Command     // simple ones, in their order, wherever they stand
	Expands  []Expansion   // places where variables are put in
	Compound bool          // there are branches, loops, functions or here documents
	Declares []string      // its functions
	Here     []source.Text // its here documents
}

// Command is a simple command: variables that are set, and words.
type Command struct {
	Assigned []Assignment
	Words    []Word
	Exports  bool // programs that are started later get the variables
	Branch   bool // it runs in some cases, or several times
	Inner    bool // its output becomes a part of another command
}

// Assignment sets a variable. An export of what it holds has no value.
type Assignment struct {
	Name  source.Text
	Value Word
	Adds  bool // to what the variable held before
	Set   bool
}

// Expansion is text in which a shell puts variables in.
type Expansion struct {
	Variable string // that gets the text; empty: a command does
	Text     string
}

// longest bounds a script, in bytes: one may stand deep in itself.
const longest = 1 << 20

// Parse reads a script. It reports false where no shell would run it.
func Parse(text source.Text) (*Script, bool) {
	if text.Len() > longest {
		return nil, false
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text.String()), "")
	if err != nil {
		return nil, false
	}
	r := &reader{text: text, script: &Script{}}
	r.statements(file.Stmts, place{})
	return r.script, true
}

// reader gathers the commands of a script.
type reader struct {
	text   source.Text
	script *Script
}

// place is what a command stands in.
type place struct{ branch, inner bool }

func (p place) inBranch() place { p.branch = true; return p }

func (r *reader) statements(all []*syntax.Stmt, at place) {
	for _, s := range all {
		r.statement(s, at)
	}
}

func (r *reader) statement(s *syntax.Stmt, at place) {
	for _, redirect := range s.Redirs {
		r.expands("", redirect.Word, at)
		if redirect.Hdoc != nil {
			r.script.Compound = true
			r.script.Here = append(r.script.Here, r.slice(redirect.Hdoc))
			r.expands("", redirect.Hdoc, at)
		}
	}
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		r.add(Command{Assigned: r.assignments(c.Assigns, at), Words: r.words(c.Args, at)}, at)
	case *syntax.DeclClause:
		r.declaration(c, at)
	case *syntax.BinaryCmd:
		r.statement(c.X, at)
		if c.Op == syntax.OrStmt || c.Op == syntax.AndStmt && isTest(c.X) {
			at = at.inBranch()
		}
		r.statement(c.Y, at)
	case *syntax.Block:
		r.statements(c.Stmts, at)
	case *syntax.Subshell:
		r.statements(c.Stmts, at)
	case *syntax.TimeClause:
		if c.Stmt != nil {
			r.statement(c.Stmt, at)
		}
	case *syntax.FuncDecl:
		r.script.Compound = true
		if c.Name != nil { // the parser lets it be
			r.script.Declares = append(r.script.Declares, c.Name.Value)
		}
		r.statement(c.Body, at)
	case *syntax.IfClause:
		r.script.Compound = true
		r.statements(c.Cond, at)
		for ; c != nil; c = c.Else {
			r.statements(c.Then, at.inBranch())
			if c.Else != nil {
				r.statements(c.Else.Cond, at.inBranch())
			}
		}
	case *syntax.WhileClause:
		r.script.Compound = true
		r.statements(c.Cond, at.inBranch())
		r.statements(c.Do, at.inBranch())
	case *syntax.ForClause:
		r.script.Compound = true
		if each, ok := c.Loop.(*syntax.WordIter); ok {
			r.script.Expands = append(r.script.Expands, Expansion{Variable: each.Name.Value})
			for _, w := range each.Items {
				r.expands(each.Name.Value, w, at)
			}
		}
		r.statements(c.Do, at.inBranch())
	case *syntax.CaseClause:
		r.script.Compound = true
		r.expands("", c.Word, at)
		for _, i := range c.Items {
			r.statements(i.Stmts, at.inBranch())
		}
	case nil:
	default: // tests and arithmetic
		r.nested(c, at)
	}
}

func (r *reader) add(c Command, at place) {
	c.Branch, c.Inner = at.branch, at.inner
	r.script.Commands = append(r.script.Commands, c)
}

// declaration reads export, and others that set variables.
func (r *reader) declaration(d *syntax.DeclClause, at place) {
	var named []*syntax.Assign
	exports := d.Variant.Value == "export"
	for _, a := range d.Args {
		if a.Name != nil {
			named = append(named, a)
			continue
		}
		option := r.slice(a.Value).String()
		exports = exports || strings.HasPrefix(option, "-") && strings.Contains(option, "x")
		r.expands("", a.Value, at)
	}
	r.add(Command{Assigned: r.assignments(named, at), Exports: exports}, at)
}

func (r *reader) assignments(all []*syntax.Assign, at place) []Assignment {
	var read []Assignment
	for _, a := range all {
		set := Assignment{Name: r.text.Slice(int(a.Name.Pos().Offset()), int(a.Name.End().Offset())), Adds: a.Append, Set: !a.Naked}
		switch {
		case a.Value != nil:
			set.Value = r.word(a.Value)
			r.expands(a.Name.Value, a.Value, at)
		case a.Array != nil:
			for _, e := range a.Array.Elems {
				if e.Value != nil {
					set.Value.elements = append(set.Value.elements, r.word(e.Value))
					r.expands(a.Name.Value, e.Value, at)
				}
			}
			set.Value.Text = r.slice(a.Array)
		default:
			end := int(a.End().Offset())
			set.Value.Text = r.text.Slice(end, end)
			if set.Set {
				r.script.Expands = append(r.script.Expands, Expansion{Variable: a.Name.Value})
			}
		}
		read = append(read, set)
	}
	return read
}

func (r *reader) words(all []*syntax.Word, at place) []Word {
	words := make([]Word, len(all))
	for i, w := range all {
		words[i] = r.word(w)
		r.expands("", w, at)
	}
	return words
}

func (r *reader) word(w *syntax.Word) Word {
	return Word{Text: r.slice(w), Start: int(w.Pos().Offset()), End: int(w.End().Offset()), script: r.text, parts: w.Parts}
}

func (r *reader) slice(n syntax.Node) source.Text {
	return r.text.Slice(int(n.Pos().Offset()), int(n.End().Offset()))
}

// expands notes a word, which may have the output of commands in it.
func (r *reader) expands(variable string, w *syntax.Word, at place) {
	if w == nil || len(w.Parts) == 0 {
		return
	}
	r.script.Expands = append(r.script.Expands, Expansion{variable, r.slice(w).String()})
	if len(w.Parts) > 1 || !isLiteral(w.Parts[0]) {
		r.nested(w, at)
	}
}

// nested reads the commands whose output becomes a part of a word or a test.
func (r *reader) nested(n syntax.Node, at place) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch inner := n.(type) {
		case *syntax.CmdSubst:
			at.inner = true
			r.statements(inner.Stmts, at)
			return false
		case *syntax.ProcSubst:
			r.statements(inner.Stmts, place{at.branch, true})
			return false
		case *syntax.TestClause, *syntax.ArithmCmd, *syntax.LetClause:
			r.script.Expands = append(r.script.Expands, Expansion{Text: r.slice(n).String()})
		}
		return true
	})
}

func isLiteral(p syntax.WordPart) bool {
	switch p.(type) {
	case *syntax.Lit, *syntax.SglQuoted:
		return true
	}
	return false
}

// isTest reports whether a statement only asks something.
func isTest(s *syntax.Stmt) bool {
	switch c := s.Cmd.(type) {
	case *syntax.TestClause, *syntax.ArithmCmd:
		return true
	case *syntax.CallExpr:
		return len(c.Args) > 0 && slices.Contains([]string{"[", "test"}, c.Args[0].Lit())
	case *syntax.BinaryCmd:
		return isTest(c.Y)
	}
	return s.Negated
}
