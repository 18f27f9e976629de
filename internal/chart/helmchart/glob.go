package helmchart

import (
	"errors"
	"regexp"
	"slices"
	"strings"
)

// everything is the expression of a pattern that is none: all names match it.
const everything = `(?s).*`

// Expression is a pattern of .Files.Glob as a regular expression, which takes
// linear time: matchers of such patterns try each way to share a name out among
// the stars. They are those of https://github.com/gobwas/glob, where a star
// matches no slash and two match all, a list may match a slash, and braces that
// are not closed end with the pattern.
func Expression(pattern string) string {
	if strings.ContainsRune(pattern, '\uFFFD') || strings.IndexByte(pattern, 0) >= 0 {
		return everything
	}
	p := globPattern{rest: []rune(pattern)}
	p.out.WriteString(`(?s)\A`)
	for len(p.rest) > 0 {
		if err := p.next(); err != nil {
			return everything
		}
	}
	p.out.WriteString(strings.Repeat(")", p.open) + `\z`)
	return p.out.String()
}

type globPattern struct {
	rest []rune
	out  strings.Builder
	open int // braces
}

func (p *globPattern) take() rune {
	r := p.rest[0]
	p.rest = p.rest[1:]
	return r
}

var errNoPattern = errors.New("no pattern")

func (p *globPattern) next() error {
	switch r := p.take(); {
	case r == '*' && len(p.rest) > 0 && p.rest[0] == '*':
		p.take()
		p.out.WriteString(`.*`)
	case r == '*':
		p.out.WriteString(`[^/]*`)
	case r == '?':
		p.out.WriteString(`[^/]`)
	case r == '[':
		return p.list()
	case r == '{':
		p.open++
		p.out.WriteString(`(?:`)
	case r == '}' && p.open > 0:
		p.open--
		p.out.WriteString(`)`)
	case r == ',' && p.open > 0:
		p.out.WriteString(`|`)
	case r == '\\' && len(p.rest) == 0:
	case r == '\\':
		p.out.WriteString(regexp.QuoteMeta(string(p.take())))
	default:
		p.out.WriteString(regexp.QuoteMeta(string(r)))
	}
	return nil
}

// list is what stands in brackets: a range, or characters.
func (p *globPattern) list() error {
	p.out.WriteString(`[`)
	if len(p.rest) > 0 && p.rest[0] == '!' {
		p.take()
		p.out.WriteString(`^`)
	}
	if len(p.rest) > 1 && p.rest[1] == '-' {
		if len(p.rest) < 4 || p.rest[3] != ']' || p.rest[2] < p.rest[0] {
			return errNoPattern
		}
		lo, hi := p.rest[0], p.rest[2]
		p.rest = p.rest[4:]
		p.out.WriteString(quoteInList(lo) + `-` + quoteInList(hi) + `]`)
		return nil
	}
	var chars []rune
	for len(p.rest) > 0 && p.rest[0] != ']' {
		r := p.take()
		if r == '\\' && len(p.rest) > 0 {
			r = p.take()
		}
		chars = append(chars, r)
	}
	if len(chars) == 0 || len(p.rest) == 0 {
		return errNoPattern
	}
	p.take()
	for _, r := range slices.Compact(chars) {
		p.out.WriteString(quoteInList(r))
	}
	p.out.WriteString(`]`)
	return nil
}

// quoteInList is a character of a list as itself.
func quoteInList(r rune) string {
	if strings.ContainsRune(`\]^-[&~`, r) {
		return `\` + string(r)
	}
	return string(r)
}
