package reading

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
)

// oneWord puts a word in for each command whose output a shell puts there,
// $(hostname -I) or `hostname -I`: its own options are none of the JVM's, and
// what it prints is not known. Without blanks it is a word already, and may be
// a variable of Kubernetes.
func oneWord(t source.Text) source.Text {
	s := t.String()
	var parts []source.Text
	from := 0
	for i := 0; i < len(s); {
		end := i
		switch {
		case strings.HasPrefix(s[i:], "$("):
			if end = closingBracket(s, i+1, '(', ')'); s[end-1] != ')' {
				end = i
			}
		case s[i] == '`':
			end = i + 2 + strings.IndexByte(s[i+1:], '`')
		}
		if end <= i+1 || !strings.ContainsAny(s[i:end], " \t\r\n") {
			i = max(end, i+1)
			continue
		}
		parts = append(parts, t.Slice(from, i), source.Vague("$(...)", t.Slice(i, end).Span()))
		from, i = end, end
	}
	if from == 0 {
		return t
	}
	return source.Join(append(parts, t.Slice(from, len(s)))...)
}

// closingBracket is the offset behind the bracket that closes the one at i.
func closingBracket(s string, i int, open, closing byte) int {
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
	return len(s)
}
