// Package lazyregexp compiles regular expressions when they are first asked:
// a run asks few of the many that packages declare.
package lazyregexp

import (
	"regexp"
	"strings"
	"sync"
)

// Regexp has the methods of regexp.Regexp that are in use.
type Regexp struct {
	expression string
	once       sync.Once
	regexp     *regexp.Regexp
}

// New is regexp.MustCompile, later. It is as plain as this for the compiler to lay out all of them beforehand.
func New(expression string) *Regexp { return &Regexp{expression: expression} }

// Quote is an expression that matches a text of a file, which may be no UTF-8, as an expression has to be.
func Quote(text string) string { return regexp.QuoteMeta(strings.ToValidUTF8(text, "?")) }

func (r *Regexp) compiled() *regexp.Regexp {
	r.once.Do(func() { r.regexp = regexp.MustCompile(r.expression) })
	return r.regexp
}

func (r *Regexp) Match(b []byte) bool { return r.compiled().Match(b) }

func (r *Regexp) MatchString(s string) bool { return r.compiled().MatchString(s) }

func (r *Regexp) FindString(s string) string { return r.compiled().FindString(s) }

func (r *Regexp) FindStringIndex(s string) []int { return r.compiled().FindStringIndex(s) }

func (r *Regexp) FindSubmatch(b []byte) [][]byte { return r.compiled().FindSubmatch(b) }

func (r *Regexp) FindSubmatchIndex(b []byte) []int { return r.compiled().FindSubmatchIndex(b) }

func (r *Regexp) FindStringSubmatch(s string) []string { return r.compiled().FindStringSubmatch(s) }

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
