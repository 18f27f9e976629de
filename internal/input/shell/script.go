// Package shell takes apart what a shell runs. Every piece of it knows where it
// stands in the files.
package shell

import (
	"errors"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Script is a text that a shell runs.
type Script struct {
	Commands []Command   // simple ones, in their order, wherever they stand
	Expands  []Expansion // places where variables are put in
	Compound bool        // there are branches, loops, functions, here documents, arrays or quoted declarations
	Declares []string    // its functions
	Here     []HereDocument
}

// Command is a simple command: variables that are set, and words.
type Command struct {
	Assigned []Assignment
	Words    []Word
	Exports  bool // programs that are started later get the variables
	Branch   bool // it runs in some cases, or several times
	Inner    bool // its output becomes a part of another command
	Beside   bool // the script goes on while it runs
	Releases Releases
	Arm      *Arm // the innermost branch that it stands in; nil where it stands in none
}

// Assignment sets a variable. An export of what it holds has no value.
type Assignment struct {
	Name  source.Text
	Value Word
	Adds  bool // to what the variable held before
	Set   bool

	IfEmpty bool // it is set only where it holds nothing: ${NAME:=value}
}

// Expansion is text in which a shell puts variables in.
type Expansion struct {
	Variable string // that gets the text; empty: a command does
	Text     string
}

// longest bounds a script, in bytes.
const longest = 1 << 20

// Parse reads a script. It reports false where no shell would run it, and where
// it is too long, or is nested too deeply. Of a program with a fault a shell runs what stands
// before that.
func Parse(text source.Text) (*Script, bool) {
	if text.Len() > longest {
		return nil, false
	}
	file, err := parsed(text)
	for tries := 0; err != nil && tries < mostFaults && strings.HasPrefix(text.String(), "#!"); tries++ {
		var fault syntax.ParseError
		if !errors.As(err, &fault) {
			return nil, false
		}
		at := min(int(fault.Pos.Offset()), text.Len())
		text = text.Slice(0, strings.LastIndexByte(text.String()[:at], '\n')+1)
		if file, err = parsed(text); err == nil && len(file.Stmts) == 0 {
			return nil, false
		}
	}
	if err != nil {
		return nil, false
	}
	r := &reader{text: text, script: &Script{}, asked: map[*syntax.Stmt]condition{}, versions: map[string]bool{}, set: map[string]bool{}, functions: map[string]*function{}, feeds: map[*syntax.Redirect]fed{}}
	r.walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.DeclClause:
			r.nameQuoted(n)
		case *syntax.Assign:
			r.learn(n)
		case *syntax.FuncDecl:
			r.declare(n)
		}
		return true
	})
	r.read(file, place{releases: everyRelease})
	r.readUncalled()
	return r.script, !r.tooDeep
}

// Fault is what of a script cannot be read, and why; empty: all of it can.
func Fault(text source.Text) (rest source.Text, why string) {
	_, err := parsed(text)
	var fault syntax.ParseError
	if !errors.As(err, &fault) {
		return source.Text{}, ""
	}
	return text.Slice(min(int(fault.Pos.Offset()), text.Len()), text.Len()), fault.Text
}

// mostFaults is how often a script is cut before a fault: what is left may lack its end.
const mostFaults = 3

func parsed(text source.Text) (*syntax.File, error) {
	file, err := parseText(text.String())
	if err != nil {
		if other, some := withoutSubshells(text.String()); some {
			return parseText(other)
		}
	}
	return file, err
}

func parseText(script string) (*syntax.File, error) {
	return syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(shallow{strings.NewReader(withNames(script))}, "")
}

// withoutSubshells blanks substitutions that begin with a subshell, $((a; b) | c): shells read
// them, and the parser takes them for arithmetic.
func withoutSubshells(script string) (other string, some bool) {
	out := []byte(script)
	for at, tried := 0, 0; tried < mostSubshells; tried++ {
		i := strings.Index(script[at:], "$((")
		if i < 0 {
			return string(out), some
		}
		start := at + i
		inner, end := closing(script, start+2), closing(script, start+1)
		if at = start + 3; inner < 0 || end < 0 || inner+1 == end {
			continue // arithmetic, or never closed
		}
		for j := start + 2; j < end; j++ {
			if out[j] != '\n' {
				out[j] = ' '
			}
		}
		out[start+2], at, some = ':', end, true
	}
	return string(out), some
}

// mostSubshells bounds how many are looked at: each may reach to the end.
const mostSubshells = 50

// closing is where a parenthesis is closed; -1: nowhere.
func closing(s string, open int) int {
	depth := 0
	for i := open; i < len(s); i++ {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// property is ${project.version}, which Maven fills in: it is no name to a shell.
var property = lazyregexp.New(`\$\{[A-Za-z_]\w*(?:[.-]\w+)*\.\w+(?:[.-]\w+)*\}`)

// withNames has variables in place of properties, as long as they: their values are as
// unknown.
func withNames(script string) string {
	if !strings.Contains(script, "${") {
		return script
	}
	return property.ReplaceAllStringFunc(script, func(p string) string { return strings.NewReplacer(".", "_", "-", "_").Replace(p) })
}

// reader gathers the commands of a script.
type reader struct {
	text    source.Text
	script  *Script
	depth   int
	tooDeep bool

	asked     map[*syntax.Stmt]condition
	versions  map[string]bool // variables that hold the release of a JDK; true: without its dots
	set       map[string]bool // variables that the script sets
	functions map[string]*function
	declared  []*function // in their order
	choices   int         // statements that choose what runs
	feeds     map[*syntax.Redirect]fed
}

// place is where a command stands.
type place struct {
	branch, inner, beside bool
	variable              string // that gets the text
	releases              Releases
	arm                   *Arm
}

// read gathers what is below a node.
func (r *reader) read(n syntax.Node, at place) {
	within := func(other place) bool { // the same node comes again, elsewhere
		if other != at {
			r.read(n, other)
		}
		return other == at
	}
	r.walk(n, func(below syntax.Node) bool {
		n = below
		switch c := below.(type) {
		case *syntax.Stmt:
			r.feed(c)
			background := at
			background.beside = at.beside || c.Background
			return within(background)
		case *syntax.CallExpr:
			r.reads(c)
			r.add(Command{Assigned: append(r.assignments(c.Assigns), r.defaults(c.Args)...), Words: r.words(c.Args)}, at)
			r.callOf(c, at)
		case *syntax.DeclClause:
			r.add(Command{Assigned: r.assignments(c.Args), Exports: exports(c)}, at)
		case *syntax.BinaryCmd:
			r.joined(c, at)
			return false
		case *syntax.FuncDecl:
			r.script.Compound = true
			if c.Name != nil { // the parser lets it be
				r.script.Declares = append(r.script.Declares, c.Name.Value)
				return r.function(c.Name.Value) == nil // else it is read where it is called
			}
		case *syntax.IfClause:
			r.branches(c, at)
			return false
		case *syntax.CaseClause:
			r.cases(c, at)
			return false
		case *syntax.WhileClause:
			body := r.loop(at)
			r.readAll(c.Cond, body)
			r.readAll(c.Do, body)
			return false
		case *syntax.ForClause:
			body := r.loop(at)
			r.read(c.Loop, body)
			r.readAll(c.Do, body)
			return false
		case *syntax.WordIter:
			r.set[c.Name.Value] = true
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
			if c.Hdoc != nil {
				r.script.Compound = true
				r.script.Here = append(r.script.Here, HereDocument{Text: r.hereDocument(c), Releases: at.releases, Command: r.feeds[c].words, To: r.feeds[c].to, Quoted: c.Word != nil && strings.ContainsAny(r.slice(c.Word).String(), `'"\\`)})
			}
		case *syntax.Word:
			r.script.Expands = append(r.script.Expands, Expansion{at.variable, r.slice(c).String()})
		}
		return true
	})
}

// reads notes the variables that a command sets: those that read is given.
func (r *reader) reads(c *syntax.CallExpr) {
	if len(c.Args) > 1 && slices.Contains([]string{"read", "mapfile", "getopts"}, c.Args[0].Lit()) {
		for _, w := range c.Args[1:] {
			r.set[w.Lit()] = true
		}
	}
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
	c.Branch, c.Inner, c.Beside, c.Releases, c.Arm = at.branch, at.inner, at.beside, at.releases, at.arm
	r.script.Commands = append(r.script.Commands, c)
}

// exports reports whether programs get what a declaration sets.
func exports(d *syntax.DeclClause) bool {
	return d.Variant.Value == "export" || slices.ContainsFunc(d.Args, func(a *syntax.Assign) bool {
		return a.Name == nil && strings.HasPrefix(a.Value.Lit(), "-") && strings.Contains(a.Value.Lit(), "x")
	})
}

func (r *reader) assignments(all []*syntax.Assign) []Assignment {
	var read []Assignment
	for _, a := range all {
		if a.Name == nil { // an option, or what a variable names
			continue
		}
		set := Assignment{Name: r.slice(a.Name), Adds: a.Append, Set: !a.Naked}
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

func (r *reader) words(all []*syntax.Word) []Word {
	words := make([]Word, len(all))
	for i, w := range all {
		words[i] = r.word(w)
	}
	return words
}

func (r *reader) word(w *syntax.Word) Word {
	return Word{Text: r.slice(w), script: r.text, start: int(w.Pos().Offset()), parts: w.Parts}
}

func (r *reader) slice(n syntax.Node) source.Text {
	return r.text.Slice(int(n.Pos().Offset()), int(n.End().Offset()))
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
