package rules

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
)

var suppressionUnknownRule = lint.Rule{
	ID: "suppression-unknown-rule", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Title: "a comment names a rule that does not exist",
	What:  `Looks at the rules that comments such as "# jvmlint:ignore RULE -- reason" name, and says which rule is nearest.`,
	Why: `The comment leaves nothing out: the finding that it was written for is reported still,
or will be when it comes up.`,
	FixSafety: `Unsafe: the nearest name may be of another rule than was meant, whose findings are then
left out.`,
	Exceptions: "None. Ids of rules never change; one that is withdrawn stays known.",
	Evidence:   "It is the list of rules.",
	Examples: []lint.Example{{
		Name: "options.txt", Args: "--jdk 17",
		Bad:  "# jvmlint:ignore heap-grow -- the batch needs its heap for an hour a day\n-Xss1m\n",
		Good: "# jvmlint:ignore heap-grows -- the batch needs its heap for an hour a day\n-Xss1m\n",
	}},
	References: []string{"https://github.com/jvmlint/jvmlint/blob/main/docs/suppression.md"},
	CheckIgnore: func(p *lint.CommentPass) {
		for _, name := range p.Comment.Rules {
			if slices.Contains(p.Rules, name.String()) {
				continue
			}
			f := p.Report(name, "there is no rule %q", name)
			if nearest := spelling.Nearest(name.String(), p.Rules); nearest != "" {
				f.Suggest(lint.Unsafe, "write "+nearest, source.Edit{Span: name, New: nearest})
			} else {
				f.Suggest(lint.Manual, "take a rule of those that jvmlint rules lists")
			}
		}
	},
}
