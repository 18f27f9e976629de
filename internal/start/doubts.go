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

// anything is a name for what no run can tell.
const anything = "."

// setting are commands that set the variables among their words.
var setting = strings.Fields("read mapfile readarray getopts printf unset")

// reading are commands that run a text, which may set each variable.
var reading = []string{".", "source", "eval"}

// doubt notes that these may have been set otherwise: variables, and functions with all that they set.
func (r *run) doubt(names ...string) {
	r.spent += 8 * len(names)
	for _, name := range names {
		switch {
		case slices.Contains(reading, name):
			r.unread, r.sure = true, map[string]bool{}
		case !r.doubts[name]:
			r.doubts[name] = true
			r.doubt(r.functions[name]...)
		}
	}
}

// doubtful reports whether one of these is in doubt.
func (r *run) doubtful(ctx context.Context, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		if r.inDoubt(name) {
			return true
		}
		v, unset := interp.HandlerCtx(ctx).Env.Get(name), r.script.Unset
		if !v.IsSet() {
			return unset == nil || !unset(name)
		}
		return r.marks.hasGap(v.Str) || slices.ContainsFunc(v.List, r.marks.hasGap)
	})
}

func (r *run) inDoubt(name string) bool {
	return name == anything || r.doubts[name] || r.unread && !r.sure[name]
}

// isSet hears that a variable is about to be set, and from which others; NAME+ keeps the doubt that it is in.
func (r *run) isSet(ctx context.Context, name string, from []string) {
	name, keeps := strings.CutSuffix(name, "+")
	switch {
	case r.doubtful(ctx, from):
		r.doubt(name)
	case !keeps || !r.inDoubt(name):
		delete(r.doubts, name)
		r.sure[name] = true
	}
}

// isAsked hears that something is tested. What it decides is in doubt with it.
func (r *run) isAsked(number int, doubt bool) {
	c := &r.calls[number]
	if c.ran, c.doubt = true, c.doubt || doubt; c.doubt {
		for _, a := range c.decides {
			r.doubt(r.arms[a].sets...)
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

// used are the variables that some parts of a script are made of, and anything where they are made of more. Of what a
// command prints marks tell if it is known, but where a test gets it bare.
func (i *instrument) used(bare bool, parts ...syntax.Node) (names []string) {
	arithmetic := 0 // names alone are variables there
	for _, p := range parts {
		syntax.Walk(p, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.ArithmExp, *syntax.ArithmCmd, *syntax.LetClause, *syntax.BinaryArithm, *syntax.UnaryArithm:
				arithmetic++
			case *syntax.Word:
				if name := n.Lit(); arithmetic > 0 && syntax.ValidName(name) {
					names = append(names, name)
				}
			case *syntax.ParamExp:
				if name := i.asks(n); name != "" {
					names = append(names, name)
				}
			case *syntax.CmdSubst, *syntax.ProcSubst, *syntax.ExtGlob:
				if bare {
					names = append(names, anything)
				}
			case *syntax.UnaryTest:
				if !slices.Contains([]syntax.UnTestOperator{syntax.TsEmpStr, syntax.TsNempStr, syntax.TsNot}, n.Op) {
					names = append(names, anything) // it asks for files
				}
			case *syntax.BinaryTest:
				if slices.Contains([]syntax.BinTestOperator{syntax.TsReMatch, syntax.TsNewer, syntax.TsOlder, syntax.TsDevIno}, n.Op) {
					names = append(names, anything)
				}
			}
			return true
		})
	}
	return names
}

// asks is the variable of an expansion.
func (i *instrument) asks(p *syntax.ParamExp) string {
	switch {
	case p.Excl || p.Names != 0 || p.Param == nil:
		return anything
	case syntax.ValidName(p.Param.Value):
		return p.Param.Value
	case strings.Contains("?!-_", p.Param.Value), p.Param.Value != "0" && i.mayHaveArguments():
		return anything
	}
	return ""
}

// question is a command that says which test is about to be made; nil where marks do not ask.
func (i *instrument) question(parts ...syntax.Node) *syntax.Stmt {
	if !i.run.world.marked {
		return nil
	}
	ask := &syntax.CallExpr{Args: []*syntax.Word{literal(askWord), literal(strconv.Itoa(i.run.addCall(call{uses: i.used(true, parts...)})))}}
	for _, p := range parts {
		syntax.Walk(p, func(n syntax.Node) bool {
			if p, is := n.(*syntax.ParamExp); is && p.Param != nil && "1" <= p.Param.Value && p.Param.Value <= "9" { // of a function
				ask.Args = append(ask.Args, quoted(&syntax.ParamExp{Param: p.Param}))
			}
			return true
		})
	}
	return &syntax.Stmt{Cmd: ask}
}

// decide notes that tests decide whether a branch runs.
func (i *instrument) decide(tests []int, a *arm) {
	for _, n := range tests {
		if a.number >= 0 {
			i.run.calls[n].decides = append(i.run.calls[n].decides, a.number)
		}
	}
}

func from(first, end int) (all []int) {
	for n := first; n < end; n++ {
		all = append(all, n)
	}
	return all
}

// changedBy are the variables that a command may set, and its name, as a function sets more.
func changedBy(args []*syntax.Word) (names []string) {
	first := args[0].Lit()
	if names = []string{first}; slices.Contains(setting, first) {
		names = lists.Of(args, (*syntax.Word).Lit)
	}
	return names
}

// sets are commands that tell which variables assignments set, and from which others.
func (i *instrument) sets(all []*syntax.Assign) (told []*syntax.Stmt) {
	for _, a := range all {
		if a.Naked && a.Name != nil {
			continue
		}
		name, others := anything, []string{anything}
		if a.Name != nil {
			name, others = a.Name.Value, i.used(false, a)
		}
		i.changed = append(i.changed, name)
		if a.Append || len(i.around) > 0 || i.within.Len() > 0 { // what it held counts, too
			name += "+"
		}
		told = append(told, command(append([]string{setWord, name}, others...)...))
	}
	if !i.run.world.marked {
		return nil
	}
	return told
}
