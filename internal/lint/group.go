package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/spelling"
	"github.com/jvmlint/jvmlint/internal/wildcard"
)

// Group is what rules are about. Its name stands for all of them where rules are chosen.
type Group string

const (
	GroupStart     Group = "start" // which options count, and whether the process starts with them
	GroupMemory    Group = "memory"
	GroupGC        Group = "gc"
	GroupSecurity  Group = "security"
	GroupHazelcast Group = "hazelcast"
)

// Groups are the names of all groups.
func Groups() []string {
	return []string{string(GroupStart), string(GroupMemory), string(GroupGC), string(GroupSecurity), string(GroupHazelcast)}
}

// GroupNames are the groups of a rule in words; empty where it belongs to none.
func (r *Rule) GroupNames() string {
	names := make([]string, len(r.Groups))
	for i, g := range r.Groups {
		names[i] = string(g)
	}
	return strings.Join(names, ", ")
}

// Named are the ids of the rules that a word chooses: the rule of that name, those of a group, or those whose names
// match a pattern with *.
func Named(word string, rules []*Rule) ([]string, error) {
	pattern := strings.Contains(word, "*") && wildcard.Valid(word)
	var ids, names []string
	for _, r := range rules {
		names = append(names, r.ID)
		if r.ID == word || slices.Contains(r.Groups, Group(word)) || pattern && wildcard.Match(word, r.ID) {
			ids = append(ids, r.ID)
		}
	}
	switch {
	case len(ids) > 0:
		return ids, nil
	case strings.Contains(word, "*"):
		return nil, fmt.Errorf("no rule matches %q", word)
	}
	return nil, spelling.Unknown("rule", word, append(Groups(), names...))
}
