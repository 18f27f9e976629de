package membertest

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A member that runs takes size 0 for what it is, and one that reads it when it
// starts for no limit. This is what a Map resource without maxSize comes to,
// before a restart and after it.
func TestSizeZeroAgainstMembers(t *testing.T) {
	const entries = 10_000
	policies := []string{"PER_NODE", "PER_PARTITION", "USED_HEAP_SIZE", "USED_HEAP_PERCENTAGE", "FREE_HEAP_SIZE", "FREE_HEAP_PERCENTAGE"}
	onEach(t, func(t *testing.T, jar string) {
		m := launch(t, jar, classes(t, jar))
		m.start(1, "hazelcast: {map: {written: {eviction: {eviction-policy: LRU, max-size-policy: PER_NODE, size: 0}}}}\n")
		kept := map[string]string{}
		for _, policy := range policies {
			m.must("add", policy, 0, policy)
			m.must("put", policy, entries, 100)
			kept[policy] = m.must("size", policy)[0]
		}
		m.must("put", "written", entries, 100)
		kept["written"] = m.must("size", "written")[0]
		m.must("stop")
		assert.Equal(t, map[string]string{
			"PER_NODE": "271", "PER_PARTITION": "0", "USED_HEAP_SIZE": "0", "USED_HEAP_PERCENTAGE": "0",
			"FREE_HEAP_SIZE": "10000", "FREE_HEAP_PERCENTAGE": "10000", "written": "10000",
		}, kept)
	})
}
