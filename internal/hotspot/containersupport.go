package hotspot

import (
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// SeesContainer reports whether the JVM asks for the limits of its container.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/os/linux/osContainer_linux.cpp, OSContainer::init (JDK 8u191 to 25)
func SeesContainer(r *jvmflag.Resolution) bool {
	set, given := r.Set("UseContainerSupport")
	return !given || set.Bool()
}

// seenBy is what a JVM with these options sees of the machine: without
// container support the limits are nothing to it, and it sees the node, as far as
// that is known. A stand-in that was assumed is no limit, and stays.
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
