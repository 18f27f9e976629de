package jvmflag

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
)

// FilledIn reports whether a shell, Kubernetes or Compose fills in a word: it may
// stand for any number of options.
func FilledIn(word string) bool {
	return strings.HasPrefix(word, "$") || strings.HasPrefix(word, "`") || strings.HasPrefix(word, source.Gap)
}

// Unknown marks the words of one channel of which nobody knows here what they come
// to. A word that the launcher keeps to itself, as the class path, may be any; an
// option that the JVM gets is unknown together with its argument; and what stands
// behind the options of a command line are arguments of the program.
func Unknown(words []Option) []bool {
	unknown, end := make([]bool, len(words)), len(words)
	if end > 0 && words[0].Channel == CommandLine {
		end = ProgramAt(words)
	}
	for i := 0; i < end; i++ {
		what := argumentOf(Tables[len(Tables)-1], words[i].String())
		switch {
		case FilledIn(words[i].String()):
			unknown[i] = true
		case what != noArgument && i+1 < len(words):
			i++
			if what == passedOn && FilledIn(words[i].String()) {
				unknown[i-1], unknown[i] = true, true
			}
		}
	}
	return unknown
}
