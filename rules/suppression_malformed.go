package rules

import "github.com/jvmlint/jvmlint/internal/lint"

var suppressionMalformed = lint.Rule{
	ID: "suppression-malformed", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Title: "a jvmlint comment has the wrong form and has no effect",
	What: `Comments that begin with jvmlint: have two forms: "# jvmlint:ignore RULE -- reason" for a line, and "#
jvmlint:ignore-file RULE -- reason" above everything else in a file. Both name one or more rules, separated by commas,
and give a reason.`,
	Why: `A malformed comment suppresses nothing, but its author believes that it does. A reason is required because
the next reader must decide whether it still holds; without a rule the comment would hide findings that nobody has seen
yet.`,
	FixSafety:  "No automatic fix: you must say what is missing.",
	Exceptions: "Never: prose that merely mentions jvmlint is not treated as such a comment.",
	Evidence:   "The rule uses the parser of the comments; every form has a test.",
	Examples: []lint.Example{mended("options.txt", "--jdk 17", `# jvmlint:ignore heap-grows
-Xss1m
`, "heap-grows", "heap-grows -- the batch needs its heap for an hour a day")},
	References: []string{"https://github.com/jvmlint/jvmlint/blob/main/docs/configuration.md#comments"},
	CheckIgnore: func(p *lint.CommentPass) {
		if p.Comment.Fault != "" {
			p.Report(p.Comment.At, "%s", p.Comment.Fault)
		}
	},
}
