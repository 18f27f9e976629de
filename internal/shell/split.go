package shell

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Split splits a text into words by the quotes of a shell, where none runs it: all other characters are ordinary ones.
func Split(t source.Text) []jvmflag.Word {
	var words []jvmflag.Word
	for at, s := 0, t.String(); at < len(s); {
		if isBlank(s[at]) || strings.HasPrefix(s[at:], "\\") && lineBreak(s[at+1:]) > 0 {
			at++
			continue
		}
		word, end, _ := Unquote(t, at, " \t\r\n")
		words = append(words, jvmflag.Word{Text: word, Written: t.Slice(at, end)})
		at = end
	}
	return words
}

// Ends are the characters that end a word where others may follow as commands.
const Ends = " \t\r\n;&|"

// Unquote reads the word at a place as a shell does, up to one of the ends: ' quotes all, " all but $, `, \ and itself
// behind a backslash, and a backslash outside of quotes the next character. What a shell would expand stays as it is
// written. The quotes of a word that is never closed reach to the end.
func Unquote(whole source.Text, at int, ends string) (word source.Text, end int, closed bool) {
	s := whole.String()
	var parts []source.Text
	run := at // what stands from here on is taken as it is written
	leaveOut := func(from, to int) {
		if from > run {
			parts = append(parts, whole.Slice(run, from))
		}
		run = to
	}
	end = len(s)
	quote := byte(0)
reading:
	for i := at; i < len(s); i++ {
		c := s[i]
		switch {
		case quote == 0 && strings.IndexByte(ends, c) >= 0:
			end = i
			break reading
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
			leaveOut(i, i+1)
		case c == quote && quote != 0:
			quote = 0
			leaveOut(i, i+1)
		case c == '\\' && quote != '\'' && lineBreak(s[i+1:]) > 0:
			leaveOut(i, i+1+lineBreak(s[i+1:]))
			i = run - 1
		case c == '\\' && i+1 < len(s) && (quote == 0 || quote == '"' && strings.IndexByte("$`\"\\", s[i+1]) >= 0):
			leaveOut(i, i+1)
			i++
		}
	}
	leaveOut(end, end)
	switch len(parts) {
	case 0:
		return whole.Slice(at, at), end, quote == 0
	case 1:
		return parts[0], end, quote == 0
	}
	return source.Join(parts...), end, quote == 0
}

func isBlank(c byte) bool { return strings.IndexByte(" \t\r\n", c) >= 0 }
