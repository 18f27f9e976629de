package input

import (
	"regexp"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/input/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

const Dockerfile Format = "Dockerfile without JVM options"

var dockerfile = reader{
	name:     "Dockerfiles",
	formats:  []Format{Dockerfile},
	files:    []string{"Dockerfile", "Dockerfile.*", "Containerfile", "Containerfile.*", "*.dockerfile"},
	mark:     func(c *candidate) bool { return isDockerfile(c.whole) },
	read:     func(in *Input, _ *candidate) { in.readDockerfile() },
	comments: dockerRemarks,
}

// stage is a part of a Dockerfile that builds an image.
type stage struct {
	name    string
	image   source.Text  // that it builds on, with the defaults of arguments put in
	env     *environment // what ENV sets
	args    *environment // what ARG does
	shell   []item
	entry   *launch
	command *launch
	own     bool // the command is of this stage, and not of one that it builds on
	starts  bool // it says itself what is started
	base    bool // another stage builds on it
	reads   []expansion
	written []variable // of options, that RUN writes to some file of scripts
}

// launch is what ENTRYPOINT or CMD says.
type launch struct {
	words []item
	shell bool // a line for a shell, which takes no further words
}

// readDockerfile reads the image that a build without --target gives: the last
// stage, and those that it builds on; and those that --target may name, as they
// say what is started. Arguments hold their defaults.
//
// https://docs.docker.com/reference/dockerfile/
func (in *Input) readDockerfile() {
	global, stages := &environment{}, []*stage{}
	for _, i := range instructions(textOf(in.File)) {
		switch {
		case i.keyword == "FROM":
			stages = append(stages, newStage(i.arguments, global, stages))
		case len(stages) > 0:
			stages[len(stages)-1].take(i, global)
		case i.keyword == "ARG":
			setArgument(global, i.arguments, nil)
		}
	}
	for i, s := range stages {
		if i == len(stages)-1 || s.starts && !s.base {
			in.readStage(s)
		}
	}
}

func (in *Input) readStage(s *stage) {
	w := workload.Workload{Name: s.name, File: in.File, At: s.image, HasJVM: true, JDK: workload.OpenJDK()}
	if w.Name == "" {
		w.Name = "image"
	}
	defaults := in.baseImage(&w, s.image)
	in.readJVMs(w, s.env, s.start(), defaults)
}

// baseImage takes over what an image brings, and gives the options that its
// start script puts first.
func (in *Input) baseImage(w *workload.Workload, name source.Text) source.Text {
	w.Image = name
	image := images.Parse(name.String())
	if w.IsMember = hazelcast.IsOfficial(image.Repository); w.IsMember {
		if hazelcast.IsOpenSource(image.Repository) {
			w.OpenSource = name
		}
		return in.officialImage(w, image.Repository, image.Tag, name)
	}
	if defaults, ok := in.declared(w, image, name); ok {
		return defaults
	}
	in.namedJDK(w, image, name)
	return source.Text{}
}

var asName = regexp.MustCompile(`(?i)\s+as\s+(\S+)\s*$`)

// newStage begins a stage: from an image, or from a stage before.
func newStage(arguments source.Text, global *environment, before []*stage) *stage {
	next := &stage{env: &environment{}, args: &environment{}}
	if m := asName.FindStringSubmatchIndex(arguments.String()); m != nil {
		next.name = arguments.String()[m[2]:m[3]]
		arguments = arguments.Slice(0, m[0])
	}
	words := quotedWords(arguments)
	for len(words) > 1 && strings.HasPrefix(words[0].String(), "--") {
		words = words[1:]
	}
	if len(words) > 0 {
		next.image = expandVariables(words[0], global.known)
	}
	for _, s := range before {
		if s.name != "" && strings.EqualFold(s.name, next.image.String()) {
			next.image, next.shell, next.entry, next.command, next.reads = s.image, s.shell, s.entry, s.command, slices.Clone(s.reads)
			next.env = &environment{variables: slices.Clone(s.env.variables)}
			next.written, s.base = slices.Clone(s.written), true
		}
	}
	return next
}

// take reads an instruction of the stage.
func (s *stage) take(i instruction, global *environment) {
	switch i.keyword {
	case "ARG":
		setArgument(s.args, i.arguments, global)
	case "ENV":
		for _, v := range environmentLine(i.arguments) {
			s.reads = append(s.reads, expansion{v.name, v.value.String()})
			v.value, v.known = expandVariables(v.value, s.value), true
			s.env.set(v)
		}
	case "RUN":
		s.written = append(s.written, echoed(i.arguments)...)
		s.reads = append(s.reads, expansion{text: i.arguments.String()})
		for _, tool := range buildTool.FindAllString(i.arguments.String(), -1) {
			s.reads = append(s.reads, expansion{text: buildTools[tool]})
		}
	case "SHELL":
		s.shell, _ = jsonWords(i.arguments)
	case "ENTRYPOINT":
		s.entry, s.starts = s.launch(i.arguments), true
		if !s.own { // that of the stage below counts no longer
			s.command = nil
		}
	case "CMD":
		s.command, s.own, s.starts = s.launch(i.arguments), true, true
	}
}

// buildTools are programs that an image is built with, and the variables whose
// options their start scripts read.
var buildTools = map[string]string{"mvn": "$MAVEN_OPTS", "mvnw": "$MAVEN_OPTS", "gradle": "$GRADLE_OPTS $JAVA_OPTS", "gradlew": "$GRADLE_OPTS $JAVA_OPTS",
	"sbt": "$SBT_OPTS $JAVA_OPTS", "ant": "$ANT_OPTS", "lein": "$LEIN_JVM_OPTS $JVM_OPTS"}

var buildTool = regexp.MustCompile(`\b(?:mvnw?|gradlew?|sbt|ant|lein)\b`)

// value is what a variable holds in the instructions of the stage.
func (s *stage) value(name string) (source.Text, bool) {
	if value, set := s.env.known(name); set {
		return value, true
	}
	return s.args.known(name)
}

// setArgument declares an argument; without a default it has that of the
// argument of the same name above all stages.
func setArgument(args *environment, arguments source.Text, global *environment) {
	for _, word := range quotedWords(arguments) {
		name, _, given := strings.Cut(word.String(), "=")
		v := variable{name: name, at: word.Slice(0, len(name)), known: given}
		switch {
		case given:
			v.value, _, _ = shell.Unquote(word.Slice(len(name)+1, word.Len()), 0, shell.Ends)
			v.value = expandVariables(v.value, args.known)
		case global != nil:
			v.value, v.known = global.known(name)
		}
		args.set(v)
	}
}

// launch reads a list of words, or a line for the shell.
func (s *stage) launch(arguments source.Text) *launch {
	if words, ok := jsonWords(arguments); ok {
		return &launch{words: words}
	}
	shell := s.shell
	if len(shell) == 0 {
		shell = []item{{text: source.Unlocated("/bin/sh", "Docker")}, {text: source.Unlocated("-c", "Docker")}}
	}
	return &launch{words: append(append([]item{}, shell...), item{text: arguments}), shell: true}
}

// start is the command of the image. Where the stage has no entry point, the
// image that it builds on may have one, which then gets the command.
func (s *stage) start() startCommand {
	var words []item
	if s.entry != nil {
		words = s.entry.words
	}
	if s.command != nil && (s.entry == nil || !s.entry.shell) {
		words = append(append([]item{}, words...), s.command.words...)
	}
	start := started(words, s.env, false)
	start.likely = s.entry == nil
	start.replaced, start.arguments = s.entry != nil, s.command != nil
	start.expands = append(start.expands, s.reads...)
	start.scripted.variables = append(start.scripted.variables, s.written...)
	return start
}
