package reading

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// helper is a program that starts a JVM of its own, and ends: of the JDK, or of a product.
type helper struct {
	script   source.Text // how it comes to the words of java
	launcher bool        // of the JDK: it does not read JDK_JAVA_OPTIONS
}

// helpers are those that people run beside a program: in probes, and at its start and end.
// They have their names, without .sh.
// https://github.com/openjdk/jdk/blob/jdk-21-ga/make/common/modules/LauncherCommon.gmk (JDK 11 to 25)
var helpers = sync.OnceValue(func() map[string]helper {
	all := map[string]helper{}
	add := func(name, script string, launcher bool) {
		all[name] = helper{TextOf(source.NewFile(name, []byte(script))), launcher}
	}
	for name := range strings.FieldsSeq("jcmd jps jstat jstack jmap jinfo keytool") {
		add(name, "exec java -Xms8m Tool", true)
	}
	for _, f := range catalogue.Facts("Helpers") {
		for _, name := range f.Words("Helpers") {
			add(name, cmp.Or(catalogue.Model(f.Get("Start")), "exec java "+f.Get("Option")+" Tool"), false)
		}
	}
	return all
})

// helperNamed is the helper of a path.
func helperNamed(program string) (helper, bool) {
	h, known := helpers()[programNamed(program)]
	return h, known
}

func programNamed(at string) string { return strings.TrimSuffix(path.Base(at), ".sh") }

// HelperCommand is a command that a container runs beside its program.
type HelperCommand struct {
	Name  string // of the field that names it: livenessProbe
	Words []Item
}

// AddHelpers tells the JVMs that were read since then of those that commands start beside them.
func (in *Input) AddHelpers(since int, env *Environment, commands []HelperCommand, kubernetes bool) {
	for _, w := range in.Workloads[min(since, len(in.Workloads)):] {
		if !w.Decided() || w.Accompanies || w.Short {
			continue
		}
		for _, c := range commands {
			if h, starts := in.helperOf(c, env, kubernetes); starts {
				h.File, h.JDK, h.Known = w.File, w.JDK, workload.AllOptions
				w.Companions = append(w.Companions, &h)
			}
		}
	}
}

// helperOf is the JVM that a command starts; false where it starts none that is known.
func (in *Input) helperOf(c HelperCommand, env *Environment, kubernetes bool) (workload.Workload, bool) {
	w, name := workload.Workload{Identity: workload.Identity{Name: c.Name, Helper: true, Short: true}}, "java"
	env = handedOn(c.Words, env)
	env.Files = ContainerFiles(func(program string) (source.Text, bool) {
		h, known := helperNamed(program)
		return h.script, known
	}).Over(env.Files)
	start := Started(c.Words, env, kubernetes)
	if !start.Java.Located() {
		return w, false
	}
	for _, channel := range jvmflag.EnvironmentChannels {
		if value := start.channels[channel.String()]; start.channels != nil {
			env.Set(Variable{Name: channel.String(), At: value, Value: value, Known: true})
		}
	}
	in.ReadOwnChannels(&w, env)
	options := slices.DeleteFunc(slices.Clone(start.Options), printsOnly)
	for _, read := range start.Read {
		of := read.Span().File
		h, known := helperNamed(of.Name)
		if !known || h.script.Span().File != of {
			continue
		}
		name = of.Name
		for i, o := range options {
			options[i].Text = outside(o.Text, of, "its start script")
			options[i] = options[i].Written(options[i].Text)
		}
		if h.launcher {
			w.Options = slices.DeleteFunc(w.Options, func(o jvmflag.Option) bool { return o.Channel == jvmflag.JDKJavaOptions })
			w.Variables = slices.DeleteFunc(w.Variables, func(v jvmflag.Variable) bool { return v.Channel == jvmflag.JDKJavaOptions })
		}
	}
	w.Options = append(w.Options, options...)
	w.At = startedAt(c.Words, name)
	return w, w.At.Located()
}

// handedOn is the environment that words hand on: env NAME=VALUE -u NAME PROGRAM.
func handedOn(words []Item, env *Environment) *Environment {
	env = env.Clone()
	if len(words) == 0 || path.Base(words[0].Text.String()) != "env" {
		return env
	}
	for i, w := range words[1:] {
		name, _, set := strings.Cut(strings.TrimPrefix(w.Text.String(), "--unset="), "=")
		switch {
		case set, name != w.Text.String(), words[i].Text.String() == "-u":
			env.Set(Variable{Name: name, At: w.Text, Value: w.Text.Slice(w.Text.Len(), w.Text.Len()), Known: true})
		case !strings.HasPrefix(name, "-"):
			return env
		}
	}
	return env
}

// startedAt is the command of a program among words, or in the script that a shell runs.
func startedAt(words []Item, program string) source.Text {
	if text, is := ShellScriptOf(words); is {
		script, _ := shell.Parse(text)
		for _, c := range script.Commands {
			if started := unwrapped(c.Words); len(started) > 0 && programNamed(literal(started[0])) == program {
				return shell.Together(started)
			}
		}
		return text
	}
	word, _ := lists.First(words, func(w Item) bool { return programNamed(w.Text.String()) == program })
	return word.Text
}
