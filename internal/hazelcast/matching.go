package hazelcast

import (
	"fmt"
	"strings"
)

// AmbiguousError is that of a map whose name two patterns match equally well:
// the member refuses to create it.
type AmbiguousError struct {
	Name     string
	Patterns [2]Map
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q matches the patterns %q and %q equally well", e.Name, e.Patterns[0].WrittenName(), e.Patterns[1].WrittenName())
}

// MapNamed is the entry that decides for a map: the one of its name, else the
// pattern that matches with the most characters, else default, else the member's
// own defaults, which have no node. What follows an @ in a name is no part of it.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/config/Config.java, findMapConfig (5.0 to 5.7)
func (c *Config) MapNamed(name string) (Map, error) {
	name, _, _ = strings.Cut(name, "@")
	entries := c.Maps()
	for _, m := range entries {
		if m.WrittenName() == name {
			return m, nil
		}
	}
	var best Map
	var rival *Map
	most := -1
	for _, m := range entries {
		switch point := matchingPoint(m.WrittenName(), name); {
		case point > most:
			best, rival, most = m, nil, point
		case point == most && point >= 0:
			rival = &m
		}
	}
	switch {
	case rival != nil:
		return Map{}, &AmbiguousError{name, [2]Map{best, *rival}}
	case most >= 0:
		return best, nil
	}
	for _, m := range entries {
		if m.WrittenName() == DefaultMap {
			return m, nil
		}
	}
	return Map{}, nil
}

// matchingPoint is the number of characters of a pattern that stand in a name
// before and behind its first *, which may overlap there; -1 where they do not.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/config/matcher/MatchingPointConfigPatternMatcher.java (5.0 to 5.7)
func matchingPoint(pattern, name string) int {
	before, behind, ok := strings.Cut(pattern, "*")
	if !ok || !strings.HasPrefix(name, before) || !strings.HasSuffix(name, behind) {
		return -1
	}
	return utf16Len(before) + utf16Len(behind)
}

// utf16Len is the length of a string as Java counts it.
func utf16Len(s string) int {
	n := 0
	for _, r := range s {
		if n++; r > 0xffff {
			n++
		}
	}
	return n
}
