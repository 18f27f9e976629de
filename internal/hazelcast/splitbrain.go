package hazelcast

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Protection is a rule under split-brain-protection.
type Protection struct {
	Name    *yamldoc.Node
	Enabled Word
	MinSize source.Value // minimum-cluster-size, 2 by default
	Custom  bool         // a function decides, not the number of members alone
}

const defaultMinimumClusterSize = 2

// Protections lists the rules in the order of the file.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/MemberDomConfigProcessor.java, handleSplitBrainProtectionNode (5.0 to 5.7)
func (c *Config) Protections() []Protection {
	functions := []string{"function-class-name", "probabilistic-split-brain-protection", "recently-active-split-brain-protection"}
	return lists.Found(c.Get("split-brain-protection").Entries(), func(e yamldoc.Entry) (Protection, bool) {
		return Protection{
			Name:    e.Key,
			Enabled: boolean(e.Value.Get("enabled")),
			MinSize: count(e.Value.Get("minimum-cluster-size"), defaultMinimumClusterSize),
			Custom:  slices.ContainsFunc(functions, func(key string) bool { return e.Value.Get(key) != nil }),
		}, e.Value.Kind() == yamldoc.Mapping
	})
}

// Protection is the rule of that name, and whether there is one.
func (c *Config) Protection(name string) (Protection, bool) {
	return lists.First(c.Protections(), func(p Protection) bool { return p.Name.Value() == name })
}

// ProtectionRefs are the places that name a rule, in maps and every other data structure.
func (c *Config) ProtectionRefs() []*yamldoc.Node { return protectionRefs(c.Get()) }

func protectionRefs(n *yamldoc.Node) (refs []*yamldoc.Node) {
	if !n.Alias().IsZero() {
		return nil // what it stands for is met where it stands
	}
	for _, e := range n.Entries() {
		if e.Key.Value() == "split-brain-protection-ref" && e.Value.Kind() == yamldoc.Scalar {
			refs = append(refs, e.Value)
			continue
		}
		refs = append(refs, protectionRefs(e.Value)...)
	}
	return append(refs, lists.Flat(n.Items(), protectionRefs)...)
}

// Majority is the smallest part of so many members that no other part equals.
func Majority(members int64) int64 { return members/2 + 1 }

// BothHalvesGoOn reports whether a cluster of so many members can split into two parts that both satisfy a rule.
func BothHalvesGoOn(minimum, members int64) bool { return 2*minimum <= members }

// MayFail is how many of 2n + 1 members may fail while a majority is left.
func MayFail(members int64) int64 { return members - Majority(members) }

// CPSubsystem is what a member keeps for its consistent data structures.
type CPSubsystem struct {
	Members     source.Value // cp-member-count; 0 by default, which turns it off
	Persistence Word
}

// CP reads the block cp-subsystem.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/config/cp/CPSubsystemConfig.java (5.0 to 5.7)
func (c *Config) CP() CPSubsystem {
	if c == nil || c.Resource {
		return CPSubsystem{}
	}
	cp := c.Root.Get("cp-subsystem")
	return CPSubsystem{Members: count(cp.Get("cp-member-count"), 0), Persistence: boolean(cp.Get("persistence-enabled"))}
}
