package verdict

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Unfit is an entry that a member cannot put over its configuration, and the reason. It does not start.
type Unfit struct {
	hazelcast.Override
	Message string
}

// Overrides finds the entries that a member cannot put over its configuration. They are taken over one by one, as those
// of a file are, and beside what the file has there. No schema judges them: what nobody knows is passed over. Held
// against 4,585 entries on each of 5.0.5, 5.3.1 and 5.7.0, all that are found here killed the member.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/override/ConfigOverrideValidator.java
func (r Reading) Overrides(all hazelcast.Overrides, over *yamldoc.Node) (unfit []Unfit) {
	top := &schema.Value{Type: schema.Object}
	of := map[*yamldoc.Node]hazelcast.Override{}
	for _, o := range all {
		if slices.Contains(o.Key, "properties") || slices.Contains(readOtherwise, o.Key[0]) || hazelcast.FilledIn(o.Value) {
			continue
		}
		at := top
		node := yamldoc.ForeignScalar(o.Value, yamldoc.Writing{})
		of[node] = o
		for i, key := range o.Key {
			name := schema.Dashed(key)
			below := at.Member(name)
			if below == nil {
				below = &schema.Value{Type: schema.Object, Node: node}
				if i == 1 {
					below.Members = scalarsOf(over.Get(o.Key[0], key))
				}
				at.Members = append(at.Members, schema.Member{Name: name, Key: node, Value: below})
			}
			at = below
		}
		at.Type, at.Text, at.Node = schema.String, strings.TrimSpace(o.Value.String()), node
	}
	root := &schema.Value{Type: schema.Object, Members: []schema.Member{{Name: string(Member), Value: top}}}
	d := &document{Reading: r, kind: Member}
	leaves := schema.For(r.Release).Validate(root).Leaves()
	for _, leaf := range leaves {
		if leaf.Keyword == "additionalProperties" {
			delete(of, leaf.Key.Key) // a member passes over what it does not know
		}
	}
	refusals := d.process(root)
	for _, leaf := range leaves {
		if slices.Contains(ofValues, leaf.Keyword) && !within(leaf, moreThanSchema) || leaf.Keyword == "type" && leaf.Wanted == schema.Integer {
			refusals = append(refusals, ofViolation(leaf))
		}
	}
	for _, refusal := range refusals {
		o, known := of[refusal.At]
		if known && !slices.ContainsFunc(unfit, func(u Unfit) bool { return u.Name.String() == o.Name.String() }) {
			unfit = append(unfit, Unfit{o, refusal.Headline()})
		}
	}
	return unfit
}

// scalarsOf are the settings that a data structure has in the configuration.
func scalarsOf(n *yamldoc.Node) (members []schema.Member) {
	for _, e := range n.Entries() {
		if e.Value.Kind() == yamldoc.Scalar {
			members = append(members, schema.Member{Name: e.Key.Value(), Key: e.Key, Value: &schema.Value{Type: schema.String, Text: e.Value.Value(), Node: e.Value}})
		}
	}
	return members
}

// readOtherwise are blocks in which the code takes other entries than the schema, and moreThanSchema those and settings
// of which it takes values that the schema refuses.
var (
	readOtherwise  = []string{"advanced-network", "security", "serialization", "native-memory", "local-device", "rest"}
	moreThanSchema = []string{
		"cp-member-count", "group-size", "session-heartbeat-interval-seconds", "dynamic-configuration", "queue-capacity", "max-size",
		"prefetch-validity-millis", "write-delay-seconds", "max-idle-seconds", "time-to-live-seconds", "management-center", "value-collection-type",
	}
)

// ofValues are keywords that the code has a check of its own for.
var ofValues = []string{"enum", "minimum", "maximum"}

func within(v *schema.Violation, names []string) bool {
	return slices.ContainsFunc(strings.Split(v.Location, "/"), func(key string) bool { return slices.Contains(names, key) })
}
