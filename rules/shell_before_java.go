package rules

import "github.com/jvmlint/jvmlint/internal/lint"

var shellBeforeJava = lint.Rule{
	ID: "shell-before-java", Severity: lint.Warning, Confidence: lint.Likely, Groups: ofStart,
	Title: "SIGTERM does not reach the JVM behind a shell",
	Check: func(p *lint.Pass) {
		if p.Workload.BehindShell.Len() == 0 || p.Workload.Short || p.Workload.Accompanies {
			return
		}
		f := p.Report(lint.Places{p.Workload.BehindShell}, "a shell is process 1 and waits for java: SIGTERM does not reach the JVM, which is killed at the end of the grace period without its shutdown hooks")
		f.InfoIf(!p.Workload.IsMember) // which hands over its data
		f.Suggest(lint.Manual, "write exec before java, as the last command of the script")
	},
}
