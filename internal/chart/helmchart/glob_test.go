package helmchart_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/gobwas/glob"
	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
)

// TestGlobAsHelm draws patterns and names, and matches them as the library does
// that Helm uses.
func TestGlobAsHelm(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 1))
	of := func(letters []string, n int) string {
		s := ""
		for range draw.IntN(n) {
			s += letters[draw.IntN(len(letters))]
		}
		return s
	}
	parts := []string{"a", "b", "/", ".", "*", "**", "?", "[ab]", "[!a]", "[a-c]", "[!b-z]", "{a,b}", "{ab,c}", "!", "-", "^", "$", "+", "\n"}
	names := []string{"a", "b", "c", "/", ".", "-", "[", "]", "{", ",", "^", "!", "\n"}
	matched := 0
	for range 30_000 {
		pattern := of(parts, 7)
		if strings.Contains(pattern, "***") { // where the library asks for a character
			continue
		}
		expression := regexp.MustCompile(helmchart.Expression(pattern))
		theirs, err := glob.Compile(pattern, '/')
		if err != nil {
			theirs = glob.MustCompile("**")
		}
		for range 10 {
			name := "a" + of(names, 6)
			want, ok := match(theirs, name)
			if !ok || len(name) < 2 { // for the library a**a matches a
				continue
			}
			if want {
				matched++
			}
			assert.Equal(t, want, expression.MatchString(name), "%q %q", pattern, name)
		}
	}
	assert.Greater(t, matched, 5_000)
}

// match reports whether a name matches; not ok: the library panics, as it does
// for some names that are shorter than it expects.
func match(pattern glob.Glob, name string) (matches, ok bool) {
	defer func() { _ = recover() }()
	return pattern.Match(name), true
}
