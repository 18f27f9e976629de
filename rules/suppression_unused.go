package rules

import "github.com/jvmlint/jvmlint/internal/lint"

var suppressionUnused = lint.Rule{
	ID: "suppression-unused", Severity: lint.Info, Confidence: lint.Certain, Since: "0.1.0", Tag: lint.WithoutEffect,
	Title: "a comment suppresses nothing",
	What: `A comment such as "# jvmlint:ignore RULE -- reason" names a rule that judged this place and found nothing to
suppress. Nothing is reported for a rule that did not run, that lacked a fact, or that saw only a part of the file
(values without their chart).`,
	Why: `The comment describes a finding that no longer exists, and it would hide the next finding of the rule on that
line, which nobody has looked at.`,
	FixSafety: `Safe: the comment, or one name in it, is removed, with its line if nothing else is on it. The JVM never
reads it.`,
	Exceptions: `A file that is judged with other facts elsewhere (--jdk, --memory) may need the comment there. The
finding is only info and does not fail a build.`,
	Evidence: "The findings that the same run suppressed.",
	Examples: []lint.Example{mended("options.txt", "--jdk 17 --memory 6Gi --cpus 4", `# jvmlint:ignore heap-grows -- the batch needs its heap for an hour a day
-Xms4g -Xmx4g
`, "-Xms4g", "-Xms1g")},
	References: []string{"https://github.com/jvmlint/jvmlint/blob/main/docs/configuration.md#comments"},
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
