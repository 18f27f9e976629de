package verdict

import (
	"slices"
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
	all := Reading{Release: release}.Overrides(hazelcast.OverridesOf(nil, properties), over)
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

// leaves are the settings below a part of the schema: names that are free are n.
func (s *schemaTree) leaves(v any, path []string, most int) (all []string) {
	m := s.part(v)
	if most == 0 || m == nil {
		return nil
	}
	properties, _ := m["properties"].(map[string]any)
	for name, below := range properties {
		all = append(all, s.leaves(below, append(path, name), most-1)...)
	}
	parts := []any{m["additionalProperties"]}
	for _, key := range []string{"oneOf", "anyOf", "allOf"} {
		list, _ := m[key].([]any)
		for _, each := range list {
			all = append(all, s.leaves(each, path, most-1)...)
		}
	}
	patterns, _ := m["patternProperties"].(map[string]any)
	for _, below := range patterns {
		parts = append(parts, below)
	}
	for _, below := range parts {
		all = append(all, s.leaves(below, append(path, "n"), most-1)...)
	}
	if all == nil && m["type"] != "object" && m["type"] != "array" {
		all = []string{strings.Join(path, ".")}
	}
	return all
}

// Each setting of the schema, with values that it may have and such that it may not: what is found kills the member.
func TestOverridesAgainstReal(t *testing.T) {
	for _, o := range oracles(t) {
		t.Run(o.release.String(), func(t *testing.T) {
			o.start(t)
			tree := readTree(t, o.release)
			names := tree.leaves(tree.part(tree.Root["properties"])[string(Member)], []string{"hz"}, 10)
			slices.Sort(names)
			asked, died, found := 0, 0, 0
			for _, name := range slices.Compact(names) {
				for _, value := range []string{"FOO", "x7", "-1", "0", "9", "99999", "true"} {
					entry := name + "=" + value
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
			t.Logf("of %d entries %d kill the member, of which %d are found", asked, died, found)
			require.Greater(t, died, 500)
			assert.Greater(t, found, died/2)
		})
	}
}
