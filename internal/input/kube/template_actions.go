package kube

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// templatePart is a run of text of a Helm template, an action between braces,
// or branches of which one is taken.
type templatePart struct {
	text     source.Text // of branches, all of them
	action   string      // what stands between the braces; empty for text and branches
	branches [][]templatePart
	keyword  string // that begins the branches
}

// controls open what end closes.
var controls = map[string]bool{"if": true, "with": true, "range": true, "define": true, "block": true}

// templateParts takes a template apart. It tells false where braces or
// branches are not closed.
func templateParts(t source.Text) ([]templatePart, bool) {
	r := &templateReader{text: t}
	parts, closed := r.list()
	return parts, closed && r.at == t.Len()
}

type templateReader struct {
	text  source.Text
	at    int
	depth int
	last  string // the keyword that ended the list: else or end
}

// deepestBranch bounds how deep branches may be nested in each other.
const deepestBranch = 100

// list reads up to the end, or to an else or an end that it leaves behind.
func (r *templateReader) list() ([]templatePart, bool) {
	var parts []templatePart
	s := r.text.String()
	for {
		open := strings.Index(s[r.at:], "{{")
		if open < 0 {
			parts = append(parts, templatePart{text: r.text.Slice(r.at, len(s))})
			r.at = len(s)
			return parts, r.depth == 0
		}
		parts = append(parts, templatePart{text: r.text.Slice(r.at, r.at+open)})
		start := r.at + open
		end := actionEnd(s, start)
		if end < 0 {
			return nil, false
		}
		r.at = end
		body := actionBody(s[start:end])
		word := firstWord.FindString(body)
		switch {
		case word == "else" || word == "end":
			r.last = word
			return parts, r.depth > 0
		case controls[word]:
			branch, ok := r.branch(word)
			if !ok {
				return nil, false
			}
			branch.text = r.text.Slice(start, r.at)
			parts = append(parts, branch)
		default:
			parts = append(parts, templatePart{text: r.text.Slice(start, end), action: body})
		}
	}
}

func (r *templateReader) branch(keyword string) (templatePart, bool) {
	part := templatePart{keyword: keyword}
	r.depth++
	defer func() { r.depth-- }()
	for r.depth < deepestBranch {
		list, ok := r.list()
		if !ok {
			return part, false
		}
		part.branches = append(part.branches, list)
		if r.last == "end" {
			return part, true
		}
	}
	return part, false
}

var firstWord = lazyregexp.New(`^[a-z]+\b`)

// actionBody is what stands between the braces, without the signs that trim
// what is around them.
func actionBody(s string) string {
	s = strings.TrimSuffix(strings.TrimPrefix(s, "{{"), "}}")
	s = strings.TrimSuffix(strings.TrimPrefix(s, "-"), "-")
	return strings.TrimSpace(s)
}

// actionEnd is the offset behind the braces that close an action; braces in
// strings and comments do not.
func actionEnd(s string, at int) int {
	quote := byte(0)
	if strings.HasPrefix(strings.TrimLeft(s[at+2:], "- \n"), "/*") {
		if end := strings.Index(s[at:], "*/"); end >= 0 {
			at += end
		}
	}
	for i := at + 2; i < len(s); i++ {
		switch c := s[i]; {
		case quote == '"' && c == '\\':
			i++
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
		case c == '"' || c == '`':
			quote = c
		case strings.HasPrefix(s[i:], "}}"):
			return i + 2
		}
	}
	return -1
}
