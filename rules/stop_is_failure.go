package rules

import "github.com/jvmlint/jvmlint/internal/lint"

var stopIsFailure = lint.Rule{
	ID: "stop-is-failure", Severity: lint.Info, Confidence: lint.Likely, Groups: ofStart,
	Title: "systemd takes each stop of the JVM for a failure",
	Check: func(p *lint.Pass) {
		if at := p.Workload.StopFails; at.Len() > 0 {
			p.Report(lint.Places{at}, "systemd stops the service with SIGTERM, and the JVM then exits with status 143, which systemd takes for a failure").Suggest(lint.Manual, "add SuccessExitStatus=143")
		}
	},
}
