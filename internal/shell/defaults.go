package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

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
			return []Assignment{{Name: r.slice(p.Param), Value: r.word(p.Exp.Word), Set: true}}
		}
	}
	return nil
}
