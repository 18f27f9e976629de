package reading

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// helper is a program that starts a JVM of its own, and ends: of the JDK, or of a product.
type helper struct {
	images.Argument      // that its script puts on the command line
	launcher        bool // of the JDK: it does not read JDK_JAVA_OPTIONS
}

// helpers are those that people run beside a program: in probes, and at its start and end.
// They have their names, without .sh.
// https://github.com/openjdk/jdk/blob/jdk-21-ga/make/common/modules/LauncherCommon.gmk (JDK 11 to 25)
var helpers = sync.OnceValue(func() map[string]helper {
	all := map[string]helper{}
	for name := range strings.FieldsSeq("jcmd jps jstat jstack jmap jinfo keytool") {
		all[name] = helper{images.Argument{Default: "-Xms8m"}, true}
	}
	for _, f := range catalogue.Facts("Helpers") {
		for _, name := range f.Words("Helpers") {
			all[name] = helper{Argument: images.ArgumentOf(catalogue.Field{Key: "Option", Value: f.Get("Option")})}
		}
	}
	return all
})

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
	w := workload.Workload{Name: c.Name, Helper: true, Short: true}
	start := Started(c.Words, env, kubernetes)
	if start.Java.Located() {
		in.ReadOwnChannels(&w, env)
		w.Options = append(w.Options, slices.DeleteFunc(slices.Clone(start.Options), printsOnly)...)
		w.At = startedAt(c.Words, "java")
		return w, w.At.Located()
	}
	for _, program := range start.Programs {
		if h, known := helpers()[strings.TrimSuffix(path.Base(program), ".sh")]; known {
			in.readHelper(&w, h, env)
			w.At = startedAt(c.Words, path.Base(program))
			return w, w.At.Located()
		}
	}
	return w, false
}

// readHelper reads the options of a helper: what its script puts on the command line,
// and the variables that the JVM itself reads.
func (in *Input) readHelper(w *workload.Workload, h helper, env *Environment) {
	in.ReadOwnChannels(w, env)
	if h.launcher {
		w.Options = slices.DeleteFunc(w.Options, func(o jvmflag.Option) bool { return o.Channel == jvmflag.JDKJavaOptions })
		w.Variables = slices.DeleteFunc(w.Variables, func(v jvmflag.Variable) bool { return v.Channel == jvmflag.JDKJavaOptions })
	}
	options := source.Unlocated(h.Default, "its start script")
	if value, set := env.Known(h.Variable); set {
		options = value
	}
	w.Options = append(w.Options, jvmflag.Known(jvmflag.Runs, in.JVMOptions(jvmflag.CommandLine, options))...)
}

// startedAt is the command of a program among words, or in the script that a shell runs.
func startedAt(words []Item, program string) source.Text {
	if text, is := ShellScriptOf(words); is {
		script, _ := shell.Parse(text)
		for _, c := range script.Commands {
			if started := unwrapped(c.Words); len(started) > 0 && path.Base(literal(started[0])) == program {
				return shell.Together(started)
			}
		}
		return text
	}
	for _, w := range words {
		if path.Base(w.Text.String()) == program {
			return w.Text
		}
	}
	return source.Text{}
}
