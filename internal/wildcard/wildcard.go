// Package wildcard matches names with patterns: * stands for anything but /, **
// for any parts, {a,b} for one of several.
package wildcard

import (
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// mostAlternatives bounds what the braces of a pattern stand for. All of them
// are tried: of 40 pairs side by side that has no end.
const mostAlternatives = 1000

// Valid reports whether a text is a pattern, and one that does not stand for too many others.
func Valid(pattern string) bool {
	return alternatives(pattern) <= mostAlternatives && doublestar.ValidatePattern(pattern)
}

// Match reports whether a name matches a valid pattern.
func Match(pattern, name string) bool { return doublestar.MatchUnvalidated(pattern, name) }

// alternatives is a bound on how many patterns without braces one stands for.
func alternatives(pattern string) int {
	all := 1
	for _, group := range strings.SplitAfter(pattern, "{")[1:] {
		all = min(all, mostAlternatives) * (1 + strings.Count(group, ",") + strings.Count(group, "{"))
	}
	return all
}
