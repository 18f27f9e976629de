package xlog

import (
	"slices"
	"strings"
)

// mostTags is how many tags a line of the log, or a selection, may have.
const mostTags = 5

// tagSet is the tags of a line of the log: their places in the release's list, and 0 behind the last.
type tagSet [mostTags]uint8

func (s tagSet) len() int {
	n := 0
	for n < mostTags && s[n] != 0 {
		n++
	}
	return n
}

func (s tagSet) has(tag uint8) bool { return slices.Contains(s[:], tag) }

// table is the tags of a release, the first of them at 1, in HotSpot's own order, and all sets of tags that its
// lines have, in the order in which HotSpot goes over them: that of the build that the table is made from.
type table struct {
	jdk   int
	names []string
	sets  []tagSet
}

// tagsOf gives the newest table that is not newer than a release.
func tagsOf(jdk int) (names []string, sets []tagSet) {
	t := tables[0]
	for _, later := range tables {
		if later.jdk <= jdk {
			t = later
		}
	}
	return t.names, t.sets
}

// findTag finds a tag whatever its case, and gives 0 for what is none.
func findTag(names []string, typed string) uint8 {
	for i, name := range names {
		if sameIgnoringCase(name, typed) {
			return uint8(i)
		}
	}
	return 0
}

// sameIgnoringCase compares as strcasecmp does: only ASCII letters have case.
func sameIgnoringCase(a, b string) bool {
	return len(a) == len(b) && isASCII(b) && strings.EqualFold(a, b)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// similarName finds the name that HotSpot means by "Did you mean": the last of
// the most similar ones, if it is similar enough.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/logging/logTag.cpp, LogTag::fuzzy_match (JDK 9 to 25)
func similarName(names []string, enough float64, similarity func(name string) float64) string {
	best := ""
	for _, name := range names {
		if s := similarity(name); s >= enough {
			best, enough = name, s
		}
	}
	return best
}

// pairSimilarity is the share of the adjacent pairs of letters of a that stand somewhere in b.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/utilities/stringUtils.cpp, StringUtils::similarity (JDK 9 to 25)
func pairSimilarity(a, b string) float64 {
	if a == "" || b == "" {
		return 0
	}
	hits := 0
	for i := range len(a) - 1 {
		if strings.Contains(b, a[i:i+2]) {
			hits++
		}
	}
	return 2 * float64(hits) / float64(len(a)+len(b))
}
