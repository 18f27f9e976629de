package rules

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var openDebugPort = lint.Rule{
	ID: "open-debug-port", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupSecurity},
	Title:  "anybody who reaches the port can run code in the JVM",
	What: `The debugger (jdwp) listens on all addresses, or remote management (JMX) does and asks for no password. For
the debugger, address=5005 means all addresses on JDK 8 and only this machine from JDK 9 on; *:5005 and 0.0.0.0:5005
mean all addresses. Remote management listens on all addresses on every JDK, unless com.sun.management.jmxremote.host
names one; java.rmi.server.hostname does not limit it, and neither does jmxremote.local.only. The finding is a warning
for a Kubernetes pod and for a process that runs (a pasted line of ps, the output of jcmd). Elsewhere it is info,
because perhaps only a developer's machine can reach the port. Ports that a shell fills in and branches of scripts are
not judged; if nothing names the JDK, the port must be open on all JDKs in question that start. A debugger that JDK 9
and later open for their own container only, though Compose publishes its port, is info: nobody reaches it. JDK 8 does
not start with *:5005, which is an error.`,
	Why: `Both protocols are made to run code: a debugger evaluates expressions, and management loads classes from an
address that it is given. In a pod, every other pod that the network lets through can do so, with the rights of the
program, including its secrets. Neither protocol asks for a password here.`,
	FixSafety: `Unsafe: nobody can attach from another machine any more. kubectl port-forward still reaches the port,
because it connects within the pod. Where a file of the run has the number of the port outside of options, as a port of
a container, of a Service or of a Dockerfile, the fix is left to you, and so it is where no container is described.`,
	Exceptions: `A machine that nobody else can reach. A NetworkPolicy that lets nobody in, or a port that Docker
publishes only on 127.0.0.1.`,
	Evidence: `The addresses were read from /proc/net/tcp of running JVMs: the debugger with 5005, *:5005,
0.0.0.0:5005, :5005 and localhost:5005 on JDK 8, 17, 21 and 25, management with and without a host and local.only on 8,
11, 17, 21 and 25. JDK 8 does not start with *:5005.`,
	Examples: []lint.Example{
		ofOptions("--jdk 17",
			"-Xmx1g -agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=*:5005",
			"-Xmx1g -agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=localhost:5005"),
		ofOptions("--jdk 17",
			"-Dcom.sun.management.jmxremote.port=9010 -Dcom.sun.management.jmxremote.authenticate=false -Dcom.sun.management.jmxremote.ssl=false",
			"-Dcom.sun.management.jmxremote.port=9010 -Dcom.sun.management.jmxremote.authenticate=false -Dcom.sun.management.jmxremote.ssl=false -Dcom.sun.management.jmxremote.host=127.0.0.1"),
	},
	References: []string{
		"https://docs.oracle.com/en/java/javase/21/docs/specs/jpda/conninv.html",
		"https://docs.oracle.com/en/java/javase/21/management/monitoring-and-management-using-jmx-technology.html",
	},
	Check: func(p *lint.Pass) {
		if p.Workload.OthersInBranches() {
			return
		}
		for _, l := range p.Options.Listeners() {
			if strings.Contains(l.Port, "$") || p.Workload.JDK.Open && !sameOnAll(p, l) {
				continue
			}
			switch l.Reach {
			case jvmflag.Everybody:
				f := reportListener(p, l)
				if c := p.Workload.Container; !p.Workload.Running && (c == nil || !c.Kubernetes) {
					f.Severity = lint.Info
				}
			case jvmflag.ThisMachine:
				reportUnreachable(p, l)
			case jvmflag.Nobody:
				f := p.Report([]source.Text{l.Address}, "JDK 8 does not start with %s: it takes * for the name of a host", l.Address)
				f.Severity = lint.Error
				f.Suggest(lint.Manual, "write "+l.Port+" alone, which JDK 8 opens on all addresses, or localhost:"+l.Port)
			}
		}
	},
}

// sameOnAll reports whether a port is as open on each JDK that may run this. JDK 8 may not start with it.
func sameOnAll(p *lint.Pass, l jvmflag.Listener) bool {
	return repair.OnAll(p, l.Option, func(other *lint.Pass) bool {
		return slices.ContainsFunc(other.Options.Listeners(), func(x jvmflag.Listener) bool {
			return x.Address.Same(l.Address) && (x.Reach == l.Reach || x.Reach == jvmflag.Nobody)
		})
	})
}

// reportUnreachable reports a debugger whose port is published, but listens only in its container.
func reportUnreachable(p *lint.Pass, l jvmflag.Listener) {
	c := p.Workload.Container
	if c == nil || !slices.Contains(c.Published, l.Port) {
		return
	}
	f := p.Report([]source.Text{l.Address}, "the debugger listens on localhost of the container only: the published port %s reaches nobody", l.Port)
	f.Severity = lint.Info
	f.Suggest(lint.Manual, "publish the port on 127.0.0.1 only, and write address=*:"+l.Port)
}

func reportListener(p *lint.Pass, l jvmflag.Listener) *lint.Finding {
	if !l.Debugger {
		const host = "-Dcom.sun.management.jmxremote.host=127.0.0.1"
		f := p.Report([]source.Text{l.Address}, "port %s for remote management is open on all addresses, and asks for no password", l.Port)
		suggestLocal(p, f, l, host, lint.AddBehind(l.Option, host))
		return f
	}
	if l.Port == "" {
		f := p.Report([]source.Text{l.Address}, "the debugger listens on all addresses, on a port that it chooses itself")
		f.Suggest(lint.Manual, "listen only on this machine with address=localhost:5005")
		return f
	}
	f := p.Report([]source.Text{l.Address}, "port %s of the debugger is open on all addresses, and asks for no password", l.Port)
	local := "localhost:" + l.Port
	suggestLocal(p, f, l, "address="+local, lint.Replace(l.Address, local))
	return f
}

// suggestLocal offers to listen only on this machine. Who reaches the port of a JVM outside of containers, nobody
// says here.
func suggestLocal(p *lint.Pass, f *lint.Finding, l jvmflag.Listener, option string, edit source.Edit) {
	title := "listen only on this machine with " + option
	if p.Workload.Container == nil && !p.Workload.Running {
		f.Suggest(lint.Manual, title)
		f.Fixes[len(f.Fixes)-1].Left = "nothing describes the container, so others may have to reach the port"
		return
	}
	f.Suggest(lint.Unsafe, title, edit)
	f.Fixes[len(f.Fixes)-1].Closes = l.Port
}
