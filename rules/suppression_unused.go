package rules

import "github.com/jvmlint/jvmlint/internal/lint"

var suppressionUnused = lint.Rule{
	ID: "suppression-unused", Severity: lint.Info, Confidence: lint.Certain, Tag: lint.WithoutEffect,
	Title: "a comment suppresses nothing",
	CheckIgnore: func(p *lint.CommentPass) {
		if len(p.Unused) == len(p.Comment.Rules) && len(p.Unused) > 0 {
			f := p.Report(p.Comment.Span, "this jvmlint:ignore comment suppresses nothing")
			f.Suggest(lint.Safe, "remove the comment", p.Comment.Remove())
			return
		}
		for _, i := range p.Unused {
			name := p.Comment.Rules[i]
			f := p.Report(name, "this comment suppresses no finding of %s", name)
			f.Suggest(lint.Safe, "remove the name", p.Comment.RemoveRule(i))
		}
	},
}
