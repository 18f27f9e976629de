package template

import (
	"path"
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

// brackets are those of actions, and how what stands in them is read.
type brackets struct {
	open, closing string
	read          func(body string) (kind, string)
}

// common are the brackets that files of other formats hardly have.
var common = []brackets{
	{"{{", "}}", ofBraces},
	{"{%", "%}", ofJinja},
	{"<%", "%>", ofERB},
}

// further are brackets that only templates of some names have.
var further = map[string][]brackets{
	".j2": jinja, ".jinja": jinja, ".jinja2": jinja,
	".tpl": terraform, ".tftpl": terraform, ".tmpl": terraform,
	".ftl": {{"<#--", "-->", noOutput}, {"</#", ">", ofFreeMarker}, {"<#", ">", ofFreeMarker}, {"<@", ">", output}, {"</@", ">", noOutput}},
	".in":  {{"@", "@", output}},
}

var (
	jinja     = []brackets{{"{#", "#}", noOutput}}
	terraform = []brackets{{"%{", "}", ofTerraform}}
)

func bracketsOf(name string) []brackets { return append(further[path.Ext(name)], common...) }

func output(string) (kind, string)   { return outputs, "" }
func noOutput(string) (kind, string) { return silent, "" }

var firstWord = lazyregexp.New(`^[#^/]?[A-Za-z_]+`)

// ofBraces reads an action of Go's templates, of Jinja, or of Mustache.
func ofBraces(body string) (kind, string) {
	word := firstWord.FindString(body)
	switch {
	case strings.HasPrefix(body, "!"), strings.HasPrefix(body, "/*"), goVariable.MatchString(body):
		return silent, ""
	case strings.HasPrefix(word, "#"), strings.HasPrefix(word, "^"):
		return opens, word[1:]
	case strings.HasPrefix(word, "/"), word == "end":
		return closes, ""
	case word == "else":
		return turns, ""
	case word == "if", word == "with", word == "range", word == "define", word == "block":
		return opens, word
	}
	return outputs, ""
}

var goVariable = lazyregexp.New(`^\$\w*\s*:?=`)

// ofJinja reads a statement: of Jinja, or of those that took its signs over.
func ofJinja(body string) (kind, string) {
	switch word := firstWord.FindString(body); word {
	case "if", "unless", "for", "block", "filter", "call", "raw", "verbatim", "autoescape", "trans", "macro", "with", "case":
		return opens, word
	case "else", "elif", "elsif", "elseif", "when":
		return turns, ""
	case "set", "import", "from", "extends", "do", "break", "continue", "assign", "load":
		if word == "set" && !strings.Contains(body, "=") { // up to endset
			return opens, "define"
		}
		return silent, ""
	default:
		if strings.HasPrefix(word, "end") {
			return closes, ""
		}
		return outputs, "" // of another file, or nobody knows what
	}
}

var (
	rubyBlock = lazyregexp.New(`(?:\bdo|\{)\s*(?:\|[^|]*\|)?$`)
	rubyEnd   = lazyregexp.New(`(?:^|[\s;])end$`)
)

// ofERB reads code of Ruby or of Puppet, or an expression.
func ofERB(body string) (kind, string) {
	switch {
	case strings.HasPrefix(body, "="):
		return outputs, ""
	case strings.HasPrefix(body, "#"):
		return silent, ""
	}
	switch word := firstWord.FindString(body); word {
	case "if", "unless", "case", "while", "until", "for", "begin":
		if rubyEnd.MatchString(body) {
			return silent, ""
		}
		return opens, word
	case "else", "elsif", "when", "rescue", "ensure":
		return turns, ""
	case "end":
		return closes, ""
	}
	switch {
	case strings.HasPrefix(body, "}") && strings.HasSuffix(body, "{"):
		return turns, ""
	case strings.HasPrefix(body, "}"):
		return closes, ""
	case rubyBlock.MatchString(body):
		return opens, "do"
	}
	return silent, ""
}

func ofTerraform(body string) (kind, string) {
	switch word := firstWord.FindString(body); word {
	case "if", "for":
		return opens, word
	case "else":
		return turns, ""
	case "endif", "endfor":
		return closes, ""
	}
	return outputs, ""
}

func ofFreeMarker(body string) (kind, string) {
	switch word := firstWord.FindString(body); word {
	case "if", "list", "items", "macro", "function", "switch", "attempt", "compress", "escape", "noescape":
		return opens, word
	case "else", "elseif", "case", "default", "recover":
		return turns, ""
	case "include":
		return outputs, ""
	}
	if strings.HasPrefix(body, "/") {
		return closes, ""
	}
	return silent, ""
}

// longest is how long an action may be, in bytes. What is never closed costs no more
// than that, each time.
const longest = 4000

// actionsOf finds the actions of a text.
func actionsOf(s string, known []brackets) []action {
	var all []action
	for i := 0; i < len(s); i++ {
		if strings.IndexByte("{<%@", s[i]) < 0 {
			continue
		}
		if a, found := actionAt(s, i, known); found {
			all = append(all, a)
			i = a.end - 1
		}
	}
	return all
}

func actionAt(s string, i int, known []brackets) (action, bool) {
	for _, b := range known {
		if !strings.HasPrefix(s[i:], b.open) || b.open == "{#" && i > 0 && s[i-1] == '$' { // ${#array[@]} of a shell
			continue
		}
		from, closing := i+len(b.open), b.closing
		if b.open == "{{" && strings.HasPrefix(s[from:], "{") && strings.Contains(s[from:min(len(s), from+longest)], "}}}") { // of Mustache, as it is
			from, closing = from+1, "}}}"
		}
		n := bodyLength(s[from:min(len(s), from+longest)], closing)
		if n < 0 || b.open == "@" && !variableName.MatchString(s[from:from+n]) {
			continue
		}
		a := action{start: i, end: from + n + len(closing), body: strings.Trim(s[from:from+n], "-~+ \t\r\n")}
		if b.open == "</#" {
			a.body = "/" + a.body
		}
		a.kind, a.word = b.read(a.body)
		return a, true
	}
	return action{}, false
}

var variableName = lazyregexp.New(`^\w[\w.-]*$`)

// bodyLength is where an action is closed: by the first sign on its line that stands
// in no quotes, or by the first at all.
func bodyLength(s, closing string) int {
	quote := byte(0)
	for i := 0; i < len(s) && s[i] != '\n'; i++ {
		switch c := s[i]; {
		case quote == 0 && strings.HasPrefix(s[i:], closing):
			return i
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\'' || c == '`'):
			quote = c
		}
	}
	return strings.Index(s, closing)
}

// alone reports whether nothing else stands on the lines of an action.
func (a action) alone(s string) bool {
	before := s[strings.LastIndexByte(s[:a.start], '\n')+1 : a.start]
	behind, _, _ := strings.Cut(s[a.end:], "\n")
	return strings.TrimSpace(before) == "" && strings.TrimSpace(behind) == ""
}

// extent is what goes with an action that puts nothing in: its whole lines, where
// nothing else stands on them.
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
