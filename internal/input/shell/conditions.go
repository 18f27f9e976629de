package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// conditionOf is what the last of some commands asks of the release.
func (r *reader) conditionOf(all []*syntax.Stmt) condition {
	if len(all) == 0 {
		return anything
	}
	return r.statement(all[len(all)-1])
}

func (r *reader) statement(s *syntax.Stmt) condition {
	c, before := r.asked[s]
	if !before {
		if c = r.command(s.Cmd); s.Negated {
			c = c.not()
		}
		r.asked[s] = c
	}
	return c
}

func (r *reader) command(c syntax.Command) condition {
	switch c := c.(type) {
	case *syntax.BinaryCmd:
		switch c.Op {
		case syntax.AndStmt:
			return r.statement(c.X).and(r.statement(c.Y))
		case syntax.OrStmt:
			return r.statement(c.X).or(r.statement(c.Y))
		}
		return r.searched(c)
	case *syntax.Subshell:
		return r.conditionOf(c.Stmts)
	case *syntax.Block:
		return r.conditionOf(c.Stmts)
	case *syntax.TestClause:
		return r.test(c.X)
	case *syntax.ArithmCmd:
		return r.arithmetic(c.X)
	case *syntax.CallExpr:
		return r.call(c)
	}
	return anything
}

func (r *reader) call(c *syntax.CallExpr) condition {
	switch {
	case len(c.Args) == 0: // variables are set, which succeeds
		return condition{everyRelease, noRelease}
	case c.Args[0].Lit() == "test":
		return r.bracket(c.Args[1:])
	case c.Args[0].Lit() == "[":
		return r.bracket(c.Args[1:max(1, len(c.Args)-1)])
	case r.speaks(r.slice(c).String()):
		return notUnderstood
	}
	return anything
}

// bracket reads what stands between [ and ].
func (r *reader) bracket(words []*syntax.Word) condition {
	for _, joint := range [...]string{"-o", "-a"} {
		for i, w := range words {
			switch {
			case w.Lit() != joint:
			case joint == "-o":
				return r.bracket(words[:i]).or(r.bracket(words[i+1:]))
			default:
				return r.bracket(words[:i]).and(r.bracket(words[i+1:]))
			}
		}
	}
	switch {
	case len(words) > 1 && words[0].Lit() == "!":
		return r.bracket(words[1:]).not()
	case len(words) == 3:
		return r.compare(words[0], r.word(words[1]).Literal().String(), words[2])
	case len(words) == 1 && r.sideOf(words[0]).speaks:
		return notUnderstood
	}
	return anything
}

// test reads what stands between [[ and ]].
func (r *reader) test(x syntax.TestExpr) condition {
	switch x := x.(type) {
	case *syntax.ParenTest:
		return r.test(x.X)
	case *syntax.UnaryTest:
		if x.Op == syntax.TsNot {
			return r.test(x.X).not()
		}
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.AndTest:
			return r.test(x.X).and(r.test(x.Y))
		case syntax.OrTest:
			return r.test(x.X).or(r.test(x.Y))
		}
		left, isWord := x.X.(*syntax.Word)
		right, isWordToo := x.Y.(*syntax.Word)
		if isWord && isWordToo {
			return r.compare(left, x.Op.String(), right)
		}
	case *syntax.Word:
		if r.sideOf(x).speaks {
			return notUnderstood
		}
	}
	return anything
}

// numeric are the comparisons of numbers by their signs.
var numeric = map[string]string{"==": "-eq", "!=": "-ne", "<": "-lt", "<=": "-le", ">": "-gt", ">=": "-ge"}

// arithmetic reads what stands between (( and )).
func (r *reader) arithmetic(x syntax.ArithmExpr) condition {
	switch x := x.(type) {
	case *syntax.ParenArithm:
		return r.arithmetic(x.X)
	case *syntax.UnaryArithm:
		if x.Op == syntax.Not {
			return r.arithmetic(x.X).not()
		}
	case *syntax.BinaryArithm:
		switch x.Op {
		case syntax.AndArit:
			return r.arithmetic(x.X).and(r.arithmetic(x.Y))
		case syntax.OrArit:
			return r.arithmetic(x.X).or(r.arithmetic(x.Y))
		}
		left, isWord := x.X.(*syntax.Word)
		right, isWordToo := x.Y.(*syntax.Word)
		if isWord && isWordToo {
			return r.number(left).compared(numeric[x.Op.String()], r.number(right))
		}
	}
	if x != nil && r.speaks(r.slice(x).String()) {
		return notUnderstood
	}
	return anything
}

// casesOf reads the branches of a case: the releases for each, less those that
// a branch before has taken.
func (r *reader) casesOf(c *syntax.CaseClause) []Releases {
	left := everyRelease
	all := make([]Releases, len(c.Items))
	for i, item := range c.Items {
		meant := condition{noRelease, everyRelease}
		for _, p := range item.Patterns {
			if p.Lit() == "*" {
				meant = condition{everyRelease, noRelease}
				break
			}
			meant = meant.or(r.compare(c.Word, "==", p))
		}
		all[i], left = left.among(meant.holds), left.among(meant.fails)
	}
	return all
}

// searched reads a pipe into grep, which finds something in what java says of itself.
func (r *reader) searched(c *syntax.BinaryCmd) condition {
	if !r.speaks(r.slice(c.X).String()) {
		return anything
	}
	grep, isCall := c.Y.Cmd.(*syntax.CallExpr)
	if !isCall || len(grep.Args) == 0 || !strings.HasSuffix(grep.Args[0].Lit(), "grep") {
		return notUnderstood
	}
	words := grep.Args[1:]
	for len(words) > 1 && strings.HasPrefix(words[0].Lit(), "-") {
		if strings.Trim(words[0].Lit(), "-qEesi") != "" {
			return notUnderstood
		}
		words = words[1:]
	}
	if len(words) != 1 || r.sideOf(words[0]).expands {
		return notUnderstood
	}
	return found(r.word(words[0]).Literal().String(), "", "", spoken, full)
}
