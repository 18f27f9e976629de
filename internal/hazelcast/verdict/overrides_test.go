package verdict

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// unfit are the names of the entries that a release cannot put over a configuration, with the reasons.
func unfit(release hazelcast.Version, over *yamldoc.Node, entries ...string) []string {
	properties := map[string]jvmflag.Property{}
	for _, e := range entries {
		name, value, _ := strings.Cut(e, "=")
		properties[name] = jvmflag.Property{Name: name, Value: source.Unlocated(value, "test")}
	}
	all := Overrides(hazelcast.OverridesOf(nil, properties), over, release)
	return lists.Of(all, func(u Unfit) string { return u.Name.String() + ": " + u.Message })
}

func TestOverrides(t *testing.T) {
	const most = "the sum of backup-count and async-backup-count can't be larger than than 6"
	for name, c := range map[string]struct{ file, entries, want string }{
		"plain":                     {"", "hz.map.m.backup-count=2", ""},
		"too many":                  {"", "hz.map.m.backup-count=9", "hz.map.m.backup-count: " + most},
		"without dashes":            {"", "hz.map.m.backupcount=9", "hz.map.m.backupcount: " + most},
		"with those of the file":    {"{map: {m: {backup-count: 3}}}", "hz.map.m.async-backup-count=4", "hz.map.m.async-backup-count: " + most},
		"of another map":            {"{map: {n: {backup-count: 3}}}", "hz.map.m.async-backup-count=4", ""},
		"with fewer of the file":    {"{map: {m: {backup-count: 0}}}", "hz.map.m.async-backup-count=6", ""},
		"no number":                 {"", "hz.map.m.time-to-live-seconds=1h", "hz.map.m.time-to-live-seconds: expected type: Integer, found: String"},
		"a word that is none":       {"", "hz.map.m.in-memory-format=FAST", "hz.map.m.in-memory-format: FAST is not a valid enum value"},
		"in lower case":             {"", "hz.map.m.in-memory-format=object hz.map.m.cache-deserialized-values=index_only", ""},
		"with a sign":               {"", "hz.map.m.backup-count=+2", ""},
		"a word of a template":      {"", "hz.map.m.backup-count=$B hz.map.n.backup-count=__B__ hz.map.o.backup-count=@B@ hz.map.p.backup-count=BACKUPS", ""},
		"an endpoint":               {"", "hz.network.restapi.endpointgroups.healthcheck.enabled=true", ""},
		"of Enterprise":             {"", "hz.cache.c.inmemoryformat=NATIVE", ""},
		"a block where a number is": {"", "hz.map.m.backup-count.x=1", ""},
		"a value and a block":       {"", "hz.map.m=5 hz.map.m.backup-count=9", "hz.map.m.backup-count: " + most},
		"no boolean is false":       {"", "hz.lite-member.enabled=maybe", ""},
		"what nobody knows":         {"", "hz.map.m.backups=x", ""},
		"a policy without a class":  {"{map: {m: {merge-policy: {class-name: PutIfAbsentMergePolicy}}}}", "hz.map.m.merge-policy.batch-size=5", "hz.map.m.merge-policy.batch-size: Merge policy must contain text!"},
		"a policy with a class":     {"", "hz.map.m.merge-policy.batch-size=5 hz.map.m.merge-policy.class-name=PutIfAbsentMergePolicy", ""},
		"filled in later":           {"", "hz.map.m.backup-count=$(N)", ""},
		"read by a class alone":     {"", "hz.queue.q.queue-store.properties.bulk-load=x", ""},
		"less than the schema asks": {"", "hz.map.m.time-to-live-seconds=-1", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var over *yamldoc.Node
			if c.file != "" {
				over = configOf(t, c.file, false).Documents[0]
			}
			assert.Equal(t, c.want, strings.Join(unfit(hazelcast.Version{Major: 5, Minor: 3, Patch: 1}, over, strings.Fields(c.entries)...), "\n"))
		})
	}
}

// leaves are the settings below a part of the schema with the words that they may have: names that are free are n.
func (s *schemaTree) leaves(all map[string][]string, v any, path []string, most int) {
	m := s.part(v)
	if most == 0 || m == nil {
		return
	}
	before := len(all)
	below := func(parts map[string]any, name string) {
		for key, part := range parts {
			s.leaves(all, part, append(path, cmp.Or(name, key)), most-1)
		}
	}
	properties, _ := m["properties"].(map[string]any)
	below(properties, "")
	patterns, _ := m["patternProperties"].(map[string]any)
	below(patterns, "n")
	below(map[string]any{"": m["additionalProperties"]}, "n")
	for _, key := range []string{"oneOf", "anyOf", "allOf"} {
		list, _ := m[key].([]any)
		for _, each := range list {
			s.leaves(all, each, path, most-1)
		}
	}
	if len(all) == before && m["type"] != "object" && m["type"] != "array" {
		words, _ := m["enum"].([]any)
		all[strings.Join(path, ".")] = lists.Of(words, func(w any) string { return strings.ToLower(fmt.Sprint(w)) })
	}
}

// Each setting of the schema, with values that it may have, in lower case, and such that it may not, with dashes in its
// name and without: what is found kills the member.
func TestOverridesAgainstReal(t *testing.T) {
	for _, o := range oracles(t) {
		t.Run(o.release.String(), func(t *testing.T) {
			o.start(t)
			tree, settings := readTree(t, o.release), map[string][]string{}
			tree.leaves(settings, tree.part(tree.Root["properties"])[string(Member)], []string{"hz"}, 10)
			asked, died, found := 0, 0, 0
			for name, words := range settings {
				for _, value := range append([]string{"FOO", "x7", "-1", "0", "9", "99999", "true", "+1", "1h"}, words...) {
					for _, entry := range []string{name + "=" + value, strings.ReplaceAll(name, "-", "") + "=" + value} {
						real, ours := o.askAs(t, 'o', []byte(entry)), unfit(o.release, nil, entry)
						asked++
						if real.refused() {
							died++
							found += len(ours)
							continue
						}
						assert.Empty(t, ours, "%s starts", entry)
					}
				}
			}
			t.Logf("of %d entries %d kill the member, of which %d are found", asked, died, found)
			require.Greater(t, died, 1000)
			assert.Greater(t, found, died/3)
		})
	}
}
