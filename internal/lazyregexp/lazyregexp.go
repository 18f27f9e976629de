// Package lazyregexp compiles regular expressions when they are first needed:
// a run needs few of the many that packages declare.
package lazyregexp

import (
	"regexp"
	"strings"
	"sync/atomic"
	"unicode/utf8"
)

// Regexp has the methods of regexp.Regexp that are in use.
type Regexp struct {
	expression string
	regexp     atomic.Pointer[regexp.Regexp]
}

// New is regexp.MustCompile, later. It is as plain as this for the compiler to lay out all of them beforehand.
func New(expression string) *Regexp { return &Regexp{expression: expression} }

func (r *Regexp) compiled() *regexp.Regexp {
	if r.regexp.Load() == nil {
		r.regexp.CompareAndSwap(nil, regexp.MustCompile(r.expression))
	}
	return r.regexp.Load()
}

// mayMatch is false where the first characters of a text tell that it does not match: nothing is compiled to find that.
func (r *Regexp) mayMatch(s string) bool {
	return r.regexp.Load() != nil || strings.HasPrefix(s, beginning(r.expression))
}

// beginning is what each text that matches begins with: the plain characters behind a ^, unless a | stands outside of
// all brackets.
func beginning(expression string) string {
	plain, anchored := strings.CutPrefix(expression, "^")
	if !anchored || hasAlternatives(plain) {
		return ""
	}
	end := strings.IndexAny(plain, `\.+*?()[]{}^$`)
	if end < 0 {
		return plain
	}
	if strings.IndexByte("*?{", plain[end]) >= 0 { // the last character may be left out
		_, size := utf8.DecodeLastRuneInString(plain[:end])
		end -= size
	}
	return plain[:end]
}

// hasAlternatives reports whether an expression has a | outside of all brackets.
func hasAlternatives(expression string) bool {
	depth, class := 0, false
	for i := 0; i < len(expression); i++ {
		switch c := expression[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
			if rest := strings.TrimPrefix(expression[i+1:], "^"); strings.HasPrefix(rest, "]") {
				i = len(expression) - len(rest)
			}
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '|' && depth == 0:
			return true
		}
	}
	return false
}

func (r *Regexp) Match(b []byte) bool { return r.compiled().Match(b) }

func (r *Regexp) MatchString(s string) bool { return r.mayMatch(s) && r.compiled().MatchString(s) }

func (r *Regexp) FindString(s string) string { return r.compiled().FindString(s) }

func (r *Regexp) FindIndex(b []byte) []int { return r.compiled().FindIndex(b) }

func (r *Regexp) FindStringIndex(s string) []int { return r.compiled().FindStringIndex(s) }

func (r *Regexp) FindSubmatch(b []byte) [][]byte { return r.compiled().FindSubmatch(b) }

func (r *Regexp) FindSubmatchIndex(b []byte) []int { return r.compiled().FindSubmatchIndex(b) }

func (r *Regexp) FindStringSubmatch(s string) []string {
	if !r.mayMatch(s) {
		return nil
	}
	return r.compiled().FindStringSubmatch(s)
}

func (r *Regexp) FindStringSubmatchIndex(s string) []int {
	return r.compiled().FindStringSubmatchIndex(s)
}

func (r *Regexp) FindAllIndex(b []byte, n int) [][]int { return r.compiled().FindAllIndex(b, n) }

func (r *Regexp) FindAllString(s string, n int) []string { return r.compiled().FindAllString(s, n) }

func (r *Regexp) FindAllStringIndex(s string, n int) [][]int {
	return r.compiled().FindAllStringIndex(s, n)
}

func (r *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	return r.compiled().FindAllStringSubmatch(s, n)
}

func (r *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return r.compiled().FindAllStringSubmatchIndex(s, n)
}

func (r *Regexp) ReplaceAllString(s, with string) string {
	return r.compiled().ReplaceAllString(s, with)
}

func (r *Regexp) ReplaceAllStringFunc(s string, with func(string) string) string {
	return r.compiled().ReplaceAllStringFunc(s, with)
}

func (r *Regexp) ReplaceAll(b, with []byte) []byte { return r.compiled().ReplaceAll(b, with) }
