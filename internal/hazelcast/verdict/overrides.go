package verdict

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Unfit is an entry that a member cannot put over its configuration, and the reason. It does not start.
type Unfit struct {
	hazelcast.Override
	Message string
}

// Overrides finds the entries that a member of each of some releases cannot put over its configuration. They are taken
// over one by one, as those of a file are, and beside what the file has there. No schema judges them: what nobody knows
// is passed over, and words may have any case.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/override/ExternalConfigurationOverride.java
func Overrides(all hazelcast.Overrides, over *yamldoc.Node, releases ...hazelcast.Version) (unfit []Unfit) {
	all = lists.Where(all, func(o hazelcast.Override) bool {
		return literal.MatchString(o.Value.String()) && !slices.ContainsFunc(o.Key, func(key string) bool { return slices.Contains(readOtherwise, schema.Dashed(key)) })
	})
	if len(all) == 0 {
		return nil
	}
	var refused map[string]string // the messages by names
	for _, release := range releases {
		for _, written := range spellings {
			now := overridesRefused(all, over, release, written)
			if refused == nil {
				refused = now
			}
			maps.DeleteFunc(refused, func(name, _ string) bool { return now[name] == "" })
			if len(refused) == 0 {
				return nil
			}
		}
	}
	return lists.Found(all, func(o hazelcast.Override) (Unfit, bool) {
		message := refused[o.Name.String()]
		return Unfit{o, message}, message != ""
	})
}

// spellings are the forms of a word that the code takes for the same.
var spellings = []func(string) string{
	func(s string) string { return s },
	func(s string) string { return strings.ToUpper(strings.ReplaceAll(s, "-", "_")) },
	func(s string) string { return strings.ToUpper(strings.ReplaceAll(s, "_", "-")) },
}

// literal is a value that is surely what the member reads: programs that fill files in have words of other forms.
var literal = lazyregexp.New(`^[+-]?[A-Za-z0-9][A-Za-z0-9_.-]*$`)

func overridesRefused(all hazelcast.Overrides, over *yamldoc.Node, release hazelcast.Version, written func(string) string) map[string]string {
	top := &schema.Value{Type: schema.Object}
	of, known := map[*yamldoc.Node]hazelcast.Override{}, map[string]*schema.Value{}
	for _, o := range all {
		at, node := top, yamldoc.ForeignScalar(o.Value, yamldoc.Writing{})
		of[node] = o
		path := ""
		for i, key := range o.Key {
			name := schema.Dashed(key)
			path += "." + name
			if known[path] == nil {
				below := &schema.Value{Type: schema.Object, Node: node}
				if i == 1 {
					below.Members = scalarsOf(over.Get(schema.Dashed(o.Key[0]), key))
				}
				for _, m := range below.Members {
					known[path+"."+m.Name] = m.Value
				}
				known[path], at.Members = below, append(at.Members, schema.Member{Name: name, Key: node, Value: below})
			}
			at.Type, at = schema.Object, known[path]
		}
		if at.Node = node; len(at.Members) == 0 {
			at.Type, at.Text = schema.String, strings.TrimPrefix(written(o.Value.String()), "+")
		}
	}
	root := &schema.Value{Type: schema.Object, Members: []schema.Member{{Name: string(Member), Value: top}}}
	leaves := schema.For(release).Validate(root).Leaves()
	for _, leaf := range leaves {
		if leaf.Keyword == "additionalProperties" {
			delete(of, leaf.Key.Key) // a member passes over what it does not know
		}
	}
	refusals := (&document{Reading: Reading{Release: release}, kind: Member}).process(root)
	for _, leaf := range leaves {
		more := slices.ContainsFunc(moreThanSchema, func(key string) bool { return strings.Contains(leaf.Location+"/", "/"+key+"/") })
		checked := slices.Contains([]string{"enum", "minimum", "maximum"}, leaf.Keyword) && !more
		if checked || leaf.Wanted == schema.Integer && strings.IndexAny(leaf.Value.Text, "-0123456789") == 0 { // 10m
			refusals = append(refusals, ofViolation(leaf))
		}
	}
	unfit := map[string]string{}
	for _, refusal := range refusals {
		if o, known := of[refusal.At]; known && !refusal.OpenSource {
			unfit[o.Name.String()] = cmp.Or(unfit[o.Name.String()], refusal.Headline())
		}
	}
	return unfit
}

// scalarsOf are the settings that a data structure has in the configuration.
func scalarsOf(n *yamldoc.Node) []schema.Member {
	scalars := lists.Where(n.Entries(), func(e yamldoc.Entry) bool { return e.Value.Kind() == yamldoc.Scalar })
	return lists.Of(scalars, func(e yamldoc.Entry) schema.Member {
		return schema.Member{Name: e.Key.Value(), Key: e.Key, Value: &schema.Value{Type: schema.String, Text: e.Value.Value(), Node: e.Value}}
	})
}

// readOtherwise are keys below which the code takes other entries than the schema, and moreThanSchema settings of which
// it takes values that the schema refuses: it was asked.
var (
	readOtherwise = []string{
		"properties", "advanced-network", "security", "serialization", "native-memory", "local-device", "rest", "rest-api",
	}
	moreThanSchema = []string{
		"cp-member-count", "group-size", "session-heartbeat-interval-seconds", "dynamic-configuration", "queue-capacity", "max-size",
		"prefetch-validity-millis", "write-delay-seconds", "max-idle-seconds", "time-to-live-seconds", "management-center", "value-collection-type",
	}
)
