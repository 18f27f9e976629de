package kube

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/secret"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// interpolated is $$, which is a dollar, or ${NAME:-default}, ${NAME-default} and ${NAME}.
//
//	https://docs.docker.com/reference/compose-file/interpolation/
var interpolated = lazyregexp.New(`\$\$|\$\{(\w+)(?:(:?-)([^${}]*))?\}`)

// interpolation puts in what Compose does where a file says it: values of the .env beside,
// and defaults, but for what its name calls a secret. What the environment of a shell sets
// in their place is not known.
type interpolation struct {
	file
	env  *reading.Environment
	put  int                  // bytes that were put in
	done map[source.Span]bool // scalars, which aliases may lead to again
}

// interpolate puts values into the services of a Compose file.
func (in file) interpolate(root *yamldoc.Node) {
	if !strings.Contains(string(root.Span().File.Data), "${") {
		return
	}
	p := &interpolation{file: in, env: &reading.Environment{}, done: map[source.Span]bool{}}
	before := len(in.ReadWith)
	if in.EnvironmentFile(".env", p.env) && len(in.ReadWith) > before { // what it does not take is judged by itself
		last := len(in.ReadWith) - 1
		in.Shares, in.ReadWith = append(in.Shares, in.ReadWith[last]), in.ReadWith[:last]
	}
	for _, e := range root.Entries() {
		p.into(e.Value)
	}
}

func (p *interpolation) into(n *yamldoc.Node) {
	if p.done[n.Span()] {
		return
	}
	p.done[n.Span()] = true
	for _, item := range n.Items() {
		p.into(item)
	}
	for _, e := range n.Entries() {
		p.into(e.Value)
	}
	if n.Kind() != yamldoc.Scalar || !strings.Contains(n.Value(), "${") {
		return
	}
	t := n.Text()
	var parts []source.Text
	at := 0
	for _, m := range interpolated.FindAllStringSubmatchIndex(t.String(), -1) {
		if m[2] < 0 {
			continue
		}
		name := t.String()[m[2]:m[3]]
		value, known := p.env.Known(name)
		switch {
		case len(secret.InWords(name+"=x")) > 0: // a message might tell it
			continue
		case known && (value.Len() > 0 || m[4] < 0 || t.String()[m[4]:m[5]] == "-"):
		case m[4] >= 0:
			value = t.Slice(m[6], m[7])
		default:
			continue
		}
		if p.put += value.Len() + 16; p.put > mostPutIn {
			p.Exceeds(n.Span(), "the substituted variables take more than %d bytes: from here on they are unknown", mostPutIn)
			return
		}
		parts = append(parts, notEmpty(t.Slice(at, m[0]), value)...)
		at = m[1]
	}
	if parts != nil {
		n.PutIn(source.Join(append(parts, notEmpty(t.Slice(at, t.Len()))...)...))
	}
}
