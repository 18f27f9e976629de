package chart

import (
	"strings"
	"unicode"
)

// shallow refuses a template whose control structures stand too deep within
// each other: the parser reads each by a function that calls itself, until the
// stack is full, and so does what comes after it.
func (b *bounds) shallow(text string) {
	if strings.Count(text, "{{") > mostNesting && nesting(text) > mostNesting {
		b.Exceed("control structures are nested more than %d deep", mostNesting)
	}
}

// nesting is how deep control structures stand within each other. An else that
// is followed by a condition begins one more, which ends with the one before.
func nesting(text string) (deepest int) {
	var open []int // of each that is open: how many it is
	depth := 0
	for {
		_, behind, found := strings.Cut(text, "{{")
		if !found {
			return deepest
		}
		action, rest := actionOf(behind)
		text = rest
		words := strings.FieldsFunc(strings.TrimLeft(action, "- \t\r\n"), isNoWord)
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "if", "with", "range", "block", "define":
			open = append(open, 1)
			depth++
		case "else":
			if len(words) > 1 && len(open) > 0 && (words[1] == "if" || words[1] == "with") {
				open[len(open)-1]++
				depth++
			}
		case "end":
			if last := len(open) - 1; last >= 0 {
				depth -= open[last]
				open = open[:last]
			}
		}
		deepest = max(deepest, depth)
	}
}

func isNoWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }

// actionOf is an action up to its end, and the text behind it. Braces within
// strings and comments do not end it.
func actionOf(text string) (action, rest string) {
	if inner := strings.TrimLeft(strings.TrimPrefix(text, "-"), " \t\r\n"); strings.HasPrefix(inner, "/*") {
		_, rest, _ = strings.Cut(inner, "*/")
		return "", rest
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case strings.HasPrefix(text[i:], "}}"):
			return text[:i], text[i+2:]
		case c == '"' || c == '\'' || c == '`':
			for i++; i < len(text) && text[i] != c; i++ {
				if text[i] == '\\' && c != '`' {
					i++
				}
			}
		}
	}
	return text, ""
}
