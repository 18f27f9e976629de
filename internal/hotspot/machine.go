// Package hotspot predicts how a HotSpot JVM starts with its options on its
// machine: the collector, the heap and its regions, threads, all flags, or why
// it does not start. What its memory comes to and how long it pauses follow in
// packages of their own.
//
// It models the 64-bit server JVM of JDK 8 and 11 to 25 on Linux x86-64 with 4 KiB
// pages and no large pages. Every formula stands once, under the name of the
// HotSpot source that it copies, and is held against real JVMs in the tests.
package hotspot

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Machine is what the JVM sees of its container or host. A value of unknown
// origin is one that nobody said.
type Machine struct {
	Memory source.Value // bytes
	CPUs   source.Value // as the JVM rounds them: whole, at least one
	// Host is the memory with the swap of the whole machine, in bytes. Linux
	// grants no single request for more; unknown, none is taken for too large.
	Host source.Value
	Node Node
	// Blind tells that its build does not see the limits of Memory and CPUs: it takes
	// those of the node.
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

// activeProcessors is the number of CPUs, as ActiveProcessorCount may overrule
// the machine's.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/os/linux/os_linux.cpp, os::active_processor_count (JDK 8 to 25)
func activeProcessors(r *jvmflag.Resolution, m Machine) source.Value {
	set, ok := r.Set("ActiveProcessorCount")
	if n := int32(set.Number); ok && n > 0 {
		return source.Value{N: int64(n), Origin: source.Option, Text: set.Value, Why: "ActiveProcessorCount"}
	}
	return m.CPUs
}

// unknown is a number that follows from facts which nobody said.
func unknown(facts string) source.Value {
	return source.Value{Why: fmt.Sprintf("depends on the %s (unknown)", facts)}
}
