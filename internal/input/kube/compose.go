package kube

import (
	"math"
	"strings"

	"github.com/docker/go-units"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/input/shell"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// isCompose tells a file of Docker Compose: services that have an image or are
// built.
func isCompose(root *yamldoc.Node) bool {
	for _, e := range root.Get("services").Entries() {
		if e.Value.Get("image") != nil || e.Value.Get("build") != nil {
			return true
		}
	}
	return false
}

// readCompose reads each service. Compose puts variables of its own environment
// in for ${NAME}: what they hold is not known.
//
// https://github.com/compose-spec/compose-spec/blob/main/spec.md
func (in file) readCompose(root *yamldoc.Node) {
	for _, e := range root.Get("services").Entries() {
		if in.Full() {
			break
		}
		service := e.Value
		w := workload.Workload{Name: e.Key.Value(), File: in.File, At: e.Key.Text(), Known: workload.AllOptions, Limited: true, Plain: true, JDK: workload.OpenJDK()}
		defaults := in.imageOf(&w, service.Get("image"))
		limits := service.Get("deploy", "resources", "limits")
		w.Memory = in.composeMemory(service.Get("mem_limit"), limits.Get("memory"))
		w.CPUs = in.composeCPUs(service.Get("cpus"), limits.Get("cpus"))
		env := composeEnvironment(service.Get("environment"))
		env.Open = service.Get("env_file") != nil
		in.ReadJVMs(w, env, composeStart(service, env), defaults)
	}
	if len(in.Workloads) > 0 {
		in.Format = ComposeFile
	}
}

// composeEnvironment reads a mapping, or a list of NAME=value.
func composeEnvironment(n *yamldoc.Node) *reading.Environment {
	env := &reading.Environment{}
	for _, e := range n.Entries() {
		env.Set(reading.Variable{Name: e.Key.Value(), At: e.Key.Text(), Value: e.Value.Text(), Known: e.Value.Kind() == yamldoc.Scalar && !e.Value.IsNull()})
	}
	for _, item := range n.Items() {
		text := item.Text()
		name, _, given := strings.Cut(text.String(), "=")
		v := reading.Variable{Name: name, At: text.Slice(0, len(name)), Known: given}
		if given {
			v.Value = text.Slice(len(name)+1, text.Len())
		} else if env.Strays(text) {
			continue
		}
		env.Set(v)
	}
	return env
}

// composeVariable is what Compose puts a value in for.
var composeVariable = lazyregexp.New(`\$(?:[A-Za-z_]\w*|\{[^}]*\})`)

// composeStart reads entrypoint and command: lists, or lines that are split as
// a shell does it, without a shell.
func composeStart(service *yamldoc.Node, env *reading.Environment) reading.StartCommand {
	start := composeWords(service, env)
	start.Replaced, start.Arguments = service.Get("entrypoint") != nil, service.Get("command") != nil
	return start
}

func composeWords(service *yamldoc.Node, env *reading.Environment) reading.StartCommand {
	var words []reading.Item
	complete := true
	for _, key := range []string{"entrypoint", "command"} {
		n := service.Get(key)
		if n.Kind() != yamldoc.Scalar {
			words = append(words, itemsOf(n)...)
			continue
		}
		for _, w := range shell.Split(n.Text()) {
			text := strings.ReplaceAll(w.Text.String(), "$$", "")
			complete = complete && !composeVariable.MatchString(text) // one that stands alone may be any number of words
			words = append(words, reading.Item{Text: w.Text, Written: w.Written})
		}
	}
	doubled := false
	for i, w := range words {
		if strings.Contains(w.Text.String(), "$$") {
			words[i].Text, doubled = SingleDollars(w.Text), true
		}
	}
	if !doubled { // what stands for a variable there, Compose itself puts in
		env = &reading.Environment{}
	}
	start := reading.Started(words, env, false)
	start.Complete = start.Complete && complete
	return start
}

// SingleDollars puts a dollar sign in for two, with which Compose writes one.
func SingleDollars(t source.Text) source.Text { return reading.Undoubled(t, '$') }

// composeMemory reads the first that is set: bytes, or a size such as 1900m,
// whose units are powers of 1024.
func (in file) composeMemory(limits ...*yamldoc.Node) source.Value {
	for _, n := range limits {
		if n.Kind() != yamldoc.Scalar || n.IsNull() {
			continue
		}
		bytes, err := units.RAMInBytes(n.Value())
		switch {
		case reading.HasPlaceholder(n.Value()):
			continue
		case err != nil || bytes <= 0:
			in.Problem(n.Span(), "%q is not a size such as 512m or 2g", n.Value())
			continue
		}
		return source.Value{N: bytes, Origin: source.Configured, Text: n.Text(), Why: "limit"}
	}
	return source.Value{}
}

// composeCPUs reads the first that is set, a number such as 0.5, and rounds it up.
func (in file) composeCPUs(limits ...*yamldoc.Node) source.Value {
	for _, n := range limits {
		if n.Kind() != yamldoc.Scalar || n.IsNull() || reading.HasPlaceholder(n.Value()) {
			continue
		}
		cpus, err := workload.CPUs(n.Text(), source.Configured)
		if err != nil || cpus.N > math.MaxInt32 {
			in.Problem(n.Span(), "%q is not a number of CPUs such as 0.5", n.Value())
			continue
		}
		return cpus
	}
	return source.Value{}
}
