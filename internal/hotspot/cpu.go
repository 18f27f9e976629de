package hotspot

import "github.com/jvmlint/jvmlint/internal/jvmflag"

// checkCPU refuses what hardly any CPU has: transactional memory, which CPUs
// have lost again, and the instruction SERIALIZE.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/cpu/x86/vm_version_x86.cpp, get_processor_features (JDK 11 to 25)
func checkCPU(s *startup) *jvmflag.Refusal {
	s.warnOfVectors()
	const rtm, sync = "UseRTMLocking", "X86ICacheSync"
	switch {
	case s.on(rtm):
		return because(jvmflag.BadValue, s.stops(rtm, "RTM instructions are not available on this CPU"))
	case s.isCommandLine(sync) && s.n(sync) == 5:
		return because(jvmflag.BadValue, s.stops(sync, "CPU does not support SERIALIZE, unable to use X86ICacheSync=5"))
	}
	return nil
}
