package kube

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// openShiftObjects are the objects of a template of OpenShift; none of any other
// resource.
//
//	https://docs.openshift.com/container-platform/4.15/openshift_images/using-templates.html
func openShiftObjects(o *yamldoc.Node) []*yamldoc.Node {
	if o.Get("kind").Value() != "Template" {
		return nil
	}
	return o.Get("objects").Items()
}

// parameters are those of a template of OpenShift that have a value.
type parameters struct {
	file
	values map[string]source.Text
	put    int                  // bytes that were put in
	done   map[source.Span]bool // scalars, which aliases may lead to again
}

// mostPutIn bounds what the parameters of a template come to, in bytes.
const mostPutIn = 1 << 20

// putParameters puts the values of parameters in where objects name them. What has
// no value is not known, and stays as it is.
func (in file) putParameters(template *yamldoc.Node) {
	p := parameters{file: in, values: map[string]source.Text{}, done: map[source.Span]bool{}}
	for _, parameter := range template.Get("parameters").Items() {
		if value := parameter.Get("value"); value.Kind() == yamldoc.Scalar && !value.IsNull() {
			p.values[parameter.Get("name").Value()] = value.Text()
		}
	}
	if len(p.values) > 0 {
		p.into(template.Get("objects"))
	}
}

// inParameter is ${NAME}, or ${{NAME}} for what is no string.
var inParameter = lazyregexp.New(`\$\{(?:\{(\w+)\}|(\w+))\}`)

func (p *parameters) into(n *yamldoc.Node) {
	for _, item := range n.Items() {
		p.into(item)
	}
	for _, e := range n.Entries() {
		p.into(e.Value)
	}
	t := n.Text()
	var parts []source.Text
	at := 0
	for _, m := range inParameter.FindAllStringSubmatchIndex(t.String(), -1) {
		name := t.String()[max(m[2], m[4]):max(m[3], m[5])]
		value, known := p.values[name]
		if !known || p.put > mostPutIn {
			continue
		}
		if p.put += value.Len() + 16; p.put > mostPutIn {
			p.Exceeds(n.Span(), "the substituted parameters take more than %d bytes: from here on they are unknown", mostPutIn)
			continue
		}
		parts = append(parts, notEmpty(t.Slice(at, m[0]), value)...)
		at = m[1]
	}
	if parts != nil && !p.done[n.Span()] {
		p.done[n.Span()] = true
		n.PutIn(source.Join(append(parts, notEmpty(t.Slice(at, t.Len()))...)...))
	}
}

// notEmpty are those texts that hold something: what is put in alone has the place that
// it has.
func notEmpty(texts ...source.Text) []source.Text {
	return slices.DeleteFunc(texts, func(t source.Text) bool { return t.Len() == 0 })
}
