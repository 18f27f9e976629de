package hotspot

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// checkRefinement finds the zones of G1's refinement, in buffers, that overflow when they are counted in cards.
//
// https://github.com/openjdk/jdk17u/blob/jdk-17.0.9-ga/src/hotspot/share/gc/g1/g1ConcurrentRefine.cpp, configuration_buffers_to_cards (JDK 17)
func checkRefinement(s *startup) *jvmflag.Refusal {
	if s.jdk != 17 || s.collector.Kind != G1 {
		return nil
	}
	buffer := max(s.n("G1UpdateBufferSize"), 1)
	for _, flag := range []string{"G1ConcRefinementThresholdStep", "G1ConcRefinementGreenZone", "G1ConcRefinementYellowZone", "G1ConcRefinementRedZone"} {
		if n := s.n(flag); s.isCommandLine(flag) && n > ^uint64(0)/buffer {
			return with(s.stops(flag, fmt.Sprintf("configuration_buffers_to_cards: (%s = %d) * (G1UpdateBufferSize = %d) overflow!", flag, n, buffer)), "G1UpdateBufferSize")
		}
	}
	return nil
}

// checkThreads finds stacks that no address space holds, and numbers of GC threads beyond what the JVM counts with.
func checkThreads(s *startup) *jvmflag.Refusal {
	const vm, compiler, parallel, refinement = "VMThreadStackSize", "CompilerThreadStackSize", "ParallelGCThreads", "G1ConcRefinementThreads"
	const mostRefinement = 1<<28 - 1
	const firstWords = 1_100_000          // that a JVM asks for until it is up, about
	most := max(s.memory, 32*giga) / kilo // the kernel grants no stack that is larger than the memory of the host
	switch words := s.n("MallocMaxTestWords"); {
	case words > 0 && words <= firstWords:
		return s.noMemory("MallocMaxTestWords", "Native memory allocation (malloc) failed to allocate")
	case s.n(vm) >= most:
		return s.ends(vm, jvmflag.SizeConflict, "# There is insufficient memory for the Java Runtime Environment to continue.")
	case s.n(compiler) >= most && !s.interpreterOnly():
		return s.lacksMemory(compiler, "java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory or process/resource limits reached")
	case s.collector.Kind == Z && s.jdk < 21 && s.n("ConcGCThreads") > mostRefinement:
		return s.crashes("ConcGCThreads")
	case s.jdk < 21 && s.collector.Kind == Z && s.on("InjectGCWorkerCreationFailure"):
		return s.stops("InjectGCWorkerCreationFailure", release.Choose(s.jdk, release.Since(11, "Failed to create ZWorkers"), release.Since(16, "Failed to create ZRuntimeWorkers")))
	case s.jdk < 16 && s.n("InitialBootClassLoaderMetaspaceSize") >= addressSpace/2:
		return s.stops("InitialBootClassLoaderMetaspaceSize", "Unable to setup metadata virtual space list.")
	case s.collector.Kind == G1 && s.n(parallel) > mostRefinement && !s.isCommandLine(refinement):
		if s.jdk >= 21 {
			return s.crashes(parallel)
		}
		return with(s.faults(parallel, fmt.Sprintf("uint G1ConcRefinementThreads=%d is outside the allowed range [ 0 ... %d ]", s.n(parallel), mostRefinement)), refinement)
	case s.n(parallel) > mostRefinement && s.collector.Kind != Epsilon && s.collector.Kind != Serial:
		return s.ends(parallel, jvmflag.SizeConflict, "# There is insufficient memory for the Java Runtime Environment to continue.")
	}
	return s.checkCardCache()
}

// checkCardCache finds a table of G1, with a pointer for each region and
// thread that refines, that is larger than any machine's memory.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1FromCardCache.cpp (JDK 11 to 25)
func (s *startup) checkCardCache() *jvmflag.Refusal {
	const flag, pointer, terabyte = "G1ConcRefinementThreads", 8, 1 << 40
	if s.collector.Kind != G1 || s.n("G1HeapRegionSize") == 0 {
		return nil
	}
	if regions := s.n("MaxHeapSize") / s.n("G1HeapRegionSize"); regions*pointer*s.n(flag) > terabyte {
		return s.ends(flag, jvmflag.SizeConflict, "# There is insufficient memory for the Java Runtime Environment to continue.")
	}
	return nil
}

// checkStacks holds the sizes of stacks, in KiB, against the least that their threads need: 40 KiB of a Java thread
// and 48 of a compiler's go with the pages that guard the end of a stack, and with its shadow, which native code may
// use.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/os/posix/os_posix.cpp, set_minimum_stack_sizes (JDK 11 to 25)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/os_cpu/linux_x86/os_linux_x86.cpp (JDK 11 to 25)
func checkStacks(s *startup) *jvmflag.Refusal {
	pages := s.n("StackYellowPages") + s.n("StackRedPages") + s.n("StackReservedPages") + s.n("StackShadowPages")
	zones := pages * page / kilo
	for _, stack := range []struct {
		flag, name string
		least      uint64
	}{
		{"ThreadStackSize", "Java thread stack size", 40 + zones},
		{"CompilerThreadStackSize", "CompilerThreadStackSize", 48 + zones},
		{"VMThreadStackSize", "VMThreadStackSize", 64},
	} {
		if size := s.n(stack.flag); size != 0 && size < stack.least {
			return bounded(s.faults(stack.flag, fmt.Sprintf("The %s specified is too small. Specify at least %dk", stack.name, stack.least)), jvmflag.AtLeast, stack.least*kilo)
		}
	}
	return nil
}

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
