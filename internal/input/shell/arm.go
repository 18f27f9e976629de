package shell

import (
	"iter"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Arm is a branch of a statement that runs one of several, or none: of an if or a
// case, the body of a loop, what stands behind && or ||.
type Arm struct {
	Statement int      // each has its own number
	Number    int      // of the branch in it
	Else      bool     // it runs where none of the others does
	Empty     string   // it runs where this variable holds nothing; empty: why it runs is not known
	Filled    string   // it runs where this variable holds something
	Releases  Releases // for which it runs
	ByRelease bool     // it runs for these and no others

	up   *Arm
	body *function // whose body this is, in place of a branch
}

// Around are the arms that something stands in, from the inner to the outer.
func (a *Arm) Around() iter.Seq[*Arm] {
	return func(yield func(*Arm) bool) {
		for ; a != nil; a = a.next() {
			if a.body == nil && !yield(a) {
				return
			}
		}
	}
}

// Apart reports whether something else stands in none of the branches of the statement.
func (a *Arm) Apart(from *Arm) bool {
	for around := range from.Around() {
		if around.Statement == a.Statement {
			return false
		}
	}
	return true
}

// next is what an arm stands in; for the body of a function that is what all of its
// calls have in common.
func (a *Arm) next() *Arm {
	if a.body != nil {
		return a.body.at
	}
	return a.up
}

// function is one that a script declares.
type function struct {
	body    *syntax.Stmt
	arm     *Arm
	at      *Arm // in which it is called, each time
	called  bool
	another bool // the name has another declaration
}

func (r *reader) declare(d *syntax.FuncDecl) {
	if d.Name == nil {
		return
	}
	if before := r.functions[d.Name.Value]; before != nil {
		before.another = true
		return
	}
	f := &function{body: d.Body}
	f.arm = &Arm{body: f}
	r.functions[d.Name.Value] = f
	r.declared = append(r.declared, f)
}

// function is the one of a name; nil where there is none, or there are several.
func (r *reader) function(name string) *function {
	if f := r.functions[name]; f != nil && !f.another {
		return f
	}
	return nil
}

// callOf reads the body of a function where it is first called.
func (r *reader) callOf(c *syntax.CallExpr, at place) {
	if len(c.Args) == 0 || at.inner {
		return
	}
	f := r.function(c.Args[0].Lit())
	switch {
	case f == nil:
	case !f.called:
		f.called, f.at = true, at.arm
		r.read(f.body, place{beside: at.beside, releases: at.releases, arm: f.arm})
	case f.at != nil:
		f.at = common(f, at.arm)
	}
}

// common is the innermost arm that a function's calls so far and one more stand
// in. A call from its own body counts for nothing.
func common(f *function, call *Arm) *Arm {
	around := map[*Arm]bool{}
	for a := call; a != nil; a = a.next() {
		if a == f.arm {
			return f.at
		}
		around[a] = true
	}
	for a := f.at; a != nil; a = a.next() {
		if around[a] {
			return a
		}
	}
	return nil
}

// readUncalled reads the functions that no command calls by name.
func (r *reader) readUncalled() {
	for _, f := range r.declared {
		if !f.called && !f.another {
			f.called = true
			r.read(f.body, place{releases: everyRelease, arm: f.arm})
		}
	}
}

// in is where the commands of a branch stand.
func (p place) in(a Arm) place {
	a.Releases, a.up = p.releases, p.arm
	around := everyRelease
	for outer := range p.arm.Around() {
		around = outer.Releases
		break
	}
	a.ByRelease = !a.Releases.open && a.Releases != around
	p.branch, p.arm = true, &a
	return p
}

// choice is the number of the next statement that chooses what runs.
func (r *reader) choice() int {
	r.choices++
	return r.choices
}

// loop is the body of one.
func (r *reader) loop(at place) place {
	r.script.Compound = true
	return at.in(Arm{Statement: r.choice()})
}

// joined gathers the commands of a pipe, or of a list in which the first says whether
// the second runs.
func (r *reader) joined(c *syntax.BinaryCmd, at place) {
	statement := r.choice()
	if test, yes, alternatives := thenElse(c); alternatives {
		r.read(test, at)
		then := at
		then.releases = at.releases.among(r.statement(test).holds)
		name, empty := r.emptyIf(test)
		r.read(yes, then.in(Arm{Statement: statement, Empty: only(name, empty), Filled: only(name, !empty)}))
		at.releases = at.releases.among(r.statement(c.X).fails)
		r.read(c.Y, at.in(Arm{Statement: statement, Number: 1, Else: true, Empty: only(name, !empty), Filled: only(name, empty)}))
		return
	}
	r.read(c.X, at)
	switch c.Op {
	case syntax.AndStmt:
		at.releases = at.releases.among(r.statement(c.X).holds)
	case syntax.OrStmt:
		at.releases = at.releases.among(r.statement(c.X).fails)
	}
	if c.Op == syntax.OrStmt || c.Op == syntax.AndStmt && isTest(c.X) {
		name, empty := r.emptyIf(c.X)
		empty = empty == (c.Op == syntax.AndStmt)
		at = at.in(Arm{Statement: statement, Empty: only(name, empty), Filled: only(name, !empty)})
	}
	r.read(c.Y, at)
}

// thenElse takes test && yes || no apart.
func thenElse(c *syntax.BinaryCmd) (test, yes *syntax.Stmt, is bool) {
	and, list := c.X.Cmd.(*syntax.BinaryCmd)
	if c.Op != syntax.OrStmt || !list || and.Op != syntax.AndStmt || c.X.Negated || !isTest(and.X) || isTest(and.Y) {
		return nil, nil, false
	}
	return and.X, and.Y, true
}

// branches gathers the commands of an if, each with the releases for which it runs.
func (r *reader) branches(c *syntax.IfClause, at place) {
	r.script.Compound = true
	statement, name, empty := r.choice(), "", false
	for n := 0; c != nil; c, n = c.Else, n+1 {
		a := Arm{Statement: statement, Number: n, Else: len(c.Cond) == 0}
		if a.Else && n == 1 { // what the first asked does not hold
			a.Empty, a.Filled = only(name, !empty), only(name, empty)
		}
		conditions := at
		if n > 0 {
			conditions = at.in(a)
		}
		r.readAll(c.Cond, conditions)
		if len(c.Cond) > 0 {
			name, empty = r.emptyIf(c.Cond[len(c.Cond)-1])
			a.Empty, a.Filled = only(name, empty), only(name, !empty)
		}
		asked, then := r.conditionOf(c.Cond), at
		then.releases, at.releases = at.releases.among(asked.holds), at.releases.among(asked.fails)
		r.readAll(c.Then, then.in(a))
	}
}

// cases gathers the commands of a case in the same way.
func (r *reader) cases(c *syntax.CaseClause, at place) {
	r.script.Compound = true
	statement := r.choice()
	r.read(c.Word, at)
	for i, releases := range r.casesOf(c) {
		a := Arm{Statement: statement, Number: i}
		for _, p := range c.Items[i].Patterns {
			r.read(p, at)
			a.Else = a.Else || p.Lit() == "*"
			if r.slice(p).Len() > 0 && r.word(p).Literal().Len() == 0 {
				a.Empty = r.variable(c.Word)
			}
		}
		chosen := at
		chosen.releases = at.releases.among(releases)
		r.readAll(c.Items[i].Stmts, chosen.in(a))
	}
}

func only(name string, where bool) string {
	if where {
		return name
	}
	return ""
}

// emptyIf reports of a test whether a variable holds nothing: whether that is so
// where it succeeds, or where it fails. The name is empty where it asks for something else.
func (r *reader) emptyIf(s *syntax.Stmt) (name string, succeeds bool) {
	switch c := s.Cmd.(type) {
	case *syntax.TestClause:
		name, succeeds = r.emptyTest(c.X)
	case *syntax.CallExpr:
		words := c.Args
		switch {
		case len(words) > 2 && words[0].Lit() == "[":
			name, succeeds = r.emptyWords(words[1 : len(words)-1])
		case len(words) > 1 && words[0].Lit() == "test":
			name, succeeds = r.emptyWords(words[1:])
		}
	}
	return name, succeeds != s.Negated
}

func (r *reader) emptyWords(words []*syntax.Word) (name string, succeeds bool) {
	switch {
	case len(words) > 1 && words[0].Lit() == "!":
		name, succeeds = r.emptyWords(words[1:])
		return name, !succeeds
	case len(words) == 1:
		return r.variable(words[0]), false
	case len(words) == 2 && words[0].Lit() == "-z":
		return r.variable(words[1]), true
	case len(words) == 2 && words[0].Lit() == "-n":
		return r.variable(words[1]), false
	case len(words) == 3:
		return r.comparedWithNothing(words[0], words[1].Lit(), words[2])
	}
	return "", false
}

func (r *reader) emptyTest(x syntax.TestExpr) (name string, succeeds bool) {
	switch x := x.(type) {
	case *syntax.ParenTest:
		return r.emptyTest(x.X)
	case *syntax.Word:
		return r.variable(x), false
	case *syntax.UnaryTest:
		w, isWord := x.X.(*syntax.Word)
		switch {
		case x.Op == syntax.TsNot:
			name, succeeds = r.emptyTest(x.X)
			return name, !succeeds
		case isWord && x.Op == syntax.TsEmpStr:
			return r.variable(w), true
		case isWord && x.Op == syntax.TsNempStr:
			return r.variable(w), false
		}
	case *syntax.BinaryTest:
		left, isWord := x.X.(*syntax.Word)
		right, isWordToo := x.Y.(*syntax.Word)
		if isWord && isWordToo {
			return r.comparedWithNothing(left, x.Op.String(), right)
		}
	}
	return "", false
}

// comparedWithNothing reads "$NAME" = "", and "x$NAME" = "x".
func (r *reader) comparedWithNothing(left *syntax.Word, operator string, right *syntax.Word) (name string, succeeds bool) {
	if operator != "=" && operator != "==" && operator != "!=" {
		return "", false
	}
	s := r.sideOf(left)
	if other := r.sideOf(right); s.several || other.expands || s.before+s.after != other.before {
		return "", false
	}
	return r.variableIn(left), operator != "!="
}

// variable is the name of the one that a word is, and nothing else.
func (r *reader) variable(w *syntax.Word) string {
	if s := r.sideOf(w); s.several || s.before+s.after != "" {
		return ""
	}
	return r.variableIn(w)
}

// variableIn is the name of the one that a word holds.
func (r *reader) variableIn(w *syntax.Word) string {
	name := ""
	syntax.Walk(w, func(n syntax.Node) bool {
		switch p := n.(type) {
		case *syntax.ParamExp:
			if p.Param != nil && !p.Excl && !p.Length && syntax.ValidName(p.Param.Value) {
				name = p.Param.Value
			}
			return false
		case *syntax.CmdSubst, *syntax.ProcSubst, *syntax.ArithmExp:
			return false
		}
		return true
	})
	return name
}

// defaults are the variables that the words of a command set where they hold
// nothing: ${NAME:=value}.
func (r *reader) defaults(words []*syntax.Word) []Assignment {
	var all []Assignment
	for _, w := range words {
		if !strings.Contains(r.slice(w).String(), "=") {
			continue
		}
		for _, part := range w.Parts {
			all = append(all, r.defaultsIn(part)...)
		}
	}
	return all
}

func (r *reader) defaultsIn(part syntax.WordPart) []Assignment {
	switch p := part.(type) {
	case *syntax.DblQuoted:
		var all []Assignment
		for _, inner := range p.Parts {
			all = append(all, r.defaultsIn(inner)...)
		}
		return all
	case *syntax.ParamExp:
		if isPlain(p) && p.Exp != nil && p.Exp.Word != nil && (p.Exp.Op == syntax.AssignUnset || p.Exp.Op == syntax.AssignUnsetOrNull) {
			return []Assignment{{Name: r.slice(p.Param), Value: r.word(p.Exp.Word), Set: true, IfEmpty: true}}
		}
	}
	return nil
}
