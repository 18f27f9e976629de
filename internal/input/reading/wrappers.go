package reading

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/start"
)

// unwrapped are the words of the command that others start.
func unwrapped(words []shell.Word) []shell.Word {
	words = start.Unwrap(words, literal)
	for len(words) > 1 && !callsJava(words[0]) && (wrapperPut.MatchString(literal(words[0])) || len(words) > 2 && wholeVariable.MatchString(literal(words[0])) && path.Base(literal(words[1])) == "java") {
		words = start.Unwrap(words[1:], literal)
	}
	return words
}

// wrapperPut matches a command that another one gives, to start what follows as someone
// else: exec $(drop_privileges) bin/server.
var wrapperPut = lazyregexp.New("^(?:\\$\\(\\w+\\)|`\\w+`)$")

// wholeVariable matches a variable that may hold such a command: $AUTHBIND java.
var wholeVariable = lazyregexp.New(`^\$(?:\w+|\{\w+\})$`)

func literal(w shell.Word) string { return w.Literal().String() }

// Behind are the words of the command that others start, or the script that a shell gets from them.
func Behind(words []string) (command []string, script string) {
	words = start.Unwrap(words, func(w string) string { return w })
	if len(words) == 0 {
		return nil, ""
	}
	if name := path.Base(words[0]); start.IsShell(name) || name == "su" || name == "runuser" {
		if i := slices.IndexFunc(words, start.TakesScript); i > 0 && i+1 < len(words) {
			return nil, words[i+1]
		}
	}
	return words, ""
}

// callsJava reports whether a word is java as a shell reads it, or as Windows does, where a backslash
// without quotes is a part of the path.
func callsJava(w shell.Word) bool {
	return start.IsJava(literal(w)) || strings.Contains(w.Text.String(), `\`) && start.IsJavaProgram(w.Text.String())
}
