package hazelcast

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/spelling"
)

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
	for line := range strings.Lines(propertiesTSV) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		since, _ := ParseVersion(f[1])
		last, _ := ParseVersion(f[2])
		all[f[0]] = append(all[f[0]], KnownProperty{
			Name: f[0], Since: since, Last: last, Kind: PropertyKind(f[3]),
			Default: f[4], Unit: f[5], Type: ValueType(f[6]), Parent: f[7], Deprecated: f[8], ReadAtStart: f[9] == "start",
		})
	}
	return all
})

// LookupProperty tells what a member of a release knows of a property. Where the release is not known, or newer than
// the table, the newest answers that knows the name.
func LookupProperty(name string, v Version) (KnownProperty, bool) {
	known := knownProperties()[name]
	for i := len(known) - 1; i >= 0; i-- {
		if !v.Known() || v.Minor > newestKnownMinor || known[i].in(v) {
			return known[i], true
		}
	}
	return KnownProperty{}, false
}

// PropertyReleases are the first and the last minor release that know a name, deprecated names included.
func PropertyReleases(name string) (first, last Version, ok bool) {
	for _, k := range knownProperties()[name] {
		if !ok {
			first = k.Since
		}
		last, ok = k.Last, true
	}
	return first, last, ok
}

func (k KnownProperty) in(v Version) bool {
	minor := Version{v.Major, v.Minor, 0}
	return !minor.Before(k.Since) && !k.Last.Before(minor)
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

// deprecatedNames are the older names of properties.
var deprecatedNames = sync.OnceValue(func() []string {
	var names []string
	for _, rows := range knownProperties() {
		for _, k := range rows {
			if k.Deprecated != "" && !slices.Contains(names, k.Deprecated) {
				names = append(names, k.Deprecated)
			}
		}
	}
	slices.Sort(names)
	return names
})

// IsDeprecatedName reports whether members still read a property under this older name.
func IsDeprecatedName(name string) bool { return slices.Contains(deprecatedNames(), name) }
