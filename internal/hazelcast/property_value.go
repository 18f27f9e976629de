package hazelcast

import (
	_ "embed"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// PropertyValue is what a property comes to.
type PropertyValue struct {
	Text   source.Text // without a place where it is a default
	Origin source.Origin
	Name   string // under which it is set: its own, its parent's, its older one
}

// EffectiveProperty is the value that a member of a release takes: what its configuration says, else the system
// property, else what its parent comes to, else the same for its older name, else the default. What is read from the
// system properties alone stands nowhere else.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/spi/properties/HazelcastProperties.java, getString
func (c *Config) EffectiveProperty(name string, v Version, system map[string]jvmflag.Property) PropertyValue {
	known, _ := LookupProperty(name, v)
	config := c
	if known.Kind == SystemOnly {
		config = nil
	}
	if text, origin := config.Property(name, system); origin != source.Default {
		return PropertyValue{text, origin, name}
	}
	if known.Parent != "" {
		return c.EffectiveProperty(known.Parent, v, system)
	}
	if known.Deprecated != "" {
		if text, origin := config.Property(known.Deprecated, system); origin != source.Default {
			return PropertyValue{text, origin, known.Deprecated}
		}
	}
	return PropertyValue{source.Unlocated(known.Default, "default"), source.Default, name}
}

// Integer is the value as a whole number; of unknown origin where it is none.
// The member trims nothing: " 5" is no number.
func (p PropertyValue) Integer() source.Value {
	n, err := strconv.ParseInt(p.Text.String(), 10, 64)
	if err != nil {
		return source.Value{Text: p.Text}
	}
	v := source.Value{N: n, Origin: p.Origin, Text: p.Text}
	if p.Origin == source.Default {
		v.Text, v.Why = source.Text{}, "default"
	}
	return v
}

// True reports whether a member reads the value as true: no other word is.
func (p PropertyValue) True() bool { return strings.EqualFold(p.Text.String(), "true") }

// Written is a property as somebody wrote it.
type Written struct {
	Name   source.Text
	Value  source.Text
	Origin source.Origin
}

// WrittenProperties lists what stands under properties, in the order of the file.
func (c *Config) WrittenProperties() []Written {
	return lists.Found(c.Get("properties").Entries(), func(e yamldoc.Entry) (Written, bool) {
		isSet := e.Value.Kind() == yamldoc.Scalar && !e.Value.IsNull()
		return Written{Name: e.Key.Text(), Value: e.Value.Text(), Origin: source.Configured}, isSet
	})
}

// SystemProperties lists the system properties that are meant for Hazelcast and stand in a file, by name.
func SystemProperties(system map[string]jvmflag.Property) []Written {
	var all []Written
	for name, p := range system {
		if strings.HasPrefix(name, "hazelcast.") && p.Option.Text.Located() {
			all = append(all, Written{Name: nameOf(p), Value: p.Value, Origin: source.Option})
		}
	}
	slices.SortFunc(all, func(a, b Written) int { return strings.Compare(a.Name.String(), b.Name.String()) })
	return all
}

// nameOf is the name of a system property where it stands: behind -D.
func nameOf(p jvmflag.Property) source.Text {
	t := p.Option.Text
	if !strings.HasPrefix(t.String(), "-D"+p.Name) {
		return source.Unlocated(p.Name, t.Origin())
	}
	return t.Slice(len("-D"), len("-D")+len(p.Name))
}

// FilledIn reports whether the member, a shell or Kubernetes puts something else in the place of a text.
func FilledIn(t source.Text) bool {
	s := t.String()
	return strings.Contains(s, "${") || strings.Contains(s, "$(") || strings.Contains(s, "{{") || source.HasGap(s)
}

// The properties that decide what a member does on SIGTERM.
const (
	ShutdownPolicy  = "hazelcast.shutdownhook.policy"
	ShutdownHook    = "hazelcast.shutdownhook.enabled"
	ShutdownMaxWait = "hazelcast.graceful.shutdown.max.wait"
)

// Graceful is the policy that hands a member's data to the others before it
// leaves. Members know it in capitals alone.
const Graceful = "GRACEFUL"

// Shutdown says what a member does on SIGTERM.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/instance/impl/Node.java, NodeShutdownHookThread
type Shutdown struct {
	Policy  PropertyValue
	Hook    PropertyValue
	MaxWait source.Value // for its data to be handed over, in milliseconds
}

// ShutdownOf reads the properties with their defaults: a hook that terminates.
func ShutdownOf(c *Config, v Version, system map[string]jvmflag.Property) Shutdown {
	wait := c.EffectiveProperty(ShutdownMaxWait, v, system).Integer()
	wait.N *= 1000
	return Shutdown{
		Policy:  c.EffectiveProperty(ShutdownPolicy, v, system),
		Hook:    c.EffectiveProperty(ShutdownHook, v, system),
		MaxWait: wait,
	}
}

// IsGraceful reports whether it waits until the others have its data.
func (s Shutdown) IsGraceful() bool { return s.Hook.True() && s.Policy.Text.String() == Graceful }

// The properties that decide what one eviction costs.
const (
	EvictionSamples = "hazelcast.map.eviction.sample.count"
	EvictionBatch   = "hazelcast.map.eviction.batch.size"
)

// EvictionCost is what a put does that finds its partition full: Batch times it looks at Samples entries of the
// partition, as far as there are so many, and removes one of them.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/map/impl/eviction/EvictorImpl.java, evict
type EvictionCost struct {
	Samples source.Value
	Batch   source.Value
}

// EvictionCostOf reads both, with their defaults of 15 and 1.
func EvictionCostOf(c *Config, v Version, system map[string]jvmflag.Property) EvictionCost {
	return EvictionCost{
		Samples: c.EffectiveProperty(EvictionSamples, v, system).Integer(),
		Batch:   c.EffectiveProperty(EvictionBatch, v, system).Integer(),
	}
}

// Looks is how many entries one put may look at.
func (e EvictionCost) Looks() int64 { return e.Samples.N * e.Batch.N }

// Effect is what comes of a value that a property can not have.
type Effect int

const (
	NoEffect    Effect = iota
	Refused            // the member does not start
	Throws             // it throws an exception when it reads the value, at some time after its start
	ReadAsFalse        // of a switch no other word than true is on
	Ignored            // it takes the default without a word
)

// choices are the values that members tell apart by hand, in capitals or not as they are written here.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/instance/impl/Node.java, ShutdownHookPolicy
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/cluster/fd/ClusterFailureDetectorType.java
var choices = map[string][]string{
	ShutdownPolicy: {"TERMINATE", Graceful},
	"hazelcast.heartbeat.failuredetector.type": {"deadline", "phi-accrual"},
	"hazelcast.health.monitoring.level":        {"OFF", "SILENT", "NOISY"},
}

// Choices are the values that a property can have, where they are few and known.
func Choices(name string) []string { return choices[name] }

// leasts are the smallest numbers that members start with: with the next smaller one they died on 5.0.5, 5.3.1 and 5.7.0.
// With no partition they start, and each use of a map throws an IllegalArgumentException.
var leasts = map[string]int64{
	PartitionCount: 1, "hazelcast.io.thread.count": 0, "hazelcast.io.input.thread.count": 0, "hazelcast.io.output.thread.count": 0,
	"hazelcast.event.queue.capacity": 1, "hazelcast.event.thread.count": 1, "hazelcast.operation.thread.count": 1,
	"hazelcast.operation.response.thread.count": 0, "hazelcast.map.loaded.key.limit.per.node": 1,
	"hazelcast.internal.map.expiration.cleanup.operation.count": 1, "hazelcast.internal.map.expiration.cleanup.percentage": 1,
	"hazelcast.internal.map.expiration.task.period.seconds": 1, "hazelcast.invalidation.max.tolerated.miss.count": 0,
}

// Below reports whether a number is too small for a member to start with, and the smallest that is not.
func (k KnownProperty) Below(value source.Text) (least int64, below bool) {
	least, known := leasts[k.Name]
	n, err := strconv.ParseInt(value.String(), 10, 64)
	return least, known && err == nil && n < least
}

// Judge tells what comes of a value.
func (k KnownProperty) Judge(value source.Text) Effect {
	s := value.String()
	_, below := k.Below(value)
	switch {
	case k.Name == PartitionCount && s == "0":
		return Throws
	case below, choices[k.Name] != nil && !slices.Contains(choices[k.Name], s):
		return Refused
	case k.Type == Boolean && s != "" && !strings.EqualFold(s, "true") && !strings.EqualFold(s, "false"):
		return ReadAsFalse
	case k.Type == Integer && k.Kind == SystemOnly:
		if _, err := strconv.ParseInt(strings.Replace(s, "#", "0x", 1), 0, 64); err != nil { // Integer.getInteger decodes
			return Ignored
		}
	case k.isInteger() && k.Kind == MemberProperty:
		if _, err := strconv.ParseInt(s, 10, 64); err != nil {
			return k.thrown()
		}
	case k.Type == Number && k.Kind == MemberProperty:
		if _, err := strconv.ParseFloat(strings.TrimSpace(s), 64); err != nil {
			return k.thrown()
		}
	}
	return NoEffect
}

// isInteger reports whether only whole numbers will do. Where it is not seen how
// the code reads a property, that a member refuses a word in its place says so.
func (k KnownProperty) isInteger() bool {
	_, err := strconv.Atoi(k.Default)
	return k.Type == Integer || k.Type == "" && k.ReadAtStart && (err == nil || k.Default == "computed")
}

func (k KnownProperty) thrown() Effect {
	return either.Of(k.ReadAtStart, Refused, Throws)
}

// PropertyKind tells who reads a property, and from where.
type PropertyKind string

const (
	MemberProperty PropertyKind = "member" // from its configuration, else from the system properties
	ClientProperty PropertyKind = "client" // as a member does, but in a client
	SystemOnly     PropertyKind = "system" // from the system properties alone
	Mentioned      PropertyKind = "mentioned"
	// ReadTwice is a property that some code reads as a member's, and some as a system property.
	ReadTwice PropertyKind = "member+system"
)

// ValueType is what the code reads a value as. It is empty where it does so in several ways, or in none that is seen.
type ValueType string

const (
	Integer ValueType = "integer"
	Boolean ValueType = "boolean"
	Number  ValueType = "number"
	Enum    ValueType = "enum"
)

// KnownProperty is what members of some releases know of a property.
type KnownProperty struct {
	Name        string
	Since, Last Version // minor releases
	Kind        PropertyKind
	Default     string
	Unit        string // seconds, milliseconds ...
	Type        ValueType
	Parent      string // whose value it takes where it has none
	Deprecated  string // its older name
	// ReadAtStart tells that a member refused to start with the value "1k"; others read it later, if at all.
	ReadAtStart bool
}

//go:embed properties.tsv
var propertiesTSV string

// knownProperties holds what properties.tsv says, by name; what differs between releases is listed oldest first.
var knownProperties = sync.OnceValue(func() map[string][]KnownProperty {
	all := map[string][]KnownProperty{}
	minor := func(cell string) Version { // 5.3, so often that an expression would take too long
		return Version{Major: int(cell[0] - '0'), Minor: jvmflag.CellNumber(cell[len("5."):])}
	}
	for _, f := range lists.Rows(propertiesTSV) {
		all[f[0]] = append(all[f[0]], KnownProperty{
			Name: f[0], Since: minor(f[1]), Last: minor(f[2]), Kind: PropertyKind(f[3]),
			Default: f[4], Unit: f[5], Type: ValueType(f[6]), Parent: f[7], Deprecated: f[8], ReadAtStart: f[9] == "start",
		})
	}
	return all
})

// LookupProperty tells what a member of a release knows of a property. Where the release is not known, or newer than
// the table, the newest answers that knows the name.
func LookupProperty(name string, v Version) (KnownProperty, bool) {
	minor := Version{v.Major, v.Minor, 0}
	for _, k := range slices.Backward(knownProperties()[name]) {
		if !v.Known() || v.Minor > newestKnownMinor || !minor.Before(k.Since) && !k.Last.Before(minor) {
			return k, true
		}
	}
	return KnownProperty{}, false
}

//go:embed properties_of_3.tsv
var propertiesOf3TSV string

// PropertiesOf3 are those that Hazelcast 3 read last, each with the setting in its place; empty where there is none.
var PropertiesOf3 = jvmflag.TableMap(propertiesOf3TSV)

// PropertyReleases are the first and the last minor release that know a name, deprecated names included.
func PropertyReleases(name string) (first, last Version, ok bool) {
	known := knownProperties()[name]
	if len(known) == 0 {
		return Version{}, Version{}, false
	}
	return known[0].Since, known[len(known)-1].Last, true
}

// Known tells a release from the zero Version.
func (v Version) Known() bool { return v != Version{} }

// NearestProperty is the name that somebody meant who wrote one that no member
// knows: the only one at most two letters away. Some names are those of other
// products or of the enterprise edition; with less likeness nothing is said.
func NearestProperty(name string) (string, bool) {
	nearest, ok := spelling.Only(spelling.Near(name, propertyNames, 2))
	return nearest.Name, ok
}

// propertyNames goes over those that members read.
func propertyNames(yield func(string) bool) {
	for name, rows := range knownProperties() {
		if rows[0].Kind != Mentioned && !yield(name) {
			return
		}
	}
}

// IsDeprecatedName reports whether members still read a property under this older name.
func IsDeprecatedName(name string) bool {
	return lists.Any(maps.Values(knownProperties()), func(rows []KnownProperty) bool {
		return slices.ContainsFunc(rows, func(k KnownProperty) bool { return k.Deprecated == name && name != "" })
	})
}
