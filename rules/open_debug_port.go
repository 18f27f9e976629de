package rules

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/programs"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var openDebugPort = lint.Rule{
	ID: "open-debug-port", Severity: lint.Warning, Confidence: lint.Certain, Groups: []lint.Group{lint.GroupSecurity},
	Title: "anybody who reaches the port can run code in the JVM",
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
				c := p.Workload.Container
				f.InfoIf(!p.Workload.Running && (c == nil || !c.Kubernetes))
				noteUnpublished(f, c, l.Port)
			case jvmflag.ThisMachine:
				reportUnreachable(p, l)
			case jvmflag.Nobody:
				f := p.Report(lint.Places{l.Address}, "JDK 8 does not start with %s: it takes * for the name of a host", l.Address)
				f.Severity = lint.Error
				f.Suggest(lint.Manual, "write "+l.Port+" alone, which JDK 8 opens on all addresses, or localhost:"+l.Port)
			}
		}
		for _, o := range p.Options.Options {
			if host, port, open := programs.OpenAgent(o); open {
				f := p.Report(lint.Places{host}, "this agent opens remote management over HTTP on all addresses, and its options ask for no password")
				f.Severity = lint.Info // policies, and variables that later releases read, may limit it
				f.Suggest(lint.Manual, "listen only on this machine with localhost, or ask for a user and a password")
				noteUnpublished(f, p.Workload.Container, port.String())
			}
		}
	},
}

// noteUnpublished says of a port that the container publishes others only. Where it is not told, nothing is known.
func noteUnpublished(f *lint.Finding, c *workload.Container, own string) {
	published := func(port string) bool { return port == own || strings.ContainsAny(port, "-$") } // or it may be
	if c != nil && own != "" && len(c.Published) > 0 && !slices.ContainsFunc(c.Published, published) {
		f.Note("nothing here publishes port " + own + " of the container")
	}
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
	f := p.Report(lint.Places{l.Address}, "the debugger listens on localhost of the container only: the published port %s reaches nobody", l.Port)
	f.Suggest(lint.Manual, "publish the port on 127.0.0.1 only, and write address=*:"+l.Port)
}

func reportListener(p *lint.Pass, l jvmflag.Listener) *lint.Finding {
	if !l.Debugger {
		const host, stub = "-Dcom.sun.management.jmxremote.host=127.0.0.1", "-Djava.rmi.server.hostname=127.0.0.1"
		port := p.Options.Properties["com.sun.management.jmxremote.port"].Value // where the start script opens it
		f := p.Report(lint.Places{l.Address, port}, "port %s for remote management is open on all addresses, and asks for no password", l.Port)
		title, edit := host, lint.AddBehind(l.Option, host)
		if _, named := p.Options.Properties["java.rmi.server.hostname"]; !named { // else clients ask the address of the host
			title += " " + stub
			edit.New += lint.AddBehind(l.Option, stub).New
		}
		suggestLocal(p, f, l, title, edit)
		return f
	}
	if l.Port == "" {
		f := p.Report(lint.Places{l.Address}, "the debugger listens on all addresses, on a port that it chooses itself")
		f.Suggest(lint.Manual, "listen only on this machine with address=localhost:5005")
		return f
	}
	f := p.Report(lint.Places{l.Address}, "port %s of the debugger is open on all addresses, and asks for no password", l.Port)
	local := "localhost:" + l.Port
	suggestLocal(p, f, l, "address="+local, lint.Replace(l.Address, local))
	return f
}

// suggestLocal offers to listen only on this machine. Who reaches the port of a JVM outside of containers, nobody
// says here.
func suggestLocal(p *lint.Pass, f *lint.Finding, l jvmflag.Listener, option string, edit source.Edit) {
	title, c := "listen only on this machine with "+option, p.Workload.Container
	if c != nil && slices.Contains(c.Published, l.Port) { // nobody would reach it any more
		f.Suggest(lint.Manual, "publish the port on 127.0.0.1 only")
		return
	}
	if p.Workload.Manager == workload.Docker && !p.Workload.Running { // in a pod, port-forward reaches it
		f.Suggest(lint.Manual, "leave it out where nobody needs it, or publish the port on 127.0.0.1 only: nobody reaches localhost of a container from outside")
		return
	}
	if c == nil && !p.Workload.Running {
		f.Suggest(lint.Manual, title)
		f.Fixes[len(f.Fixes)-1].Left = "nothing describes the container, so others may have to reach the port"
		return
	}
	f.Suggest(lint.Unsafe, title, edit)
	f.Fixes[len(f.Fixes)-1].Closes = l.Port
}
