package reading

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/secret"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Interpolation puts values in where scalars of YAML name them: what Compose does for variables, and OpenShift for
// parameters.
type Interpolation struct {
	*Input
	env  *Environment
	form *lazyregexp.Regexp
	put  int                  // bytes that were put in
	done map[source.Span]bool // nodes, which aliases may lead to again
}

// NewInterpolation takes values from an environment. The groups of the form of what a value is put in for are its name,
// and where there are more, how a default is given, the default, and a name without brackets.
func NewInterpolation(in *Input, env *Environment, form *lazyregexp.Regexp) *Interpolation {
	return &Interpolation{Input: in, env: env, form: form, done: map[source.Span]bool{}}
}

func (s *Interpolation) value(t source.Text, m []int) (source.Text, bool) {
	group := func(n int) string {
		if 2*n >= len(m) || m[2*n] < 0 {
			return ""
		}
		return t.String()[m[2*n]:m[2*n+1]]
	}
	name, how := cmp.Or(group(1), group(4)), group(2)
	value, known := s.env.Known(name)
	switch {
	case len(secret.InWords(name+"=x")) > 0: // a message might tell it
		return source.Text{}, false
	case known && (value.Len() > 0 || !strings.HasPrefix(how, ":")):
		return value, true
	case strings.HasSuffix(how, "-"):
		return t.Slice(m[6], m[7]), true
	}
	return source.Text{}, false
}

// mostPutIn bounds what is put into a file, in bytes.
const mostPutIn = 1 << 20

// Into puts values into the scalars of a node and below it.
func (s *Interpolation) Into(n *yamldoc.Node) {
	if s.done[n.Span()] {
		return
	}
	s.done[n.Span()] = true
	for _, item := range n.Items() {
		s.Into(item)
	}
	for _, e := range n.Entries() {
		s.Into(e.Value)
	}
	t := n.Text()
	if !strings.Contains(t.String(), "$") || s.put > mostPutIn {
		return
	}
	var parts []source.Text
	at := 0
	for _, m := range s.form.FindAllStringSubmatchIndex(t.String(), -1) {
		value, known := s.value(t, m)
		if !known {
			continue
		}
		if s.put += value.Len() + 16; s.put > mostPutIn {
			s.Exceeds(n.Span(), "the substituted variables take more than %d bytes: from here on they are unknown", mostPutIn)
			return
		}
		parts = append(parts, notEmpty(t.Slice(at, m[0]), value)...)
		at = m[1]
	}
	if parts = append(parts, notEmpty(t.Slice(at, t.Len()))...); len(parts) == 0 {
		parts = []source.Text{t.Slice(0, 0)}
	}
	if at > 0 {
		n.PutIn(source.Join(parts...))
	}
}

// notEmpty are those texts that hold something: what is put in alone has the place that it has.
func notEmpty(texts ...source.Text) []source.Text {
	return slices.DeleteFunc(texts, func(t source.Text) bool { return t.Len() == 0 })
}
