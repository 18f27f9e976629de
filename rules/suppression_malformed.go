package rules

import "github.com/jvmlint/jvmlint/internal/lint"

var suppressionMalformed = lint.Rule{
	ID: "suppression-malformed", Severity: lint.Warning, Confidence: lint.Certain,
	Title: "a jvmlint comment has the wrong form and has no effect",
	CheckIgnore: func(p *lint.CommentPass) {
		if p.Comment.Fault != "" {
			p.Report(p.Comment.At, "%s", p.Comment.Fault)
		}
	},
}
