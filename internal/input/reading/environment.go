package reading

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Variable is an environment variable of a container.
type Variable struct {
	Name  string
	At    source.Text // where its name stands
	Value source.Text // with the values of others put in
	Known bool        // false: it is set, to something that the file does not say
	Raw   string      // as it is written
}

// Environment is what a container's process gets, in the order of Kubernetes:
// envFrom first. Of several of one name the last counts.
type Environment struct {
	Variables []Variable
	Open      bool // others may come from what the file does not hold
}

// Get gives a variable, and whether it is set.
func (e *Environment) Get(name string) (Variable, bool) {
	for _, v := range slices.Backward(e.Variables) {
		if v.Name == name {
			return v, true
		}
	}
	return Variable{}, false
}

// Known is the value of a variable that the file tells.
func (e *Environment) Known(name string) (source.Text, bool) {
	v, set := e.Get(name)
	return v.Value, set && v.Known
}

// Hides reports whether one of the variables is set, to something that the file
// does not say.
func (e *Environment) Hides(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		v, set := e.Get(name)
		return set && !v.Known
	})
}

// Set sets a variable, behind all others.
func (e *Environment) Set(v Variable) {
	e.Variables = slices.DeleteFunc(e.Variables, func(old Variable) bool { return old.Name == v.Name })
	e.Variables = append(e.Variables, v)
}

// mostExpanded bounds variables that double what others hold, in bytes: Linux
// gives a process no single string that is longer (MAX_ARG_STRLEN).
const mostExpanded = 128 << 10

var reference = lazyregexp.New(`\$\$|\$\([A-Za-z_.-][\w.-]*\)`)

// ExpandReferences puts values in for $(NAME) as Kubernetes does: what is not
// set stays as it is written, and $$ is a dollar sign.
//
// https://github.com/kubernetes/kubernetes/blob/v1.30.0/third_party/forked/golang/expansion/expand.go, Expand
func ExpandReferences(t source.Text, env *Environment) source.Text {
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
		value, ok := env.Known(s[m[0]+2 : m[1]-1])
		if length += value.Len(); !ok || length > mostExpanded {
			value = t.Slice(m[0], m[1])
		}
		parts = append(parts, value)
	}
	return source.Join(append(parts, t.Slice(at, len(s)))...)
}

// references are the places where variables name others.
func (e *Environment) references() []Expansion {
	var all []Expansion
	for _, v := range e.Variables {
		if names := reference.FindAllString(v.Raw, -1); names != nil {
			all = append(all, Expansion{v.Name, strings.Join(names, " ")})
		}
	}
	return all
}

// ReadOwnChannels reads the variables that the JVM reads itself. Where they may
// hold what the file does not say, the options are only a part.
func (in *Input) ReadOwnChannels(w *workload.Workload, env *Environment) {
	if env.Open {
		w.KnowsAtMost(workload.PartOfOptions)
	}
	for _, channel := range jvmflag.EnvironmentChannels {
		if value, ok := env.Known(channel.String()); ok {
			w.Options = append(w.Options, in.JVMOptions(channel, value)...)
			w.Variables = append(w.Variables, jvmflag.Variable{Channel: channel, Text: value})
		}
		if env.Hides(channel.String()) {
			w.KnowsAtMost(workload.PartOfOptions)
		}
	}
}

// Overrides are the variables of a container as a member sees them.
func (e *Environment) Overrides() []hazelcast.Variable {
	var all []hazelcast.Variable
	for _, v := range e.Variables {
		if name := v.At; name.String() == v.Name { // another where envFrom puts a prefix before it
			all = append(all, hazelcast.Variable{Name: name, Value: v.Value, Known: v.Known})
		}
	}
	return all
}
