package start

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

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
