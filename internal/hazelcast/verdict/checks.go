package verdict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

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
	class := "YamlScalarImpl"
	if v.Type == schema.Array {
		class = "YamlSequenceImpl"
	}
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
		below := strings.TrimPrefix(path+"/"+m.Name, "/")
		switch {
		case m.Value.Open:
		case m.Value.Type == schema.Null && n.kind != "" && m.Name == n.kind:
			return // and what follows goes unchecked
		case m.Value.Type == schema.Null:
			n.add(m.Key, true, NullEntry, below, "The configuration entry under "+below+" is null. Please check if the provided YAML configuration is well-indented and no blocks started without sub-nodes.")
		default:
			n.look(m.Value, below)
		}
	}
	for _, item := range v.Items {
		if item.Type == schema.Null && !item.Open {
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
	var given []Kind
	for _, kind := range Kinds {
		if root.Member(string(kind)) != nil {
			given = append(given, kind)
		}
	}
	if len(given) != 1 {
		return []Refusal{{Location: "#", Message: fmt.Sprintf("exactly one of [hazelcast], [hazelcast-client] and [hazelcast-client-failover] should be present in the root schema document, %d are present", len(given))}}
	}
	var refusals []Refusal
	for _, m := range root.Members {
		if m.Value.Type != schema.Null && s.Knows(string(given[0]), m.Name) {
			refusals = append(refusals, Refusal{At: m.Key, IsKey: true, Location: "#", Fault: MisIndented, Message: "Mis-indented hazelcast configuration property found: [" + m.Name + "]"})
		}
	}
	if refusals != nil {
		return refusals
	}
	if len(root.Members) == 1 && root.Members[0].Value.Type == schema.Null {
		return nil // nothing is configured, and that is allowed
	}
	if d.notFinite != nil && !d.Release.Before(finiteOnly) {
		return d.notFinite
	}
	part := d.helm || root.Member(string(given[0])).Member("import") != nil
	for _, leaf := range s.Validate(root).Leaves() {
		if part && slices.Contains(ofTheWhole, leaf.Keyword) {
			continue
		}
		refusals = append(refusals, ofViolation(leaf))
	}
	return refusals
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

// Misplaced reports whether a key at the top of a document belongs under the one
// of its kind: it is known there, and so is everything that stands there.
func Misplaced(kind Kind, under *yamldoc.Node, key string) bool {
	releases := schema.Releases()
	s := schema.For(releases[len(releases)-1])
	for _, e := range under.Entries() {
		if !s.Knows(string(kind), e.Key.Value()) {
			return false
		}
	}
	return under.Kind() == yamldoc.Mapping && s.Knows(string(kind), key)
}
