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
	Key    []string    // below hazelcast, in lower case, as written: map, m, backup-count
	Name   source.Text // as written: HZ_MAP_M_BACKUPCOUNT, hz.map.m.backup-count
	Value  source.Text
	Option jvmflag.Option // that sets it; none for a variable
}

// Variable is one of the environment of a member.
type Variable struct{ Name, Value source.Text }

// Overrides are all of a member: those of the environment go first, and those of the system properties over them.
type Overrides []Override

// excludedVariables begin with HZ_ and are read by start scripts instead.
var excludedVariables = []string{"HZ_HOME", "HZ_LICENSE_KEY", "HZ_PHONE_HOME_ENABLED", "HZ_CP_MOUNT"}

// OverridesOf finds the entries among the variables and the properties. A name in
// the environment says nothing of capitals, and its dashes are left out; each _ is a dot.
func OverridesOf(environment []Variable, system map[string]jvmflag.Property) Overrides {
	var all, options Overrides
	for _, v := range environment {
		if key, ours := strings.CutPrefix(v.Name.String(), "HZ_"); ours && !slices.Contains(excludedVariables, v.Name.String()) {
			all = append(all, Override{Key: overrideKey(strings.ReplaceAll(key, "_", ".")), Name: v.Name, Value: v.Value})
		}
	}
	for name, p := range system {
		if key, ours := strings.CutPrefix(name, "hz."); ours {
			options = append(options, Override{overrideKey(key), nameOf(p), p.Value, p.Option})
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
	Other Override // that it meets: of TwoDiscoveries it may stand in the configuration; of DottedProperty none
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
	// TwoDiscoveries: one way to find the other members is enabled, and so is another.
	TwoDiscoveries
)

// Crashes lists what kills a member of this configuration, as it was seen to on 5.3.1 and 5.7.0.
func (o Overrides) Crashes(c *Config) []Crash {
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
	return append(all, o.discoveries(c)...)
}

// discoveries are ways to find the other members that an entry enables beside another, which may be the configuration's.
func (o Overrides) discoveries(c *Config) (all []Crash) {
	for _, network := range []string{"network", "advanced-network"} {
		enabled := map[string]Override{}
		if c != nil {
			for _, e := range c.Root.Get(network, "join").Entries() {
				if w := boolean(e.Value.Get("enabled")); w.Known() && w.Name == "true" {
					enabled[withoutDashes(e.Key.Value())] = Override{Name: e.Key.Text()}
				}
			}
		}
		for _, e := range o {
			if len(e.Key) != 4 || e.Key[1] != "join" || e.Key[3] != "enabled" || withoutDashes(e.Key[0]) != withoutDashes(network) {
				continue
			}
			way := withoutDashes(e.Key[2])
			if delete(enabled, way); strings.EqualFold(e.Value.String(), "true") && slices.Contains(discoveryWays, way) {
				enabled[way] = e
			}
		}
		ways := slices.DeleteFunc(slices.Clone(discoveryWays), func(w string) bool { _, is := enabled[w]; return !is })
		// That of the configuration goes first.
		slices.SortStableFunc(ways, func(a, b string) int { return len(enabled[a].Key) - len(enabled[b].Key) })
		if n := len(ways); n > 1 && enabled[ways[n-1]].Key != nil {
			all = append(all, Crash{TwoDiscoveries, enabled[ways[n-1]], enabled[ways[0]]})
		}
	}
	return all
}

// discoveryWays are ways to find the other members, of which one may be enabled.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/config/JoinConfig.java, verify
var discoveryWays = []string{"tcpip", "multicast", "aws", "gcp", "azure", "kubernetes", "eureka"}
