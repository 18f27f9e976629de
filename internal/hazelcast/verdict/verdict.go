// Package verdict tells what a member or a client of Hazelcast refuses in its configuration, with the reason that it
// gives itself, and where. Of XML the reason is told in other words: those of its parser are about its inner state.
//
// It goes the way of the builder in the jar
// (https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/config/YamlConfigBuilder.java,
// parseAndBuildConfig): the YAML is read, nothing in it may be null, variables are replaced, the schema of the
// release is asked, and then each setting is taken over. The first of these that fails is the only one that reports.
package verdict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
	"github.com/jvmlint/jvmlint/internal/hazelcast/xmlschema"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
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

// Reading is what decides how a configuration is read.
type Reading struct {
	Release hazelcast.Version
	// Property is the value of a system property, for ${name}. Sure tells
	// whether one that it does not know is not set at all.
	Property func(name string) (value string, set bool)
	Sure     bool
	// ByMember tells that a member reads the file by itself: ${name:value} has no default there, and stays as it is.
	ByMember bool
}

// Refusal is a reason why the configuration is refused.
type Refusal struct {
	Span     source.Span   // the very characters, where they are no key and no value
	At       *yamldoc.Node // the key or the value at fault; nil: the document
	IsKey    bool
	Location string // as the member prints it: #/hazelcast/map/m
	Fault    Fault
	Message  string          // the member's own words
	Expected []string        // keys or values that would be valid there
	Element  *xmldoc.Element // of XML: the one at fault, where it is one
	Given    string          // the key or the value, where Expected has others
	Wanted   schema.Type
	Keyword  string // of the schema; empty where another part refuses
	Setting  bool   // what takes the settings over refuses it, once the schema has not
	// OpenSource tells that only the open source edition refuses it.
	OpenSource bool
}

// Fault is what is wrong, as far as it has a remedy of its own.
type Fault uint8

const (
	OtherFault   Fault = iota
	KeyNoText          // a key that YAML reads as a number, a boolean or a collection
	NullEntry          // a key without content
	DuplicateKey       // a key that stands twice in a mapping
	MisIndented        // a key at the top that belongs below that of its kind
	Tab                // a tab where only blanks may be
)

// Headline is the message on one line.
func (r Refusal) Headline() string {
	line, _, _ := strings.Cut(r.Message, "\n")
	switch {
	case line == "":
		return "not the value that the schema asks for"
	case r.Keyword == "enum" && r.Given == "" && !r.IsKey && !strings.ContainsAny(line[:1], "[{"): // nor a collection
		return "an empty text is not a valid enum value"
	}
	return line
}

// Verdict is what comes of reading a configuration.
type Verdict struct {
	// Refusals are all reasons of the first part of the member that refuses it; none where it is accepted.
	Refusals []Refusal
	// Booleans are the words that stand where a boolean belongs, and that the
	// schema takes for one and the member for false.
	Booleans []*yamldoc.Node
}

// Releases tell which of them refuse a configuration for which reasons. Each reads it once.
type Releases []refusing

// refusing is a release, and the reasons for which it refuses the configuration.
type refusing struct {
	release hazelcast.Version
	reasons map[reason]bool
	schema  bool // its schema does, and nobody comes to the settings
	null    bool // an entry without content is the reason, and nobody comes to the schema
}

// reason tells refusals apart.
type reason struct{ location, message string }

// All are the releases that are known, oldest first, as they read a configuration: from that on whose schema it names.
func (r Reading) All(c *hazelcast.Config) Releases {
	var all Releases
	known := schema.Releases()
	if c.XML != nil {
		known = xmlschema.Releases()
	}
	from, _ := c.SchemaRelease()
	d := documentOf(c)
	for _, release := range known {
		if r.Release = release; release.Before(from) || !release.Current() && !from.Known() {
			continue
		}
		of := refusing{release: release, reasons: map[reason]bool{}}
		for _, refusal := range d.judge(c, r).Refusals {
			of.reasons[reason{refusal.Location, refusal.Message}] = true
			of.schema, of.null = of.schema || !refusal.Setting, of.null || refusal.Fault == NullEntry
		}
		all = append(all, of)
	}
	return all
}

// Taking are those that do not refuse the configuration for this reason, oldest first.
func (rs Releases) Taking(refusal Refusal) []hazelcast.Version {
	taking := lists.Where(rs, func(r refusing) bool {
		return !r.reasons[reason{refusal.Location, refusal.Message}] && !(r.schema && refusal.Setting) && !(r.null && refusal.Fault != NullEntry)
	})
	return lists.Of(taking, func(r refusing) hazelcast.Version { return r.release })
}

// Of reads a configuration as a release does.
func (r Reading) Of(c *hazelcast.Config) Verdict { return documentOf(c).judge(c, r) }

// documentOf is a member's configuration unless its key says otherwise, or nearly does.
func documentOf(c *hazelcast.Config) *document {
	return &document{helm: c.Helm, kind: cmp.Or(KindNear(c.Key.Value()), Member)}
}

// judge may be asked of several releases: values are read anew only for those that read numbers otherwise.
func (d *document) judge(c *hazelcast.Config, r Reading) Verdict {
	read := d.root != nil && d.realNumber() == (&document{Reading: r}).realNumber()
	d.Reading = r
	if c.XML != nil {
		return d.judgeXML(c)
	}
	if len(c.Documents) > 1 {
		return Verdict{Refusals: []Refusal{{At: c.Documents[1], Message: "expected a single document in the stream"}}}
	}
	if !read {
		d.unreadable, d.notFinite, d.aliases = nil, nil, 0
		d.root = d.read(c.Documents[0])
		replacers := d.root.Member(string(d.kind)).Member(replacersKey)
		list := replacers.Member("replacers")
		d.bare = list == nil || slices.ContainsFunc(list.Items, func(r *schema.Value) bool {
			return textOf(r.Member("class-name")) != encryptionReplacer
		})
		d.replaceWithin(d.root, replacers != nil && replacers.Type == schema.Object)
	}
	parts := []func(*schema.Value) []Refusal{
		func(*schema.Value) []Refusal { return append(d.tabs(c.Documents[0]), d.unreadable...) },
		d.shape, d.nulls, d.schema, d.process,
	}
	if !d.Release.Current() {
		parts = parts[:3] // it has no schema for YAML, and passes over keys that it does not know
	}
	for _, part := range parts {
		if refusals := part(d.root); len(refusals) > 0 {
			return Verdict{refusals[:min(len(refusals), schema.Most)], d.booleans(d.root)}
		}
	}
	return Verdict{Booleans: d.booleans(d.root)}
}

// document is a configuration that is being read.
type document struct {
	Reading
	kind       Kind
	helm       bool
	unreadable []Refusal
	notFinite  []Refusal // numbers that JSON has no form for
	aliases    int       // of collections
	bare       bool      // a replacer may fill in ${name}, too
	root       *schema.Value
}

// booleans finds words that the schema took for booleans: a member knows true
// alone, in any case, and everything else is false
// (https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/DomConfigHelper.java, getBooleanValue).
func (d *document) booleans(v *schema.Value) []*yamldoc.Node {
	var found []*yamldoc.Node
	if v.ReadAs == schema.Boolean && !strings.EqualFold(v.Text, "true") && !strings.EqualFold(v.Text, "false") {
		found = append(found, v.Node)
	}
	v.ReadAs = "" // the schema of another release may take it for something else
	found = append(found, lists.Flat(v.Members, func(m schema.Member) []*yamldoc.Node { return d.booleans(m.Value) })...)
	return append(found, lists.Flat(v.Items, d.booleans)...)
}

// shape is about the top of the document: it must be a mapping, and so must
// what stands under the key that names its kind.
func (d *document) shape(root *schema.Value) []Refusal {
	switch {
	case root.Type == schema.Null:
		return []Refusal{{Message: "The provided document is null"}}
	case root.Type != schema.Object:
		return []Refusal{{At: root.Node, Message: "the document is no mapping"}}
	}
	v := root.Member(string(d.kind))
	if v == nil || v.Type == schema.Object || v.Type == schema.Null {
		return nil
	}
	class := either.Of(v.Type == schema.Array, "YamlSequenceImpl", "YamlScalarImpl")
	return []Refusal{{At: v.Node, Message: fmt.Sprintf("Child %s is not a mapping, it's actual type is class com.hazelcast.internal.yaml.%s", d.kind, class)}}
}

// nulls are entries without a value. The member names the first and stops.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/yaml/YamlDomChecker.java
func (d *document) nulls(root *schema.Value) []Refusal {
	path := string(d.kind)
	v := root.Member(path)
	if v == nil || v.Type == schema.Null {
		v, path = root, ""
	}
	n := nullFinder{kind: string(d.kind)}
	if d.Release.Before(nullableRoot) {
		n.kind = ""
	}
	n.look(v, path)
	return n.refusals
}

// finiteOnly is the first release that refuses .inf and .nan.
var finiteOnly = hazelcast.Version{Major: 5, Minor: 0, Patch: 4}

// nullableRoot is the first release that takes a configuration without content.
var nullableRoot = hazelcast.Version{Major: 5, Minor: 2}

type nullFinder struct {
	kind     string
	refusals []Refusal
}

func (n *nullFinder) look(v *schema.Value, path string) {
	for _, m := range v.Members {
		none := m.Value.Type != schema.Null && m.Value.Members == nil && m.Value.Items == nil
		if none || m.Value.Open || len(n.refusals) >= schema.Most {
			continue
		}
		below := strings.TrimPrefix(path+"/"+m.Key.Value(), "/") // variables come later
		switch {
		case m.Value.Type == schema.Null && n.kind != "" && m.Name == n.kind:
			return // and what follows goes unchecked
		case m.Value.Type == schema.Null:
			n.add(m.Key, true, NullEntry, below, "The configuration entry under "+below+" is null. Please check if the provided YAML configuration is well-indented and no blocks started without sub-nodes.")
		default:
			n.look(m.Value, below)
		}
	}
	for _, item := range v.Items {
		if item.Type == schema.Null && !item.Open && len(n.refusals) < schema.Most {
			n.add(item.Node, false, OtherFault, path, "There is a null configuration entry under sequence "+path+". Please check if the provided YAML configuration is well-indented and no blocks started without sub-nodes.")
		}
		n.look(item, path)
	}
}

func (n *nullFinder) add(at *yamldoc.Node, key bool, fault Fault, path, message string) {
	n.refusals = append(n.refusals, Refusal{At: at, IsKey: key, Fault: fault, Location: path, Message: message})
}

// schema asks the schema of the release, and before it whether a block has
// slipped out of the configuration to the left.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/YamlConfigSchemaValidator.java
func (d *document) schema(root *schema.Value) []Refusal {
	s := schema.For(d.Release)
	given := lists.Where(Kinds, func(kind Kind) bool { return root.Member(string(kind)) != nil })
	if len(given) != 1 {
		r := Refusal{Location: "#", Message: fmt.Sprintf("exactly one of [hazelcast], [hazelcast-client] and [hazelcast-client-failover] should be present in the root schema document, %d are present", len(given))}
		if name, key := Misspelt(root.Node); len(given) == 0 && key != nil {
			r.At, r.IsKey, r.Given, r.Expected, r.Keyword = key, true, key.Value(), []string{string(name)}, "additionalProperties"
		}
		return []Refusal{r}
	}
	misIndented := lists.Where(root.Members, func(m schema.Member) bool {
		return m.Value.Type != schema.Null && s.Knows(string(given[0]), m.Name)
	})
	if len(misIndented) > 0 {
		return lists.Of(misIndented, func(m schema.Member) Refusal {
			return Refusal{At: m.Key, IsKey: true, Location: "#", Fault: MisIndented, Given: m.Name, Expected: []string{string(d.kind)}, Message: "Mis-indented hazelcast configuration property found: [" + m.Name + "]"}
		})
	}
	if len(root.Members) == 1 && root.Members[0].Value.Type == schema.Null {
		return nil // nothing is configured, and that is allowed
	}
	if d.notFinite != nil && !d.Release.Before(finiteOnly) {
		return d.notFinite
	}
	part := d.helm || root.Member(string(given[0])).Member("import") != nil
	return lists.Found(s.Validate(root).Leaves(), func(leaf *schema.Violation) (Refusal, bool) {
		return ofViolation(leaf), !part || !slices.Contains(ofTheWhole, leaf.Keyword)
	})
}

// ofTheWhole are keywords about all that stands in a place. They cannot be judged where the rest comes from
// elsewhere: a chart has values of its own, and imported files are merged in.
var ofTheWhole = []string{"required", "minProperties", "minItems", "oneOf", "anyOf", "not", "const"}

func ofViolation(v *schema.Violation) Refusal {
	r := Refusal{Location: v.Location, Message: v.Message, Expected: v.Expected, Keyword: v.Keyword, Wanted: v.Wanted}
	if v.Value != nil {
		r.At, r.Given = v.Value.Node, v.Value.Text
	}
	if v.Key != nil {
		r.IsKey, r.Given, r.At = true, v.Key.Name, v.Key.Key
	}
	return r
}

// Misspelt is the key at the top of a document that is nearly one of the kinds, and the kind; nil: there is none.
func Misspelt(root *yamldoc.Node) (Kind, *yamldoc.Node) {
	for _, e := range root.Entries() {
		if kind := KindNear(e.Key.Value()); kind != "" && Configures(kind, e.Value) {
			return kind, e.Key
		}
	}
	return "", nil
}

// Resembles reports whether a key at the top of a document is nearly one of the kinds, or belongs under one, or what
// stands under it does; or whether it is a path below one, as Spring Boot reads it and no member: hazelcast.network.
func Resembles(kind Kind, root *yamldoc.Node) bool {
	return root.Get(string(kind)) == nil && slices.ContainsFunc(root.Entries(), func(e yamldoc.Entry) bool {
		near := KindNear(e.Key.Value())
		above, _, path := strings.Cut(e.Key.Value(), ".")
		return path && above == string(kind) || near != "" && string(near) != e.Key.Value() || newest().Knows(string(kind), e.Key.Value()) ||
			len(e.Value.Entries()) > 0 && Configures(kind, e.Value)
	})
}

// KindNear is the kind that a name at the top means: it is one, or nearly; empty: none.
func KindNear(name string) Kind {
	near, _ := spelling.Only(spelling.Near(name, slices.Values([]string{string(Member), string(Client), string(Failover)}), 2))
	return Kind(near.Name)
}

// Misplaced reports whether a key at the top of a document belongs under the one
// of its kind: it is known there, and so is everything that stands there.
func Misplaced(kind Kind, under *yamldoc.Node, key string) bool {
	return (under.IsNull() || Configures(kind, under)) && newest().Knows(string(kind), key)
}

// Configures reports whether all that stands under a key at the top is known of its kind.
func Configures(kind Kind, under *yamldoc.Node) bool {
	other := func(e yamldoc.Entry) bool { return !newest().Knows(string(kind), e.Key.Value()) }
	return under.Kind() == yamldoc.Mapping && !slices.ContainsFunc(under.Entries(), other)
}

func newest() *schema.Schema {
	releases := schema.Releases()
	return schema.For(releases[len(releases)-1])
}
