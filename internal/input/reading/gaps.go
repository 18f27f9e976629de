package reading

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// withGaps leaves a gap for what somebody puts in later, and may be any number of
// words: the output of a command, $(hostname -I) or `hostname -I`, whose own options
// are none of the JVM's; an action of a template, in whatever language.
// $(NAME) and ${NAME} without blanks are words already, and may be variables of
// Kubernetes.
func withGaps(t source.Text) source.Text {
	s := t.String()
	if !strings.ContainsAny(s, "$`{<#") {
		return t
	}
	var parts [][]int
	for i := 0; i < len(s); {
		end := filledInAt(s, i)
		if end <= i+1 {
			i++
			continue
		}
		parts = append(parts, []int{i, end})
		i = end
	}
	return t.Replace(parts, func(m []int) (source.Text, bool) { return source.GapAt(t.Slice(m[0], m[1]).Span()), true })
}

// Undoubled puts the first character of a part in for the part: one sign for two of it.
func Undoubled(t source.Text, twice *lazyregexp.Regexp) source.Text {
	return t.Replace(twice.FindAllStringIndex(t.String(), -1), func(m []int) (source.Text, bool) {
		return t.Slice(m[0], m[0]+1), true
	})
}

// templateBrackets are those of actions, of the languages that files of options are written in.
var templateBrackets = []struct{ open, closing string }{{"{{", "}}"}, {"{%", "%}"}, {"<%", "%>"}, {"#{", "}"}}

// longestAction is in bytes. What is never closed costs no more than that, each time.
const longestAction = 1000

// filledInAt is the end of what is put in at a place; the place itself where
// nothing is.
func filledInAt(s string, i int) int {
	s = s[:min(i+longestAction, len(s))]
	end := i
	switch s[i] {
	case '$':
		if strings.HasPrefix(s[i:], "$(") {
			end = bracketed(s, i+1, '(', ')')
		}
		if strings.HasPrefix(s[i:], "${") {
			end = bracketed(s, i+1, '{', '}')
		}
	case '`':
		end = i + 2 + strings.IndexByte(s[i+1:], '`')
	case '{', '<', '#':
		for _, b := range templateBrackets {
			if strings.HasPrefix(s[i:], b.open) {
				if n := strings.Index(s[i+len(b.open):], b.closing); n >= 0 {
					return i + len(b.open) + n + len(b.closing)
				}
			}
		}
	}
	if end <= i+1 || !strings.ContainsAny(s[i:end], " \t\r\n") {
		return i
	}
	return end
}

// bracketed is the offset behind the bracket that closes the one at i; where none
// does, 0.
func bracketed(s string, i int, open, closing byte) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case open:
			depth++
		case closing:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}
