package rules

import (
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var portTaken = lint.Rule{
	ID: "port-taken", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupStart},
	Title:  "a second JVM of the container opens a port that the first one holds",
	What: `JAVA_TOOL_OPTIONS, or the variable of options of a server, is for every JVM of a container
that reads it: also for those that a probe, a hook or a health check starts, and for a second one that
a script starts. The rule reports a port that both open: of the debugger, of remote management
(JMX), or of an agent that is told a port and a file of configuration, as the exporter of
Prometheus is.`,
	Why: `The first JVM holds the port, so that the second does not start: a probe fails each
time and Kubernetes restarts a container that is well, a hook does nothing.`,
	FixSafety:  `No automatic fix: what the second JVM needs of the variable nobody knows here.`,
	Exceptions: `A second JVM that runs only while the first does not.`,
	Evidence: `A second java, jcmd or keytool, where the port was taken: exit code 2 for the
debugger on JDK 8 and 25, 1 for management on 8, 11, 17 and 25, each before main.`,
	Examples: []lint.Example{mended("pod.yaml", "--jdk 17", `apiVersion: v1
kind: Pod
metadata: {name: app}
spec:
  containers:
  - name: app
    image: eclipse-temurin:17
    command: [java, -jar, /app.jar]
    env:
    - {name: JAVA_TOOL_OPTIONS, value: "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=localhost:5005"}
    lifecycle: {preStop: {exec: {command: [jcmd, "1", GC.heap_info]}}}
`, `[jcmd, `, `[env, JAVA_TOOL_OPTIONS=, jcmd, `)},
	References: []string{
		"https://docs.oracle.com/en/java/javase/21/docs/specs/jpda/conninv.html",
		"https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/",
	},
	Check: func(p *lint.Pass) {
		if p.Workload.Accompanies {
			return // it is said of the JVM that the container is for
		}
		for _, w := range p.Workload.Companions {
			for _, port := range p.Companion(w).Options.Ports() {
				reportTaken(p, w, port)
			}
		}
	},
}

// reportTaken reports a port that another JVM of the container opens, too.
func reportTaken(p *lint.Pass, other *workload.Workload, port source.Text) {
	for _, held := range p.Options.Ports() {
		if held.String() == port.String() {
			of := other.At.String()
			if other.Helper {
				of = other.Name
			}
			f := p.Report([]source.Text{held, other.At}, "port %s is taken when %s starts a second JVM: that one ends at once", held, of)
			f.Because(other.At, "opens it, too")
			f.Suggest(lint.Manual, "leave the option out there: set its variable for the command to what the second JVM needs, or to nothing")
			return
		}
	}
}
