package kube

import (
	"path"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// addObject notes what a ConfigMap or a Secret holds.
func (m *manifests) addObject(o, data *yamldoc.Node) {
	object := &reading.Object{
		Reference: reading.Reference{Kind: kindOf(o), Namespace: o.Get("metadata", "namespace").Value(), Name: nameOf(o)},
		File:      m.File, Data: data,
	}
	for _, e := range data.Entries() {
		object.Variables = append(object.Variables, reading.Variable{Name: e.Key.Value(), At: e.Key.Text(), Value: e.Value.Text(), Known: e.Value.Kind() == yamldoc.Scalar, Raw: e.Value.Value()})
	}
	if _, unknown := m.unknown[o]; unknown {
		object.Open, object.Variables = true, nil
	}
	m.add(object)
}

func (m *manifests) add(o *reading.Object) {
	m.own = append(m.own, o)
	m.Objects.Add(o)
}

// generators are the lists of a kustomization that make objects.
//
//	https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/configmapgenerator/
var generators = []struct{ list, kind string }{{"configMapGenerator", "ConfigMap"}, {"secretGenerator", "Secret"}}

// isKustomization tells a file that makes objects, which need not say its kind.
func isKustomization(root *yamldoc.Node) bool {
	for _, g := range generators {
		if root.Get(g.list).Kind() == yamldoc.Sequence {
			return true
		}
	}
	return false
}

// addGenerated notes the objects that a kustomization makes, whose folder is that of
// the file that is read, or one from there. What it merges into one that is not known
// is not all that this holds.
func (m *manifests) addGenerated(o *yamldoc.Node, folder string) {
	for _, g := range generators {
		for _, item := range o.Get(g.list).Items() {
			namespace := item.Get("namespace")
			if namespace == nil {
				namespace = o.Get("namespace")
			}
			object := &reading.Object{
				Reference: reading.Reference{Kind: g.kind, Namespace: namespace.Value(), Name: item.Get("name").Value()},
				File:      m.File,
			}
			env := &reading.Environment{}
			if item.Get("behavior").Value() == "merge" {
				m.mergeInto(object, env)
			}
			for _, file := range append(item.Get("envs").Items(), item.Get("env")) {
				if file.Kind() == yamldoc.Scalar && !m.EnvironmentFile(path.Join(folder, file.Value()), env) {
					object.Open = true
				}
			}
			for _, literal := range item.Get("literals").Items() {
				if v, ok := literalOf(literal.Text()); ok {
					env.Set(v)
				}
			}
			for v := range env.All() {
				object.Variables = append(object.Variables, v)
			}
			m.add(object)
		}
	}
}

// mergeInto has a generated object begin with what one of its name holds already.
func (m *manifests) mergeInto(object *reading.Object, env *reading.Environment) {
	below := m.Objects.Named(object.Reference)
	if object.Open = len(below) == 0; object.Open {
		return
	}
	last := below[len(below)-1]
	object.Open = last.Open
	for _, v := range last.Variables {
		env.Set(v)
	}
}

// literalOf reads NAME=value, whose value may stand in quotes.
func literalOf(t source.Text) (reading.Variable, bool) {
	name, value, ok := strings.Cut(t.String(), "=")
	v := reading.Variable{Name: name, At: t.Slice(0, len(name)), Value: t.Slice(min(len(name)+1, t.Len()), t.Len()), Known: true, Raw: value}
	if n := len(value); n > 1 && (value[0] == '"' || value[0] == '\'') && value[n-1] == value[0] {
		v.Value = v.Value.Slice(1, n-1)
	}
	return v, ok
}

// referTo is a reference from the object that is read, in its namespace.
func (m *manifests) referTo(kind string, name *yamldoc.Node) *reading.Object {
	if name.Kind() != yamldoc.Scalar {
		return nil
	}
	return m.ObjectOf(reading.Reference{Kind: kind, Namespace: m.namespace, Name: name.Value()}, name.Text())
}

// ownData is what an object of the same file holds.
func (m *manifests) ownData(kind, name string) *yamldoc.Node {
	if all := m.Objects.Named(reading.Reference{Kind: kind, Namespace: m.namespace, Name: name}); len(all) > 0 {
		return all[len(all)-1].Data
	}
	return nil
}

// addUntaken adds a JVM for each variable of options that no container of the
// file takes: others may.
func (m *manifests) addUntaken() {
	for _, o := range m.own {
		for _, v := range o.Variables {
			if !v.HoldsOptions() || m.taken[v.At.Span()] || strings.Contains(v.Value.String(), "\n") {
				continue
			}
			m.Add(workload.Workload{
				Name: reading.JoinNames(o.Kind, o.Name, v.Name), File: m.File, At: v.At, Known: workload.PartOfOptions, AnyProgram: true, JDK: workload.OpenJDK(),
				Options: jvmflag.Known(reading.EvidenceOf(v.Name), m.JVMOptions(jvmflag.CommandLine, v.Value)),
			})
		}
	}
}
