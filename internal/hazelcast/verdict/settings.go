package verdict

import (
	"slices"
	"strings"
	"sync"
)

// setting is what the code asks of a setting beyond the schema. It says why a
// value is refused, and nothing where it is not.
type setting struct {
	pattern string
	refuses func(place) string
	parts   []string // of the pattern
}

// settings are kept by the last key of their pattern.
var settings = sync.OnceValue(func() map[string][]setting {
	m := map[string][]setting{}
	for _, s := range slices.Concat(texts, numbers, words) {
		s.parts = strings.Split(s.pattern, "/")
		key := s.parts[len(s.parts)-1]
		m[key] = append(m[key], s)
	}
	return m
})

// each is a setting for each of some patterns. Where a value is wrong, the message
// says so, with the value for %s and the key for %k.
func each(message string, wrong func(place) bool, patterns ...string) []setting {
	refuses := func(p place) string {
		if !wrong(p) {
			return ""
		}
		return strings.NewReplacer("%s", p.text(), "%k", p.key()).Replace(message)
	}
	return all(refuses, patterns)
}

func all(refuses func(place) string, patterns []string) []setting {
	settings := make([]setting, len(patterns))
	for i, pattern := range patterns {
		settings[i] = setting{pattern: pattern, refuses: refuses}
	}
	return settings
}
