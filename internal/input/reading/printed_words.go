package reading

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// PrintedWords splits at blanks. The command that the JVM runs when memory ends
// has words of its own, up to the next option of java; and where no program
// follows, all that is no option belongs to the one before.
func PrintedWords(t source.Text, program bool) []jvmflag.Word {
	var words []jvmflag.Word
	s := t.String()
	last, command := 0, false
	for at := 0; at < len(s); {
		if s[at] == ' ' || s[at] == '\t' {
			at++
			continue
		}
		end := at
		for end < len(s) && s[end] != ' ' && s[end] != '\t' {
			end++
		}
		if len(words) > 0 && (command && !javaOption.MatchString(s[at:end]) || !program && s[at] != '-') {
			words[len(words)-1] = printed(t.Slice(last, end))
		} else {
			words = append(words, printed(t.Slice(at, end)))
			last, command = at, commandOption.MatchString(s[at:end])
		}
		at = end
	}
	return words
}

func printed(t source.Text) jvmflag.Word { return jvmflag.Word{Text: t, Written: t} }

// withCommands puts the words of the command that the JVM runs when memory ends
// behind its option, up to the next one of java. How a start script keeps them
// together nobody can tell from the text of a variable.
func withCommands(words []jvmflag.Word) []jvmflag.Word {
	if !slices.ContainsFunc(words, beginsCommand) {
		return words
	}
	var all []jvmflag.Word
	command := false
	for _, w := range words {
		if last := len(all) - 1; command && !javaOption.MatchString(w.Text.String()) {
			blank := source.Unlocated(" ", "the command")
			all[last] = jvmflag.Word{Text: source.Join(all[last].Text, blank, w.Text), Written: source.Join(all[last].Written, blank, w.Written)}
			continue
		}
		all, command = append(all, w), beginsCommand(w)
	}
	return all
}

func beginsCommand(w jvmflag.Word) bool { return commandOption.MatchString(w.Text.String()) }

var (
	commandOption = lazyregexp.New(`^-XX:On(?:OutOfMemory)?Error=`)
	javaOption    = lazyregexp.New(`^-(?:[XDce]|ja|-)`)
)
