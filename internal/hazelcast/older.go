package hazelcast

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Keys that Hazelcast 3 has, and no release of 4 or 5: at the top, and in blocks
// of several maps, queues and the like.
//
// https://github.com/hazelcast/hazelcast/blob/v3.12.13/hazelcast/src/main/resources/hazelcast-config-3.12.xsd
var (
	olderTop    = []string{"group", "quorum", "semaphore", "atomic-long", "atomic-reference", "count-down-latch", "lock", "jobtracker", "services", "event-journal", "merkle-tree"}
	olderBlocks = map[string][]string{
		"map":               {"max-size", "eviction-policy", "eviction-percentage", "min-eviction-check-millis", "optimize-queries", "quorum-ref", "storage-type", "map-eviction-policy-class-name"},
		"cache":             {"quorum-ref"},
		"queue":             {"quorum-ref"},
		"multimap":          {"quorum-ref"},
		"executor-service":  {"quorum-ref"},
		"management-center": {"enabled", "url", "update-interval", "mutual-auth", "cluster-id", "security-token"},
		"network":           {"connection-attempt-limit", "connection-attempt-period", "candidate-member-list"},
		"security":          {"client-login-modules", "member-login-modules", "member-credentials-factory"},
	}
)

// schemaRelease is the release that the name of a schema has.
var schemaRelease = lazyregexp.New(`hazelcast-(?:client-|client-failover-)?config-(\d{1,2}\.\d{1,2})\.xsd`)

// Older names the release that a configuration was written for, where that is one
// that is not modelled: its schema or a key says so.
func (c *Config) Older() (release string, at source.Text, found bool) {
	if c == nil || c.Resource {
		return "", source.Text{}, false
	}
	if release, key := c.SchemaRelease(); release != "" {
		if v, _ := ParseVersion(release); !v.Modelled() {
			return "Hazelcast " + release + ", whose schema it names,", key, true
		}
	}
	of := func(key *yamldoc.Node) (string, source.Text, bool) {
		return "Hazelcast 3, the only one with the key " + key.Value() + ",", key.Text(), true
	}
	for _, e := range c.Root.Entries() {
		if slices.Contains(olderTop, e.Key.Value()) {
			return of(e.Key)
		}
		keys := olderBlocks[e.Key.Value()]
		for _, in := range append([]*yamldoc.Node{e.Value}, values(e.Value)...) {
			if keys == nil || in.Kind() != yamldoc.Mapping {
				continue
			}
			for _, below := range in.Entries() {
				if slices.Contains(keys, below.Key.Value()) && (in != e.Value || below.Value.Kind() == yamldoc.Scalar) {
					return of(below.Key)
				}
			}
		}
	}
	return "", source.Text{}, false
}

// SchemaRelease is the release whose schema a configuration in XML names, such as 5.3; empty where it names none.
func (c *Config) SchemaRelease() (release string, at source.Text) {
	if c == nil || c.XML == nil {
		return "", source.Text{}
	}
	for _, a := range c.XML.Root.Attributes {
		if m := schemaRelease.FindStringSubmatch(a.Value.String()); a.Name == "schemaLocation" && m != nil {
			return m[1], a.Key
		}
	}
	return "", source.Text{}
}

// values are those of a mapping.
func values(n *yamldoc.Node) []*yamldoc.Node {
	var all []*yamldoc.Node
	for _, e := range n.Entries() {
		all = append(all, e.Value)
	}
	return all
}
