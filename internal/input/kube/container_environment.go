package kube

import (
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// environmentOf reads envFrom and env of a container.
func (m *manifests) environmentOf(container *yamldoc.Node) *reading.Environment {
	env := &reading.Environment{}
	for _, from := range container.Get("envFrom").Items() {
		prefix := from.Get("prefix").Value()
		data, found := m.configMaps[from.Get("configMapRef", "name").Value()]
		if !found {
			data, found = m.secrets[from.Get("secretRef", "name").Value()]
		}
		if entries := len(data.Entries()); !m.take(entries, container) {
			found, data = false, nil
		}
		if !found {
			name := from.Get("configMapRef", "name")
			if name == nil {
				name = from.Get("secretRef", "name")
			}
			env.OpenTo(name.Text())
		}
		for _, e := range data.Entries() {
			env.Set(reading.Variable{Name: prefix + e.Key.Value(), At: e.Key.Text(), Value: e.Value.Text(), Known: e.Value.Kind() == yamldoc.Scalar})
		}
	}
	for _, item := range container.Get("env").Items() {
		name := item.Get("name")
		if name.Kind() != yamldoc.Scalar {
			continue
		}
		v := reading.Variable{Name: name.Value(), At: name.Text()}
		if value := m.valueOf(item); value.Kind() == yamldoc.Scalar {
			v.Value, v.Known, v.Raw = reading.ExpandReferences(value.Text(), env), true, value.Value()
		} else {
			v.Value, v.Known = resourceField(item, container)
		}
		env.Set(v)
	}
	return env
}

// valueOf is the value of an entry of env, or what it refers to in the same
// file; nil where that stands elsewhere.
func (m *manifests) valueOf(item *yamldoc.Node) *yamldoc.Node {
	from := item.Get("valueFrom")
	if from == nil {
		return item.Get("value")
	}
	if ref := from.Get("configMapKeyRef"); ref != nil {
		return m.configMaps[ref.Get("name").Value()].Get(ref.Get("key").Value())
	}
	ref := from.Get("secretKeyRef")
	return m.secrets[ref.Get("name").Value()].Get(ref.Get("key").Value())
}
