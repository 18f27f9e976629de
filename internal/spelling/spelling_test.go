package spelling

import (
	"slices"
	"strings"
	"testing"

	"github.com/agnivade/levenshtein"
	"github.com/stretchr/testify/assert"
)

func TestNear(t *testing.T) {
	names := slices.Values([]string{"lru", "lfu", "random", "PER-ENTRY", "nönë"})
	for name, want := range map[string][]Match{
		"lxu":       {{"lru", 1}, {"lfu", 1}},
		"LRU":       {{"lru", 0}, {"lfu", 1}},
		"per_entry": {{"PER-ENTRY", 0}},
		"rnadom":    {{"random", 2}},
		"nonë":      {{"nönë", 1}},
		"something": nil,
	} {
		assert.Equal(t, want, Near(name, names, 2), name)
	}
}

func TestOnly(t *testing.T) {
	for name, c := range map[string]struct {
		near []Match
		want Match
		ok   bool
	}{
		"none":           {nil, Match{}, false},
		"one":            {[]Match{{"a", 2}}, Match{"a", 2}, true},
		"one is nearest": {[]Match{{"a", 1}, {"b", 2}}, Match{"a", 1}, true},
		"two are":        {[]Match{{"a", 1}, {"b", 1}}, Match{}, false},
	} {
		got, ok := Only(c.near)
		assert.Equal(t, c.want, got, name)
		assert.Equal(t, c.ok, ok, name)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"info", "warning", "error", "memory", "members"}
	for name, want := range map[string]string{
		"memroy": "memory", "warn": "warning", "err": "error", "member": "members", "colour": "",
		"": "", strings.Repeat("memory", 20): "",
	} {
		assert.Equal(t, want, Nearest(name, names), name)
	}
	assert.EqualError(t, Unknown("key", "memroy", names), `unknown key "memroy", did you mean "memory"?`)
	assert.EqualError(t, Unknown("key", "colour", names), `unknown key "colour", there are info, warning, error, memory, members`)
}

// Letters tell names apart that are too far, and no others.
func TestLettersLeaveNoNameOut(t *testing.T) {
	names := []string{"MaxHeapSize", "MaxRAM", "max_heap-size", "HeapSize", "MaxMetaspaceSize", "aaaa", "bbbb", "abab", "zzz", "K8sMode", "\u212aelvin", "kelvin"}
	for _, name := range names {
		for letters := range 6 {
			var want []string
			for _, n := range names {
				if levenshtein.ComputeDistance(fold.Replace(strings.ToLower(name)), fold.Replace(strings.ToLower(n))) <= letters {
					want = append(want, n)
				}
			}
			var got []string
			for _, m := range Near(name, slices.Values(names), letters) {
				got = append(got, m.Name)
			}
			assert.ElementsMatch(t, want, got, "%s, %d", name, letters)
		}
	}
}
