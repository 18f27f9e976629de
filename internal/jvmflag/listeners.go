package jvmflag

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Listener is a port of the JVM itself that asks for no password.
type Listener struct {
	Debugger bool // else remote management
	Option   Option
	Address  source.Text // as given, with or without its host; the option where none is
	Port     string      // empty where the JVM chooses one
	Reach    Reach
}

// Reach is who can connect to a port.
type Reach int

const (
	ThisMachine Reach = iota // only programs of the machine or the container
	Everybody                // whoever reaches the machine or the container
	Nobody                   // JDK 8 takes * for the name of a host, and does not start
)

// debuggers are the options that load one.
var debuggers = []string{"-agentlib:jdwp=", "-Xrunjdwp:"}

// Listeners are the ports that options open. A port alone is all addresses for the debugger of JDK 8 and this
// machine for that of later ones; remote management listens on all addresses in each.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/jdk.jdwp.agent/share/native/libdt_socket/socketTransport.c, parseAddress (JDK 9 and later)
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/jdk/src/share/transport/socket/socketTransport.c (JDK 8)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/jdk.management.agent/share/classes/sun/management/jmxremote/ConnectorBootstrap.java (JDK 8 to 25)
func (r *Resolution) Listeners() []Listener {
	all := lists.Found(r.Options, r.debugger)
	if l, open := r.management(); open {
		l.Reach = Everybody
		all = append(all, l)
	}
	return all
}

// Ports are the numbers of the ports that options open, on any address, as far as they tell them: of the debugger, of
// remote management, and of an agent that is told a port and the file of its configuration. A second JVM
// with one of them does not start: neither goes on where its port is taken.
//
// https://github.com/prometheus/jmx_exporter/blob/parent-0.20.0/jmx_prometheus_javaagent/src/main/java/io/prometheus/jmx/JavaAgent.java
func (r *Resolution) Ports() []source.Text {
	var all []source.Text
	add := func(t source.Text) {
		if s := t.String(); portNumber.MatchString(s) {
			all = append(all, t.Slice(strings.LastIndexByte(s, ':')+1, len(s)))
		}
	}
	for _, o := range r.Options {
		if m := agentPort.FindStringSubmatchIndex(o.String()); m != nil && !o.Perhaps {
			add(o.Text.Slice(m[2], m[3]))
		}
		if l, listens := r.debugger(o); listens && !o.Perhaps {
			add(l.Address)
		}
	}
	if port := r.Properties["com.sun.management.jmxremote.port"]; !port.Option.Perhaps {
		add(port.Value)
	}
	return all
}

var (
	agentPort  = lazyregexp.New(`^-javaagent:[^=]+=((?:[\w.-]+:)?\d+):[^:]+$`)
	portNumber = lazyregexp.New(`^(?:.*:)?[1-9]\d*$`)
)

// debugger reads what stands behind the name of the debugger, if an option loads it: key=value,...
func (r *Resolution) debugger(o Option) (l Listener, listens bool) {
	prefix, loads := lists.First(debuggers, func(prefix string) bool { return strings.HasPrefix(o.String(), prefix) })
	if !loads {
		return l, false
	}
	l = Listener{Debugger: true, Option: o, Address: o.Text}
	given := map[string]source.Text{}
	for at, s := len(prefix), o.String(); at < len(s); {
		part, _, _ := strings.Cut(s[at:], ",")
		if key, _, ok := strings.Cut(part, "="); ok {
			given[key] = o.Text.Slice(at+len(key)+1, at+len(part))
		}
		at += len(part) + 1
	}
	_, limited := given["allow"] // addresses that may attach
	if given["transport"].String() != "dt_socket" || given["server"].String() != "y" || limited {
		return l, false
	}
	if r.Table == 8 {
		l.Reach = Everybody
	}
	address := given["address"]
	if address.Len() == 0 {
		return l, true
	}
	l.Address, l.Port = address, address.String()
	if i := strings.LastIndexByte(l.Port, ':'); i >= 0 {
		l.Reach = reachOf(l.Port[:i], r.Table)
		l.Port = l.Port[i+1:]
	}
	return l, true
}

func reachOf(host string, jdk int) Reach {
	switch {
	case host == "*" && jdk == 8:
		return Nobody
	case slices.Contains([]string{"0.0.0.0", "::", "[::]", "*"}, host):
		return Everybody
	}
	return ThisMachine
}

// management is that of remote management, where nobody has to give a password, and no certificate.
func (r *Resolution) management() (l Listener, open bool) {
	const prefix = "com.sun.management."
	port, asked := r.Properties[prefix+"jmxremote.port"]
	password, given := r.Properties[prefix+"jmxremote.authenticate"]
	_, elsewhere := r.Properties[prefix+"config.file"]
	certificate := r.Properties[prefix+"jmxremote.ssl.need.client.auth"]
	isTrue := func(p Property) bool { return strings.EqualFold(p.Value.String(), "true") }
	if !asked || elsewhere || !given || isTrue(password) || isTrue(certificate) {
		return l, false
	}
	switch r.Properties[prefix+"jmxremote.host"].Value.String() {
	case "", "0.0.0.0", "::":
		return Listener{Option: password.Option, Address: password.Option.Text, Port: port.Value.String()}, true
	}
	return l, false
}
