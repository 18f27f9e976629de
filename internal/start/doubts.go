package start

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/interp"
	"mvdan.cc/sh/v3/syntax"

	"github.com/jvmlint/jvmlint/internal/lists"
)

// A variable is in doubt where another run of the script may leave something else in it: it is set in a branch of which
// nobody knows whether it runs, by a script that is not here, or to what is in doubt itself. What such a variable
// decides is not known, whatever it holds in this run.

// anything is a name for what no run can tell, and given one for arguments: those of an image are known, but whoever
// starts it may give it others.
const anything, given = ".", "%"

// setting are commands that set the variables among their words.
var setting = strings.Fields("read mapfile readarray getopts printf unset")

// reading are commands that run a text, which may set each variable.
var reading = []string{".", "source", "eval"}

// doubt notes that these may have been set otherwise: variables, and functions with all that they set.
func (r *run) doubt(names ...string) {
	noted := map[string]bool{}
	for todo := slices.Clone(names); len(todo) > 0; {
		name := todo[0]
		todo = todo[1:]
		if r.spent++; slices.Contains(reading, name) {
			r.unread, r.sure = true, map[string]bool{}
			continue
		}
		if r.doubts[name] = true; !noted[name] {
			noted[name] = true
			todo = append(todo, r.functions[name]...)
		}
	}
}

// doubtful reports whether one of these is in doubt.
func (r *run) doubtful(ctx context.Context, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		if name == given || strings.HasSuffix(name, ofFunction) {
			return r.doubts[name]
		}
		if r.inDoubt(name) {
			return true
		}
		v := interp.HandlerCtx(ctx).Env.Get(name)
		if !v.IsSet() {
			return !r.script.isUnset(name)
		}
		return r.marks.hasGap(v.Str) || slices.ContainsFunc(v.List, r.marks.hasGap)
	})
}

// areGiven reports whether one of these holds what is given.
func (r *run) areGiven(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return name == given || r.given[name] })
}

func (r *run) inDoubt(name string) bool {
	return name == anything || r.doubts[name] || r.unread && !r.sure[name]
}

// isSet hears that a variable is about to be set, and from which others; NAME+ keeps the doubt that it is in.
func (r *run) isSet(ctx context.Context, name string, from []string) {
	name, keeps := strings.CutSuffix(name, "+")
	r.given[name] = r.areGiven(from) || keeps && r.given[name]
	switch {
	case r.doubtful(ctx, from):
		r.doubt(name)
	case !keeps || !r.inDoubt(name):
		if r.doubts[name] {
			r.cleared++
		}
		delete(r.doubts, name)
		r.sure[name] = true
	}
}

// isAsked hears that something is tested. What it decides is in doubt with it.
func (r *run) isAsked(number int, doubt bool) {
	c := &r.calls[number]
	if c.ran, c.doubt = true, c.doubt || doubt; !c.doubt {
		return
	}
	for _, sets := range c.sets {
		if len(sets) > 0 && r.told[&sets[0]] != r.cleared+1 { // else they are in doubt already
			r.told[&sets[0]] = r.cleared + 1
			r.doubt(sets...)
		}
	}
}

// ordinary are variables that each container sets, to what nobody here knows.
func (r *run) ordinary() map[string]bool {
	doubts := map[string]bool{"PWD": true, "OLDPWD": true}
	for _, v := range strings.Fields(ordinary) {
		name, _, _ := strings.Cut(v, "=")
		doubts[name] = true
	}
	for _, name := range r.script.Names {
		delete(doubts, name)
	}
	return doubts
}

// use is how a part of a script uses what it expands.
type use int

const (
	shown    use = iota // a command gets it with its marks, which tell what is not known
	kept                // a variable holds it
	matched             // with patterns
	unmarked            // by [[ ]], (( )) or let, of which an interpreter knows less than a shell
)

// used are the variables that some parts of a script are made of, and anything where they are made of more.
func (i *instrument) used(as use, parts ...syntax.Node) (names []string) {
	arithmetic := func(x syntax.ArithmExpr) { // names alone are variables there
		names = append(names, i.used(as, x)...)
		syntax.Walk(x, func(n syntax.Node) bool {
			if w, is := n.(*syntax.Word); is && syntax.ValidName(w.Lit()) {
				names = append(names, w.Lit())
			}
			return true
		})
	}
	for _, p := range parts {
		syntax.Walk(p, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.ArithmExp:
				arithmetic(n.X)
				return false
			case *syntax.ArithmCmd:
				arithmetic(n.X)
				return false
			case *syntax.LetClause:
				for _, x := range n.Exprs {
					arithmetic(x)
				}
				return false
			case *syntax.ParamExp:
				if name := i.asks(n, as); name != "" {
					names = append(names, name)
				}
			case *syntax.CmdSubst:
				names = append(names, i.computes(n, as)...)
			case *syntax.ProcSubst, *syntax.ExtGlob:
				names = append(names, anything)
			case *syntax.UnaryTest:
				if !slices.Contains([]syntax.UnTestOperator{syntax.TsEmpStr, syntax.TsNempStr, syntax.TsNot}, n.Op) {
					names = append(names, anything) // it asks for files
				}
			case *syntax.BinaryTest:
				known := []syntax.BinTestOperator{syntax.TsMatchShort, syntax.TsMatch, syntax.TsNoMatch, syntax.AndTest, syntax.OrTest}
				if !slices.Contains(known, n.Op) {
					names = append(names, anything)
				}
			}
			return true
		})
	}
	return names
}

// computes are what a substitution prints beside what it computes of its words: nothing, anything, or what is given, as
// the release of java is. Where marks are seen, they tell of files.
func (i *instrument) computes(c *syntax.CmdSubst, as use) (names []string) {
	computes := true
	syntax.Walk(c, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CallExpr:
			words := append(lists.Of(n.Args, (*syntax.Word).Lit), "")
			_, own := i.run.functions[words[0]]
			release := len(words) > 1 && IsJava(words[0]) && asksRelease.MatchString(words[len(words)-2])
			if release {
				names = []string{given}
			}
			marked := as <= kept && (release || slices.Contains(reporting, words[0]))
			computes = computes && !own && (marked || slices.Contains(computing, words[0]))
		case *syntax.Redirect:
			computes = computes && (as <= kept || n.Op == syntax.RdrOut || n.Op == syntax.DplOut)
		case *syntax.BinaryCmd:
			computes = computes && n.Op == syntax.Pipe
		case *syntax.CmdSubst, *syntax.Stmt, nil:
		case syntax.Command:
			computes = false
		}
		return computes
	})
	if !computes {
		names = []string{anything}
	}
	return names
}

// computing are programs that read no file, and reporting those that may, or that get paths.
var (
	computing = strings.Fields("uname echo printf tr expr")
	reporting = strings.Fields("basename dirname sed cut head tail sort uniq cat grep egrep fgrep awk gawk mawk")
)

// asks is the variable of an expansion; empty: it is known.
func (i *instrument) asks(p *syntax.ParamExp, as use) string {
	plain := append([]syntax.ParExpOperator{syntax.AlternateUnset, syntax.AlternateUnsetOrNull}, defaults...)
	operator := p.Exp != nil && !slices.Contains(plain, p.Exp.Op)
	switch {
	case p.Excl || p.Names != 0 || p.Param == nil:
		return anything
	case as == unmarked && (p.Length || p.Index != nil || p.Slice != nil || p.Repl != nil || operator || p.Param.Value == "JAVA_VERSION"):
		return anything
	case syntax.ValidName(p.Param.Value):
		return p.Param.Value
	case strings.Contains("?!-_", p.Param.Value), as == unmarked, i.mayHaveArguments() && p.Param.Value != "0",
		as == matched && strings.Contains("@*#", p.Param.Value):
		return anything
	case p.Param.Value == "0" && as == matched: // the name of the script
		return ""
	case i.function != "" && p.Param.Value != "0":
		return i.function + ofFunction
	}
	return given
}

// ofFunction is behind the name of a function, for the arguments that it gets.
const ofFunction = "@"

// question is a command that says which test is about to be made; nil where marks do not ask.
func (i *instrument) question(as use, parts ...syntax.Node) *syntax.Stmt {
	if !i.run.world.marked {
		return nil
	}
	number := i.run.addCall(call{uses: i.used(as, parts...), unmarked: as == unmarked})
	ask := &syntax.CallExpr{Args: []*syntax.Word{literal(askWord), literal(strconv.Itoa(number))}}
	for _, p := range parts {
		syntax.Walk(p, func(n syntax.Node) bool {
			if p, is := n.(*syntax.ParamExp); is && p.Param != nil && "1" <= p.Param.Value && p.Param.Value <= "9" {
				gap := literal(i.run.gap(i.slice(p), false))
				ask.Args = append(ask.Args, quoted(expansion(p.Param.Value, syntax.DefaultUnset, gap)))
			}
			return true
		})
	}
	return &syntax.Stmt{Cmd: ask}
}

// decide notes that tests decide whether something runs that sets what has changed since.
func (i *instrument) decide(tests []int, since int) {
	for _, n := range tests {
		i.run.calls[n].sets = append(i.run.calls[n].sets, i.changed[since:len(i.changed):len(i.changed)])
	}
}

func from(first, end int) (all []int) {
	for n := first; n < end; n++ {
		all = append(all, n)
	}
	return all
}

// changes notes what a command may set beside its own variables.
func (i *instrument) changes(args []*syntax.Word) {
	switch first := args[0].Lit(); {
	case i.apart > 0 || i.within.Len() > 0: // not here
	case first == "return": // what would follow in the function is not set then
		i.changed = append(i.changed, i.function)
	case first == "break" || first == "continue": // nor in the rest of the loop
		i.changed = append(i.changed, i.loop)
	case first == "printf" && (len(args) < 3 || args[1].Lit() != "-v"):
	case slices.Contains(setting, first):
		i.changed = append(i.changed, lists.Of(args, (*syntax.Word).Lit)...)
	default:
		i.changed = append(i.changed, first)
	}
}

// setsOf are commands that tell what the variable of a loop is set from. What that uses, the loop asks, too.
func (i *instrument) setsOf(items *syntax.WordIter, asked []int) (told []*syntax.Stmt) {
	all := &syntax.ParamExp{Param: &syntax.Lit{Value: "@"}}
	files := slices.ContainsFunc(items.Items, func(w *syntax.Word) bool { return strings.ContainsAny(i.slice(w).String(), "*?[") })
	i.changed = append(i.changed, items.Name.Value)
	for _, n := range asked {
		i.run.calls[n].unmarked = true
		uses := &i.run.calls[n].uses
		if files {
			*uses = append(*uses, anything)
		} else if !items.InPos.IsValid() {
			*uses = append(*uses, i.asks(all, kept))
		}
		told = append(told, command(append([]string{setWord, items.Name.Value + "+"}, *uses...)...))
	}
	return told
}

// sets are commands that tell which variables assignments set, and from which others. Local ones leave nothing behind.
func (i *instrument) sets(all []*syntax.Assign, local bool) (told []*syntax.Stmt) {
	typed := slices.ContainsFunc(all, func(a *syntax.Assign) bool { // declare -i computes what it sets
		return a.Name == nil && a.Value != nil && strings.HasPrefix(a.Value.Lit(), "-") && strings.ContainsAny(a.Value.Lit(), "ilun")
	})
	for _, a := range all {
		name, others := anything, []string{anything}
		switch {
		case a.Naked && a.Name != nil, a.Name == nil && a.Value != nil && strings.HasPrefix(a.Value.Lit(), "-"):
			continue
		case a.Name != nil && !typed:
			name, others = a.Name.Value, i.used(kept, a)
		case a.Name != nil:
			name = a.Name.Value
		}
		if !local && i.apart == 0 && i.within.Len() == 0 {
			i.changed = append(i.changed, name)
		}
		if a.Append || local || len(i.around) > 0 || i.apart > 0 || i.within.Len() > 0 { // what it held counts, too
			name += "+"
		}
		told = append(told, command(append([]string{setWord, name}, others...)...))
	}
	if !i.run.world.marked {
		return nil
	}
	return told
}
