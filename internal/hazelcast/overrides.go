package hazelcast

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Override is an entry that a variable HZ_... or a system property hz.... puts over the configuration of a member.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/override/ExternalConfigurationOverride.java
type Override struct {
	Key    []string       // below hazelcast, in lower case, as written: map, m, backup-count
	Name   source.Text    // as written: HZ_MAP_M_BACKUPCOUNT, hz.map.m.backup-count
	Option jvmflag.Option // that sets it; none for a variable
}

// Overrides are all of a member: those of the environment go first, and those of the system properties over them.
type Overrides []Override

// excludedVariables begin with HZ_ and are read by start scripts instead.
var excludedVariables = []string{"HZ_HOME", "HZ_LICENSE_KEY", "HZ_PHONE_HOME_ENABLED", "HZ_CP_MOUNT"}

// OverridesOf finds the entries among the names of variables and the properties. A name in
// the environment says nothing of capitals, and its dashes are left out; each _ is a dot.
func OverridesOf(environment []source.Text, system map[string]jvmflag.Property) Overrides {
	var all, options Overrides
	for _, name := range environment {
		if key, ours := strings.CutPrefix(name.String(), "HZ_"); ours && !slices.Contains(excludedVariables, name.String()) {
			all = append(all, Override{Key: overrideKey(strings.ReplaceAll(key, "_", ".")), Name: name})
		}
	}
	for name, p := range system {
		if key, ours := strings.CutPrefix(name, "hz."); ours {
			options = append(options, Override{overrideKey(key), nameOf(p), p.Option})
		}
	}
	slices.SortFunc(options, func(a, b Override) int { return cmp.Compare(a.Name.String(), b.Name.String()) })
	return append(all, options...)
}

func overrideKey(name string) []string {
	return strings.Split(strings.ToLower(strings.ReplaceAll(name, " ", "")), ".")
}

// Any reports whether an entry stands anywhere below a block.
func (o Overrides) Any(block string) bool {
	return slices.ContainsFunc(o, func(e Override) bool { return withoutDashes(e.Key[0]) == withoutDashes(block) })
}

func withoutDashes(s string) string { return strings.ReplaceAll(s, "-", "") }

// Crash is what keeps a member from starting: entries that it can not put over its configuration.
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
	// SetTwice: two names stand for the same key, in the environment, in the system properties or one in each, with
	// whatever values. "Discovered conflicting configuration entries", or "Duplicate key" where they differ in
	// capitals only.
	SetTwice
)

// Crashes lists what kills the member, as it was seen to on 5.3.1 and 5.7.0.
func (o Overrides) Crashes() []Crash {
	var all []Crash
	for _, e := range o {
		if len(e.Key) > 2 && e.Key[0] == "properties" {
			all = append(all, Crash{Cause: DottedProperty, At: e})
		}
	}
	seen := map[string]Override{}
	for _, e := range o {
		key := withoutDashes(strings.Join(e.Key, "."))
		if first, twice := seen[key]; twice && first.Name.String() != e.Name.String() {
			all = append(all, Crash{Cause: SetTwice, At: e, Other: first})
			continue
		}
		seen[key] = e
	}
	return all
}
