package kube

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// openShiftObjects are the objects of a template of OpenShift; none of any other resource.
//
//	https://docs.openshift.com/container-platform/4.15/openshift_images/using-templates.html
func openShiftObjects(o *yamldoc.Node) []*yamldoc.Node {
	if o.Get("kind").Value() != "Template" {
		return nil
	}
	return o.Get("objects").Items()
}

// putParameters puts the values of parameters in where objects name them. What has
// no value is not known, and stays as it is.
func (in file) putParameters(template *yamldoc.Node) {
	values := map[string]source.Text{}
	for _, parameter := range template.Get("parameters").Items() {
		if value := parameter.Get("value"); value.Kind() == yamldoc.Scalar && !value.IsNull() {
			values[parameter.Get("name").Value()] = value.Text()
		}
	}
	if len(values) == 0 {
		return
	}
	s := &substitution{file: in, names: inParameter, what: "parameters", done: map[source.Span]bool{}}
	s.value = func(t source.Text, m []int) (source.Text, bool) {
		value, known := values[t.String()[max(m[2], m[4]):max(m[3], m[5])]]
		return value, known
	}
	s.into(template.Get("objects"))
}

// inParameter is ${NAME}, or ${{NAME}} for what is no string.
var inParameter = lazyregexp.New(`\$\{(?:\{(\w+)\}|(\w+))\}`)

// substitution puts values in where scalars name them.
type substitution struct {
	file
	names *lazyregexp.Regexp
	value func(t source.Text, match []int) (value source.Text, known bool)
	what  string
	put   int                  // bytes that were put in
	done  map[source.Span]bool // nodes, which aliases may lead to again
}

// mostPutIn bounds what is put into a file, in bytes.
const mostPutIn = 1 << 20

func (s *substitution) into(n *yamldoc.Node) {
	if s.done[n.Span()] {
		return
	}
	s.done[n.Span()] = true
	for _, item := range n.Items() {
		s.into(item)
	}
	for _, e := range n.Entries() {
		s.into(e.Value)
	}
	t := n.Text()
	if !strings.Contains(t.String(), "${") || s.put > mostPutIn {
		return
	}
	var parts []source.Text
	at := 0
	for _, m := range s.names.FindAllStringSubmatchIndex(t.String(), -1) {
		value, known := s.value(t, m)
		if !known {
			continue
		}
		if s.put += value.Len() + 16; s.put > mostPutIn {
			s.Exceeds(n.Span(), "the substituted %s take more than %d bytes: from here on they are unknown", s.what, mostPutIn)
			return
		}
		parts = append(parts, notEmpty(t.Slice(at, m[0]), value)...)
		at = m[1]
	}
	if parts != nil {
		n.PutIn(source.Join(append(parts, notEmpty(t.Slice(at, t.Len()))...)...))
	}
}

// notEmpty are those texts that hold something: what is put in alone has the place that it has.
func notEmpty(texts ...source.Text) []source.Text {
	return slices.DeleteFunc(texts, func(t source.Text) bool { return t.Len() == 0 })
}
