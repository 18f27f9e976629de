package hotspot

import "github.com/jvmlint/jvmlint/internal/jvmflag"

// checkCPU refuses what hardly any CPU has: transactional memory, which CPUs
// have lost again, and the instruction SERIALIZE.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/cpu/x86/vm_version_x86.cpp, get_processor_features (JDK 11 to 25)
func checkCPU(s *startup) *jvmflag.Refusal {
	s.warnOfVectors()
	if sse := "UseSSE"; s.jdk >= 16 && s.jdk < 21 && s.isSet(sse) && int64(s.n(sse)) > 4 {
		s.warn(sse, "UseSSE=%s is not supported on this CPU, setting it to UseSSE=4", s.decimal(sse))
	}
	const sync = "X86ICacheSync"
	switch {
	case s.on("UseRTMLocking"):
		return refuseRTM(s)
	case s.isCommandLine(sync) && s.n(sync) == 5:
		return onMachine("a CPU without the instruction SERIALIZE",
			because(jvmflag.BadValue, s.stops(sync, "CPU does not support SERIALIZE, unable to use X86ICacheSync=5")))
	}
	return nil
}

// refuseRTM is what becomes of UseRTMLocking on nearly every CPU.
func refuseRTM(s *startup) *jvmflag.Refusal {
	return onMachine("a CPU without transactional memory, which microcode switches off nearly everywhere",
		because(jvmflag.BadValue, s.stops("UseRTMLocking", "RTM instructions are not available on this CPU")))
}

// onMachine is a refusal on a machine that is assumed.
func onMachine(machine string, r *jvmflag.Refusal) *jvmflag.Refusal {
	r.Machine = machine
	return r
}
