package rules

import (
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var sizeConflict = lint.Rule{
	ID: "size-conflict", Severity: lint.Error, Confidence: lint.Certain, OfShape: true, Groups: ofStart,
	Title: "options contradict each other or do not fit this machine, and the JVM does not start",
	Check: func(p *lint.Pass) {
		for _, r := range repair.Refusals(p, "size-conflict") {
			c := repair.NewConflict(r)
			f := r.Report(c.Places(), "%s", c.Describe())
			c.MentionAll(f)
			c.Suggest(f)
		}
	},
}
