// Package spelling finds what a misspelt word was meant to be.
package spelling

import (
	"fmt"
	"strings"

	"github.com/agnivade/levenshtein"
)

// longest is the length of a name that may be a misspelt one.
const longest = 100

// Nearest is the one of the names that a misspelt one most likely means; empty
// where none is near.
func Nearest(name string, names []string) string {
	if len(name) > longest {
		return ""
	}
	best, distance := "", max(len(name)/2, 2)+1
	for _, n := range names {
		if len(name) > 2 && strings.HasPrefix(n, name) {
			return n
		}
		if d := levenshtein.ComputeDistance(name, n); d < distance {
			best, distance = n, d
		}
	}
	return best
}

// Unknown says that a name is none of those that exist.
func Unknown(what, name string, names []string) error {
	if n := Nearest(name, names); n != "" {
		return fmt.Errorf("unknown %s %q, did you mean %q?", what, name, n)
	}
	return fmt.Errorf("unknown %s %q, there are %s", what, name, strings.Join(names, ", "))
}
