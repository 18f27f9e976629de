package hazelcast

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Variable is an environment variable of the member's process.
type Variable struct {
	Name  source.Text
	Value source.Text
	Known bool // whether the value is written where the name is
}

// Override is an entry that a variable HZ_... or a system property hz.... puts
// over the configuration of a member.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/override/ExternalConfigurationOverride.java
type Override struct {
	Key    []string    // below hazelcast, in lower case, as written: map, m, backup-count
	Name   source.Text // as written: HZ_MAP_M_BACKUPCOUNT, hz.map.m.backup-count
	Value  source.Text
	Known  bool
	Option jvmflag.Option // that sets it; none for a variable
}

// Overrides are all of a member: those of the environment go first, and those
// of the system properties over them.
type Overrides struct {
	Environment []Override
	System      []Override
}

// excludedVariables begin with HZ_ and are read by start scripts instead.
var excludedVariables = []string{"HZ_HOME", "HZ_LICENSE_KEY", "HZ_PHONE_HOME_ENABLED", "HZ_CP_MOUNT"}

// OverridesOf finds the entries. A name in the environment says nothing of
// capitals, and its dashes are left out; each _ is a dot.
func OverridesOf(environment []Variable, system map[string]jvmflag.Property) Overrides {
	var all Overrides
	for _, v := range environment {
		key, ours := strings.CutPrefix(v.Name.String(), "HZ_")
		if !ours || slices.Contains(excludedVariables, v.Name.String()) {
			continue
		}
		all.Environment = append(all.Environment, Override{
			Key: overrideKey(strings.ReplaceAll(key, "_", ".")), Name: v.Name, Value: v.Value, Known: v.Known,
		})
	}
	for name, p := range system {
		if key, ours := strings.CutPrefix(name, "hz."); ours {
			all.System = append(all.System, Override{Key: overrideKey(key), Name: nameOf(p), Value: p.Value, Known: true, Option: p.Option})
		}
	}
	slices.SortFunc(all.System, func(a, b Override) int { return cmp.Compare(a.Name.String(), b.Name.String()) })
	return all
}

func overrideKey(name string) []string {
	return strings.Split(strings.ToLower(strings.ReplaceAll(name, " ", "")), ".")
}

// Get is the entry that counts for a key of the configuration. Keys are
// compared without dashes; the name of a map is compared as it is, so that one
// with capitals, dots or underscores is out of reach of the environment.
func (o Overrides) Get(path ...string) (Override, bool) {
	for _, entries := range [][]Override{o.System, o.Environment} {
		for _, e := range entries {
			if e.sets(path) {
				return e, true
			}
		}
	}
	return Override{}, false
}

// Any reports whether an entry stands anywhere below a block.
func (o Overrides) Any(block string) bool {
	below := func(e Override) bool { return withoutDashes(e.Key[0]) == withoutDashes(block) }
	return slices.ContainsFunc(o.System, below) || slices.ContainsFunc(o.Environment, below)
}

// named are the blocks whose next key is a name that the user chose.
var named = []string{"map", "cache", "queue", "list", "set", "topic", "multimap", "replicatedmap", "ringbuffer", "executor-service"}

func (o Override) sets(path []string) bool {
	if len(o.Key) != len(path) {
		return false
	}
	for i, want := range path {
		if i == 1 && slices.Contains(named, path[0]) {
			if o.Key[i] != want {
				return false
			}
			continue
		}
		if withoutDashes(o.Key[i]) != strings.ToLower(withoutDashes(want)) {
			return false
		}
	}
	return true
}

func withoutDashes(s string) string { return strings.ReplaceAll(s, "-", "") }

// Crash is what keeps a member from starting: entries that it can not put over
// its configuration.
type Crash struct {
	Cause CrashCause
	At    Override
	Other Override // that it meets; of DottedProperty none
}

// CrashCause tells crashes apart.
type CrashCause int

const (
	// DottedProperty: each dot of a name opens a block, and a block is no value
	// of a property. The member dies of a NullPointerException.
	DottedProperty CrashCause = iota
	// SetTwice: two names stand for the same key, in the environment, in the
	// system properties or one in each, with whatever values. "Discovered
	// conflicting configuration entries", or "Duplicate key" where they differ
	// in capitals only.
	SetTwice
)

// Crashes lists what kills the member, as it was seen to on 5.3.1 and 5.7.0.
func (o Overrides) Crashes() []Crash {
	var all []Crash
	for _, e := range slices.Concat(o.Environment, o.System) {
		if len(e.Key) > 2 && e.Key[0] == "properties" {
			all = append(all, Crash{Cause: DottedProperty, At: e})
		}
	}
	seen := map[string]Override{}
	for _, e := range slices.Concat(o.Environment, o.System) {
		key := withoutDashes(strings.Join(e.Key, "."))
		if first, twice := seen[key]; twice && first.Name.String() != e.Name.String() {
			all = append(all, Crash{Cause: SetTwice, At: e, Other: first})
			continue
		}
		seen[key] = e
	}
	return all
}
