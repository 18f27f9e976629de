package hazelcast

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A field report's 12 GiB in 271 partitions are 47.5 MB each: it left them.
func TestPartitionsFor(t *testing.T) {
	assert.Equal(t, int64(271), PartitionsFor(12<<30, 271))
	assert.Equal(t, int64(271), PartitionsFor(27_100_000_000, 271), "100 MB each")
	assert.Equal(t, int64(367), PartitionsFor(27_100_000_001, 271))
	assert.Equal(t, int64(5003), PartitionsFor(1<<30, 5003))
	for _, bytes := range []int64{28e9, 1e11, 3e12, 1e15} {
		count := PartitionsFor(bytes, 271)
		assert.LessOrEqual(t, bytes/count, int64(LargestPartition), bytes)
		assert.GreaterOrEqual(t, bytes/count, int64(LeastPartition), bytes)
		for _, d := range []int64{2, 3, 5, 7, 11, 13} {
			assert.NotZero(t, count%d, "%d", count)
		}
	}
	least, most := FittingPartitions(12 << 30)
	assert.Equal(t, []int64{129, 257}, []int64{least, most})
}

func TestFullestMember(t *testing.T) {
	type spread struct{ partitions, members, backups, want int64 }
	for _, c := range []spread{
		{271, 1, 0, 271}, {271, 1, 1, 271}, {271, 2, 1, 271}, {271, 3, 1, 181}, {271, 3, 6, 271}, {271, 100, 1, 6}, {271, 271, 0, 1},
	} {
		assert.Equal(t, c.want, FullestMember(c.partitions, c.members, c.backups), "%+v", c)
	}
	for backups := range int64(7) {
		for members := int64(1); members < 100; members++ {
			assert.GreaterOrEqual(t, FullestMember(271, members, backups), FullestMember(271, members+1, backups))
		}
	}
}
