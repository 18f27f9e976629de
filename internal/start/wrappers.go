package start

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// wrapper is a command that starts the one that follows it.
type wrapper struct {
	values   string // its options of which the value is a word of its own
	operands int    // words before the command

	optionsBehind bool // its options stand behind these
}

// takesValue reports whether the word behind an option is its value: behind the last of
// several letters, too, as in sudo -Hu user.
func (w wrapper) takesValue(option string) bool {
	values := strings.Fields(w.values)
	if slices.Contains(values, option) {
		return true
	}
	for i := 1; i < len(option) && !strings.HasPrefix(option, "--"); i++ {
		if slices.Contains(values, "-"+option[i:i+1]) {
			return i == len(option)-1
		}
	}
	return false
}

var wrappers = map[string]wrapper{
	"exec": {values: "-a"}, "command": {}, "nohup": {}, "time": {values: "-f -o"}, "setsid": {}, "eatmydata": {},
	"nice": {values: "-n"}, "ionice": {values: "-c -n"}, "chrt": {operands: 1}, "taskset": {operands: 1}, "numactl": {values: "-N -m -i -C -p"}, "stdbuf": {values: "-i -o -e"},
	"timeout": {values: "-s -k", operands: 1}, "env": {values: "-u -C"}, "chroot": {operands: 1}, "catchsegv": {}, "authbind": {},
	"sudo": {values: "-u -g -h -p -C -r -t -U -D"}, "doas": {values: "-u -C"}, "gosu": {operands: 1}, "su-exec": {operands: 1}, "setuidgid": {operands: 1}, "s6-setuidgid": {operands: 1}, "s6-applyuidgid": {values: "-u -g -G"}, "with-contenv": {}, "chpst": {values: "-u -U -b -e -/ -n"},
	"runuser": {values: "-u -g -G"}, "flock": {values: "-w -E --wait --timeout --conflict-exit-code", operands: 1}, "setpriv": {}, "dockerize": {values: "-wait -timeout -template -stdout -stderr -wait-retry-interval -wait-http-header"}, "tini": {values: "-p -e"}, "dumb-init": {values: "-r"}, "catatonit": {}, "--": {}, "daemonize": {values: "-c -e -o -p -l -u -E"},
	"docker exec": {values: "-e --env --env-file -u --user -w --workdir --detach-keys --index", operands: 1},
	"systemd-run": {values: "-p --property -u --unit -E --setenv -M --machine -H --host --slice --uid --gid " +
		"--nice --working-directory --description --service-type"},
	"screen":   {values: "-c -e -h -p -s -S -t -T"},
	"xvfb-run": {values: "-n -s -e -f -p -w --server-num --server-args --error-file --auth-file --xauth-protocol --wait"},
	"strace":   {values: "-e -o -p -s -u -E -a -b -I -O -S -P -X"}, "prlimit": {},
	"setarch": {operands: 1, optionsBehind: true}, "linux32": {}, "linux64": {}, "dbus-run-session": {values: "--config-file --dbus-daemon"},
	"$": {}, // the prompt of a shell, pasted with its command
}

// waiting are scripts that wait for another service.
var waiting = lazyregexp.New(`^wait[-_]?for[-_\w]*(?:\.sh)?$`)

// Waits tells the name of a script that waits for another service.
func Waits(name string) bool { return waiting.MatchString(name) }

var assigning = lazyregexp.New(`^[A-Za-z_]\w*=`)

// Awaited is what a script that waits starts then: what stands behind --, or java and its
// words; nil where it starts nothing.
func Awaited[W any](words []W, text func(W) string) []W {
	for i, w := range words {
		switch {
		case text(w) == "--":
			return words[i+1:]
		case path.Base(text(w)) == "java" && i+1 < len(words) && strings.HasPrefix(text(words[i+1]), "-"):
			return words[i:]
		}
	}
	return nil
}

// Wraps reports whether a command starts the one that its words name.
func Wraps(name string) bool {
	_, is := wrappers[path.Base(name)]
	return is
}

// Unwrap are the words of the command that others start.
func Unwrap[W any](words []W, text func(W) string) []W {
	first := func() string { return text(words[0]) }
	for len(words) > 0 {
		name := path.Base(first())
		if slices.Contains([]string{"docker", "podman", "docker-compose"}, name) {
			for i, sub := range words[:min(len(words), 3)] {
				if text(sub) == "exec" { // docker exec, docker compose exec
					words, name = words[i:], "docker exec"
				}
			}
		}
		w, wraps := wrappers[name]
		switch {
		case name == "start-stop-daemon":
			return daemonStarted(words[1:], text)
		case (name == "kubectl" || name == "oc") && slices.ContainsFunc(words, func(w W) bool {
			return text(w) == "exec" || text(w) == "run"
		}):
			words = Awaited(words, text) // what stands behind --
			continue
		case waiting.MatchString(name): // and then start what stands behind --
			started := Awaited(words, text)
			if started == nil {
				return words
			}
			words = started
			continue
		case !wraps, name == "runuser" && runsScript(words, text):
			return words
		}
		whole := words
		words = words[1:]
		for len(words) > 0 && (strings.HasPrefix(first(), "-") || (name == "env" || name == "sudo") && assigning.MatchString(first())) {
			option := first()
			words = words[1:]
			if option == "--" {
				break
			}
			if len(words) > 0 && w.takesValue(option) {
				words = words[1:]
			}
		}
		if name == "timeout" || name == "chrt" || name == "taskset" || name == "flock" || len(words) > w.operands {
			words = words[min(w.operands, len(words)):]
		}
		for w.optionsBehind && len(words) > 0 && strings.HasPrefix(first(), "-") {
			words = words[1:]
		}
		if name == "flock" && len(words) > 1 && TakesScript(first()) {
			return whole
		}
	}
	return words
}

// runsScript reports whether runuser hands a script to a shell, as su does: not where
// an option says for whom it runs a command, which then follows in words.
func runsScript[W any](words []W, text func(W) string) bool {
	i := slices.IndexFunc(words, func(w W) bool { return TakesScript(text(w)) })
	return i >= 0 && i+1 < len(words) && !slices.ContainsFunc(words[:i], func(w W) bool {
		return text(w) == "-u" || strings.HasPrefix(text(w), "--user")
	})
}

// TakesScript tells an option behind which a script stands.
func TakesScript(option string) bool {
	return ScriptOption.MatchString(option) || option == "--command"
}

// daemonStarted is what start-stop-daemon starts, with the words behind --.
//
// https://manpages.debian.org/bookworm/dpkg/start-stop-daemon.8.en.html
func daemonStarted[W any](words []W, text func(W) string) []W {
	var program []W
	starts := false
	for i, w := range words {
		switch option := text(w); option {
		case "--start", "-S":
			starts = true
		case "--exec", "-x", "--startas", "-a":
			if i+1 < len(words) && (program == nil || option == "--startas" || option == "-a") {
				program = []W{words[i+1]}
			}
		case "--":
			if starts && program != nil {
				return append(program, words[i+1:]...)
			}
			return nil
		}
	}
	return nil
}

// jsvcValues are the options of jsvc that take a value, and are none of the JVM's.
//
// https://commons.apache.org/proper/commons-daemon/jsvc.html
var jsvcValues = strings.Fields("-user -pidfile -outfile -errfile -home -java-home -jvm -procname -wait -cwd -umask")

// jsvcFlags are its others.
var jsvcFlags = strings.Fields("-nodetach -debug -keepstdin -check -server -client -help")

var (
	// javaVariable names the command java.
	javaVariable  = lazyregexp.New(`^["']?\$\{?_*(?i:(?:run_?)?(?:java|jre)(?:_?(?:cmd|command|bin|exec?|executable|binary|prog|program|path|app|run|runner|launcher))?)(?:\[[@*]\])?\}?["']?$`)
	jsvcVariable  = lazyregexp.New(`^\$\{?(?i:\w*jsvc\w*)\}?$`)
	javaByDefault = lazyregexp.New(`^["']?\$\{\w+:?-(?:[^\s}]*/)?java\}["']?$`)
	javaFound     = lazyregexp.New("^(?:\\$\\(|`) *(?:which|command -v|type -p) +java *(?:\\)|`)$")
)

// IsJava reports whether the first word of a command is java, or the script of Druid that adds what modules need.
func IsJava(word string) bool {
	return IsJavaProgram(word) || path.Base(word) == "run-java" || javaVariable.MatchString(word) || javaByDefault.MatchString(word) || javaFound.MatchString(word)
}

// IsJavaProgram tells java by its name or its path, on Windows, too.
func IsJavaProgram(word string) bool {
	name := word[strings.LastIndexAny(word, `/\`)+1:]
	return name == "java" || name == "java.exe" || name == "javaw.exe"
}

// IsJsvc tells the program that starts Java services.
func IsJsvc(word string) bool { return path.Base(word) == "jsvc" || jsvcVariable.MatchString(word) }

// ScriptOption is the option of a shell that a script follows: -c, -ec.
var ScriptOption = lazyregexp.New(`^-[a-z]*c$`)

// IsShell tells the name of a shell.
func IsShell(name string) bool { return shellName.MatchString(name) }

var shellName = lazyregexp.New(`^(?:ba|da|a|k|z)?sh$`)
