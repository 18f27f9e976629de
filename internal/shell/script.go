// Package shell takes apart what a shell runs. Every piece of it knows where it stands in the files.
package shell

import (
	"cmp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Script is a text that a shell runs.
type Script struct {
	Commands []Command   // simple ones, in their order, wherever they stand
	Expands  []Expansion // places where variables are put in
	Compound bool        // there are branches, loops, functions, here documents, arrays or quoted declarations
	Declares []string    // its functions
}

// Command is a simple command: variables that are set, and words.
type Command struct {
	Assigned []Assignment
	Words    []Word
	Loose    []Word // of a declaration: what sets no variable
	Exports  bool   // programs that are started later get the variables
	Branch   bool   // it runs in some cases, or several times
	Inner    bool   // its output becomes a part of another command
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

// Parse reads a script. It reports false where no shell would run it, and where it is too long, or is nested too
// deeply. Of a program with a fault a shell runs what stands before that.
func Parse(text source.Text) (*Script, bool) {
	read := func() any { return readerOf(text) }
	file := cmp.Or(text.Span().File, &source.File{})
	r := file.Last(text, read).(*reader)
	return r.script, r.script != nil && !r.tooDeep
}

func readerOf(text source.Text) *reader {
	file, text, ok := Syntax(text)
	if !ok {
		return &reader{}
	}
	r := &reader{text: text, script: &Script{}}
	r.read(file, place{})
	return r
}

type reader struct {
	text    source.Text
	script  *Script
	depth   int
	tooDeep bool
}

type place struct {
	branch, inner bool
	variable      string // that gets the text
}

// read gathers what is below a node.
func (r *reader) read(n syntax.Node, at place) {
	within := func(other place) bool { // the same node comes again, elsewhere
		if other != at {
			r.read(n, other)
		}
		return other == at
	}
	branch := at
	branch.branch = true
	r.walk(n, func(below syntax.Node) bool {
		n = below
		switch c := below.(type) {
		case *syntax.CallExpr:
			assigned := append(r.assignments(c.Assigns), r.defaults(c.Args)...)
			r.add(Command{Assigned: assigned, Words: lists.Of(c.Args, r.word)}, at)
		case *syntax.DeclClause:
			var loose []Word
			for _, a := range c.Args {
				if a.Name == nil && a.Value != nil {
					loose = append(loose, r.word(a.Value))
				}
			}
			r.add(Command{Assigned: r.assignments(c.Args), Exports: exports(c), Loose: loose}, at)
		case *syntax.BinaryCmd:
			r.read(c.X, at)
			if c.Op == syntax.AndStmt || c.Op == syntax.OrStmt {
				r.read(c.Y, branch)
			} else {
				r.read(c.Y, at)
			}
			return false
		case *syntax.FuncDecl:
			r.script.Compound = true
			if c.Name != nil { // the parser lets it be
				r.script.Declares = append(r.script.Declares, c.Name.Value)
			}
		case *syntax.IfClause:
			r.script.Compound = true
			for e := c; e != nil; e = e.Else {
				r.readAll(e.Cond, at)
				r.readAll(e.Then, branch)
			}
			return false
		case *syntax.CaseClause:
			r.script.Compound = true
			r.read(c.Word, at)
			for _, item := range c.Items {
				r.readAll(item.Stmts, branch)
			}
			return false
		case *syntax.WhileClause, *syntax.ForClause:
			r.script.Compound = true
			return within(branch)
		case *syntax.WordIter:
			return within(at.setting(c.Name.Value))
		case *syntax.CmdSubst, *syntax.ProcSubst:
			inner := at
			inner.inner = true
			return within(inner)
		case *syntax.Assign:
			if c.Name != nil && !c.Naked {
				r.script.Expands = append(r.script.Expands, Expansion{Variable: c.Name.Value})
				return within(at.setting(c.Name.Value))
			}
		case *syntax.Redirect:
			r.script.Compound = r.script.Compound || c.Hdoc != nil
		case *syntax.Word:
			r.script.Expands = append(r.script.Expands, Expansion{at.variable, r.slice(c).String()})
		}
		return true
	})
}

func (p place) setting(variable string) place {
	p.variable = variable
	return p
}

func (r *reader) readAll(all []*syntax.Stmt, at place) {
	for _, s := range all {
		r.read(s, at)
	}
}

func (r *reader) add(c Command, at place) {
	c.Branch, c.Inner = at.branch, at.inner
	r.script.Commands = append(r.script.Commands, c)
}

// exports reports whether programs get what a declaration sets.
func exports(d *syntax.DeclClause) bool {
	return d.Variant.Value == "export" || slices.ContainsFunc(d.Args, func(a *syntax.Assign) bool {
		return a.Name == nil && strings.HasPrefix(a.Value.Lit(), "-") && strings.Contains(a.Value.Lit(), "x")
	})
}

func (r *reader) assignments(all []*syntax.Assign) []Assignment {
	read := slices.Grow([]Assignment(nil), len(all))
	for _, a := range all {
		if a.Name == nil { // an option, or what a variable names
			continue
		}
		set := Assignment{Name: r.slice(a.Name), Adds: a.Append, Set: !a.Naked}
		if at := int(a.Name.Pos().Offset()) + 1; r.text.String()[at-1] == '"' || r.text.String()[at-1] == '\'' { // quotedSetting
			set.Name, r.script.Compound = r.text.Slice(at, at+set.Name.Len()), true
		}
		switch {
		case a.Value != nil:
			set.Value = r.word(a.Value)
		case a.Array != nil:
			r.script.Compound = true
			for _, e := range a.Array.Elems {
				if e.Value != nil {
					set.Value.elements = append(set.Value.elements, r.word(e.Value))
				}
			}
			set.Value.Text = r.slice(a.Array)
		default:
			end := int(a.End().Offset())
			set.Value.Text = r.text.Slice(end, end)
		}
		read = append(read, set)
	}
	return read
}

func (r *reader) word(w *syntax.Word) Word {
	return Word{Text: r.slice(w), script: r.text, start: int(w.Pos().Offset()), parts: w.Parts}
}

func (r *reader) slice(n syntax.Node) source.Text {
	return r.text.Slice(int(n.Pos().Offset()), int(n.End().Offset()))
}

// defaults are the variables that the words of a command set where they hold nothing: ${NAME:=value}.
func (r *reader) defaults(words []*syntax.Word) []Assignment {
	some := lists.Where(words, func(w *syntax.Word) bool { return strings.Contains(r.slice(w).String(), "=") })
	return lists.Flat(some, func(w *syntax.Word) []Assignment { return lists.Flat(w.Parts, r.defaultsIn) })
}

func (r *reader) defaultsIn(part syntax.WordPart) []Assignment {
	switch p := part.(type) {
	case *syntax.DblQuoted:
		return lists.Flat(p.Parts, r.defaultsIn)
	case *syntax.ParamExp:
		if isPlain(p) && p.Exp != nil && p.Exp.Word != nil && (p.Exp.Op == syntax.AssignUnset || p.Exp.Op == syntax.AssignUnsetOrNull) {
			return []Assignment{{Name: r.slice(p.Param), Value: r.word(p.Exp.Word), Set: true}}
		}
	}
	return nil
}
