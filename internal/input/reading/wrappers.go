package reading

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/shell"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// wrapper is a command that starts the one that follows it.
type wrapper struct {
	values   string // its options of which the value is a word of its own
	operands int    // words before the command
}

var wrappers = map[string]wrapper{
	"exec": {values: "-a"}, "command": {}, "nohup": {}, "time": {values: "-f -o"}, "setsid": {}, "eatmydata": {},
	"nice": {values: "-n"}, "ionice": {values: "-c -n"}, "chrt": {operands: 1}, "taskset": {operands: 1}, "numactl": {values: "-N -m -i -C -p"}, "stdbuf": {values: "-i -o -e"},
	"timeout": {values: "-s -k", operands: 1}, "env": {values: "-u -C"}, "chroot": {operands: 1}, "catchsegv": {}, "authbind": {},
	"sudo": {values: "-u -g -h -p -C -r -t -U -D"}, "doas": {values: "-u -C"}, "gosu": {operands: 1}, "su-exec": {operands: 1}, "setuidgid": {operands: 1}, "chpst": {values: "-u -U -b -e -/ -n"},
	"runuser": {values: "-u -g -G"}, "setpriv": {}, "tini": {values: "-p -e"}, "dumb-init": {values: "-r"}, "catatonit": {}, "--": {}, "daemonize": {values: "-c -e -o -p -l -u -E"},
}

var assigning = lazyregexp.New(`^[A-Za-z_]\w*=`)

// unwrapped are the words of the command that others start.
func unwrapped(words []shell.Word) []shell.Word {
	return unwrap(words, func(w shell.Word) string { return w.Literal().String() })
}

func unwrap[W any](words []W, text func(W) string) []W {
	first := func() string { return text(words[0]) }
	for len(words) > 0 {
		name := path.Base(first())
		w, wraps := wrappers[name]
		switch {
		case name == "start-stop-daemon":
			return daemonStarted(words[1:], text)
		case !wraps:
			return words
		}
		words = words[1:]
		for len(words) > 0 && (strings.HasPrefix(first(), "-") || (name == "env" || name == "sudo") && assigning.MatchString(first())) {
			option := first()
			if name == "runuser" && option == "-c" { // a script follows
				return nil
			}
			words = words[1:]
			if option == "--" {
				break
			}
			if len(words) > 0 && slices.Contains(strings.Fields(w.values), option) {
				words = words[1:]
			}
		}
		if name == "timeout" || name == "chrt" || name == "taskset" || len(words) > w.operands {
			words = words[min(w.operands, len(words)):]
		}
	}
	return words
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
	javaVariable = lazyregexp.New(`^["']?\$\{?_*(?i:(?:run_?)?(?:java|jre)(?:_?(?:cmd|command|bin|exec?|executable|binary|prog|program|path|app|run|runner|launcher))?)(?:\[[@*]\])?\}?["']?$`)
	jsvcVariable = lazyregexp.New(`^\$\{?(?i:\w*jsvc\w*)\}?$`)
	javaFound    = lazyregexp.New("^(?:\\$\\(|`) *(?:which|command -v|type -p) +java *(?:\\)|`)$")
)

// isJava reports whether the first word of a command is java.
func isJava(word string) bool {
	return path.Base(word) == "java" || javaVariable.MatchString(word) || javaFound.MatchString(word)
}

func isJsvc(word string) bool { return path.Base(word) == "jsvc" || jsvcVariable.MatchString(word) }

// scriptFor are the words that a command reads as a script: those of eval, of a
// shell with -c, of su.
func scriptFor(words []shell.Word) []shell.Word {
	switch name := path.Base(words[0].Literal().String()); name {
	case "eval", "daemon":
		for words = words[1:]; len(words) > 0 && strings.HasPrefix(words[0].Literal().String(), "-"); words = words[1:] {
		}
		return words
	case "su", "runuser", "sh", "bash", "dash", "ash", "ksh", "zsh":
		for i, w := range words[:len(words)-1] {
			if option := w.Literal().String(); ShellScript.MatchString(option) || option == "--command" {
				return words[i+1 : i+2]
			}
		}
	}
	return nil
}
