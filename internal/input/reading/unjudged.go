package reading

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/start"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// program is what a container starts, as against what its image would.
type program int

const (
	ownProgram program = iota
	otherProgram
	unknownProgram // a script that nobody has seen starts it
)

// program tells what a command starts in a container of an image.
func (c StartCommand) program(image images.Image) program {
	switch {
	case !c.Replaced && !c.Arguments, slices.ContainsFunc(c.Programs, image.Runs):
		return ownProgram
	case len(c.Programs) > 0 && !slices.ContainsFunc(c.Programs, mayBeImages): // programs of the system and tools
		return otherProgram
	case !c.Replaced && (image.TakesArguments || image.Declared || image.TakesOptions && c.takesOptions()):
		return ownProgram
	case !c.Replaced && image.Unsized != "" && len(c.Programs) > 0 && (c.takesOptions() || !isProgram(c.Programs[0])):
		return ownProgram // words for the image's own entry point: start-dev, taskmanager, --url=...
	case slices.ContainsFunc(c.Programs, unseenScript):
		return unknownProgram
	}
	return otherProgram
}

// mayBeImages tells a program that may be the one of the image.
func mayBeImages(program string) bool {
	base := path.Base(program)
	return !ofSystem.MatchString(base) && !isTool(base)
}

// isTool tells a script that does something with a server from one that starts it.
func isTool(base string) bool {
	return slices.ContainsFunc(catalogue.Facts("Prefixes")[0].Words("Commands"), func(program string) bool {
		rest, of := strings.CutPrefix(base, program)
		return of && rest != "" && (rest[0] == '-' || rest[0] == '_' || 'A' <= rest[0] && rest[0] <= 'Z')
	}) && !startsServer.MatchString(base)
}

// otherRuntime reports whether a container runs a program of another language.
func (c StartCommand) otherRuntime() bool {
	return len(c.Programs) == 1 && runtimes.MatchString(path.Base(c.Programs[0]))
}

// waits reports whether a container does nothing until somebody starts something in it.
func (c StartCommand) waits() bool {
	return len(c.Programs) == 1 && slices.Contains([]string{"sleep", "tail"}, path.Base(c.Programs[0]))
}

var runtimes = lazyregexp.New(`^(?:python[\d.]*|node|nodejs|npm|yarn|nginx|ruby|php|php-fpm|dotnet|gunicorn|uvicorn|celery|streamlit|flask)$`)

// mayRunImage reports whether a container starts what its image does, or a program of it of which nothing is known.
func (c StartCommand) mayRunImage() bool {
	return !c.otherRuntime() && (!c.Replaced || slices.ContainsFunc(c.Programs, mayBeImages))
}

// ofSystem finds programs that every system has, and some that never are a JVM.
var ofSystem = lazyregexp.New(`^(?:\[+|:|\.|source|exec|set|export|cd|pwd|test|true|false|exit|trap|wait|read|eval|echo|printf|cat|tee|head|tail|sleep|seq|date|env|id|whoami|hostname|uname|ls|cp|mv|rm|ln|mkdir|rmdir|touch|chmod|chown|chgrp|find|xargs|grep|egrep|sed|awk|cut|tr|sort|uniq|wc|tar|gzip|gunzip|unzip|zip` +
	`|curl|wget|nc|ncat|ping|dig|nslookup|ip|iptables|sysctl|ulimit|mount|umount|ps|kill|pkill|su|sudo|git|apk|apt|apt-get|yum|dnf|pip|pip3|npm|npx|yarn|pnpm|node|deno|bun|python[\d.]*|ruby|bundle|rails|php|perl|go|dotnet|make|kubectl|helm|jq|yq|openssl|psql|pg_\w+|mysql\w*|mongo\w*|redis-\w+|postgres|mysqld|mongod|nginx|httpd|apachectl|haproxy|traefik|envoy|consul|etcd|vault|minio|mc|prometheus|grafana|gunicorn|uvicorn|celery|flask|airflow|streamlit|jupyter|manager|controller|operator|kube-\w+|wait-for\S*|dockerize|cub|cqlsh|nodetool|kcadm\.sh|jcmd|jps|jstat|jmap|keytool|javac|mvnw?|gradlew?|sbt)$`)

// takesOptions reports whether the arguments begin with an option of the program that gets them.
func (c StartCommand) takesOptions() bool {
	return len(c.Programs) > 0 && strings.HasPrefix(c.Programs[0], "-")
}

// isProgram reports whether a word is a program rather than what one is told.
func isProgram(word string) bool {
	return strings.Contains(word, "/") || strings.Contains(word, ".") || strings.HasSuffix(word, "sh")
}

// unseenScript tells a script that is mounted into a container, or that its
// image brings, from a program of a package: kafka-topics.sh.
func unseenScript(program string) bool {
	base := path.Base(program)
	return strings.HasSuffix(base, ".sh") && (base != program || strings.Contains(base, "entrypoint")) && !isTool(base)
}

// ofHome tells a script in the folder of a program that may be the one of the image: $HOME/bin/session.sh.
func ofHome(program string) bool { return inHome.MatchString(program) && mayBeImages(program) }

var inHome = lazyregexp.New(`(?:HOME\}?|/opt/[^/]+(?:/[^/]+)?)/bin/[^/]+\.sh$`)

var startsServer = lazyregexp.New(`(?i)start(?:\.sh)?$`) // kafka-server-start.sh, zookeeperStart.sh

// programs are what words start: their first, what a shell runs of them, and what an entry point hands on to. Behind each
// of them stands what it is told first; of that nothing is said where the shell fills it in.
func programs(words []Item) (all []string, told map[string]string) {
	told = map[string]string{}
	add := func(words []string) {
		for i, word := range words {
			if all = append(all, word); i+1 < len(words) {
				told[word] = words[i+1]
			}
			if base := path.Base(word); i > 0 || !strings.Contains(base, "entrypoint") && !start.IsShell(base) {
				break
			}
		}
	}
	text, is := ShellScriptOf(words)
	if !is {
		add(lists.Of(words, func(w Item) string { return w.Text.String() }))
		return all, told
	}
	if script, ok := shell.Parse(text); ok {
		for _, c := range script.Commands {
			if !c.Inner {
				add(lists.Of(unwrapped(c.Words), literal))
			}
		}
	}
	return all, told
}

// nameJVM says of a container that starts a JVM, of which nothing is judged,
// why that is. Of what may be any program it says nothing.
func (in *Input) nameJVM(w workload.Workload, env *Environment, begun StartCommand) {
	if !w.HasJVM() {
		return // it was said
	}
	for v := range env.All() {
		value := v.Value.String()
		elsewhere := source.HasGap(value) && strings.TrimSpace(putIn.ReplaceAllString(value, "")) == ""
		if optionsVariable.MatchString(v.Name) && (!v.Known || elsewhere) { // nothing but the script sets any
			in.holdsUnknown(v)
			return
		}
	}
	reference := images.Parse(w.Image.String())
	image, known := in.Options.Images.Find(reference)
	bare := in.Options.Images.BringsJVM(reference)
	if !known && !bare {
		if w.Image.Located() && begun.mayRunImage() {
			in.unknownImage(w.Image, likelyJVM(env, begun))
		}
		return
	}
	switch what := begun.program(image); {
	case image.JVM == images.None:
	case what == otherProgram && begun.Replaced && image.Guessed() && begun.mayRunImage():
		in.unknownImage(w.Image, likelyJVM(env, begun))
	case what == otherProgram && !begun.Replaced && len(begun.Programs) == 1 && start.IsShell(path.Base(begun.Programs[0])): // somebody looks around
	case what == otherProgram && (w.Short || begun.otherRuntime() || !slices.ContainsFunc(begun.Programs, mayBeImages)):
	case what == unknownProgram && w.Short && !slices.ContainsFunc(begun.Programs, ofHome):
	case what != ownProgram:
		in.NotJudged(w.Image.Span(), "it is unknown what the command starts in image %s", w.Image)
	case image.Unsized != "":
		in.NotJudged(w.Image.Span(), "image %s %s", w.Image, image.Unsized)
	default:
		in.NotJudged(w.Image.Span(), "its options in image %s are unknown", w.Image)
	}
}

// holdsUnknown says that a variable of options holds what is not known.
func (in *Input) holdsUnknown(v Variable) {
	in.NotJudged(v.At.Span(), "the value of %s is unknown", v.Name)
}

// optionsVariable matches the names of variables that hold options of a JVM.
var optionsVariable = lazyregexp.New(`(?:^|_)(?:JAVA|JVM|JDK|CATALINA|HEAP|JVM_PERFORMANCE)_(?:TOOL_|EXTRA_|ADDITIONAL_)?(?:OPT|OPTS|OPTIONS|ARGS|FLAGS|PARAMS)(?:_APPEND)?$|(?:^|_)JVMFLAGS$`)

// unknownImage counts an image that may run a JVM, unless it is known to run none.
func (in *Input) unknownImage(name source.Text, likely bool) {
	image := images.Parse(name.String())
	switch {
	case in.Options.Images.RunsNoJVM(image):
	case source.HasGap(name.String()):
		in.Unknown = append(in.Unknown, Unknown{Name: "one in " + in.File.Name, Likely: likely})
	default:
		in.Unknown = append(in.Unknown, Unknown{Name: image.Repository, Likely: likely})
	}
}

// likelyJVM reports whether the variables of a container, or what it is probed by, tell of a JVM.
func likelyJVM(env *Environment, start StartCommand) bool {
	return tellsOfFramework(env, start) || buildpack(env) != "" ||
		env.Any(func(v Variable) bool { return strings.HasPrefix(v.Value.String(), "jdbc:") })
}

// tellsOfFramework reports whether the variables of a container, or what it is probed by, tell that its program is one of
// Spring, Quarkus or the like.
func tellsOfFramework(env *Environment, start StartCommand) bool {
	return env.Any(func(v Variable) bool { return IsOfFramework(v.Name) }) ||
		slices.ContainsFunc(start.Probes, func(p source.Text) bool { return endpoint.MatchString(p.String()) })
}

// buildpack is a variable that only the Java buildpacks read as the container starts: they add
// options to JAVA_TOOL_OPTIONS then. Empty where there is none.
// https://paketo.io/docs/howto/java/#runtime-jvm-configuration
func buildpack(env *Environment) string {
	found, _ := lists.First(slices.Collect(env.All()), func(v Variable) bool {
		return lists.AnyWord(v.Name, strings.HasPrefix, "BPL_JVM_", "BPL_JAVA_", "BPL_JMX_", "BPL_HEAP_")
	})
	return found.Name
}

// endpoint finds the endpoints of health of Spring and of Quarkus.
// https://docs.spring.io/spring-boot/reference/actuator/endpoints.html
// https://quarkus.io/guides/smallrye-health
var endpoint = lazyregexp.New(`/(?:actuator/(?:health|info|prometheus)|q/health)(?:/\w+)*`)

// runsFramework reports whether the variables of a container, what it is probed by, or its
// image tell that its program is one of Spring, Quarkus or the like.
func (in *Input) runsFramework(w *workload.Workload, env *Environment, start StartCommand) bool {
	image, _ := in.Options.Images.Find(images.Parse(w.Image.String()))
	return image.Framework || tellsOfFramework(env, start) ||
		slices.ContainsFunc(start.Options, func(o jvmflag.Option) bool { return ofFramework.MatchString(o.String()) })
}

// exportsMetrics reports whether the name of an image, or of the file that its command starts, is
// that of an exporter: acme/jmx-exporter, cassandra_exporter.jar.
func exportsMetrics(w *workload.Workload, start StartCommand) bool {
	name := path.Base(images.Parse(w.Image.String()).Repository)
	return name == "exporter" || lists.AnyWord(name, strings.HasSuffix, "-exporter", "_exporter") ||
		slices.ContainsFunc(start.Options, func(o jvmflag.Option) bool {
			file := path.Base(o.String())
			return lists.AnyWord(file, strings.Contains, "exporter", "jmx_prometheus") && exporterJar.MatchString(file)
		})
}

var exporterJar = lazyregexp.New(`^(?:jmx_prometheus_(?:standalone|httpserver)|\w+[-_]exporter)[-\w.]*\.jar$`)

// ofFramework finds their properties and main classes among the words of a command.
var ofFramework = lazyregexp.New(`^(?:-D|--)(?:spring|quarkus|micronaut)\.|^org\.springframework\.boot\.`)

// frameworks and settings are how the variables begin that programs of some frameworks read: SPRING_PROFILES_ACTIVE.
// https://docs.spring.io/spring-boot/appendix/application-properties/index.html
// https://quarkus.io/guides/config-reference
// https://docs.micronaut.io/latest/guide/#environments
var (
	frameworks = strings.Fields("spring quarkus micronaut eureka")
	settings   = strings.Fields(`profiles datasource application config jpa kafka data cloud rabbitmq redis security mail main jmx
		liquibase flyway boot http hibernate log oidc rest artemis mongodb environments server client instance`)
)

// IsOfFramework reports whether a variable is for programs of such a framework.
func IsOfFramework(name string) bool {
	name = strings.ToLower(name)
	i := strings.IndexAny(name, "_.")
	return i > 0 && slices.Contains(frameworks, name[:i]) && lists.AnyWord(name[i+1:], strings.HasPrefix, settings...)
}

// putIn is what comes from somewhere else.
var putIn = lazyregexp.New(`\$\{[^}]*\}|\$\w+|\$[@*#?]|["']|` + source.Gap)
