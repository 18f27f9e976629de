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
// container support the limits are nothing to it, and the host is not known. A
// stand-in that was assumed is no limit, and stays.
func (m Machine) seenBy(r *jvmflag.Resolution) Machine {
	if SeesContainer(r) {
		return m
	}
	for _, limit := range []*source.Value{&m.Memory, &m.CPUs} {
		if limit.Origin != source.Assumed {
			*limit = source.Value{}
		}
	}
	return m
}
