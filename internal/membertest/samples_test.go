package membertest

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Of so many entries that an eviction looks at the oldest goes. A member keeps times in whole seconds: where a partition
// is filled anew within a few, many are as old, and more samples help less. Here that takes 15 s.
func TestSamplesAgainstMembers(t *testing.T) {
	slow(t)
	const yaml = `hazelcast:
  properties: {hazelcast.partition.count: 3}
  map:
    m: {backup-count: 0, eviction: {eviction-policy: LRU, max-size-policy: PER_PARTITION, size: 500}}
`
	onEach(t, func(t *testing.T, jar string) {
		program := classes(t, jar)
		for _, c := range []struct {
			samples, batch int
			most           float64 // place of a victim among the entries of its partition, oldest first, in percent
		}{{15, 1, 16}, {100, 1, 5}, {1000, 1, 3}, {1000, 100, 3}} {
			m := launchAt(t, 5940, "java", jar, program, fmt.Sprintf("-Dhazelcast.map.eviction.sample.count=%d", c.samples), fmt.Sprintf("-Dhazelcast.map.eviction.batch.size=%d", c.batch))
			m.start(1, yaml)
			answer := m.must("victims", "m", 4500, 10)
			evicted, err := strconv.ParseInt(answer[0], 10, 64)
			require.NoError(t, err, "%v", c)
			place, err := strconv.ParseFloat(answer[1], 64)
			require.NoError(t, err, "%v", c)
			place /= 1e4
			t.Logf("%d samples, batch of %d: %d evicted, among the oldest %.2f %% on average", c.samples, c.batch, evicted, place)
			assert.Less(t, 100/float64(c.samples+1), place, "%d samples: no better than the oldest of so many", c.samples)
			assert.Less(t, place, c.most, "%d samples", c.samples)
			_ = m.cmd.Process.Kill()
		}
	})
}
