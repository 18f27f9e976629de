package capacity

import (
	"errors"
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot"
)

const (
	mostBackups    = 6 // of both kinds: the member refuses more
	mostPartitions = 150_000_000
	mostHeap       = 64 << 40
	mostData       = 1 << 53 // bytes that a cluster may be asked to hold
)

// Check tells what keeps a plan from being made.
func (c *Cluster) Check() error {
	switch {
	case !c.JVM.Heap.Known():
		return errors.New("the heap is unknown: give the memory limit (--memory) or -Xmx")
	case c.JVM.Collector.Kind == hotspot.G1 && !c.JVM.G1.RegionSize.Known():
		return errors.New("the region size is unknown: give the memory limit (--memory)")
	case !c.Members.Known():
		return errors.New("the number of members is unknown (--members)")
	case !c.Partitions.Known():
		return fmt.Errorf("%s is %q, which is not a number", hazelcast.PartitionCount, c.Partitions.Text)
	case c.Members.N > c.Partitions.N:
		return fmt.Errorf("%d members share %d partitions: those without one hold nothing", c.Members.N, c.Partitions.N)
	case !c.Map.BackupCount.Known() || !c.Map.AsyncBackupCount.Known():
		return errors.New("the number of backups is unknown (--backups)")
	case c.Map.BackupCount.N < 0 || c.Map.AsyncBackupCount.N < 0 || c.Map.Backups() > mostBackups:
		return fmt.Errorf("%d backups: a map has from 0 to %d, asynchronous ones included", c.Map.Backups(), mostBackups)
	case !c.Map.InMemoryFormat.Known():
		return errors.New("the in-memory format is a placeholder, which the member fills in")
	case c.Map.InMemoryFormat.Name == "NATIVE":
		return errors.New("the map is outside the heap (in-memory-format NATIVE), which capacity does not plan")
	case c.Partitions.N > mostPartitions:
		return fmt.Errorf("%d partitions are more than a cluster has", c.Partitions.N)
	case c.Members.N > mostMembers:
		return fmt.Errorf("%d members are more than a cluster has", c.Members.N)
	case c.JVM.Heap.N > mostHeap:
		return fmt.Errorf("a heap of %s is more than any machine has", size(c.JVM.Heap.N))
	case c.Migrations.N < 0 || !c.Migrations.Known():
		return fmt.Errorf("%s is %q, which is not a number", hazelcast.ParallelMigrations, c.Migrations.Text)
	}
	return nil
}
