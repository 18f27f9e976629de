// Package hazelcast knows what a Hazelcast member does with its
// configuration: what it reads, what it ignores, and which of several places
// decides. Figures were measured on members of 5.3.1 and 5.7.0.
package hazelcast

import (
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Config is a configuration as it was written: a member's, a client's or that of
// a client with failover. That of XML has the nodes that the same in YAML would
// have.
type Config struct {
	Root *yamldoc.Node // what stands under the key hazelcast
	Key  *yamldoc.Node // the key itself

	// Documents are all of the file that the program reads, the configuration
	// first. Helm tells that a chart writes that file out of its values.
	Documents []*yamldoc.Node
	Helm      bool
	XML       *xmldoc.Document // that it was read from; nil: it is YAML

	// Resource tells that the root is the spec of a custom resource of kind
	// Hazelcast, whose maps are resources of their own. Without a root the cluster
	// stands elsewhere.
	Resource     bool
	MapResources []Map
}

// Map is the configuration of one map, or of a pattern of map names.
type Map struct {
	Name *yamldoc.Node // the key
	Node *yamldoc.Node // its mapping

	Resource bool // the mapping is the spec of a custom resource
}

// Maps lists what stands under map, in the order of the file. A map that is
// not named there inherits from the entry default, a named one does not.
func (c *Config) Maps() []Map {
	if c == nil {
		return nil
	}
	if c.Resource {
		return c.MapResources
	}
	var maps []Map
	for _, e := range c.Root.Get("map").Entries() {
		if e.Value.Kind() == yamldoc.Mapping {
			maps = append(maps, Map{Name: e.Key, Node: e.Value})
		}
	}
	return maps
}

// Seconds reads a duration in whole seconds; the member takes quoted numbers
// too. The Value is in milliseconds, and unknown where the key is absent or
// holds no number.
func (m Map) Seconds(key string) source.Value { return seconds(m.Get(key)) }

// PerEntryStats reports whether per-entry-stats-enabled is on, and the node that
// says so: nil when the key is absent, which means false. Of the YAML
// booleans the member knows true alone: yes and on mean false.
func (m Map) PerEntryStats() (bool, *yamldoc.Node) {
	n := m.Get("per-entry-stats-enabled")
	return n != nil && strings.EqualFold(strings.TrimSpace(n.Value()), "true"), n
}

// LostStats names what the member does not keep of an entry that expires in a
// map without per-entry-stats-enabled: eviction by LRU needs the last access,
// by LFU the hits, and keeps them. Measured on 5.3.1 and 5.7.0.
func (m Map) LostStats() string {
	lost := []string{"creation time", "last stored time"}
	policy := m.Get("eviction", "eviction-policy").Value()
	if policy != "LRU" {
		lost = append(lost, "last access time")
	}
	if policy != "LFU" {
		lost = append(lost, "hits")
	}
	return plural.Or(lost)
}

func seconds(n *yamldoc.Node) source.Value {
	if n == nil || n.Kind() != yamldoc.Scalar {
		return source.Value{}
	}
	return secondsText(n.Text(), source.Configured)
}

func secondsText(t source.Text, origin source.Origin) source.Value {
	s, err := strconv.ParseInt(strings.TrimSpace(t.String()), 10, 32)
	if err != nil {
		return source.Value{Text: t}
	}
	return source.Value{N: s * 1000, Origin: origin, Text: t}
}

// Property is the effective value of a property of the member: what stands
// under properties in its configuration, else the system property of that
// name. That the file beats -D was measured on 5.3.1 and 5.7.0.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/spi/properties/HazelcastProperties.java, getString
func (c *Config) Property(name string, system map[string]jvmflag.Property) (source.Text, source.Origin) {
	if c != nil {
		if n := c.Root.Get("properties", name); n != nil && n.Kind() == yamldoc.Scalar {
			return n.Text(), source.Configured
		}
	}
	if p, ok := system[name]; ok {
		return p.Value, source.Option
	}
	return source.Text{}, source.Default
}
