package verdict

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// shape is about the top of the document: it must be a mapping, and so must
// what stands under the key that names its kind.
func (d Document) shape(root *schema.Value) []Refusal {
	switch {
	case root.Type == schema.Null:
		return []Refusal{{Message: "The provided document is null"}}
	case root.Type != schema.Object:
		return []Refusal{{At: root.Node, Message: "the document is no mapping"}}
	}
	v := root.Member(string(d.Kind))
	if v == nil || v.Type == schema.Object || v.Type == schema.Null {
		return nil
	}
	class := "YamlScalarImpl"
	if v.Type == schema.Array {
		class = "YamlSequenceImpl"
	}
	return []Refusal{{At: v.Node, Message: fmt.Sprintf("Child %s is not a mapping, it's actual type is class com.hazelcast.internal.yaml.%s", d.Kind, class)}}
}

// nulls are entries without a value. The member names the first and stops.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/yaml/YamlDomChecker.java
func (d Document) nulls(root *schema.Value) []Refusal {
	path := string(d.Kind)
	v := root.Member(path)
	if v == nil || v.Type == schema.Null {
		v, path = root, ""
	}
	n := nullFinder{kind: string(d.Kind)}
	n.look(v, path)
	return n.refusals
}

type nullFinder struct {
	kind     string
	refusals []Refusal
}

func (n *nullFinder) look(v *schema.Value, path string) {
	for _, m := range v.Members {
		below := strings.TrimPrefix(path+"/"+m.Name, "/")
		switch {
		case m.Value.Open:
		case m.Value.Type == schema.Null && m.Name == n.kind:
			return // and what follows goes unchecked
		case m.Value.Type == schema.Null:
			n.add(m.Key, true, below, "The configuration entry under "+below+" is null. Please check if the provided YAML configuration is well-indented and no blocks started without sub-nodes.")
		default:
			n.look(m.Value, below)
		}
	}
	for _, item := range v.Items {
		if item.Type == schema.Null && !item.Open {
			n.add(item.Node, false, path, "There is a null configuration entry under sequence "+path+". Please check if the provided YAML configuration is well-indented and no blocks started without sub-nodes.")
		}
		n.look(item, path)
	}
}

func (n *nullFinder) add(at *yamldoc.Node, key bool, path, message string) {
	n.refusals = append(n.refusals, Refusal{At: at, IsKey: key, Location: path, Message: message})
}

// schema asks the schema of the release, and before it whether a block has
// slipped out of the configuration to the left.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/YamlConfigSchemaValidator.java
func (d Document) schema(root *schema.Value) []Refusal {
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
		if s.Knows(string(given[0]), m.Name) {
			refusals = append(refusals, Refusal{At: m.Key, IsKey: true, Location: "#", Message: "Mis-indented hazelcast configuration property found: [" + m.Name + "]"})
		}
	}
	if refusals != nil {
		return refusals
	}
	if len(root.Members) == 1 && root.Members[0].Value.Type == schema.Null {
		return nil // nothing is configured, and that is allowed
	}
	for _, leaf := range s.Validate(root).Leaves() {
		refusals = append(refusals, ofViolation(leaf))
	}
	return refusals
}

func ofViolation(v *schema.Violation) Refusal {
	r := Refusal{Location: v.Location, Message: v.Message, Expected: v.Expected, Keyword: v.Keyword, Wanted: v.Wanted}
	if v.Value != nil {
		r.At, r.Given = v.Value.Node, v.Value.Text
	}
	if v.Key == "" {
		return r
	}
	r.IsKey, r.Given = true, v.Key
	for _, m := range v.Value.Members {
		if m.Name == v.Key {
			r.At = m.Key
		}
	}
	return r
}
