package kube

import (
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// environmentOf reads envFrom and env of a container, over what its image sets, where that is known.
func (m *manifests) environmentOf(container *yamldoc.Node, image *reading.Environment) *reading.Environment {
	env := &reading.Environment{}
	if image != nil {
		env = image.Clone()
	}
	for _, from := range container.Get("envFrom").Items() {
		m.takeAll(env, from, container)
	}
	list := container.Get("env")
	for _, item := range list.Items() {
		name := item.Get("name")
		if name.Kind() != yamldoc.Scalar {
			continue
		}
		v := reading.Variable{Name: name.Value(), At: name.Text(), List: list.Span()}
		if item.Get("valueFrom") != nil {
			if of, found := m.valueFrom(item); found && of.Known {
				v.Value, v.Known = of.Value, true // as it is: Kubernetes puts nothing in there
			} else {
				v.Value, v.Known = resourceField(item, container)
			}
		} else if value := item.Get("value"); value.IsNull() || len(item.Entries()) == 1 { // which sets nothing to it
			v.Value, v.Known = value.Text().Slice(0, 0), true
		} else if value.Kind() == yamldoc.Scalar {
			v.Value, v.Known, v.Raw = reading.ExpandReferences(value.Text(), env), true, value.Value()
		}
		env.Set(v)
	}
	return env
}

// takeAll takes over all variables of a ConfigMap or a Secret.
func (m *manifests) takeAll(env *reading.Environment, from, container *yamldoc.Node) {
	kind, name := "ConfigMap", from.Get("configMapRef", "name")
	if name == nil {
		kind, name = "Secret", from.Get("secretRef", "name")
	}
	object := m.referTo(kind, name)
	if object == nil || !m.take(len(object.Variables), container) {
		env.OpenTo(name.Text())
		return
	}
	if object.Open {
		env.OpenTo(name.Text())
	}
	prefix := from.Get("prefix").Value()
	for _, v := range object.Variables {
		m.took(v)
		v.Name, v.Raw, v.Bulk = prefix+v.Name, "", true
		env.Set(v)
	}
}

// valueFrom is the variable of a ConfigMap or a Secret that an entry of env refers to; false where that is not known.
func (m *manifests) valueFrom(item *yamldoc.Node) (reading.Variable, bool) {
	kind, ref := "ConfigMap", item.Get("valueFrom", "configMapKeyRef")
	if ref == nil {
		kind, ref = "Secret", item.Get("valueFrom", "secretKeyRef")
	}
	object := m.referTo(kind, ref.Get("name"))
	if object == nil {
		return reading.Variable{}, false
	}
	v, found := object.Variable(ref.Get("key").Value())
	if found {
		m.took(v)
	}
	return v, found
}

// took notes that a container takes a variable.
func (m *manifests) took(v reading.Variable) {
	if m.taken == nil {
		m.taken = map[source.Span]bool{}
	}
	m.taken[v.At.Span()] = true
}

// resourceField is the value of a variable that refers to a limit or a request of a container of the same pod: how
// many divisors it holds, rounded up. A memory limit that is not set here is known by its name alone.
// https://github.com/kubernetes/kubernetes/blob/v1.30.0/pkg/api/v1/resource/helpers.go, ExtractContainerResourceValue
func resourceField(item, container *yamldoc.Node) (source.Text, bool) {
	ref := item.Get("valueFrom", "resourceFieldRef")
	name := ref.Get("resource")
	if name.Kind() != yamldoc.Scalar {
		return source.Text{}, false
	}
	if other := ref.Get("containerName").Value(); other != "" && other != container.Get("name").Value() {
		container = siblingNamed(container, other)
	}
	divisor := ref.Get("divisor").Value()
	if divisor == "" || divisor == "0" {
		divisor = "1"
	}
	n := container.Get(append([]string{"resources"}, strings.SplitN(name.Value(), ".", 2)...)...)
	if n.Kind() != yamldoc.Scalar || reading.HasPlaceholder(n.Value()) {
		return source.Vague(reading.MemoryLimit(divisor), name.Span()), name.Value() == "limits.memory"
	}
	quantity, err := workload.Bytes(n.Text(), source.Configured)
	unit, bad := workload.Bytes(source.Unlocated(divisor, "divisor"), source.Configured)
	if err != nil || bad != nil || unit.N <= 0 || !strings.HasSuffix(name.Value(), ".memory") {
		return source.Text{}, false
	}
	return source.Vague(strconv.FormatInt((quantity.N+unit.N-1)/unit.N, 10), name.Span()), true
}

func siblingNamed(container *yamldoc.Node, name string) *yamldoc.Node {
	c, _ := lists.First(container.Parent().Items(), func(c *yamldoc.Node) bool { return c.Get("name").Value() == name })
	return c
}
