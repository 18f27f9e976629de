// Package hotspot predicts how a HotSpot JVM starts with its options on its machine: the collector, the heap and its
// regions, threads, all flags, or why it does not start. What its memory comes to and how long it pauses follow in
// packages of their own.
//
// It models the 64-bit server JVM of JDK 8 and 11 to 25 on Linux x86-64 with 4 KiB
// pages and no large pages. Every formula stands once, under the name of the
// HotSpot source that it copies, and is held against real JVMs in the tests.
package hotspot

import (
	"fmt"
	"math"

	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Machine is what the JVM sees of its container or host. A value of unknown origin is one that nobody said.
type Machine struct {
	Memory source.Value // bytes
	CPUs   source.Value // as the JVM rounds them: whole, at least one
	// Host is the memory with the swap of the whole machine, in bytes. Linux
	// grants no single request for more; unknown, none is taken for too large.
	Host source.Value
	Node Node
	// Blind tells that its build does not see the limits of Memory and CPUs: it takes those of the node.
	Blind bool
	// Server is whether a JVM took it for a server, as its log shows; unknown where it is nil.
	Server *bool
	// Stripped tells that the JDK comes without a class data archive and without
	// the modules of tools, as jlink makes it.
	Stripped bool
}

// The ends between which an unknown machine is taken to lie. What comes out
// the same at both ends does not depend on the machine.
const (
	leastMemory, mostMemory = 128 << 20, 16 << 40
	leastCPUs, mostCPUs     = 1, 4096
)

// ends are the values between which a fact lies: one where it is known.
func ends(fact source.Value, least, most uint64) []uint64 {
	if fact.Known() {
		return []uint64{uint64(max(fact.N, 1))}
	}
	return []uint64{least, most}
}

// activeProcessors is the number of CPUs, as ActiveProcessorCount may overrule the machine's.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/os/linux/os_linux.cpp, os::active_processor_count (JDK 8 to 25)
func activeProcessors(r *jvmflag.Resolution, m Machine) source.Value {
	set, ok := r.Set("ActiveProcessorCount")
	if n := int32(set.Number); ok && n > 0 {
		return source.Value{N: int64(n), Origin: source.Option, Text: set.Value, Why: "ActiveProcessorCount"}
	}
	return m.CPUs
}

// SmallMemory is the least memory, in bytes, from which on MinRAMPercentage makes no difference, given or not: the
// share that it, or its default, comes to is not less than the default of MaxHeapSize, 124.8 MiB, and so it is
// another flag that sizes the heap. Unbounded where that is never so.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::set_heap_size (JDK 8u191 to 25)
func (j *JVM) SmallMemory() int64 {
	const flag = "MinRAMPercentage"
	share, _ := jvmflag.Lookup(j.JDK, flag)
	heap, _ := jvmflag.Lookup(j.JDK, "MaxHeapSize")
	_, standard := defaultOf(&share)
	least, _ := defaultOf(&heap)
	percent, _ := j.Flag(flag).Value.(float64)
	if percent = min(percent, standard); percent <= 0 {
		return Unbounded
	}
	return int64(math.Ceil(float64(least) * 100 / percent))
}

// SeesContainer reports whether the JVM asks for the limits of its container.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/os/linux/osContainer_linux.cpp, OSContainer::init (JDK 8u191 to 25)
func SeesContainer(r *jvmflag.Resolution) bool {
	set, given := r.Set("UseContainerSupport")
	return !given || set.Bool()
}

// seenBy is what a JVM with these options sees of the machine: without container support the limits are nothing to
// it, and it sees the node, as far as that is known. A stand-in that was assumed is no limit, and stays.
func (m Machine) seenBy(r *jvmflag.Resolution) Machine {
	if SeesContainer(r) && !m.Blind {
		return m
	}
	see := func(limit *source.Value, node source.Value) {
		if node.Known() || limit.Origin != source.Assumed {
			*limit = node
		}
	}
	see(&m.Memory, m.Node.Memory)
	see(&m.CPUs, m.Node.CPUs)
	return m
}

// Cgroup is which control groups a node has; empty where nobody says.
type Cgroup string

// The control groups that Linux gives a container. Kernels from 6.12 on may come without controllers of version 1
// (CONFIG_MEMCG_V1, CONFIG_CPUSETS_V1): /proc/cgroups does not list memory and cpuset then.
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

// A container without a CPU limit may use all CPUs of its node. Older updates nevertheless take its CPU shares,
// which Kubernetes derives from the request, for a number of CPUs.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/os/linux/cgroupSubsystem_linux.cpp, CgroupSubsystem::active_processor_count
// https://bugs.openjdk.org/browse/JDK-8281181 (ended it)

const (
	sharesPerCPU = 1024 // and what a control group has where nobody sets its shares
	leastShares  = 2    // what Kubernetes gives a container without a request
)

// sharesOf is what Kubernetes makes of a request in thousandths of a CPU, 0 where there is none.
//
// https://github.com/kubernetes/kubernetes/blob/v1.30.0/pkg/kubelet/cm/helpers_linux.go, MilliCPUToShares
func sharesOf(millicores int64) int64 { return max(leastShares, millicores*sharesPerCPU/1000) }

// CPUsOfRequest is how many CPUs an update that counts shares sees at most where the container has no CPU limit and
// requests these thousandths of a CPU, 0 for none. It tells false where such an update, too, sees all of the node's:
// a request of exactly one CPU looks as if there were none. That holds for control groups of version 1.
func CPUsOfRequest(millicores int64) (int64, bool) {
	shares := sharesOf(millicores)
	return (shares + sharesPerCPU - 1) / sharesPerCPU, shares != sharesPerCPU
}

// RequestIsOneCPU reports whether a build sees one CPU in a container of a pod with this request and no limit. Between
// one CPU and two, it depends on the version of the control groups.
func RequestIsOneCPU(b release.Build, millicores int64) bool {
	return SharesCounted(b) != "" && millicores > 0 && sharesOf(millicores) < sharesPerCPU
}

// SharesCounted names the updates of a build's release that count shares: all, or those
// before one; empty where none does, and where the build is not one of them as far as is known, or
// sees no limits: a tag without an update moves to later ones.
func SharesCounted(b release.Build) string {
	in := release.SharesNotCounted.In(b)
	if release.SeesLimits.In(b) == release.No || in != release.No && in != release.LikelyNo {
		return ""
	}
	if since, ended := release.SharesNotCounted.Since(b); ended {
		return "updates before " + since.Of(b.Release)
	}
	return fmt.Sprintf("all updates of %d", b.Release)
}

// Trial is the verdict on one machine of several: with N CPUs or N bytes.
type Trial struct {
	N int64
	Verdict
}

// Outcome is a range of trials, the smallest and the largest, between which they come out alike.
type Outcome struct{ First, Last Trial }

// Outcomes tries from one number to another in steps, and finds to a grain where trials stop being alike. What is
// alike on both sides of a step is taken to be so in between.
func Outcomes(try func(n int64) Verdict, alike func(a, b Trial) bool, from, to, step, grain int64) []Outcome {
	trial := func(n int64) Trial { return Trial{n, try(n)} }
	first := trial(from)
	all := []Outcome{{first, first}}
	last := &all[0]
	for last.Last.N < to {
		next := trial(min(last.Last.N+step, to))
		for !alike(last.Last, next) {
			below, above := last.Last, next
			for above.N-below.N > grain {
				middle := trial(below.N + max((above.N-below.N)/2/grain*grain, grain))
				if alike(below, middle) {
					below = middle
				} else {
					above = middle
				}
			}
			last.Last = below
			all = append(all, Outcome{above, above})
			last = &all[len(all)-1]
		}
		last.Last = next
	}
	return all
}

// WithCPUs gives the verdict of Start or of Starts by the number of CPUs.
func WithCPUs(start func(*jvmflag.Resolution, Machine) Verdict, r *jvmflag.Resolution, m Machine) func(n int64) Verdict {
	return func(n int64) Verdict {
		m.CPUs = source.Value{N: n, Origin: source.Argument, Why: "tried"}
		return start(r, m)
	}
}

// WithMemory gives the verdict by the memory in bytes.
func WithMemory(r *jvmflag.Resolution, m Machine) func(n int64) Verdict {
	return func(n int64) Verdict {
		m.Memory = source.Value{N: n, Origin: source.Argument, Why: "tried"}
		return Start(r, m)
	}
}

// SameStart reports whether both start, or neither does.
func SameStart(a, b Trial) bool { return a.OK == b.OK }

// StartsNear finds whether the JVM starts with one CPU less and with one more than it has.
func StartsNear(start Verdict, try func(n int64) Verdict, cpus int64) []Outcome {
	known := start.JVM != nil && start.JVM.alike != nil
	if known && start.JVM.alike.startsNear.Load() {
		return []Outcome{{Trial{cpus, start}, Trial{cpus, start}}}
	}
	near := func(n int64) Verdict {
		if n == cpus {
			return start
		}
		return try(n)
	}
	all := Outcomes(near, SameStart, max(cpus-1, 1), cpus+1, 1, 1)
	if known && len(all) == 1 {
		start.JVM.alike.startsNear.Store(true)
	}
	return all
}

// manyCPUs is from where on threads grow steadily with the CPUs: by 5 for each 8 of the collector, and by their
// logarithm of the compilers. What keeps a JVM from starting comes and goes at most once from there on.
const manyCPUs = 16

// StartsByCPUs finds on which numbers of CPUs, up to a greatest, the JVM starts. All that comes of the CPUs grows
// with them but for the collector, which may be another one on a single CPU: what keeps the JVM from starting does
// so with the fewest CPUs or with the most, and nobody looks between where nothing does. The start whose CPUs are
// not known has tried them but for the single one.
func StartsByCPUs(start Verdict, try func(n int64) Verdict, greatest int64) []Outcome {
	if jvm := start.JVM; jvm != nil && (jvm.startsFrom == 1 || jvm.startsFrom == ServerCPUs && try(1).OK) {
		return []Outcome{{Trial{1, start}, Trial{greatest, start}}}
	}
	one, two, most := Trial{1, try(1)}, Trial{ServerCPUs, try(ServerCPUs)}, Trial{greatest, try(greatest)}
	if one.OK && two.OK && most.OK {
		return []Outcome{{one, most}}
	}
	all := Outcomes(try, SameStart, 1, manyCPUs, 1, 1)
	more := Outcomes(try, SameStart, manyCPUs, greatest, manyCPUs, 1)
	all[len(all)-1].Last = more[0].Last // both begin with the verdict on that number
	return append(all, more[1:]...)
}
