package input

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// variable is an environment variable of a container.
type variable struct {
	name  string
	at    source.Text // where its name stands
	value source.Text // with the values of others put in
	known bool        // false: it is set, to something that the file does not say
	raw   string      // as it is written
}

// environment is what a container's process gets, in the order of Kubernetes:
// envFrom first. Of several of one name the last counts.
type environment struct {
	variables []variable
	open      bool // others may come from what the file does not hold
}

func (e *environment) get(name string) (variable, bool) {
	for _, v := range slices.Backward(e.variables) {
		if v.name == name {
			return v, true
		}
	}
	return variable{}, false
}

// known is the value of a variable that the file tells.
func (e *environment) known(name string) (source.Text, bool) {
	v, set := e.get(name)
	return v.value, set && v.known
}

// hides tells whether one of the variables is set, to something that the file
// does not say.
func (e *environment) hides(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		v, set := e.get(name)
		return set && !v.known
	})
}

func (e *environment) set(v variable) {
	e.variables = slices.DeleteFunc(e.variables, func(old variable) bool { return old.name == v.name })
	e.variables = append(e.variables, v)
}

// environmentOf reads envFrom and env of a container.
func (m *manifests) environmentOf(container *yamldoc.Node) *environment {
	env := &environment{}
	for _, from := range container.Get("envFrom").Items() {
		prefix := from.Get("prefix").Value()
		data, found := m.configMaps[from.Get("configMapRef", "name").Value()]
		if !found {
			data, found = m.secrets[from.Get("secretRef", "name").Value()]
		}
		env.open = env.open || !found
		for _, e := range data.Entries() {
			env.set(variable{name: prefix + e.Key.Value(), at: e.Key.Text(), value: e.Value.Text(), known: e.Value.Kind() == yamldoc.Scalar})
		}
	}
	for _, item := range container.Get("env").Items() {
		name := item.Get("name")
		if name.Kind() != yamldoc.Scalar {
			continue
		}
		v := variable{name: name.Value(), at: name.Text()}
		if value := m.valueOf(item); value.Kind() == yamldoc.Scalar {
			v.value, v.known, v.raw = expandReferences(value.Text(), env), true, value.Value()
		} else {
			v.value, v.known = resourceField(item, container)
		}
		env.set(v)
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

// mostExpanded bounds variables that double what others hold, in bytes: Linux
// gives a process no single string that is longer (MAX_ARG_STRLEN).
const mostExpanded = 128 << 10

var reference = lazyregexp.New(`\$\$|\$\([A-Za-z_.-][\w.-]*\)`)

// expandReferences puts values in for $(NAME) as Kubernetes does: what is not
// set stays as it is written, and $$ is a dollar sign.
//
// https://github.com/kubernetes/kubernetes/blob/v1.30.0/third_party/forked/golang/expansion/expand.go, Expand
func expandReferences(t source.Text, env *environment) source.Text {
	s := t.String()
	all := reference.FindAllStringIndex(s, -1)
	if all == nil {
		return t
	}
	var parts []source.Text
	at, length := 0, len(s)
	for _, m := range all {
		parts = append(parts, t.Slice(at, m[0]))
		at = m[1]
		if s[m[0]:m[1]] == "$$" {
			parts = append(parts, t.Slice(m[0]+1, m[1]))
			continue
		}
		value, ok := env.known(s[m[0]+2 : m[1]-1])
		if length += value.Len(); !ok || length > mostExpanded {
			value = t.Slice(m[0], m[1])
		}
		parts = append(parts, value)
	}
	return source.Join(append(parts, t.Slice(at, len(s)))...)
}

// references are the places where variables name others.
func (e *environment) references() []expansion {
	var all []expansion
	for _, v := range e.variables {
		if names := reference.FindAllString(v.raw, -1); names != nil {
			all = append(all, expansion{v.name, strings.Join(names, " ")})
		}
	}
	return all
}

// readOwnChannels reads the variables that the JVM reads itself. Where they may
// hold what the file does not say, the options are only a part.
func (in *Input) readOwnChannels(w *workload.Workload, env *environment) {
	w.Part = w.Part || env.open
	for _, channel := range jvmflag.EnvironmentChannels {
		if value, ok := env.known(channel.String()); ok {
			w.Options = append(w.Options, in.options(channel, value)...)
			w.Variables = append(w.Variables, jvmflag.Variable{Channel: channel, Text: value})
		}
		w.Part = w.Part || env.hides(channel.String())
	}
}
