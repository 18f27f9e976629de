package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// quotedName is how a word begins that sets a variable, within quotes.
var quotedName = lazyregexp.New(`^([A-Za-z_]\w*)(\+?)=`)

// nameQuoted takes the variables out of words of a declaration that are quoted as a
// whole, which the parser leaves as they are: export "NAME=value".
func (r *reader) nameQuoted(d *syntax.DeclClause) {
	for i, a := range d.Args {
		if a.Name == nil && a.Naked && a.Value != nil && len(a.Value.Parts) == 1 {
			if set := r.quotedAssign(a.Value.Parts[0]); set != nil {
				d.Args[i], r.script.Compound = set, true
			}
		}
	}
}

// quotedAssign is what a word within quotes sets; nil where it sets nothing.
func (r *reader) quotedAssign(quoted syntax.WordPart) *syntax.Assign {
	start := quoted.Pos()
	m := quotedName.FindStringSubmatch(r.text.String()[start.Offset()+1 : quoted.End().Offset()])
	if m == nil {
		return nil
	}
	at := func(n int) syntax.Pos { // n characters behind the quote
		return syntax.NewPos(start.Offset()+1+uint(n), start.Line(), start.Col()+1+uint(n))
	}
	set := &syntax.Assign{Append: m[2] != "", Name: &syntax.Lit{ValuePos: at(0), ValueEnd: at(len(m[1])), Value: m[1]}}
	behind := len(m[0])
	switch q := quoted.(type) {
	case *syntax.SglQuoted:
		if q.Dollar {
			return nil
		}
		set.Value = &syntax.Word{Parts: []syntax.WordPart{&syntax.SglQuoted{Left: at(behind - 1), Right: q.Right, Value: strings.TrimPrefix(q.Value, m[0])}}}
	case *syntax.DblQuoted:
		name, begins := q.Parts[0].(*syntax.Lit) // of which the name is the beginning
		if q.Dollar || !begins {
			return nil
		}
		value := &syntax.Lit{ValuePos: at(behind), ValueEnd: name.ValueEnd, Value: strings.TrimPrefix(name.Value, m[0])}
		set.Value = &syntax.Word{Parts: []syntax.WordPart{&syntax.DblQuoted{Left: at(behind - 1), Right: q.Right, Parts: append([]syntax.WordPart{value}, q.Parts[1:]...)}}}
	default:
		return nil
	}
	return set
}
