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
	What: `A comment such as "# jvmlint:ignore RULE -- reason" names a rule that does not exist. The finding suggests
the nearest rule.`,
	Why: `The comment suppresses nothing: the finding for which it was written is still reported, or will be when it
occurs.`,
	FixSafety: `Unsafe: the nearest name may be of another rule than the intended one, whose findings are then
suppressed.`,
	Exceptions: "Never. Rule ids never change; a withdrawn rule stays known.",
	Evidence:   "The list of rules.",
	Examples: []lint.Example{mended("options.txt", "--jdk 17", `# jvmlint:ignore heap-grow -- the batch needs its heap for an hour a day
-Xss1m
`, "heap-grow", "heap-grows")},
	References: []string{"https://github.com/jvmlint/jvmlint/blob/main/docs/configuration.md#comments"},
	CheckIgnore: func(p *lint.CommentPass) {
		for _, name := range p.Comment.Rules {
			if slices.Contains(p.Rules, name.String()) {
				continue
			}
			f := p.Report(name, "there is no rule %q", name)
			if nearest := spelling.Nearest(name.String(), p.Rules); nearest != "" {
				f.Suggest(lint.Unsafe, "write "+nearest, source.Edit{Span: name, New: nearest})
			} else {
				f.Suggest(lint.Manual, "name a rule that jvmlint rules lists")
			}
		}
	},
}
