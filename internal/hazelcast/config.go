// Package hazelcast knows what a Hazelcast member does with its configuration: what it reads, what it ignores, and
// which of several places decides. Figures were measured on members of 5.3.1 and 5.7.0.
package hazelcast

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
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

	Over Overrides // that stand over its settings
}

// Get is a node below the root; nil where there is none, or no configuration.
func (c *Config) Get(path ...string) *yamldoc.Node {
	if c == nil {
		return nil
	}
	return c.Root.Get(path...)
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
	maps := lists.Where(c.Root.Get("map").Entries(), func(e yamldoc.Entry) bool { return e.Value.Kind() == yamldoc.Mapping })
	return lists.Of(maps, func(e yamldoc.Entry) Map { return Map{Name: e.Key, Node: e.Value} })
}

// Property is the effective value of a property of the member: what stands under properties in its configuration,
// else the system property of that name. That the file beats -D was measured on 5.3.1 and 5.7.0.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/spi/properties/HazelcastProperties.java, getString
func (c *Config) Property(name string, system map[string]jvmflag.Property) (source.Text, source.Origin) {
	if n := c.Get("properties", name); n.Kind() == yamldoc.Scalar {
		return n.Text(), source.Configured
	}
	if p, ok := system[name]; ok {
		return p.Value, source.Option
	}
	return source.Text{}, source.Default
}

// Jet reports whether the configuration switches Jet, the engine for pipelines, on.
func (c *Config) Jet() bool {
	return c != nil && !c.Resource && boolean(c.Root.Get("jet", "enabled")).Name == "true"
}

//go:embed older.tsv
var olderTSV string

// InsteadOf has keys that no release after Hazelcast 3 has, at the top or in a block there, and what later releases have
// instead.
var InsteadOf = jvmflag.TableMap(olderTSV)

// schemaRelease is the release that the name of a schema has.
var schemaRelease = lazyregexp.New(`hazelcast-(?:client-|client-failover-)?config-(\d{1,2}\.\d{1,2})\.xsd`)

// Older names the release that a configuration was written for, where that is one
// that is not modelled: its schema or a key says so.
func (c *Config) Older() (release string, at source.Text, found bool) {
	if c == nil || c.Resource {
		return "", source.Text{}, false
	}
	if v, key := c.SchemaRelease(); v.Known() {
		return "Hazelcast " + v.Short() + ", whose schema it names,", key, !v.Modelled()
	}
	of := func(key *yamldoc.Node) (string, source.Text, bool) {
		return "Hazelcast 3 or older, as the key " + key.Value() + " says,", key.Text(), true
	}
	for _, e := range c.Root.Entries() {
		if _, is := InsteadOf()[e.Key.Value()]; is {
			return of(e.Key)
		}
		blocks := lists.Of(e.Value.Entries(), func(e yamldoc.Entry) *yamldoc.Node { return e.Value })
		for _, in := range slices.Insert(blocks, 0, e.Value) {
			for _, below := range in.Entries() {
				if _, is := InsteadOf()[e.Key.Value()+"."+below.Key.Value()]; is && (in != e.Value || below.Value.Kind() == yamldoc.Scalar) {
					return of(below.Key)
				}
			}
		}
	}
	return "", source.Text{}, false
}

// SchemaRelease is the release whose schema a configuration in XML names, such as 5.3.
func (c *Config) SchemaRelease() (release Version, at source.Text) {
	if c == nil || c.XML == nil {
		return Version{}, source.Text{}
	}
	for _, a := range c.XML.Root.Attributes {
		if m := schemaRelease.FindStringSubmatch(a.Value.String()); a.Name == "schemaLocation" && m != nil {
			release, _ = ParseVersion(m[1])
			return release, a.Key
		}
	}
	return Version{}, source.Text{}
}

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
	all := lists.Found(environment, func(v Variable) (Override, bool) {
		key, ours := strings.CutPrefix(v.Name.String(), "HZ_")
		of := Override{Key: overrideKey(strings.ReplaceAll(key, "_", ".")), Name: v.Name, Value: v.Value}
		return of, ours && !slices.Contains(excludedVariables, v.Name.String())
	})
	var options Overrides
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
func (o Overrides) Any(block string) bool { return o.Of(block) > 0 }

// Of is how many stand there.
func (o Overrides) Of(block string) int {
	return len(lists.Where(o, func(e Override) bool { return withoutDashes(e.Key[0]) == withoutDashes(block) }))
}

// Over gives maps the entries that stand over their settings; those of which a value is not known are left out. A name in
// the environment is in lower case and has no dashes: it means no map whose name has one.
func (o Overrides) Over(maps []Map) (all []Map) {
	for _, m := range maps {
		m.Over = lists.Where(o, func(e Override) bool { return len(e.Key) > 2 && e.Key[0] == "map" && e.Key[1] == m.WrittenName() })
		if !slices.ContainsFunc(m.Over, func(e Override) bool { return FilledIn(e.Value) }) {
			all = append(all, m)
		}
	}
	return all
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
	dotted := lists.Where(o, func(e Override) bool { return len(e.Key) > 2 && e.Key[0] == "properties" })
	all := lists.Of(dotted, func(e Override) Crash { return Crash{Cause: DottedProperty, At: e} })
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
		for _, e := range c.Get(network, "join").Entries() {
			if w := boolean(e.Value.Get("enabled")); w.Known() && w.Name == "true" {
				enabled[withoutDashes(e.Key.Value())] = Override{Name: e.Key.Text()}
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

// FallsBack gives the switch of multicast that is off where a member uses multicast all the same: no way to find the
// others is enabled, and auto-detection is.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/config/JoinConfig.java, isAutoDetectionEnabled (4.1 to 5.7)
func (c *Config) FallsBack() (off source.Text, is bool) {
	if c == nil || c.Resource || c.Helm || c.Imports() || c.Root.Get("advanced-network") != nil {
		return source.Text{}, false // the rest stands elsewhere
	}
	ways := c.Root.Get("network", "join")
	for _, e := range ways.Entries() {
		if w := boolean(e.Value.Get("enabled")); w.Origin != source.Configured || (w.Name == "true") != (e.Key.Value() == "auto-detection") {
			return source.Text{}, false
		}
	}
	n := ways.Get("multicast", "enabled")
	return n.Text(), n != nil
}

// The Hazelcast Platform Operator writes the configuration of members out of custom resources: one of kind Hazelcast
// for the cluster, one of kind Map for each map. Their fields have names of their own.

// MapResource is the map of a resource of kind Map. Its name is that of the
// resource, where the spec gives it no other.
//
// https://github.com/hazelcast/hazelcast-platform-operator/blob/v5.12.0/api/v1alpha1/map_types.go, MapName
func MapResource(o *yamldoc.Node) Map {
	name := o.Get("spec", "name")
	if name.Value() == "" {
		name = o.Get("metadata", "name")
	}
	return Map{Name: name, Node: o.Get("spec"), Resource: true}
}

//go:embed map_fields.tsv
var mapFieldsTSV string

var mapFields = jvmflag.TableMap(mapFieldsTSV) // of a resource, by settings

// Place is the mapping that a setting of the map stands in, or would, and its
// key there. There is none where a resource has no field for it.
func (m Map) Place(setting ...string) (mapping *yamldoc.Node, key string) {
	if m.Resource {
		field, known := mapFields()[strings.Join(setting, ".")]
		if !known {
			return nil, ""
		}
		setting = strings.Split(field, ".")
	}
	last := len(setting) - 1
	return m.Node.Get(setting[:last]...), setting[last]
}

// overridden is the value that an entry puts over a setting; nil where entries put others over an eviction, which loses
// what the file has there. Other blocks keep it. Measured on 5.3.1 and 5.7.0.
func (m Map) overridden(setting []string) (value *yamldoc.Node, is bool) {
	for _, e := range m.Over {
		if withoutDashes(strings.Join(e.Key[2:], ".")) == withoutDashes(strings.Join(setting, ".")) {
			value = yamldoc.ForeignScalar(e.Value, yamldoc.Writing{})
		}
	}
	return value, value != nil || setting[0] == "eviction" && m.Overrides("eviction")
}

// Overrides reports whether entries stand over a setting or in its block.
func (m Map) Overrides(setting string) bool {
	return slices.ContainsFunc(m.Over, func(e Override) bool { return withoutDashes(e.Key[2]) == withoutDashes(setting) })
}

// Get is the value of a setting; nil where it is absent.
func (m Map) Get(setting ...string) *yamldoc.Node {
	if value, is := m.overridden(setting); is {
		return value
	}
	mapping, key := m.Place(setting...)
	return mapping.Get(key)
}

// fixedFields are those that the operator refuses to change once it has made the map.
//
// https://github.com/hazelcast/hazelcast-platform-operator/blob/v5.12.0/api/v1alpha1/map_validation.go, validateNotUpdatableMapFields (operator 5.6 to 5.12)
var fixedFields = []string{"backup-count", "async-backup-count", "in-memory-format", "data-persistence.enabled"}

// Fixed reports whether a setting of the map stays as it was made.
func (m Map) Fixed(setting string) bool { return m.Resource && slices.Contains(fixedFields, setting) }

// HasLicense reports whether the configuration names a license of Hazelcast Enterprise.
func (c *Config) HasLicense() bool {
	return slices.ContainsFunc([]string{"license-key", "licenseKeySecretName", "licenseKeySecret"}, func(key string) bool {
		return (c.Resource || key == "license-key") && c.Root.Get(key) != nil
	})
}

// AddProperty is the edit that adds a property to those of the configuration.
// Values of a resource must be strings. There may be none.
func (c *Config) AddProperty(name, value string) source.Edit {
	edit, _ := yamldoc.InsertEntry(c.Root.Get("properties"), name, value, c.Resource) // none where it cannot be added
	return edit
}
