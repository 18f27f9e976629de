package programs

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/wildcard"
)

// OpenAgent gives the address and the port at which an agent opens remote management to everybody; open is false where
// the option loads none that is known, where it listens on this machine only, and where anything limits who may use it.
func OpenAgent(o jvmflag.Option) (host, port source.Text, open bool) {
	const prefix = "-javaagent:"
	file, told, _ := strings.Cut(o.String(), "=")
	if !strings.HasPrefix(file, prefix) {
		return host, port, false
	}
	name := path.Base(strings.TrimPrefix(file, prefix))
	named := func(f catalogue.Fact) bool { return wildcard.Match(f.Subject(), name) }
	agent, known := lists.First(catalogue.Facts("Agent"), named)
	if !known || strings.Contains(told, `\`) { // escaped
		return host, port, false
	}
	at := len(file) + 1
	for part := range strings.SplitSeq(told, ",") {
		key, value, _ := strings.Cut(part, "=")
		text := o.Text.Slice(min(at+len(key)+1, o.Text.Len()), min(at+len(part), o.Text.Len()))
		switch {
		case slices.Contains(agent.Words("Limited by"), key):
			return host, port, false
		case key == agent.Get("Host"):
			host, open = text, slices.Contains(agent.Words("Open"), value)
		case key == agent.Get("Port"):
			port = text
		}
		at += len(part) + 1
	}
	return host, port, open
}
