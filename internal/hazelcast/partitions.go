package hazelcast

// The size that Hazelcast's guide to capacity planning wants a partition to
// have, in bytes of its entries.
//
// https://docs.hazelcast.com/hazelcast/5.3/capacity-planning
const (
	LeastPartition   = 50_000_000
	LargestPartition = 100_000_000
)

// ParallelMigrations is the property for how many partitions may move to or
// from a member at a time.
const ParallelMigrations = "hazelcast.partition.max.parallel.migrations"

// FittingPartitions is the least and the most of partitions that keep so many
// bytes of entries, backups aside, within the guidance. Most may be less than
// one: there is not enough for one partition of that size.
func FittingPartitions(bytes int64) (least, most int64) {
	return (bytes + LargestPartition - 1) / LargestPartition, bytes / LeastPartition
}

// PartitionsFor is a number of partitions for so many bytes of entries: the
// one that is there where its partitions are not too large, for fewer than the
// default are never asked for, else the least prime that makes them three
// quarters of the largest, which leaves room to grow. A prime spreads evenly
// over any number of members.
func PartitionsFor(bytes, there int64) int64 {
	least, _ := FittingPartitions(bytes)
	if least <= there {
		return there
	}
	return nextPrime(bytes / (LargestPartition / 4 * 3))
}

// nextPrime is the least prime that is not below n.
func nextPrime(n int64) int64 {
	for n = max(n, 2); !isPrime(n); n++ {
	}
	return n
}

func isPrime(n int64) bool {
	for d := int64(2); d*d <= n; d++ {
		if n%d == 0 {
			return false
		}
	}
	return n > 1
}

// Copies is how often a cluster of so many members holds an entry: backups that
// no further member is left for are not made.
func Copies(members, backups int64) int64 { return 1 + min(backups, members-1) }

// FullestMember is how many replicas of partitions, those of backups included,
// the member has that has the most: no cluster spreads them more evenly.
func FullestMember(partitions, members, backups int64) int64 {
	return (partitions*Copies(members, backups) + members - 1) / members
}
