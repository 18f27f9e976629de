package rules

import "github.com/jvmlint/jvmlint/internal/lint"

var suppressionUnused = lint.Rule{
	ID: "suppression-unused", Severity: lint.Info, Confidence: lint.Certain, Since: "0.1.0", Tag: lint.WithoutEffect,
	Title: "a comment suppresses nothing",
	What: `Looks at rules that comments such as "# jvmlint:ignore RULE -- reason" name, and that have
judged what the comment is about without finding anything to leave out. Of a rule that was
not run, that lacked a fact, or that saw a part of the file only (values without their
chart), nothing is said.`,
	Why: `The comment tells a reader of something that is no longer so, and it would hide the next
finding of the rule on that line, which nobody has looked at.`,
	FixSafety: `Safe: the comment, or one name in it, goes, and its line with it where nothing else stands
there. The JVM never reads it.`,
	Exceptions: `A file that is judged with other facts elsewhere (--jdk, --memory) may need the comment
there. It is information only, and does not fail a build.`,
	Evidence: "It is what the same run left out.",
	Examples: []lint.Example{{
		Name: "options.txt", Args: "--jdk 17 --memory 6Gi --cpus 4",
		Bad:  "# jvmlint:ignore heap-grows -- the batch needs its heap for an hour a day\n-Xms4g -Xmx4g\n",
		Good: "# jvmlint:ignore heap-grows -- the batch needs its heap for an hour a day\n-Xms1g -Xmx4g\n",
	}},
	References: []string{"https://github.com/jvmlint/jvmlint/blob/main/docs/suppression.md"},
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
