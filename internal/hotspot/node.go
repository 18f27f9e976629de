package hotspot

import (
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Cgroup is which control groups a node has; empty where nobody says.
type Cgroup string

// The control groups that Linux gives a container. Kernels from 6.12 on may come without
// controllers of version 1 (CONFIG_MEMCG_V1, CONFIG_CPUSETS_V1): /proc/cgroups does not
// list memory and cpuset then.
const (
	CgroupV1     Cgroup = "v1"
	CgroupV2     Cgroup = "v2"
	CgroupV2Only Cgroup = "v2-only"
	CgroupNone   Cgroup = "none" // a machine without any: nothing limits a JVM there
)

// Cgroups are those that limit one, from that which most builds know to that which fewest do.
var Cgroups = []Cgroup{CgroupV1, CgroupV2, CgroupV2Only}

// Seeing is the change that makes builds see limits in such control groups.
func (c Cgroup) Seeing() release.Change {
	switch c {
	case CgroupV2:
		return release.SeesV2
	case CgroupV2Only:
		return release.SeesV2Only
	}
	return release.SeesLimits
}

// Words names a node that has them.
func (c Cgroup) Words() string {
	switch c {
	case CgroupV2:
		return "a node with control groups of version 2"
	case CgroupV2Only:
		return "a node whose kernel has no controllers of version 1"
	}
	return "a node with control groups of version 1"
}

// Node is the machine around a container.
type Node struct {
	Cgroup Cgroup
	By     string       // what says the control groups
	Memory source.Value // bytes
	CPUs   source.Value
}
