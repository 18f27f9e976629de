package kube

import (
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// parameter is what OpenShift puts the value of a parameter in for, and nothing else: a shell may read ${NAME:-x}.
var parameter = lazyregexp.New(`\$\{\{?(\w+)\}\}?`)

// objectsOf are the objects of a Template of OpenShift, with the values that its parameters have by default, and else
// an object itself. What somebody must give or what is generated stays open.
//
// https://docs.okd.io/latest/openshift_images/using-templates.html#templates-writing-parameters_using-templates
func (in file) objectsOf(o *yamldoc.Node) []*yamldoc.Node {
	if kindOf(o) != "Template" {
		return listed(o)
	}
	env := &reading.Environment{}
	for _, p := range o.Get("parameters").Items() {
		if value := p.Get("value"); value.Kind() == yamldoc.Scalar {
			env.Set(reading.Variable{Name: p.Get("name").Value(), Value: value.Text(), Known: true})
		}
	}
	reading.NewInterpolation(in.Input, env, parameter).Into(o.Get("objects"))
	return lists.Flat(o.Get("objects").Items(), listed)
}
