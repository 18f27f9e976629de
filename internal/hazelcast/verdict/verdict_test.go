package verdict

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

func configOf(t *testing.T, text string, helm bool) *hazelcast.Config {
	docs, err := yamldoc.Parse(source.NewFile("hazelcast.yaml", []byte(text)))
	require.NoError(t, err)
	c := &hazelcast.Config{Helm: helm}
	for _, d := range docs {
		c.Documents = append(c.Documents, d.Root)
	}
	for _, kind := range Kinds {
		if e, ok := docs[0].Root.Entry(string(kind)); ok && c.Key == nil {
			c.Root, c.Key = e.Value, e.Key
		}
	}
	return c
}

func messages(v Verdict) []string {
	var all []string
	for _, r := range v.Refusals {
		m := r.Message
		if r.At != nil {
			m = r.At.Span().String() + ": " + m
		}
		all = append(all, m)
	}
	return all
}

// What is refused is what real parsers refuse, on the key or the value at fault.
func TestRefusals(t *testing.T) {
	for text, want := range map[string][]string{
		"hazelcast: {}\n": nil,
		"hazelcast:\n":    nil,
		"hazelcast:\n  mapp: {}\n  cluster-nam: a\n":                                  {"mapp: extraneous key [mapp] is not permitted", "cluster-nam: extraneous key [cluster-nam] is not permitted"},
		"hazelcast:\n  cluster-name: ~\n":                                             nil, // a word like any other
		"hazelcast:\n  map: {m: {backup-count: '2', statistics-enabled: yes}}\n":      nil,
		"hazelcast:\n  map: {m: {backup-count: 7}}\n":                                 {"7: 7 is not less or equal to 6"},
		"hazelcast:\n  map: {m: {time-to-live-seconds: 99999999999}}\n":               {"99999999999: Invalid integer value for parameter time-to-live-seconds: 99999999999"},
		"hazelcast:\n  map: {m: {async-backup-count: 6, backup-count: 0}}\n":          {"6: the sum of backup-count and async-backup-count can't be larger than than 6"},
		"hazelcast:\n  map: {m: {backup-count: 0, async-backup-count: 6}}\n":          nil,
		"hazelcast:\n  set: {s: {async-backup-count: 4}}\n":                           {"4: the sum of backup-count and async-backup-count can't be larger than than 6"},
		"hazelcast:\n  network: {join: {aws: {enabled: true}, gcp: {enabled: true}}}": {"gcp: Only one discovery method can be enabled at a time. Keep only one of the following method enabled by removing the others from the configuration, or setting enabled to 'false': AWS discovery, GCP discovery"},
		"hazelcast:\n  map: {2024: {}}\n":                                             {"2024: class java.lang.Integer cannot be cast to class java.lang.String"},
		"hazelcast:\n  map: {a: {}, a: {}}\n":                                         {"a: found duplicate key a"},
		"hazelcast:\n  properties: {a: {b: c}}\n":                                     {"{b: c}: a property must have a plain value"},
		"hazelcast:\n  map: {properties: {backup-count: 0, eviction: {size: 1}}}\n":   nil, // a map of that name
		"hazelcast-client:\n  properties: {discovery-strategies: {a: 1}}\n":           {"{a: 1}: a property must have a plain value"},
		"hazelcast:\n  cluster-name:\ta\n":                                            {"hazelcast:\n  cluster-name:\ta: found character '\\t(TAB)' that cannot start any token. (Do not use \\t(TAB) for indentation)"},
		"hazelcast:\n  cluster-name: a\t# b\tc\n":                                     nil,
		"hazelcast: {}\nmap: {}\n":                                                    {"map: Mis-indented hazelcast configuration property found: [map]"},
		"hazelcast: {}\nother: {}\n":                                                  nil,
		"hazelcast: {}\n---\nhazelcast: {}\n":                                         {"hazelcast: {}: expected a single document in the stream"},
		"hazelcast: {map: {m: {indexes: [{type: SORTED, attributes: [a], btree-index: {page-size: {VALUE: 1, unit: BYTES}, memory-tier: {capacity: {value: 1, unit: BYTES}}}}]}}}\n": nil,
		"hazelcast-client: {native-memory: {size: {VALUE: 1, unit: BYTES}}}\n":                                                                                                       {"{VALUE: 1, unit: BYTES}: For input string: \"\""},
		"hazelcast: {executor-service: {e: {pool_size: true}}}\n":                                                                                                                    {"true: For input string: \"true\""},
		"hazelcast: 5\n": {"5: Child hazelcast is not a mapping, it's actual type is class com.hazelcast.internal.yaml.YamlScalarImpl"},
		"hazelcast-client: {network: {smart-routing: maybe}}\n":    {"maybe: expected type: Boolean, found: String"},
		"hazelcast-client-failover: {try-count: 4, clients: []}\n": {"[]: expected minimum item count: 1, found: 0"},
	} {
		v := Reading{Release: hazelcast.Version{Major: 5, Minor: 3, Patch: 1}}.Of(configOf(t, text, false))
		assert.Equal(t, want, messages(v), text)
	}
}

// A release sees what the others do not.
func TestRefusalsByRelease(t *testing.T) {
	releases := []hazelcast.Version{{Major: 5}, {Major: 5, Minor: 2}, {Major: 5, Minor: 3}, {Major: 5, Minor: 7}}
	for text, want := range map[string][]bool{ // refused by each
		"hazelcast:\n": {true, false, false, false},
		"hazelcast: {data-connection: {a: {type: JDBC, shared: true}}}\n": {true, true, false, false},
		"hazelcast: {external-data-store: {a: {class-name: b}}}\n":        {true, false, true, true},
		"hazelcast: {list: {l: {async-backup-count: 4}}}\n":               {true, true, true, false},
		"hazelcast: {cluster-name: .inf}\n":                               {false, true, true, true},
	} {
		var got []bool
		for _, r := range releases {
			got = append(got, len(Reading{Release: r}.Of(configOf(t, text, false)).Refusals) > 0)
		}
		assert.Equal(t, want, got, text)
	}
}

// ${name} is judged where it is known what it comes to, or that nothing does.
func TestPlaceholders(t *testing.T) {
	const text = "hazelcast: {map: {m: {backup-count: '${n}'}}}\n"
	release := hazelcast.Version{Major: 5, Minor: 3, Patch: 1}
	set := func(value string) func(string) (string, bool) {
		return func(name string) (string, bool) { return value, name == "n" }
	}
	for _, c := range []struct {
		reading Reading
		want    []string
	}{
		{Reading{Release: release}, nil},
		{Reading{Release: release, Sure: true}, []string{"'${n}': expected type: Integer, found: String"}},
		{Reading{Release: release, ByMember: true}, nil},
		{Reading{Release: release, Property: set("2")}, nil},
		{Reading{Release: release, Property: set("7")}, []string{"'${n}': 7 is not less or equal to 6"}},
		{Reading{Release: release, Property: set("two")}, []string{"'${n}': expected type: Integer, found: String"}},
	} {
		assert.Equal(t, c.want, messages(c.reading.Of(configOf(t, text, false))), "%+v", c.want)
	}
}

// ${name:value} is no default for a member: it is sure where a member reads the file, and replaces nothing by a class of its own.
func TestNoDefaultOfPlaceholders(t *testing.T) {
	const text = "hazelcast: {map: {m: {backup-count: '${n:2}'}}}\n"
	const replaced = "hazelcast: {config-replacers: {replacers: [{class-name: a.B}]}, map: {m: {backup-count: '${n:2}'}}}\n"
	release := hazelcast.Version{Major: 5, Minor: 3, Patch: 1}
	assert.Equal(t, []string{"'${n:2}': expected type: Integer, found: String"}, messages(Reading{Release: release, ByMember: true}.Of(configOf(t, text, false))))
	assert.Empty(t, messages(Reading{Release: release}.Of(configOf(t, text, false))))
	assert.Empty(t, messages(Reading{Release: release, ByMember: true}.Of(configOf(t, replaced, false))))
}

// A word in the place of the replacers replaces nothing, and a member prints what is no word in JSON.
func TestWordsOfMembers(t *testing.T) {
	reading := Reading{Release: hazelcast.Version{Major: 5, Minor: 3, Patch: 1}, Sure: true}
	for text, want := range map[string]string{
		"hazelcast: {config-replacers: '${x}'}\n":               "'${x}': expected type: JSONObject, found: String",
		"hazelcast: {config-replacers: {replacers: '${x}'}}\n":  "'${x}': expected type: JSONArray, found: String",
		"hazelcast: {map: {m: {in-memory-format: [a, 1]}}}\n":   `[a, 1]: ["a",1] is not a valid enum value`,
		"hazelcast: {map: {m: {in-memory-format: {a: [b]}}}}\n": `{a: [b]}: {"a":["b"]} is not a valid enum value`,
	} {
		v := reading.Of(configOf(t, text, false))
		assert.Equal(t, []string{want}, messages(v), text)
		assert.Contains(t, want, v.Refusals[0].Headline(), text)
	}
}

// A chart reads its values before the member does.
func TestHelm(t *testing.T) {
	reading := Reading{Release: hazelcast.Version{Major: 5, Minor: 3, Patch: 1}}
	for text, want := range map[string][]string{
		"hazelcast: {map: {m: {statistics-enabled: yes}}}":            nil,
		"hazelcast: {map: {5: {}}, network: }":                        nil,
		"hazelcast: {map: {m: {<<: {backup-count: 7}}}}":              {"7: 7 is not less or equal to 6"},
		"hazelcast: {mapp: {}}":                                       {"mapp: extraneous key [mapp] is not permitted"},
		"hazelcast: {map: {m: {backup-count: 0x2}}}":                  nil,
		"hazelcast: {map: {m: {indexes: [{type: HASH}]}}}":            nil, // the rest may come from the chart
		"hazelcast: {map: {m: {eviction: {eviction-policy: 'lru'}}}}": {"'lru': lru is not a valid enum value"},
	} {
		v := reading.Of(configOf(t, text, true))
		assert.Equal(t, want, messages(v), text)
		assert.Empty(t, v.Booleans, text)
	}
}

func TestBooleans(t *testing.T) {
	v := Reading{Release: hazelcast.Version{Major: 5, Minor: 3, Patch: 1}}.Of(configOf(t, "hazelcast:\n  cluster-name: on\n  map: {m: {statistics-enabled: yes, read-backup-data: TRUE, per-entry-stats-enabled: 'Off'}}\n", false))
	var got []string
	for _, n := range v.Booleans {
		got = append(got, n.Value())
	}
	assert.Equal(t, []string{"yes", "Off"}, got)
	assert.Empty(t, v.Refusals)
}
