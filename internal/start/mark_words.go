package start

import (
	"slices"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"github.com/jvmlint/jvmlint/internal/source"
)

// mark puts marks around the literals of a word, and in place of what is not known.
func (i *instrument) mark(w *syntax.Word, quoted bool) {
	if w == nil {
		return
	}
	if t := i.slice(w); strings.Contains(t.String(), "-") && javaWords.MatchString(t.String()) {
		i.speaks()
	}
	arguments := i.unknownArguments(w.Parts)
	i.joined = len(w.Parts) > 1 || len(w.Parts) == 1 && isJoined(w.Parts[0])
	for n, p := range w.Parts {
		w.Parts[n] = i.part(p, quoted, n == 0)
	}
	if arguments.Len() > 0 {
		w.Parts = append(w.Parts, &syntax.Lit{Value: i.run.gap(arguments, false)})
	}
	if !quoted { // nothing expands those of a here document
		i.run.braces(w)
	}
}

// mayHaveArguments reports whether a script may be given arguments that nobody knows.
func (r *run) mayHaveArguments() bool { return r.script.Arguments == nil && r.inside == 0 }

func (i *instrument) mayHaveArguments() bool { return i.function == "" && i.run.mayHaveArguments() }

// isUnset reports whether a variable is known not to be set, and notes that it was asked.
func (i *instrument) isUnset(name string) bool {
	i.unset[name] = i.run.script.isUnset(name)
	return i.unset[name]
}

// unknownArguments is what stands in a word for all arguments of a script, where nobody knows them.
func (i *instrument) unknownArguments(parts []syntax.WordPart) source.Text {
	if !i.run.world.marked || !i.mayHaveArguments() {
		return source.Text{}
	}
	for _, p := range parts {
		if quoted, is := p.(*syntax.DblQuoted); is {
			if t := i.unknownArguments(quoted.Parts); t.Len() > 0 {
				return t
			}
		}
		if p, is := p.(*syntax.ParamExp); is && p.Param != nil && (p.Param.Value == "@" || p.Param.Value == "*") {
			return i.slice(p)
		}
	}
	return source.Text{}
}

func (i *instrument) part(p syntax.WordPart, quoted, first bool) syntax.WordPart {
	start, end := int(p.Pos().Offset()), int(p.End().Offset())
	switch p := p.(type) {
	case *syntax.Lit:
		ofHome := first && !quoted && strings.HasPrefix(p.Value, "~")
		if start < end && end <= i.text.Len() && i.text.String()[start:end] == p.Value && !ofHome {
			p.Value = i.literal(start, end, quoted)
		}
	case *syntax.SglQuoted:
		whole := start+1 <= end-1 && end <= i.text.Len() && i.text.String()[start+1:end-1] == p.Value
		if !p.Dollar && whole && i.run.world.marked {
			p.Value = i.run.marks.put(i.text.Slice(start+1, end-1))
		}
	case *syntax.DblQuoted:
		for n, inner := range p.Parts {
			p.Parts[n] = i.part(inner, true, false)
		}
	case *syntax.ParamExp:
		gap := i.run.gap(i.slice(p), quoted && i.arguments)
		i.parameter(p, quoted)
		if i.partOfUnknown(p) {
			set := expansion(p.Param.Value, syntax.AlternateUnset, literal("set"))
			return orGap(set, p, gap)
		}
	case *syntax.CmdSubst:
		i.substitution(p)
	case *syntax.ArithmExp:
		return i.computed(p, quoted)
	case *syntax.ProcSubst:
		i.stmts(p.Stmts)
		return &syntax.Lit{Value: "/dev/fd/63"}
	}
	return p
}

func (i *instrument) substitution(c *syntax.CmdSubst) {
	within, around := i.within, i.around
	if within.Len() == 0 {
		i.within = i.slice(c)
	}
	if s := c.Stmts; len(s) == 1 && s[0].Cmd == nil && len(s[0].Redirs) == 1 && s[0].Redirs[0].Op == syntax.RdrIn { // $(<file)
		s[0] = &syntax.Stmt{Cmd: &syntax.CallExpr{Args: []*syntax.Word{literal("cat"), s[0].Redirs[0].Word}}}
	}
	i.stmts(c.Stmts)
	i.within, i.around = within, around
}

// computed is arithmetic, or a gap where a variable in it is not set.
func (i *instrument) computed(p *syntax.ArithmExp, inQuotes bool) syntax.WordPart {
	gap := i.run.gap(i.slice(p), inQuotes && i.arguments)
	var names []string
	syntax.Walk(p.X, func(n syntax.Node) bool {
		name := ""
		switch n := n.(type) {
		case *syntax.ParamExp:
			if n.Param != nil && n.Exp == nil {
				name = n.Param.Value
			}
		case *syntax.Word:
			name = n.Lit()
		}
		if syntax.ValidName(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
		return true
	})
	i.arithmetic(p.X)
	var part syntax.WordPart = p
	for _, name := range names {
		value := &syntax.ParamExp{Param: &syntax.Lit{Value: name}}
		i.bare(value)
		some := expansion(name, syntax.AlternateUnsetOrNull, &syntax.Word{Parts: []syntax.WordPart{part}})
		part = &syntax.DblQuoted{Parts: []syntax.WordPart{orGap(value, some, gap)}}
	}
	return part
}

// orGap is what one expansion comes to, or a gap where another one is empty.
func orGap(known, some syntax.WordPart, gap string) syntax.WordPart {
	ask := &syntax.CallExpr{Args: []*syntax.Word{literal(gapWord), quoted(known), quoted(some), literal(gap)}}
	return &syntax.CmdSubst{Stmts: []*syntax.Stmt{{Cmd: ask}}}
}

func isJoined(p syntax.WordPart) bool {
	quoted, is := p.(*syntax.DblQuoted)
	return is && len(quoted.Parts) > 1
}

// partOfUnknown reports whether an expansion is a part of a variable that others may set, or has something replaced in
// it. By itself it is empty where nobody sets the variable, and a default may stand for it: not in a branch that may not
// be taken, as a test may have asked for the variable.
func (i *instrument) partOfUnknown(p *syntax.ParamExp) bool {
	if !i.joined && len(i.run.world.forced) == 0 {
		return false
	}
	if p.Length || p.Excl || p.Names != 0 || p.Index != nil || p.Param == nil || !syntax.ValidName(p.Param.Value) || i.isUnset(p.Param.Value) {
		return false
	}
	plain := true // nothing within it counts on
	syntax.Walk(p, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ParamExp:
			plain = plain && n == p
		case *syntax.CmdSubst, *syntax.ArithmExp, *syntax.BinaryArithm, *syntax.UnaryArithm, *syntax.ProcSubst:
			plain = false
		}
		return plain
	})
	return plain && (p.Repl != nil || p.Slice != nil || p.Exp != nil && p.Exp.Op >= syntax.RemSmallSuffix)
}

// literal marks the words of a literal, and each character behind a backslash.
func (i *instrument) literal(start, end int, quoted bool) string {
	s := i.text.String()
	if !i.run.world.marked {
		return s[start:end]
	}
	var b strings.Builder
	for at := start; at < end; {
		stop := at
		for stop < end && s[stop] != '\\' {
			stop++
		}
		b.WriteString(i.run.marks.put(i.text.Slice(at, stop)))
		if at = stop; at == end {
			break
		}
		if at+1 == end || s[at+1] == '\n' || s[at+1] == '\r' {
			b.WriteString(s[at:min(at+2, end)])
			at = min(at+2, end)
			continue
		}
		from := at + 1
		if quoted && strings.IndexByte("$`\"\\", s[at+1]) < 0 {
			from = at
		}
		b.WriteString(i.run.marks.of(s[at:at+2], i.text.Slice(from, at+2)))
		at += 2
	}
	return b.String()
}

// parameter puts a gap in where a variable is not set, and lets a script go on that would end there.
func (i *instrument) parameter(p *syntax.ParamExp, quoted bool) {
	within := quoted
	quoted = quoted && i.arguments && p.Param != nil && p.Param.Value != "@" && !isAll(p.Index)
	if p.Param == nil || p.Length || p.Excl || p.Names != 0 || p.Repl != nil || p.Slice != nil {
		i.inner(p)
		return
	}
	text := i.slice(p)
	if (p.Exp == nil || slices.Contains(defaults, p.Exp.Op)) && i.isUnset(p.Param.Value) {
		if p.Exp != nil {
			i.mark(p.Exp.Word, within)
		}
		return
	}
	switch {
	case p.Exp == nil && (p.Index == nil || isAll(p.Index)) && !strings.Contains("#?$!-0@*", p.Param.Value):
		p.Short = false
		p.Exp = &syntax.Expansion{Op: syntax.DefaultUnset, Word: literal(i.run.gap(text, quoted))}
	case p.Exp == nil:
	case p.Exp.Op == syntax.ErrorUnset || p.Exp.Op == syntax.ErrorUnsetOrNull:
		p.Exp = &syntax.Expansion{Op: syntax.DefaultUnset, Word: literal(i.run.gap(text, quoted))}
	case slices.Contains(defaults, p.Exp.Op):
		if p.Exp.Op == syntax.AssignUnset || p.Exp.Op == syntax.AssignUnsetOrNull {
			i.changed = append(i.changed, p.Param.Value)
		}
		i.mark(p.Exp.Word, within)
		if p.Exp.Word == nil {
			p.Exp.Word = &syntax.Word{}
		}
		argument := len(p.Param.Value) == 1 && '1' <= p.Param.Value[0] && p.Param.Value[0] <= '9' && i.mayHaveArguments()
		if syntax.ValidName(p.Param.Value) || argument { // somebody else may set it
			open := literal(i.run.gap(text.Slice(0, 0), quoted))
			p.Exp.Word.Parts = append(p.Exp.Word.Parts, expansion(p.Param.Value, syntax.DefaultUnset, open))
		}
	case p.Exp.Op == syntax.AlternateUnset || p.Exp.Op == syntax.AlternateUnsetOrNull:
		i.mark(p.Exp.Word, within)
	default:
		i.inner(p)
	}
}

var defaults = []syntax.ParExpOperator{syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull}

func expansion(name string, op syntax.ParExpOperator, word *syntax.Word) *syntax.ParamExp {
	return &syntax.ParamExp{Param: &syntax.Lit{Value: name}, Exp: &syntax.Expansion{Op: op, Word: word}}
}

func isAll(x syntax.ArithmExpr) bool {
	w, is := x.(*syntax.Word)
	return is && (w.Lit() == "@" || w.Lit() == "*")
}

// inner finds commands within what is compared, cut out or counted.
func (i *instrument) inner(p *syntax.ParamExp) {
	if p.Exp != nil {
		i.words(p.Exp.Word)
	}
	if p.Repl != nil {
		i.words(p.Repl.Orig)
		i.words(p.Repl.With)
	}
}

// words are those in which nothing is marked: patterns, names of files.
func (i *instrument) words(w *syntax.Word) {
	if w != nil {
		i.each(w.Parts)
	}
}

func (i *instrument) each(parts []syntax.WordPart) {
	for n, p := range parts {
		switch p := p.(type) {
		case *syntax.DblQuoted:
			i.each(p.Parts)
		case *syntax.CmdSubst:
			i.substitution(p)
		case *syntax.ParamExp:
			i.bare(p)
		case *syntax.ArithmExp:
			i.arithmetic(p.X)
		case *syntax.ProcSubst:
			i.stmts(p.Stmts)
			parts[n] = &syntax.Lit{Value: "/dev/fd/63"}
		}
	}
}

// bare takes the marks out of the value of a variable.
func (i *instrument) bare(p *syntax.ParamExp) {
	if i.inner(p); !i.run.world.marked || p.Param == nil || p.Length || p.Excl || p.Names != 0 || p.Slice != nil || p.Index != nil ||
		p.Repl != nil || p.Exp != nil || !syntax.ValidName(p.Param.Value) && (p.Param.Value < "1" || p.Param.Value > "9") {
		return
	}
	p.Short = false
	p.Repl = &syntax.Replace{All: true, Orig: literal(markPattern), With: literal("")}
}

var markPattern = "[" + string(rune(firstMark)) + "-" + string(rune(0x10FFFD)) + "]"

func (i *instrument) test(x syntax.TestExpr) {
	syntax.Walk(x, func(n syntax.Node) bool {
		if w, is := n.(*syntax.Word); is {
			i.words(w)
			return false
		}
		return true
	})
}

func (i *instrument) arithmetic(x syntax.ArithmExpr) {
	switch x := x.(type) {
	case *syntax.Word:
		if name := x.Lit(); syntax.ValidName(name) {
			p := &syntax.ParamExp{Param: &syntax.Lit{Value: name}}
			if i.bare(p); p.Repl != nil {
				x.Parts = []syntax.WordPart{p}
			}
			return
		}
		i.words(x)
	case *syntax.BinaryArithm:
		if w, is := x.X.(*syntax.Word); is && assigns(x.Op) {
			i.changed = append(i.changed, w.Lit())
		} else {
			i.arithmetic(x.X)
		}
		i.arithmetic(x.Y)
	case *syntax.ParenArithm:
		i.arithmetic(x.X)
	case *syntax.UnaryArithm:
		if w, is := x.X.(*syntax.Word); is && (x.Op == syntax.Inc || x.Op == syntax.Dec) {
			i.changed = append(i.changed, w.Lit())
		} else {
			i.arithmetic(x.X)
		}
	}
}

// assigns tells =, += and the like from the comparisons that end in the same sign.
func assigns(op syntax.BinAritOperator) bool {
	compares := []syntax.BinAritOperator{syntax.Eql, syntax.Neq, syntax.Leq, syntax.Geq}
	return strings.HasSuffix(op.String(), "=") && !slices.Contains(compares, op)
}

// unescaped are parts of a value with quotes in place of backslashes, which the interpreter would leave in it.
func unescaped(parts []syntax.WordPart) (all []syntax.WordPart) {
	for _, p := range parts {
		lit, is := p.(*syntax.Lit)
		if !is || !strings.Contains(lit.Value, `\`) {
			all = append(all, p)
			continue
		}
		for rest := lit.Value; rest != ""; {
			before, behind, escapes := strings.Cut(rest, `\`)
			if before != "" {
				all = append(all, &syntax.Lit{Value: before})
			}
			if rest = behind; !escapes || behind == "" {
				break
			}
			character, size := utf8.DecodeRuneInString(behind)
			rest = behind[size:]
			value := behind[:size]
			if strings.ContainsRune("\"\\$`", character) {
				value = `\` + value
			}
			if character != '\n' {
				all = append(all, &syntax.DblQuoted{Parts: []syntax.WordPart{&syntax.Lit{Value: value}}})
			}
		}
	}
	return all
}

// assigns marks what variables are set to.
func (i *instrument) assigns(all []*syntax.Assign) {
	for _, a := range all {
		if value := a.Value; value != nil {
			end := int(value.End().Offset())
			i.mark(value, false)
			value.Parts = unescaped(value.Parts)
			i.carriageReturn(value, end)
		}
		if a.Array != nil {
			for _, e := range a.Array.Elems {
				i.mark(e.Value, false)
			}
		}
	}
}

// carriageReturn adds to a value the end of line of Windows, of which a shell takes the first character for a
// part of the value.
func (i *instrument) carriageReturn(value *syntax.Word, end int) {
	if end+1 < i.text.Len() && i.text.String()[end:end+2] == "\r\n" {
		sign := "\r"
		if i.run.world.marked {
			sign = i.run.marks.of(sign, i.text.Slice(end, end+1))
		}
		value.Parts = append(value.Parts, &syntax.SglQuoted{Value: sign})
	}
}

// sizes is a command that tells how long the variables are which assignments put together.
func (i *instrument) sizes(all []*syntax.Assign) *syntax.Stmt {
	size := &syntax.CallExpr{Args: []*syntax.Word{literal(sizeWord)}}
	length := func(name string, index syntax.ArithmExpr) {
		p := &syntax.ParamExp{Length: true, Param: &syntax.Lit{Value: name}, Index: index}
		size.Args = append(size.Args, &syntax.Word{Parts: []syntax.WordPart{p}})
	}
	for _, a := range all {
		if a.Append && a.Name != nil {
			length(a.Name.Value, nil)
		}
		syntax.Walk(a, func(n syntax.Node) bool {
			if p, is := n.(*syntax.ParamExp); is && p.Param != nil && syntax.ValidName(p.Param.Value) && !p.Length {
				length(p.Param.Value, nil)
				if p.Index != nil {
					length(p.Param.Value, p.Index)
				}
			}
			return true
		})
	}
	if len(size.Args) == 1 {
		return nil
	}
	return &syntax.Stmt{Cmd: size}
}

// byChance are variables that each run of a shell sets anew: what they hold is not known.
var byChance = strings.Fields("$ BASHPID PPID RANDOM SRANDOM")

// withoutChance has a variable that nobody sets in place of those.
func withoutChance(file *syntax.File) {
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ParamExp:
			if n.Param != nil && slices.Contains(byChance, n.Param.Value) {
				n.Param.Value = chanceWord
			}
		case *syntax.BinaryArithm: // names alone are variables there
			for _, x := range []syntax.ArithmExpr{n.X, n.Y} {
				if w, is := x.(*syntax.Word); is && slices.Contains(byChance, w.Lit()) {
					w.Parts = []syntax.WordPart{&syntax.Lit{Value: chanceWord}}
				}
			}
		}
		return true
	})
}
