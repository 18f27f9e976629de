package reading

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// ReadJVMs reads the JVMs that a container starts: one by its command, one that is a Hazelcast member, else one for
// each variable that holds options, which a start script of the image will read.
func (in *Input) ReadJVMs(w workload.Workload, env *Environment, start StartCommand, defaults source.Text) {
	if env.Over() || start.Scripted.over {
		in.tooMuchPut(&w, env)
	}
	if c := w.Container; c != nil { // images of a JDK alone declare none
		c.Temporary = append(c.Temporary, env.Volumes...)
		c.OwnVolumes = !in.Options.Images.BringsJVM(images.Parse(w.Image.String()))
	}
	for _, v := range env.Replaced {
		in.AddSlip(w, v.Name, v.Value, workload.SetAgain)
	}
	if len(env.Stray) > 0 {
		stray := w
		stray.Known, stray.Unread = workload.Nothing, &workload.UnreadVariable{At: env.Stray[0], Stray: env.Stray}
		in.Add(stray)
	}
	in.ReadOwnChannels(&w, env)
	_, w.Arenas = env.Get("MALLOC_ARENA_MAX")
	w.PageCache = pageCacheOf(env)
	w.Bulk = env.Any(func(v Variable) bool { return v.Bulk })
	if v := buildpack(env); v != "" && len(w.Options) > 0 {
		in.Doubt(&w, w.Image.Span(), "%s is for Java buildpacks, which size it by the memory limit", v)
	}
	for v := range env.All() {
		if word := v.Value.String(); !w.HasJVM() && w.Doubt != "" && v.Known && jvmflag.QuotedTogether(word) { // whatever its options are
			in.AddSlip(w, v.Name, v.Value, workload.Quoted)
		}
	}
	in.homeOf(&w, env)
	w.Framework = in.runsFramework(&w, env, start)
	w.Exporter = exportsMetrics(&w, start)
	if w.IsMember {
		w.Environment = env.Overrides()
	}
	in.built = start.Built
	in.addMisspelled(w, env)
	before, named := len(in.Workloads), len(in.Unjudged)
	defer func() {
		defer func() { in.built = source.Text{} }()
		added := in.Workloads[min(before, len(in.Workloads)):]
		if len(in.Unjudged) == named && !start.Nothing && !slices.ContainsFunc(added, func(w *workload.Workload) bool { return !ofTasks(path.Base(w.Name)) }) {
			in.nameJVM(w, env, start)
		}
	}()
	start = in.scriptOver(w, env, start)
	image, known := in.scriptOf(w, start)
	if known && (start.Replaced || start.Arguments) { // a script sets them, and then starts the same
		env, start.Scripted = start.Scripted.on(env), scripted{}
		for _, reads := range []string{".", "source"} {
			if file, is := start.told[reads]; is {
				env.OpenTo(source.Unlocated(file, "the command"))
			}
		}
	}
	switch {
	case start.Nothing:
	case start.Java.Located():
		in.addCommand(w, env, start)
	case known:
		in.readScripted(w, env, image, start)
		w.Options, w.Variables = nil, nil
		beside := besideScript(env, image)
		if start.asIs(image, beside) && ofContainer(w) {
			in.addUnreadIn(w, beside, env, image)
			break
		}
		most := jvmflag.ByConvention
		if !start.Own && !start.Replaced {
			most = jvmflag.LooksLike // its script is known, and reads others
		}
		in.addVariables(w, beside, start.Scripted, most)
	case w.IsMember:
		w.Options = append(w.Options, jvmflag.Known(jvmflag.Runs, in.JVMOptions(jvmflag.CommandLine, defaults))...)
		w.Options = append(w.Options, in.MemberOptions(env)...)
		if w.HazelcastVersion.Major != 4 { // whose images read no sizes
			w.Options = append(w.Options, HeapOptions(env)...)
		}
		if env.Hides("JAVA_OPTS", "MIN_HEAP_SIZE", "MAX_HEAP_SIZE") {
			w.KnowsAtMost(workload.PartOfOptions)
		}
		in.Add(w)
	case in.Options.Images.IsServerWithoutJVM(images.Parse(w.Image.String())):
		for v := range env.All() {
			if v.HoldsOptions() {
				in.Note(v.At.Span(), "%s reaches no JVM: image %s runs none", v.Name, w.Image)
			}
		}
	case start.otherRuntime() || start.waits() && len(w.Options) == 0: // a JVM that somebody starts reads its own variables
		for v := range env.All() {
			if v.HoldsOptions() {
				in.NotJudged(v.At.Span(), "it is unknown whether %s starts a JVM that reads %s", path.Base(start.Programs[0]), v.Name)
			}
		}
	default:
		env = in.withDefaults(w, env, start, image)
		if len(start.handed) > 0 && !start.Replaced {
			handed := w
			handed.Options, handed.AnyProgram = jvmflag.Known(jvmflag.LooksLike, start.handed), true
			handed.KnowsAtMost(workload.PartOfOptions)
			in.Add(handed)
		}
		if i := slices.IndexFunc(w.Options, SizesHeap); i >= 0 && image.Unsized != "" && start.program(image) != otherProgram {
			in.Doubt(&w, w.Options[i].Text.Span(), "its start script may put a heap on the command line, which wins over %s of %s", w.Options[i], w.Options[i].Channel)
		}
		w.Options = slices.Concat(w.Options, jvmflag.Known(jvmflag.Runs, in.JVMOptions(jvmflag.CommandLine, defaults)))
		if beside := besideScript(env, image); start.asIs(image, beside) && ofContainer(w) {
			env = in.addUnreadIn(w, beside, env, image)
		} else if !start.Own && !start.Replaced {
			env = in.withoutForeign(w, env)
		}
		in.addVariables(w, env, start.Scripted, jvmflag.ByConvention)
	}
	if len(image.AtOnce) > 0 {
		var sized []*workload.Workload // each may have another variable for options beside those of the heap
		of := map[string]bool{}
		for _, w := range in.Workloads[min(before, len(in.Workloads)):] {
			if jvm, _, _ := strings.Cut(w.Name, "_JAVA"); slices.ContainsFunc(w.Options, SizesHeap) && !of[jvm] {
				sized, of[jvm] = append(sized, w), true
			}
		}
		workload.RunTogether(sized)
	}
}

// withDefaults adds the options that the JVMs have which an image starts at once, where no variable gives them others.
func (in *Input) withDefaults(w workload.Workload, env *Environment, start StartCommand, image images.Image) *Environment {
	if len(image.AtOnce) == 0 || start.program(image) != ownProgram || env.Open {
		return env
	}
	env = env.Clone()
	for _, a := range image.AtOnce {
		if _, set := env.Get(a.Variable); !set {
			env.Set(Variable{Name: a.Variable, At: w.Image, Value: source.Unlocated(a.Default, "image "+w.Image.String()), Known: true})
		}
	}
	return env
}

// ofTasks reports whether a variable configures what a server of Hadoop starts elsewhere, and not the server: a file,
// and one of its properties.
// https://github.com/big-data-europe/docker-hadoop/blob/master/base/entrypoint.sh
func ofTasks(variable string) bool {
	return lists.AnyWord(variable, strings.Contains, "_CONF_", "_SITE_XML_") && task.MatchString(variable)
}

var task = lazyregexp.New(`^(?:MAPRED|YARN|CORE|HDFS|HIVE|\w+_JOB)_(?:SITE_XML|(?:SITE_)?CONF)_`)

func (in *Input) Add(w workload.Workload) {
	if in.Room(&w) {
		w.Name = cmp.Or(withoutGaps(w.Name), "container")
		in.Workloads = append(in.Workloads, &w)
	}
}

// addCommand adds the JVM of a java command, and the variables that are set for it and that it does not read.
func (in *Input) addCommand(w workload.Workload, env *Environment, start StartCommand) {
	in.readBy(start.Read)
	w.Files = in.argumentFiles(env, start.Options)
	unread := w
	w.Options, w.AnyProgram = append(w.Options, start.Options...), !w.IsMember
	w.Whole = start.Complete
	if image := images.Parse(w.Image.String()); start.Waits && (start.Replaced || in.Options.Images.BringsJVM(image)) && (!start.Inline || images.ForksCommand(image)) {
		w.BehindShell = start.Java
	}
	in.RunByPath(&w, start.Java)
	if !start.Complete {
		w.KnowsAtMost(workload.PartOfOptions)
	}
	if startsNone(start.Options) {
		return
	}
	before := len(in.Workloads)
	if in.Add(w); len(start.commands) > 0 && len(in.Workloads) > before {
		in.addFurther(unread, in.Workloads[before], start)
	}
	in.addUnexpanded(unread, env, start)
	if in.lacksClass(w, start) {
		in.AddSlip(unread, "java", start.Options[len(start.Options)-1].Text, workload.NoClass)
	}
	in.AddUnreadBy(start, unread, env)
}

// AddUnreadBy adds the variables of options that a command does not expand.
func (in *Input) AddUnreadBy(start StartCommand, w workload.Workload, env *Environment) {
	reads := start.Reader()
	for v := range env.All() {
		if v.HoldsOptions() && !reads(v.Name) {
			in.addUnread(w, workload.UnreadVariable{
				Name: v.Name, At: v.At, Options: v.Value, Command: start.Java, Exec: start.Exec,
				Kubernetes: start.parentheses, Likely: start.Likely,
			})
		}
	}
}

// addUnread adds options that reach no JVM.
func (in *Input) addUnread(w workload.Workload, of workload.UnreadVariable) {
	w.Name, w.At, w.Known, w.Options, w.Variables, w.Unread = of.Name, of.At, workload.Nothing, nil, nil, &of
	in.Add(w)
}

// addUnexpanded adds options of a list of words in which a variable of the container stands as a shell would expand it,
// and words that are such a variable: nobody does. Programs of some frameworks expand properties themselves.
func (in *Input) addUnexpanded(w workload.Workload, env *Environment, start StartCommand) {
	if !start.Exec {
		return
	}
	options := start.Options[:jvmflag.ProgramAt(start.Options)]
	for i, o := range options {
		m := variableWithin.FindStringIndex(o.String())
		if m == nil {
			continue
		}
		name := strings.Trim(o.String()[m[0]:m[1]], "${}")
		v, set := env.Get(name)
		program := m[1]-m[0] == o.Text.Len() && (i == 0 || !jvmflag.TakesArgument(options[i-1].String()))
		property := set && !w.Framework && strings.HasPrefix(o.String(), "-D")
		refused, sure := strings.HasPrefix(o.String(), "-X") && decides(o.String()), set && !start.Likely || start.Literal
		if at := o.Text.Slice(m[0], m[1]); at.Located() && !filledInByCompose(w, at) && (property || sure && (program || refused)) {
			in.addUnread(w, workload.UnreadVariable{
				Name: name, At: at, Options: v.At, Kubernetes: start.parentheses, Unexpanded: true, Program: program, Refused: refused,
			})
		}
	}
}

// filledInByCompose reports whether Compose puts in a variable of its own environment: it has no second dollar.
func filledInByCompose(w workload.Workload, at source.Text) bool {
	written := at.Span()
	return w.Container != nil && !w.Container.Kubernetes && !bytes.HasPrefix(written.File.Data[written.Start:], []byte("$$"))
}

var variableWithin = lazyregexp.New(`\$(?:\w+|\{\w+\})`)

// lacksClass reports whether a container hands java options alone, all of them written there, and nothing else starts.
func (in *Input) lacksClass(w workload.Workload, start StartCommand) bool {
	n := len(start.Options)
	whole := start.Complete && (start.Replaced || start.Arguments && in.Options.Images.BringsJVM(images.Parse(w.Image.String())))
	bare := n > 0 && w.Container != nil && whole && jvmflag.ProgramAt(start.Options) >= n
	return bare && !slices.ContainsFunc(start.Options, func(o jvmflag.Option) bool {
		at := o.Text.Foremost()
		return at.IsZero() || strings.Contains(at.FirstLine().String(), "$") || !runsNothing.MatchString(o.String()) || mayDoWithout.MatchString(o.String())
	})
}

var (
	// runsNothing matches an option that tells of no class, and mayDoWithout those of them that need none: they print,
	// write an archive, or restore a JVM.
	runsNothing  = lazyregexp.New(`^-(?:X|D|server$|ea$|javaagent:)`)
	mayDoWithout = lazyregexp.New(`(?i)print|show|help|list|describe|validate|dump|AOT|CRaC|share|^-X$`)
)

// AddSlip adds options that are lost by a slip of the pen.
func (in *Input) AddSlip(w workload.Workload, name string, at source.Text, slip workload.ShellSlip) {
	in.addUnread(w, workload.UnreadVariable{Name: name, At: at, Slip: slip})
}

// startsNone reports whether java is only asked for its release or for help.
func startsNone(options []jvmflag.Option) bool {
	at := jvmflag.ProgramAt(options)
	return at < len(options) && printsOnly(options[at])
}

// printsOnly tells an option with which java starts no program.
func printsOnly(o jvmflag.Option) bool {
	return slices.Contains([]string{"-version", "--version", "-fullversion", "-help", "--help"}, o.String())
}

// addVariables adds a JVM for each variable of options, of the container or of the script that it starts, one for its
// sizes, and one where the JVM itself reads options of its own. most is how sure it is at most that somebody reads a
// variable of the container.
func (in *Input) addVariables(w workload.Workload, env *Environment, script scripted, most jvmflag.Evidence) {
	shared := w.Options
	w.AnyProgram = true
	w.KnowsAtMost(workload.PartOfOptions)
	named := false
	add := func(v Variable, beside []string, most jvmflag.Evidence, branches bool) {
		each := w
		each.Name, each.At, named = JoinNames(w.Name, strings.Join(append([]string{v.Name}, beside...), "+")), v.At, true
		if ofTasks(v.Name) { // tasks run in containers of their own
			each.Memory, each.CPUs, each.Limited, each.Container = source.Value{}, source.Value{}, false, nil
		}
		if v.Bulk && ofAnother(v.Name, w.Name, w.Image.String()) {
			most = jvmflag.LooksLike
		}
		each.OwnCollector = v.Name == "ES_JAVA_OPTS" // the jvm.options of Elasticsearch choose CMS or G1, by its release
		each.Options, each.Branches = slices.Concat(shared, jvmflag.Known(min(most, EvidenceOf(v.Name)), in.JVMOptions(jvmflag.CommandLine, withoutQuotes(v)))), branches
		for _, name := range beside { // its start script puts them on the same command line
			other, _ := env.Get(name)
			each.Options = append(each.Options, jvmflag.Known(min(most, EvidenceOf(name)), in.JVMOptions(jvmflag.CommandLine, other.Value))...)
		}
		in.Add(each)
	}
	names := lists.Found(slices.Collect(env.All()), func(v Variable) (string, bool) {
		return v.Name, v.HoldsOptions() && !script.replaces(v.Name) && !overridden(v.Name, env)
	})
	for _, together := range inFamilies(names, func(string) bool { return true }) {
		first, _ := env.Get(together[0])
		add(first, together[1:], most, false)
	}
	for _, v := range script.Variables {
		add(v, nil, jvmflag.ByConvention, script.branches)
	}
	if options, first := sizeOptions(env, false); len(options) > 0 {
		each := w
		each.Name, each.At, named = JoinNames(w.Name, first.Name), first.At, true
		each.Options = slices.Concat(shared, options)
		in.Add(each)
	}
	if !named && len(shared) > 0 {
		in.Add(w)
	}
}

// withoutQuotes is the value of a variable of some program, without quotes around all of it: its script may well
// evaluate it, or write it to a file that a shell reads. Scripts hand JAVA_OPTS and its like on as they are.
func withoutQuotes(v Variable) source.Text {
	of, rest, _ := strings.Cut(v.Name, "_")
	options := slices.Contains([]string{"OPT", "OPTS", "OPTIONS", "ARGS", "FLAGS", "PARAMS"}, rest)
	if (of == "JAVA" || of == "JVM") && options || !jvmflag.QuotedTogether(v.Value.String()) {
		return v.Value
	}
	return v.Value.Slice(1, v.Value.Len()-1)
}

// MemberOptions are what the start script of a member's image puts behind its
// own: JAVA_OPTS, and the heap that two further variables set.
func (in *Input) MemberOptions(env *Environment) []jvmflag.Option {
	javaOpts, _ := env.Known("JAVA_OPTS")
	return jvmflag.Known(jvmflag.Runs, in.JVMOptions(jvmflag.CommandLine, javaOpts))
}

// HeapOptions are those of the variables that set the heap, in all images but those of 4.0 to 4.2.
//
// https://github.com/hazelcast/hazelcast-docker/blob/v4.2.8/hazelcast-oss/start-hazelcast.sh
func HeapOptions(env *Environment) []jvmflag.Option {
	sizes := [][2]string{{"MIN_HEAP_SIZE", "-Xms"}, {"MAX_HEAP_SIZE", "-Xmx"}}
	return jvmflag.Known(jvmflag.Runs, lists.Found(sizes, func(v [2]string) (jvmflag.Option, bool) {
		value, ok := env.Known(v[0])
		text := source.Join(source.Unlocated(v[1], "the image's start script"), value)
		return jvmflag.Option{Text: text, Channel: jvmflag.CommandLine}, ok && value.Len() > 0
	}))
}

// JoinNames is the way to a container: StatefulSet/store/hazelcast.
func JoinNames(names ...string) string {
	return strings.Join(slices.DeleteFunc(names, func(s string) bool { return s == "" }), "/")
}

// withoutGaps is a name as far as a template tells it.
func withoutGaps(name string) string {
	if !source.HasGap(name) {
		return name
	}
	return JoinNames(slices.DeleteFunc(strings.Split(name, "/"), source.HasGap)...)
}
