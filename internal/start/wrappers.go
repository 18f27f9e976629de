package start

import (
	_ "embed"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// wrapper is a command that starts the one that follows it.
type wrapper struct {
	values   []string // its options of which the value is a word of its own
	operands int      // words before the command

	optionsBehind bool // its options stand behind these
}

// takesValue reports whether the word behind an option is its value: behind the last of
// several letters, too, as in sudo -Hu user.
func (w wrapper) takesValue(option string) bool {
	if slices.Contains(w.values, option) {
		return true
	}
	for i := 1; i < len(option) && !strings.HasPrefix(option, "--"); i++ {
		if slices.Contains(w.values, "-"+option[i:i+1]) {
			return i == len(option)-1
		}
	}
	return false
}

var wrappers = sync.OnceValue(func() map[string]wrapper {
	return lists.Map(lists.Rows(wrappersTSV), func(c []string) (string, wrapper) {
		return c[3], wrapper{strings.Fields(c[2]), jvmflag.CellNumber(c[0]), c[1] != ""}
	})
})

//go:embed wrappers.tsv
var wrappersTSV string

// waiting are scripts that wait for another service.
var waiting = lazyregexp.New(`^wait[-_]?for[-_\w]*(?:\.sh)?$`)

var assigning = lazyregexp.New(`^[A-Za-z_]\w*=`)

// awaited is what a script that waits starts then: what stands behind --, or java and its
// words; nil where it starts nothing.
func awaited[W any](words []W, text func(W) string) []W {
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
	_, is := wrappers()[path.Base(name)]
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
		w, wraps := wrappers()[name]
		switch {
		case (name == "kubectl" || name == "oc") && slices.ContainsFunc(words, func(w W) bool {
			return text(w) == "exec" || text(w) == "run"
		}):
			words = awaited(words, text) // what stands behind --
			continue
		case waiting.MatchString(name): // and then start what stands behind --
			started := awaited(words, text)
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

var (
	// javaVariable names the command java.
	javaVariable  = lazyregexp.New(`^["']?\$\{?_*(?i:(?:run_?)?(?:java|jre)(?:_?(?:cmd|command|bin|exec?|executable|binary|prog|program|path|app|run|runner|launcher))?)(?:\[[@*]\])?\}?["']?$`)
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

// ScriptOption is the option of a shell that a script follows: -c, -ec.
var ScriptOption = lazyregexp.New(`^-[a-z]*c$`)

// IsShell tells the name of a shell.
func IsShell(name string) bool { return shellName.MatchString(name) }

var shellName = lazyregexp.New(`^(?:ba|da|a|k|z)?sh$`)
