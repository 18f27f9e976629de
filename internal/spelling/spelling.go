// Package spelling finds what a misspelt word was meant to be.
package spelling

import (
	"cmp"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// Match is a name that a misspelt one may mean.
type Match struct {
	Name    string
	Letters int // by which they differ
}

// Near are the names that differ from a misspelt one by at most so many
// letters, the nearest first. Case does not count, nor do _ and - differ.
func Near(name string, names iter.Seq[string], letters int) []Match {
	var all []Match
	plain, long := fold.Replace(strings.ToLower(name)), utf8.RuneCountInString(name)
	set := lettersOf(plain)
	for n := range names {
		runes := utf8.RuneCountInString(n)
		if d := runes - long; d > letters || -d > letters {
			continue
		}
		if runes == len(n) && bits.OnesCount32(set^lettersOf(n)) > 2*letters { // one letter in place of another is a change of two
			continue
		}
		if d := levenshtein.ComputeDistance(plain, fold.Replace(strings.ToLower(n))); d <= letters {
			all = append(all, Match{n, d})
		}
	}
	slices.SortStableFunc(all, func(a, b Match) int { return cmp.Compare(a.Letters, b.Letters) })
	return all
}

// lettersOf are those that a name holds, a bit for each: what its case changes, too, keeps its bit.
func lettersOf(name string) uint32 {
	var set uint32
	for i := range len(name) {
		if c := name[i] | 0x20; 'a' <= c && c <= 'z' {
			set |= 1 << (c - 'a')
		}
	}
	return set
}

var (
	fold    = strings.NewReplacer("_", "-")
	joining = strings.NewReplacer("_", "", "-", "", ".", "")
)

// Joined is a name as far as people spell it alike: CentralStation is central-station.
func Joined(name string) string { return strings.ToLower(joining.Replace(name)) }

// Only is the nearest of the names as Near finds them, unless there is none or others are as near.
func Only(near []Match) (nearest Match, ok bool) {
	if len(near) == 0 || len(near) > 1 && near[0].Letters == near[1].Letters {
		return Match{}, false
	}
	return near[0], true
}

// longest is the length of a name that may be a misspelt one.
const longest = 100

// Nearest is the one of the names that a misspelt one most likely means; empty where none is near.
func Nearest(name string, names []string) string {
	if len(name) > longest {
		return ""
	}
	if i := slices.IndexFunc(names, func(n string) bool { return strings.HasPrefix(n, name) }); i >= 0 && len(name) > 2 {
		return names[i]
	}
	for _, near := range Near(name, slices.Values(names), max(len(name)/2, 2)) {
		if 2*near.Letters < len(name) || name != "" && strings.HasPrefix(strings.ToLower(near.Name), strings.ToLower(name[:1])) { // yaml is not html
			return near.Name
		}
	}
	return ""
}

// mostListed is how many names an error lists.
const mostListed = 20

// Unknown says that a name is none of those that exist.
func Unknown(what, name string, names []string) error {
	if n := Nearest(name, names); n != "" {
		return fmt.Errorf("unknown %s %q, did you mean %q?", what, name, n)
	}
	if len(names) > mostListed {
		return fmt.Errorf("unknown %s %q, and none of the %d is similar", what, name, len(names))
	}
	return fmt.Errorf("unknown %s %q, there are %s", what, name, strings.Join(names, ", "))
}
