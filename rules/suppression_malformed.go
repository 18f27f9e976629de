package rules

import "github.com/jvmlint/jvmlint/internal/lint"

var suppressionMalformed = lint.Rule{
	ID: "suppression-malformed", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Title: "a comment speaks to jvmlint and does not say what it must",
	What: `Looks at comments that begin with jvmlint:. There are two: "# jvmlint:ignore RULE --
reason" for a line, and "# jvmlint:ignore-file RULE -- reason" above everything else in a
file. Both name one rule or several, with commas between, and give a reason.`,
	Why: `A comment that is not understood leaves nothing out, and whoever wrote it believes that
it does. A reason is asked for because the next reader has to decide whether it still
holds; without a rule the comment would hide what nobody has seen yet.`,
	FixSafety:  "A person must say what is missing.",
	Exceptions: "None: prose that merely mentions jvmlint is not taken for such a comment.",
	Evidence:   "It is how comments are read; every form is a test.",
	Examples: []lint.Example{{
		Name: "options.txt", Args: "--jdk 17",
		Bad:  "# jvmlint:ignore heap-grows\n-Xss1m\n",
		Good: "# jvmlint:ignore heap-grows -- the batch needs its heap for an hour a day\n-Xss1m\n",
	}},
	References: []string{"https://github.com/jvmlint/jvmlint/blob/main/docs/suppression.md"},
	CheckIgnore: func(p *lint.CommentPass) {
		if p.Comment.Fault != "" {
			p.Report(p.Comment.At, "%s", p.Comment.Fault)
		}
	},
}
