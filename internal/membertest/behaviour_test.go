// Package membertest holds the model of Hazelcast maps against real members, of each release whose jar stands in the
// folder that JVMLINT_HAZELCAST_JARS names. Its tests skip where it names none.
package membertest

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Settings that are accepted, and limit nothing or everything.
func TestEvictionAgainstMembers(t *testing.T) {
	const yaml = `hazelcast:
  map:
    default: {backup-count: 0}
    no-policy: {eviction: {size: 100}}
    no-size: {eviction: {eviction-policy: LRU}}
    size-0: {eviction: {eviction-policy: LRU, size: 0}}
    object: {in-memory-format: OBJECT, eviction: {eviction-policy: LRU, max-size-policy: USED_HEAP_SIZE, size: 1}}
    object-percent: {in-memory-format: OBJECT, eviction: {eviction-policy: LRU, max-size-policy: USED_HEAP_PERCENTAGE, size: 1}}
    used-no-size: {eviction: {eviction-policy: LRU, max-size-policy: USED_HEAP_SIZE}}
    used-100: {eviction: {eviction-policy: LRU, max-size-policy: USED_HEAP_PERCENTAGE, size: 100}}
    free-no-size: {eviction: {eviction-policy: LRU, max-size-policy: FREE_HEAP_SIZE}}
    free-100: {eviction: {eviction-policy: LRU, max-size-policy: FREE_HEAP_PERCENTAGE, size: 100}}
    free-heap: {eviction: {eviction-policy: LRU, max-size-policy: FREE_HEAP_SIZE, size: 512}}
    free: {eviction: {eviction-policy: LRU, max-size-policy: FREE_HEAP_SIZE, size: 50}}
`
	const entries = 2000
	onEach(t, func(t *testing.T, jar string) {
		m := launch(t, jar, classes(t, jar))
		m.start(1, yaml)
		kept := map[string]bool{} // all of them, or next to none
		for _, e := range read(t, yaml).Maps() {
			name := e.WrittenName()
			m.must("put", name, entries, 10_240)
			n := m.number("size", name)
			assert.True(t, n == entries || n <= 5, "%s: %d", name, n)
			kept[name] = n == entries
		}
		assert.Equal(t, map[string]bool{
			"default": true, "no-policy": true, "no-size": true, "size-0": true, "object": true, "object-percent": true,
			"used-no-size": true, "used-100": true, "free-no-size": false, "free-100": false, "free-heap": false, "free": true,
		}, kept)
		m.must("stop")
	})
}

// With FREE_HEAP_SIZE only the map that is written evicts, for all others too.
func TestFreeHeapAgainstMembers(t *testing.T) {
	const yaml = `hazelcast:
  map:
    default: {backup-count: 0, eviction: {eviction-policy: LRU, max-size-policy: FREE_HEAP_SIZE, size: 300}}
`
	onEach(t, func(t *testing.T, jar string) {
		m := launch(t, jar, classes(t, jar), "-XX:+UseSerialGC")
		m.start(1, yaml)
		const entries = 4000
		m.must("put", "small", entries, 10_240)
		m.must("heap") // collect what the puts left
		before := m.number("size", "small")
		m.must("put", "large", 20_000, 10_240)
		assert.Equal(t, before, m.number("size", "small"), "nobody writes it: nothing goes")
		assert.Less(t, m.number("size", "large"), int64(20_000))
		m.must("put", "small", entries, 10_240)
		assert.Less(t, m.number("size", "small"), before, "written again, it pays for the other")
		m.must("stop")
	})
}

// What keeps a member from starting, and what only the first use of a map meets.
func TestRefusalsAgainstMembers(t *testing.T) {
	const requires = "which is just provided if perEntryStatsEnabled field of map-config is true"
	const native = "NATIVE storage format is supported in Hazelcast Enterprise only"
	const policy = "is not a valid max size policy to use with in memory format"
	onEach(t, func(t *testing.T, jar string) {
		m := launch(t, jar, classes(t, jar))
		for entry, want := range map[string][2]string{ // at start, at the first use
			"m: {merge-policy: {class-name: HigherHitsMergePolicy}}":                                                          {requires, ""},
			"m: {merge-policy: {class-name: LatestAccessMergePolicy}}":                                                        {requires, ""},
			"m: {merge-policy: {class-name: LatestUpdateMergePolicy}}":                                                        {requires, ""},
			"m: {merge-policy: {class-name: com.hazelcast.spi.merge.HigherHitsMergePolicy}}":                                  {requires, ""},
			"'m*': {merge-policy: {class-name: HigherHitsMergePolicy}}":                                                       {requires, ""},
			"default: {merge-policy: {class-name: HigherHitsMergePolicy}}":                                                    {requires, ""},
			"m: {merge-policy: {class-name: HigherHitsMergePolicy}, per-entry-stats-enabled: true}":                           {"", ""},
			"m: {merge-policy: {class-name: LatestUpdateMergePolicy}, per-entry-stats-enabled: true}":                         {"", ""},
			"m: {merge-policy: {class-name: ExpirationTimeMergePolicy}}":                                                      {"", ""},
			"m: {merge-policy: {class-name: PassThroughMergePolicy}}":                                                         {"", ""},
			"m: {in-memory-format: NATIVE}":                                                                                   {"", native},
			"m: {eviction: {max-size-policy: USED_NATIVE_MEMORY_SIZE, size: 100}}":                                            {"", policy},
			"m: {eviction: {eviction-policy: LRU, max-size-policy: FREE_NATIVE_MEMORY_PERCENTAGE, size: 10}}":                 {"", policy},
			"m: {in-memory-format: OBJECT, eviction: {eviction-policy: LRU, max-size-policy: USED_NATIVE_MEMORY_PERCENTAGE}}": {"", policy},
		} {
			yaml := "hazelcast:\n  map:\n    " + entry + "\n"
			started := m.ask("start", 1, encoded(yaml))
			if want[0] != "" {
				assert.Contains(t, started[len(started)-1], want[0], entry)
				continue
			}
			if !assert.Equal(t, []string{"ok"}, started, entry) {
				continue
			}
			used := m.ask("put", "m", 1, 10)
			if want[1] == "" {
				assert.Equal(t, []string{"ok"}, used, entry)
			} else {
				assert.Contains(t, used[len(used)-1], want[1], entry)
			}
			m.must("stop")
		}
	})
}

// Entries expire without statistics, and an idle time that is no shorter than
// the lifetime never counts.
func TestExpiryAgainstMembers(t *testing.T) {
	const yaml = `hazelcast:
  map:
    lifetime: {time-to-live-seconds: 3}
    both: {time-to-live-seconds: 3, max-idle-seconds: 3}
    longer: {time-to-live-seconds: 3, max-idle-seconds: 60}
    shorter: {time-to-live-seconds: 60, max-idle-seconds: 2, per-entry-stats-enabled: %t}
    kept: {time-to-live-seconds: 60, per-entry-stats-enabled: true}
`
	onEach(t, func(t *testing.T, jar string) {
		m := launch(t, jar, classes(t, jar))
		m.start(1, fmt.Sprintf(yaml, releaseOf(t, jar).Major == 4)) // which refuses it otherwise
		names := []string{"lifetime", "both", "longer", "shorter", "kept"}
		for _, name := range names {
			m.must("put", name, 1, 10)
		}
		view := m.must("view", "lifetime", 0)
		assert.Equal(t, []string{"-1", "-1", "-1", "-1"}, view, "creation, last stored, last access, hits")
		assert.NotContains(t, m.must("view", "kept", 0)[:2], "-1")
		m.must("sleep", 4500)
		there := map[string]string{}
		for _, name := range names {
			there[name] = m.must("has", name, 0)[0]
		}
		assert.Equal(t, map[string]string{"lifetime": "false", "both": "false", "longer": "false", "shorter": "false", "kept": "true"}, there)

		// An entry that is read all the time has no idle time: the lifetime ends it, after some 30 reads, or
		// fewer on a busy machine, but not before its time (less the second to which members round).
		for _, name := range []string{"both", "longer"} {
			m.must("put", name, 1, 10)
			answer := m.must("touch", name, 0, 60, 100)
			reads, err := strconv.Atoi(answer[0])
			require.NoError(t, err, name)
			assert.LessOrEqual(t, reads, 41, name)
			gone, err := strconv.Atoi(answer[1])
			require.NoError(t, err, name)
			assert.GreaterOrEqual(t, gone, 1900, name)
		}
		m.must("stop")
	})
}

// A rule protects the structures that name it, and only while it is enabled.
func TestProtectionAgainstMembers(t *testing.T) {
	const yaml = `hazelcast:
  split-brain-protection:
    two: {enabled: true, minimum-cluster-size: 2}
    absent-size: {enabled: true}
    off: {enabled: false, minimum-cluster-size: 2}
    enabled-absent: {minimum-cluster-size: 2}
    yes-is-no: {enabled: yes, minimum-cluster-size: 2}
  map:
    named: {split-brain-protection-ref: two}
    default-size: {split-brain-protection-ref: absent-size}
    off: {split-brain-protection-ref: off}
    enabled-absent: {split-brain-protection-ref: enabled-absent}
    yes-is-no: {split-brain-protection-ref: yes-is-no}
    missing: {split-brain-protection-ref: no-such-rule}
    none: {backup-count: 1}
`
	onEach(t, func(t *testing.T, jar string) {
		m := launch(t, jar, classes(t, jar))
		refused := func() map[string]bool {
			found := map[string]bool{}
			for _, e := range read(t, yaml).Maps() {
				answer := m.ask("put", e.WrittenName(), 1, 10)
				if answer[0] == "error" {
					assert.Equal(t, "SplitBrainProtectionException", answer[1], "%v", answer)
				}
				found[e.WrittenName()] = answer[0] == "error"
			}
			return found
		}
		m.start(1, yaml)
		assert.Equal(t, map[string]bool{
			"named": true, "default-size": true, "off": false, "enabled-absent": false, "yes-is-no": false, "missing": false, "none": false,
		}, refused(), "one member of two")
		m.start(1, yaml)
		for name, is := range refused() {
			assert.False(t, is, "%s, with two members", name)
		}
		m.must("kill", 1)
		m.must("sleep", 1500)
		assert.True(t, refused()["named"], "one is left")
		m.must("stop")
	})
}

// As many members may be lost at once as there are backups.
func TestLostMembersAgainstMembers(t *testing.T) {
	const yaml = `hazelcast:
  map:
    none: {backup-count: 0}
    one: {backup-count: 1}
    two: {backup-count: 2}
    async: {backup-count: 1, async-backup-count: 1}
`
	onEach(t, func(t *testing.T, jar string) {
		m := launch(t, jar, classes(t, jar))
		const entries = 5000
		lost := func(members int) map[string]bool {
			m.start(4, yaml)
			for _, e := range read(t, yaml).Maps() {
				m.must("put", e.WrittenName(), entries, 10)
			}
			m.must("sleep", 500) // for the asynchronous backups
			m.must("kill", members)
			m.must("sleep", 1000)
			result := map[string]bool{}
			for _, e := range read(t, yaml).Maps() {
				result[e.WrittenName()] = m.number("size", e.WrittenName()) < entries
			}
			m.must("stop")
			return result
		}
		assert.Equal(t, map[string]bool{"none": true, "one": false, "two": false, "async": false}, lost(1))
		assert.Equal(t, map[string]bool{"none": true, "one": true, "two": false, "async": false}, lost(2))
	})
}
