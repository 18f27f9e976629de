// Package hazelcast knows what a Hazelcast member does with its configuration: what it reads, what it ignores, and
// which of several places decides. Figures were measured on members of 5.3.1 and 5.7.0.
package hazelcast

import (
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Config is a configuration as it was written: a member's, a client's or that of a client with failover. That of XML
// has the nodes that the same in YAML would have.
type Config struct {
	Root *yamldoc.Node // what stands under the key hazelcast
	Key  *yamldoc.Node // the key itself

	// Documents are all of the file that the program reads, the configuration
	// first. Helm tells that a chart writes that file out of its values.
	Documents []*yamldoc.Node
	Helm      bool
	XML       *xmldoc.Document // that it was read from; nil: it is YAML

	// Resource tells that the root is the spec of a custom resource of kind Hazelcast, whose maps are resources of
	// their own. Without a root the cluster stands elsewhere.
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

// Property is the effective value of a property of the member: what stands under properties in its configuration,
// else the system property of that name. That the file beats -D was measured on 5.3.1 and 5.7.0.
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

// Jet reports whether the configuration switches Jet, the engine for pipelines, on.
func (c *Config) Jet() bool {
	if c == nil || c.Resource {
		return false
	}
	return boolean(c.Root.Get("jet", "enabled")).Name == "true"
}
