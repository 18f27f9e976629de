package rules

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
)

var suppressionUnknownRule = lint.Rule{
	ID: "suppression-unknown-rule", Severity: lint.Warning, Confidence: lint.Certain,
	Title: "a comment names a rule that does not exist",
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
