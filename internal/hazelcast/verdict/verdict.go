// Package verdict tells what a member or a client of Hazelcast refuses in its
// YAML configuration, with the reason that it gives itself, and where.
//
// It goes the way of the builder in the jar
// (https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/config/YamlConfigBuilder.java,
// parseAndBuildConfig): the YAML is read, nothing in it may be null, variables
// are replaced, the schema of the release is asked, and then each setting is
// taken over. The first of these that fails is the only one that reports.
package verdict

import (
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Kind is whose configuration it is, as the key at its top says.
type Kind string

// The kinds of configuration.
const (
	Member   Kind = "hazelcast"
	Client   Kind = "hazelcast-client"
	Failover Kind = "hazelcast-client-failover"
)

// Kinds are all of them, in the order of the member's own message.
var Kinds = []Kind{Member, Client, Failover}

// Document is a configuration and what decides how it is read.
type Document struct {
	Root    *yamldoc.Node // the whole document
	Kind    Kind
	Release hazelcast.Version
	// Helm tells that the document is written by a chart out of its values: it
	// has been read as YAML 1.1 before, and yes is true in it.
	Helm bool
	// Property is the value of a system property, for ${name}. Sure tells
	// whether one that it does not know is not set at all.
	Property func(name string) (value string, set bool)
	Sure     bool
}

// Refusal is a reason why the configuration is refused.
type Refusal struct {
	At       *yamldoc.Node // the key or the value at fault; nil: the document
	IsKey    bool
	Location string   // as the member prints it: #/hazelcast/map/m
	Message  string   // the member's own words
	Expected []string // keys or values that would be valid there
	Given    string   // the key or the value, where Expected has others
	Wanted   schema.Type
	Keyword  string // of the schema; empty where another part refuses
}

// Refusals are all reasons of the first part of the member that refuses the
// configuration; none where it is accepted.
func (d Document) Refusals() []Refusal {
	r := &reader{document: d}
	root := r.read(d.Root)
	if len(r.refusals) > 0 {
		return r.refusals
	}
	if refusals := d.shape(root); refusals != nil {
		return refusals
	}
	if refusals := d.nulls(root); refusals != nil {
		return refusals
	}
	r.replace(root)
	if len(r.refusals) > 0 {
		return r.refusals
	}
	if refusals := d.schema(root); refusals != nil {
		return refusals
	}
	return d.process(root)
}
