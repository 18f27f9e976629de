package template

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// kind is what an action does.
type kind int

const (
	textual kind = iota // no action
	outputs             // something, which nobody knows
	silent              // it puts nothing in
	opens               // branches, or a loop
	turns               // to the next branch
	closes
)

// action is one of a template.
type action struct {
	start, end int
	kind       kind
	word       string // the first of it
	body       string
}

var firstWord = lazyregexp.New(`^[A-Za-z_]+`)

// kindOf reads what stands between the braces of an action.
// https://pkg.go.dev/text/template#hdr-Actions
func kindOf(body string) (kind, string) {
	switch word := firstWord.FindString(body); {
	case strings.HasPrefix(body, "/*"), goVariable.MatchString(body):
		return silent, ""
	case word == "end":
		return closes, ""
	case word == "else":
		return turns, ""
	case word == "if", word == "with", word == "range", word == "define", word == "block":
		return opens, word
	}
	return outputs, ""
}

var goVariable = lazyregexp.New(`^\$\w*\s*:?=`)

// longest is how long an action may be, in bytes. What is never closed costs no more than that, each time.
const longest = 4000

func actionsOf(s string) []action {
	var all []action
	for at := 0; ; {
		i := strings.Index(s[at:], "{{")
		if i < 0 {
			return all
		}
		from := at + i + len("{{")
		n := bodyLength(s[from:min(len(s), from+longest)])
		if n < 0 {
			at = from
			continue
		}
		a := action{start: from - len("{{"), end: from + n + len("}}"), body: strings.Trim(s[from:from+n], "- \t\r\n")}
		a.kind, a.word = kindOf(a.body)
		all, at = append(all, a), a.end
	}
}

// bodyLength is where an action is closed: by the first braces on its line that stand
// in no quotes, or by the first at all.
func bodyLength(s string) int {
	if end := strings.Index(s, "*/"); end >= 0 && strings.HasPrefix(strings.TrimLeft(s, "- \t\r\n"), "/*") {
		if size := strings.Index(s[end:], "}}"); size >= 0 {
			return end + size
		}
	}
	quote := byte(0)
	for i := 0; i < len(s) && s[i] != '\n'; i++ {
		switch c := s[i]; {
		case quote == 0 && strings.HasPrefix(s[i:], "}}"):
			return i
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\'' || c == '`'):
			quote = c
		}
	}
	return strings.Index(s, "}}")
}

// alone reports whether nothing else stands on the lines of an action.
func (a action) alone(s string) bool {
	before := s[strings.LastIndexByte(s[:a.start], '\n')+1 : a.start]
	behind, _, _ := strings.Cut(s[a.end:], "\n")
	return strings.TrimSpace(before) == "" && strings.TrimSpace(behind) == ""
}

// extent is what goes with an action that puts nothing in: its whole lines, where nothing else stands on them.
func (a action) extent(s string) (start, end int) {
	if a.kind == outputs || !a.alone(s) {
		return a.start, a.end
	}
	start = strings.LastIndexByte(s[:a.start], '\n') + 1
	if i := strings.IndexByte(s[a.end:], '\n'); i >= 0 {
		return start, a.end + i + 1
	}
	return start, len(s)
}
