package input

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

const Dockerfile reading.Format = "Dockerfile without JVM options"

var dockerfile = reading.Reader{
	Name:     "Dockerfiles",
	Formats:  []reading.Format{Dockerfile},
	Files:    strings.Fields(`Dockerfile Dockerfile[._\-A-Z]* dockerfile dockerfile[._\-]* *.Dockerfile *.dockerfile *Dockerfile Containerfile Containerfile[._\-]* containerfile *.Containerfile *.containerfile`),
	Mark:     func(c *reading.Candidate) bool { return isDockerfile(c.Whole) },
	Read:     func(in *reading.Input, _ *reading.Candidate) { readDockerfile(in) },
	Comments: dockerRemarks,
}

func IsDockerfileName(file string) bool {
	return promisedBy(dockerfile.Files, filepath.ToSlash(file))
}

// stage is a part of a Dockerfile that builds an image.
type stage struct {
	name    string
	image   source.Text          // that it builds on, with the defaults of arguments put in
	env     *reading.Environment // what ENV sets
	args    *reading.Environment // what ARG does
	shell   []reading.Item
	entry   *launch
	command *launch
	own     bool // the command is of this stage, and not of one that it builds on
	starts  bool // it says itself what is started
	base    bool // another stage builds on it
	reads   []reading.Expansion
	written []reading.Variable // of options, that RUN writes to some file of scripts
	dir     string             // in which it works; empty: that of the image that it builds on
	copies  []reading.Copied

	installed []source.Text // packages that bring a JDK
	pySpark   source.Text   // that pip installs; it starts a JVM for a session
	health    *launch
	fetched   []source.Text // what ADD is told
	brought   []string      // paths at which COPY and ADD put something
	user      string        // that runs what is started; empty: that of the image that it builds on
}

// launch is what ENTRYPOINT or CMD says.
type launch struct {
	words []reading.Item
	shell bool // a line for a shell, which takes no further words
}

// mostStages is how many stages a file may have. Each has a copy of what the one that it builds on sets.
const mostStages = 100

// readDockerfile reads the image that a build without --target gives: the last stage, and those that it builds on; and
// those that --target may name, as they say what is started. Arguments hold their defaults.
// https://docs.docker.com/reference/dockerfile/
func readDockerfile(in *reading.Input) {
	stages, tooMany := stagesOf(in.File, &reading.Environment{})
	if !tooMany.IsZero() {
		in.Exceeds(tooMany, "more than %d stages: the file is not judged", mostStages)
		return
	}
	for i, s := range stages {
		if last := i == len(stages)-1; last || s.starts && !s.base {
			named, before := len(in.Unjudged), len(in.Workloads)
			image, start := readStage(in, s)
			if last {
				known, _ := in.Options.Images.Find(images.Parse(image.Image.String()))
				in.Builds = reading.BuiltImage{JDK: image.JDK, Doubt: image.Doubt, Files: s.files(), Ignores: known.Ignores}
			}
			if last && len(in.Unjudged) == named+1 {
				in.Builds.Unread = in.Unjudged[named]
				in.Builds.Scripts = lists.Flat(start.Programs, s.source) // of sh, and of what it runs
			}
			if last && s.pySpark.Located() && len(in.Unjudged) == named && len(in.Workloads) == before {
				in.NotJudged(s.pySpark.Span(), "PySpark starts it, sized by spark.driver.memory or 1g")
			}
		}
	}
}

// stagesOf are the stages of a Dockerfile that is built with arguments, and where one is too many.
func stagesOf(f *source.File, given *reading.Environment) (stages []*stage, tooMany source.Span) {
	global, named := &reading.Environment{}, map[string]*stage{}
	for _, i := range instructions(reading.TextOf(f)) {
		switch {
		case i.keyword == "FROM" && len(stages) == mostStages:
			return nil, i.arguments.Span()
		case i.keyword == "FROM":
			next := newStage(i.arguments, global, named)
			named[strconv.Itoa(len(stages))] = next
			stages = append(stages, next)
			if next.name != "" {
				named[strings.ToLower(next.name)] = next
			}
		case len(stages) > 0:
			stages[len(stages)-1].take(i, given, global, named)
		case i.keyword == "ARG":
			setArgument(global, i.arguments, given, nil)
		}
	}
	return stages, source.Span{}
}

// stepsPerByte of a Dockerfile are spent of budget.Run each time that it is read.
const stepsPerByte = 400

// builder gives the images that builds of Dockerfiles give, of the last stage or of the one that is asked for, and those
// of Jib. Each file is read once, but for builds with arguments: many services may run what one builds.
func builder(spent *int) func(f *source.File, target string, arguments *reading.Environment) (reading.Built, bool) {
	read := map[*source.File][]*stage{}
	return func(f *source.File, target string, arguments *reading.Environment) (reading.Built, bool) {
		if mayUseJib(f) {
			j, is := oneJib(f)
			return reading.Built{File: f, Image: j.base, Named: true, Environment: &reading.Environment{}, Start: j.start}, is
		}
		stages, before := read[f]
		if given := arguments.Any(func(reading.Variable) bool { return true }); given || !before {
			stages, _ = stagesOf(f, arguments)
			*spent += stepsPerByte * len(f.Data)
			if !given {
				read[f] = stages
			}
		}
		for _, s := range slices.Backward(stages) {
			if target == "" || strings.EqualFold(s.name, target) {
				return s.built(f), true
			}
		}
		return reading.Built{}, false
	}
}

func (s *stage) built(f *source.File) reading.Built {
	env := s.env.Clone() // each container puts its own on top
	env.Folder = s.dir
	return reading.Built{File: f, Image: s.image, Installed: s.installed, Environment: env, Start: s.start,
		Health: s.healthcheck(), Sources: s.source, Lacks: s.lacks}
}

// readStage reads the JVMs of an image, and tells its JDK, and what keeps one from being judged on it.
func readStage(in *reading.Input, s *stage) (workload.Workload, reading.StartCommand) {
	w := workload.New(cmp.Or(s.name, "image"), in.File, s.image)
	defaults := in.BaseImage(&w, s.image)
	in.InstalledJDK(&w, s.installed)
	s.env.Folder = s.dir
	s.env.Files = in.FilesOf(s.built(in.File), "", false)
	in.Counts(s.env)
	start := s.start(s.env, nil, false)
	before := len(in.Workloads)
	in.ReadJVMs(w, s.env, start, defaults)
	s.addUnreadable(in, w, in.Workloads[before:])
	in.AddHelpers(before, s.env, s.healthcheck(), false)
	return w, start
}

var asName = lazyregexp.New(`(?i)\s+as\s+(\S+)\s*$`)

// newStage begins a stage: from an image, or from a stage before.
func newStage(arguments source.Text, global *reading.Environment, before map[string]*stage) *stage {
	next := &stage{env: &reading.Environment{}, args: &reading.Environment{}}
	if m := asName.FindStringSubmatchIndex(arguments.String()); m != nil {
		next.name = arguments.String()[m[2]:m[3]]
		arguments = arguments.Slice(0, m[0])
	}
	behind, _ := afterFlags(arguments)
	words := quotedWords(behind)
	if len(words) > 0 {
		next.image = expandVariables(words[0], global.Known)
	}
	if s := before[strings.ToLower(next.image.String())]; s != nil {
		next.image, next.shell, next.entry, next.command, next.health, next.reads = s.image, s.shell, s.entry, s.command, s.health, slices.Clone(s.reads)
		next.env = s.env.Clone()
		next.written, s.base = slices.Clone(s.written), true
		next.dir, next.copies, next.installed, next.pySpark = s.dir, slices.Clone(s.copies), slices.Clone(s.installed), s.pySpark
		next.fetched, next.user, next.brought = slices.Clone(s.fetched), s.user, slices.Clone(s.brought)
	}
	return next
}

func (s *stage) take(i instruction, given, global *reading.Environment, before map[string]*stage) {
	switch i.keyword {
	case "ARG":
		setArgument(s.args, i.arguments, given, global)
	case "ENV":
		for _, v := range environmentLine(i.arguments) {
			s.reads = append(s.reads, reading.Expansion{Variable: v.Name, Text: v.Value.String()})
			v.Value, v.Known = expandVariables(v.Value, s.value), true
			s.env.Set(v)
		}
	case "RUN":
		s.written = append(s.written, reading.Echoed(i.arguments)...)
		s.reads = append(s.reads, reading.Expansion{Text: i.arguments.String()})
		s.installed = append(s.installed, reading.InstalledJDKs(i.arguments)...)
		if m := installsPySpark.FindStringSubmatchIndex(i.arguments.String()); m != nil {
			s.pySpark = i.arguments.Slice(m[2], m[3])
		}
		for _, tool := range buildTool.FindAllString(i.arguments.String(), -1) {
			s.reads = append(s.reads, reading.Expansion{Text: buildTools[tool]})
		}
	case "WORKDIR":
		s.dir = s.at(expandVariables(i.arguments, s.value).String())
	case "COPY", "ADD":
		s.copyFiles(i.arguments, before)
		if i.keyword == "ADD" { // which unpacks it
			s.installed = append(s.installed, reading.InstalledJDKs(i.arguments)...)
			s.fetched = append(s.fetched, i.arguments)
		}
	case "VOLUME":
		folders := expandVariables(i.arguments, s.value).String() // words, or a list in JSON
		s.env.Volumes = append(s.env.Volumes, strings.FieldsFunc(folders, func(r rune) bool { return strings.ContainsRune(" \t[\",]", r) })...)
	case "USER":
		s.user = expandVariables(i.arguments, s.value).String()
	case "SHELL":
		s.shell, _ = reading.JSONWords(i.arguments)
	case "ENTRYPOINT":
		s.entry, s.starts = s.launch(i.arguments), true
		if emptyEntry.MatchString(i.arguments.String()) {
			s.entry = nil
		}
		if !s.own { // that of the stage below counts no longer
			s.command = nil
		}
	case "HEALTHCHECK":
		s.health = nil
		if m := checkCommand.FindStringIndex(i.arguments.String()); m != nil {
			s.health = s.launch(i.arguments.Slice(m[1], i.arguments.Len()))
		}
	case "CMD":
		s.command, s.own, s.starts = s.launch(i.arguments), true, true
	}
}

var installsPySpark = lazyregexp.New(`\bpip3?\s+install\b[^&|;]*?[\s"'](pyspark)\b`)

// checkCommand is what stands before the command of HEALTHCHECK.
// https://docs.docker.com/reference/dockerfile/#healthcheck
var checkCommand = lazyregexp.New(`(?i)^(?:--\S+\s+)*CMD\s+`)

// healthcheck is the command of HEALTHCHECK, which runs beside the program.
func (s *stage) healthcheck() []reading.HelperCommand {
	if s.health == nil {
		return nil
	}
	return []reading.HelperCommand{{Name: "healthcheck", Words: s.health.words}}
}

// emptyEntry is the entry point that Docker takes for none.
// https://github.com/moby/moby/blob/v27.3.1/daemon/create.go, mergeAndVerifyConfig
var emptyEntry = lazyregexp.New(`^\s*\[\s*""\s*\]\s*$`)

// buildTools are programs that an image is built with, and the variables whose options their start scripts read.
var buildTools = map[string]string{"mvn": "$MAVEN_OPTS", "mvnw": "$MAVEN_OPTS", "gradle": "$GRADLE_OPTS $JAVA_OPTS", "gradlew": "$GRADLE_OPTS $JAVA_OPTS",
	"sbt": "$SBT_OPTS $JAVA_OPTS", "ant": "$ANT_OPTS", "lein": "$LEIN_JVM_OPTS $JVM_OPTS"}

var buildTool = lazyregexp.New(`\b(?:mvnw?|gradlew?|sbt|ant|lein)\b`)

// value is what a variable holds in the instructions of the stage.
func (s *stage) value(name string) (source.Text, bool) {
	if value, set := s.env.Known(name); set {
		return value, true
	}
	return s.args.Known(name)
}

// setArgument declares an argument. It has the value that the build is given, or its default; without one it has that
// of the argument of the same name above all stages.
func setArgument(args *reading.Environment, arguments source.Text, given, global *reading.Environment) {
	for _, word := range quotedWords(arguments) {
		v := reading.VariableOf(word)
		switch own, set := given.Get(v.Name); {
		case set:
			v.Value, v.Known = own.Value, own.Known
		case v.Known:
			v.Value, _, _ = shell.Unquote(v.Value, 0, "")
			v.Value = expandVariables(v.Value, args.Known)
		case global != nil:
			v.Value, v.Known = global.Known(v.Name)
		}
		args.Set(v)
	}
}

// launch reads a list of words, or a line for the shell.
func (s *stage) launch(arguments source.Text) *launch {
	if words, ok := reading.JSONWords(arguments); ok {
		return &launch{words: words}
	}
	shell := s.shell
	if len(shell) == 0 {
		shell = []reading.Item{{Text: source.Unlocated("/bin/sh", "Docker")}, {Text: source.Unlocated("-c", "Docker")}}
	}
	return &launch{words: append(append([]reading.Item{}, shell...), reading.Item{Text: arguments}), shell: true}
}

// start is the command of the image, with other arguments unless these are nil. Where the stage has no
// entry point, the image that it builds on may have one, which then gets the command.
func (s *stage) start(env *reading.Environment, arguments []reading.Item, kubernetes bool) reading.StartCommand {
	var words []reading.Item
	if s.entry != nil {
		words = s.entry.words
	}
	if s.command != nil && arguments == nil {
		arguments = s.command.words
	}
	if s.entry == nil || !s.entry.shell {
		words = slices.Concat(words, arguments)
	}
	if last := len(words) - 1; last > 0 && len(arguments) == 0 && words[last].Text.String() == "-jar" {
		words = words[:last] // who runs the image names the file
	}
	start := reading.Started(words, env, kubernetes)
	start.Likely, start.Literal = s.entry == nil, s.entry != nil
	start.Replaced, start.Arguments = s.entry != nil, len(arguments) > 0
	start.Expands = append(start.Expands, s.reads...)
	start.Scripted.Variables = append(start.Scripted.Variables, s.written...)
	return start
}
