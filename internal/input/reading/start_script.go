package reading

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/start"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// scriptOf is the start script of a container's image, as far as it is known what variables it reads.
func (in *Input) scriptOf(w workload.Workload, start StartCommand) (images.Image, bool) {
	image, found := in.Options.Images.Find(images.Parse(w.Image.String()))
	return image, found && start.program(image) == ownProgram &&
		slices.ContainsFunc(image.Arguments, func(a images.Argument) bool { return a.Variable != "" })
}

// declared takes over what a project says of an image, and gives the options that its start script puts first; at is
// where its name stands. It tells false where the project says nothing.
func (in *Input) declared(w *workload.Workload, image images.Reference, at source.Text) (source.Text, bool) {
	said, _ := in.Options.Images.Find(image)
	if !said.Declared {
		return source.Text{}, false
	}
	in.NamedJDK(w, image, at)
	if said.Hazelcast.Known() {
		w.IsMember, w.HazelcastVersion = true, said.Hazelcast
	}
	first, _ := lists.First(said.Arguments, func(a images.Argument) bool { return a.Variable == "" })
	return source.Unlocated(first.Default, by(said, "image "+w.Image.String())), true
}

// readScripted adds the JVM that the start script of an image starts, with what
// each of its variables holds, or else brings.
func (in *Input) readScripted(w workload.Workload, env *Environment, image images.Image, start StartCommand) {
	var named, hidden []Variable
	sized, brings, script := slices.ContainsFunc(w.Options, SizesHeap), false, by(image, "image "+w.Image.String())
	role := start.withRole(env, image, w.Image)
	for _, a := range image.Arguments {
		if v, open := undecided(role, a); open {
			hidden = append(hidden, v)
			continue
		}
		is := func(s images.Setting) bool { return holds(role, s) }
		if len(lists.Where(a.If, is)) < len(a.If) || slices.ContainsFunc(a.Unless, is) {
			continue
		}
		switch v, set := env.Get(a.Variable); {
		case a.Variable != "" && set && !v.Known:
			hidden = append(hidden, v)
		case a.Variable != "" && set && v.Value.Len() > 0:
			if len(named) == 0 || named[len(named)-1].Name != v.Name {
				named = append(named, v)
			}
			options := in.JVMOptions(jvmflag.CommandLine, formed(a, v.Value, script))
			if slices.ContainsFunc(options, isFilledIn) {
				hidden = append(hidden, v)
			}
			sized = sized || slices.ContainsFunc(options, SizesHeap)
			w.Options = append(w.Options, options...)
		case a.Variable != "" && set && a.Brought:
		case a.Default != "" && (a.DefaultUnless == "" || !holds(env, images.Setting{Variable: a.DefaultUnless})):
			options := in.JVMOptions(jvmflag.CommandLine, formed(a, source.Unlocated(a.Default, brought(a, script)), brought(a, script)))
			brings = brings || slices.ContainsFunc(options, SizesHeap)
			w.Options = append(w.Options, options...)
		}
	}
	model, runs := in.runModel(w, env, image, start)
	name, _, _ := strings.Cut(model.Said, " ") // the model says why the script ends, or warns: a variable or a file comes first
	v, said := env.Get(name)
	if env.Files != nil && strings.HasPrefix(name, "/") {
		v.At, said = env.Files(name)
	}
	if said && v.At.Located() && (!model.Ended || start.keeps(w, image)) {
		w.Refused = append(w.Refused, workload.RefusedOption{Option: v.At, Why: model.Said, Ends: model.Ended})
		if model.Ended {
			w.Name, w.At, w.Known, w.Options, w.Variables = JoinNames(w.Name, name), v.At, workload.Nothing, nil, nil
			in.Add(w)
			return
		}
	}
	if runs && (sized || brings || image.Unsized == "") {
		w.Options = slices.DeleteFunc(w.Options, func(o jvmflag.Option) bool { return o.Channel == jvmflag.CommandLine })
		w.Options = append(w.Options, model.Options...)
		w.Whole = model.Complete && jvmflag.ProgramAt(model.Options) < len(model.Options)
	}
	if len(named) == 1 {
		w.Name, w.At = JoinNames(w.Name, named[0].Name), named[0].At
	}
	jvmflag.Known(jvmflag.Runs, w.Options)
	w.AnyProgram = image.Declared && !w.IsMember
	w.KnowsOptions(!image.More)
	w.Program = image.Program
	roles, _ := env.Get("node.roles")
	sizesItself := w.Memory.Known() && image.Program.SizesHeap(roles.Value.String())
	switch {
	case slices.ContainsFunc(hidden, func(v Variable) bool { return !v.Known || !sized }):
		in.holdsUnknown(hidden[0])
	case !sized && slices.ContainsFunc(start.Mounts, image.HasFiles):
		in.NotJudged(firstLocated(named, w.Image), "image %s takes options from a file that is mounted", w.Image)
	case !sized && image.Start == "" && slices.ContainsFunc(image.Files, env.has):
		in.NotJudged(firstLocated(named, w.Image), "image %s takes options from a file that a Dockerfile copies into it", w.Image)
	case !sized && !brings && image.Unsized != "" && !sizesItself:
		in.NotJudged(firstLocated(named, w.Image), "image %s %s", w.Image, image.Unsized)
	case !sized && env.Open && !image.Declared: // one that sizes the heap may be among the others
		in.NotJudged(firstLocated(named, w.Image), "the variables that %s sets are unknown", env.From)
	default:
		in.Add(w)
	}
}

// withRole is the environment with the program of an image that a command starts in the variable 0, and what it is
// told first in 1.
func (c StartCommand) withRole(env *Environment, image images.Image, at source.Text) *Environment {
	for _, program := range lists.Where(c.Programs, image.Runs) {
		env = env.Clone()
		env.Set(Variable{Name: "0", At: at, Value: source.Unlocated(path.Base(program), "the command"), Known: true})
		if role, is := c.told[program]; is {
			known := role != "" && !HasPlaceholder(role)
			env.Set(Variable{Name: "1", At: at, Value: source.Unlocated(role, "the command"), Known: known})
		}
	}
	return env
}

// runModel runs the model of an image's start script with the variables of a container; false where there is none.
// The model is told which of the image's programs is started, where the container names one.
func (in *Input) runModel(w workload.Workload, env *Environment, image images.Image, begun StartCommand) (StartCommand, bool) {
	alone := image.Unsized == "" && !slices.ContainsFunc(begun.Mounts, image.HasFiles) || begun.keeps(w, image)
	if image.Start == "" || image.Program != "" || !alone { // what a program computes is no matter of a script
		return StartCommand{}, false
	}
	why := by(image, "image "+w.Image.String())
	model := in.Options.Kept.Scripts().Model(why, image.Start)
	script := start.Script{
		Text: TextOf(model), Name: "start", Folder: env.folder(), Arguments: []source.Text{}, Decided: !env.Open,
	}
	for _, program := range begun.Programs {
		if image.Runs(program) {
			script.Name = path.Base(program)
		}
	}
	script.Unset = func(name string) bool {
		_, set := env.Get(name)
		return !set && !env.Open
	}
	in.Counts(env)
	result := env.run(script)
	ran := startOf(script.Text, result)
	if script.Decided && !env.Any(func(v Variable) bool { return !v.Known }) {
		ran.Said, ran.Ended = result.Said, result.Ended
	}
	for i, o := range ran.Options {
		o.Text = outside(o.Text, model, why)
		for _, a := range image.Arguments {
			if !o.Text.Located() && a.Variable != "" && slices.Contains(strings.Fields(a.Default), o.String()) {
				o.Text = source.Unlocated(o.String(), brought(a, why))
			}
		}
		ran.Options[i].Text = o.Text
		ran.Options[i] = ran.Options[i].Written(o.Text)
	}
	ran.Options = withoutProgram(ran.Options)
	return ran, len(ran.Options) > 0
}

// outside is a text of which the pieces that a model brings have no place.
func outside(t source.Text, model *source.File, why string) source.Text {
	return source.Join(lists.Of(t.Pieces(), func(p source.Text) source.Text {
		if p.Span().File == model || p.Foremost().File == model {
			return source.Unlocated(p.String(), why)
		}
		return p
	})...)
}

// withoutProgram leaves out the class path and the program of an image, which say nothing of its JVM.
func withoutProgram(options []jvmflag.Option) []jvmflag.Option {
	if at := jvmflag.ProgramAt(options); at < len(options) && !options[at].Text.Located() {
		options = options[:at]
	}
	for i := 0; i+1 < len(options); i++ {
		if s := options[i].String(); (s == "-cp" || s == "-classpath") && !options[i].Text.Located() {
			options = slices.Delete(options, i, i+2)
		}
	}
	return options
}

// brought says where a default of an image stands: in a variable that users may set.
func brought(a images.Argument, image string) string {
	if a.Variable == "" {
		return image
	}
	return image + " (" + a.Variable + ")"
}

// isFilledIn tells a word of which nothing is known: it may be options of any kind.
func isFilledIn(o jvmflag.Option) bool {
	return !strings.HasPrefix(o.String(), "-") && (HasPlaceholder(o.String()) || source.HasGap(o.String()))
}

// firstLocated is where the first of some variables stands, or else an image.
func firstLocated(named []Variable, image source.Text) source.Span {
	if len(named) > 0 {
		return named[0].At.Span()
	}
	return image.Span()
}

// by adds to the name of an image the place where a project speaks of it.
func by(image images.Image, why string) string {
	if image.Declared {
		why += ", " + image.Source
	}
	return why
}

// SizesHeap tells an option that bounds the heap.
func SizesHeap(o jvmflag.Option) bool {
	return lists.AnyWord(o.String(), strings.HasPrefix, "-Xmx", "-XX:MaxHeapSize=", "-XX:MaxRAM")
}

// OfHeap tells an option that bounds the heap, or says what it begins with.
func OfHeap(o jvmflag.Option) bool {
	return SizesHeap(o) || lists.AnyWord(o.String(), strings.HasPrefix, "-Xms", "-Xmn", "-XX:InitialHeapSize=", "-XX:InitialRAM", "-XX:MinHeapSize=")
}

// holds reports whether a setting holds. What nobody knows is something.
func holds(env *Environment, s images.Setting) bool {
	v, set := env.Get(s.Variable)
	return set && (!v.Known || s.Holds(v.Value.String()))
}

// undecided gives a variable that decides by its value whether the script puts an
// argument there, where that value is not known.
func undecided(env *Environment, a images.Argument) (Variable, bool) {
	for _, s := range slices.Concat(a.If, a.Unless) {
		if v, set := env.Get(s.Variable); set && s.Value != "" && (!v.Known || HasPlaceholder(v.Value.String())) {
			v.Known = false
			return v, true
		}
	}
	return Variable{}, false
}

// formed is a value as a script writes it on the command line.
func formed(a images.Argument, value source.Text, by string) source.Text {
	before, behind := a.Before, a.Behind
	if m := share.FindStringSubmatch(value.String()); a.Share != "" && m != nil {
		before, behind, value = a.Share, "", value.Slice(0, len(m[1]))
	}
	if before == "" && behind == "" {
		return value
	}
	return source.Join(source.Unlocated(before, by), value, source.Unlocated(behind, by))
}

// share is a part of the memory in percent.
var share = lazyregexp.New(`^(\d+(?:\.\d+)?)\s*%$`)

// besideScript are the variables of options that a start script is not known to read.
func besideScript(env *Environment, image images.Image) *Environment {
	rest := &Environment{}
	for v := range env.All() {
		_, own := ChannelOf(v.Name)
		if !own && !slices.ContainsFunc(image.Arguments, func(a images.Argument) bool { return a.Variable == v.Name }) {
			rest.Set(v)
		}
	}
	return rest
}

// asIs reports whether an image of which all is known that it reads starts as it does by itself, or a command starts
// its program and names none of some variables: nothing that the container brings can read them.
func (c StartCommand) asIs(image images.Image, beside *Environment) bool {
	if len(image.Reads) == 0 || c.Own {
		return false
	}
	own := slices.ContainsFunc(c.Programs, image.Runs) && !slices.ContainsFunc(c.Programs, func(program string) bool {
		return !image.Runs(program) && !start.IsShell(path.Base(program)) && !readsNothing.MatchString(program)
	})
	return !c.Replaced && (!c.Arguments || image.TakesOptions && c.takesOptions()) ||
		own && !beside.Any(func(v Variable) bool { return strings.Contains(c.line, v.Name) })
}

// readsNothing finds programs beside that of an image that hand no variable on.
var readsNothing = lazyregexp.New(`^(?:cd|exec|sleep|echo|mkdir|chown|chmod|true|rm)$`)

// scriptPlace finds paths at which images have their start scripts.
var scriptPlace = lazyregexp.New(`\.sh$|/s?bin(?:/|$)|/docker(?:/|$)|entrypoint|/(?:launch|run)$`)

// BringsScript tells where a mount may stand before the script of an image.
func BringsScript(target string) bool { return scriptPlace.MatchString(target) }

// ofContainer tells a JVM of Kubernetes, Compose or docker run from that of an image.
func ofContainer(w workload.Workload) bool { return w.Container != nil || w.LimitKey == "--memory" }

// keeps reports whether a container has the image as it is known: nothing brings other scripts or files of options. Of
// what a Dockerfile puts into it that is not known.
func (c StartCommand) keeps(w workload.Workload, image images.Image) bool {
	return !c.Own && ofContainer(w) && !slices.ContainsFunc(c.Mounts, image.HasFiles)
}

// addUnreadIn adds the variables of options that nothing in an image reads, and gives the environment without their
// values; the JVM that runs without them may be the last one that was read.
func (in *Input) addUnreadIn(w workload.Workload, beside, env *Environment, image images.Image) *Environment {
	mentioned, rest := env.mentioned(), env.Clone()
	var runs *workload.Workload
	if last := len(in.Workloads) - 1; last >= 0 && in.Workloads[last].Container == w.Container {
		runs = in.Workloads[last]
	}
	for v := range beside.All() {
		if (v.HoldsOptions() || v.sizesHeap()) && !slices.Contains(image.Reads, v.Name) && !mentioned[v.Name] {
			unread := workload.UnreadVariable{Name: v.Name, At: v.At, Options: v.Value, Image: w.Image, Reads: image.Reads}
			if v.sizesHeap() || slices.ContainsFunc(in.JVMOptions(jvmflag.CommandLine, v.Value), SizesHeap) {
				unread.Reads, unread.Runs = heapFirst(image.Reads), runs
			}
			in.addUnread(w, unread)
			rest.Set(Variable{Name: v.Name, At: v.At})
		}
	}
	return rest
}

// sizesHeap reports whether a variable is called like those that size a heap, and holds a size: of other images
// and older releases.
func (v Variable) sizesHeap() bool {
	return v.Known && heapVariable.MatchString(v.Name) && HeapSize.MatchString(v.Value.String())
}

var heapVariable = lazyregexp.New(`(?:^|_)(?:HEAP_SIZE|MAX_HEAP|HEAP_MAX|XMX|JAVA_HEAP)$`)

// mentioned are the variables that the values of others name, which something may then put in.
func (e *Environment) mentioned() map[string]bool {
	names := map[string]bool{}
	for v := range e.All() {
		maps.Copy(names, lists.Set(namesIn(v.Raw+"\n"+v.Value.String(), shellReads, kubernetesReads)))
	}
	return names
}

// heapFirst are variables with the one for the heap first.
func heapFirst(names []string) []string {
	heap := slices.IndexFunc(names, func(name string) bool { return strings.HasSuffix(name, "_HEAP_OPTS") })
	if heap < 0 {
		return names
	}
	return slices.Concat(names[heap:heap+1], names[:heap], names[heap+1:])
}
