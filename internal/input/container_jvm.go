package input

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// readJVMs reads the JVMs that a container starts: one by its command, one that
// is a Hazelcast member, else one for each variable that holds options, which a
// start script of the image will read.
func (in *Input) readJVMs(w workload.Workload, env *environment, start startCommand, defaults source.Text) {
	in.readOwnChannels(&w, env)
	if w.IsMember {
		w.Environment = env.overrides()
	}
	image, scripted := in.scriptOf(w, start)
	switch {
	case start.java.Located():
		in.addCommand(w, env, start)
	case scripted:
		in.readScripted(w, env, image)
		w.Options, w.Variables = nil, nil
		in.addVariables(w, besideScript(env, image), start.scripted)
	case w.IsMember:
		w.Options = append(w.Options, in.options(jvmflag.CommandLine, defaults)...)
		w.Options, w.Part = append(w.Options, in.memberOptions(env)...), w.Part || env.hides("JAVA_OPTS", "MIN_HEAP_SIZE", "MAX_HEAP_SIZE")
		in.add(w)
	default:
		w.Options = slices.Concat(w.Options, in.options(jvmflag.CommandLine, defaults))
		in.addVariables(w, env, start.scripted)
	}
}

func (in *Input) add(w workload.Workload) { in.Workloads = append(in.Workloads, &w) }

// addCommand adds the JVM of a java command, and the variables that are set for
// it and that it does not read.
func (in *Input) addCommand(w workload.Workload, env *environment, start startCommand) {
	unread := w
	w.Options, w.Whole, w.Part, w.AnyProgram = append(w.Options, start.options...), start.complete, w.Part || !start.complete, !w.IsMember
	in.add(w)
	for _, v := range env.variables {
		if v.holdsOptions() && !start.reads(v.name) {
			unread.Name, unread.At, unread.HasJVM, unread.Options, unread.Variables, unread.Unread = v.name, v.at, false, nil, nil, start.unread(v)
			in.add(unread)
		}
	}
}

// addVariables adds a JVM for each variable of options, of the container or of
// the script that it starts, one for its sizes, and one where the JVM itself
// reads options of its own.
func (in *Input) addVariables(w workload.Workload, env *environment, script scripted) {
	shared := w.Options
	w.Part, w.AnyProgram = true, true
	named := false
	add := func(v variable, branches bool) {
		each := w
		each.Name, each.At, named = joinNames(w.Name, v.name), v.at, true
		each.Options, each.Branches = slices.Concat(shared, in.options(jvmflag.CommandLine, v.value)), branches
		in.add(each)
	}
	for _, v := range env.variables {
		if v.holdsOptions() && !script.replaces(v.name) {
			add(v, false)
		}
	}
	for _, v := range script.variables {
		add(v, script.branches)
	}
	if options, first := sizeOptions(env); len(options) > 0 {
		each := w
		each.Name, each.At, named = joinNames(w.Name, first.name), first.at, true
		each.Options = slices.Concat(shared, options)
		in.add(each)
	}
	if !named && len(shared) > 0 {
		in.add(w)
	}
}

// imageOf takes over what the image brings, and gives the options that
// its start script puts first.
func (in *Input) imageOf(w *workload.Workload, n *yamldoc.Node) source.Text {
	if n.Kind() != yamldoc.Scalar || n.IsNull() {
		return source.Text{}
	}
	return in.baseImage(w, n.Text())
}

// heapVariable is one that the start script of a member's image puts behind
// JAVA_OPTS.
type heapVariable struct{ name, lead string }

var heapVariables = []heapVariable{{"MIN_HEAP_SIZE", "-Xms"}, {"MAX_HEAP_SIZE", "-Xmx"}}

func (v heapVariable) option(value source.Text) jvmflag.Option {
	return jvmflag.Option{Text: source.Join(source.Unlocated(v.lead, "the image's start script"), value), Channel: jvmflag.CommandLine}
}

// memberOptions are what the start script of a member's image puts behind its
// own: JAVA_OPTS, and the heap that two further variables set.
func (in *Input) memberOptions(env *environment) []jvmflag.Option {
	javaOpts, _ := env.known("JAVA_OPTS")
	return append(in.options(jvmflag.CommandLine, javaOpts), heapOptions(env)...)
}

func heapOptions(env *environment) []jvmflag.Option {
	var options []jvmflag.Option
	for _, v := range heapVariables {
		if value, ok := env.known(v.name); ok && value.Len() > 0 {
			options = append(options, v.option(value))
		}
	}
	return options
}
