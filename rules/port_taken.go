package rules

import (
	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var portTaken = lint.Rule{
	ID: "port-taken", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofStart,
	Title: "a second JVM of the container opens a port that the first one holds",
	Check: func(p *lint.Pass) {
		if p.Workload.Accompanies {
			return // it is said of the JVM that the container is for
		}
		for _, other := range p.Others() {
			for _, port := range other.Ports {
				reportTaken(p, other.Workload, port)
			}
		}
	},
}

// reportTaken reports a port that another JVM of the container opens, too.
func reportTaken(p *lint.Pass, other *workload.Workload, port source.Text) {
	for _, held := range p.Options.Ports() {
		if held.String() == port.String() {
			of := either.Of(other.Helper, other.Name, other.At.String())
			f := p.Report(lint.Places{held, other.At}, "port %s is taken when %s starts a second JVM: that one ends at once", held, of)
			f.Because(other.At, "opens it, too")
			f.Suggest(lint.Manual, "leave the option out there: set its variable for the command to what the second JVM needs, or to nothing")
			return
		}
	}
}
