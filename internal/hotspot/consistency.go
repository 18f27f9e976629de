package hotspot

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

func (s *startup) warnOfStripMining() {
	if message := s.loopStripMining(); message != "" && s.jdk < 16 {
		s.warn("LoopStripMiningIter", "%s", message)
	}
}

// boundInitialTenuring lets the threshold start no higher than its maximum.
func (s *startup) boundInitialTenuring() {
	if most := s.n("MaxTenuringThreshold"); s.isDefault("InitialTenuringThreshold") && s.n("InitialTenuringThreshold") > most {
		s.ergo("InitialTenuringThreshold", most, "MaxTenuringThreshold")
	}
}

// checkCompilationMode reads the name of a mode. The mode for the compiler
// interface is known to a JVM that has it, but of no use to others.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/compiler/compilerDefinitions.cpp, CompilationModeFlag::initialize (JDK 16 to 25)
func checkCompilationMode(s *startup) *jvmflag.Refusal {
	const flag = "CompilationMode"
	mode := s.text(flag)
	if s.jdk < 16 || mode == "" {
		return nil
	}
	switch mode {
	case "default", "normal", "quick-only", "high-only":
		return nil
	case "high-only-quick-internal": // with the compiler interface, which ended with JDK 26
		if s.jdk >= 27 {
			break
		}
		if !s.on("UseJVMCICompiler") {
			s.warn(flag, "high-only-quick-internal compilation mode unavailable because there is no c1 and jvmci compiler present.")
		}
		return nil
	}
	return because(jvmflag.BadValue, s.faults(flag, fmt.Sprintf("Unsupported compilation mode '%s', available modes are: quick-only, high-only%s", mode, release.Choose(s.jdk, release.Since(16, ", high-only-quick-internal"), release.Since(27, "")))))
}

// checkLocking knows three ways to lock: 0 with monitors, 1 on the stack, and
// 2 in the object. Up to JDK 21 no line break follows the messages.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, check_vm_args_consistency (JDK 21 to 25)
func checkLocking(s *startup) *jvmflag.Refusal {
	const flag = "LockingMode"
	if !s.has(flag) {
		return nil
	}
	fault := func(at, message string, others ...string) *jvmflag.Refusal {
		refusal := with(s.faults(at, message), others...)
		if s.jdk < 22 {
			refusal.Lines = []string{message + jvmflag.Farewell[0], jvmflag.Farewell[1]}
		}
		return refusal
	}
	if s.on("UseHeavyMonitors") {
		if s.isCommandLine(flag) && s.n(flag) != 0 {
			return fault(flag, "Conflicting -XX:+UseHeavyMonitors and -XX:LockingMode="+s.decimal(flag)+" flags", "UseHeavyMonitors")
		}
		s.keepOrigin(flag, 0, "UseHeavyMonitors")
	}
	switch {
	case s.on("UseObjectMonitorTable") && s.n(flag) != 2:
		s.keepOrigin("UseObjectMonitorTable", 0, flag)
		s.warn(flag, "UseObjectMonitorTable requires LM_LIGHTWEIGHT")
	case s.n(flag) == 0 && s.on("UseRTMForStackLocks"):
		return fault("UseRTMForStackLocks", "LockingMode == 0 (LM_MONITOR) and -XX:+UseRTMForStackLocks are mutually exclusive", flag)
	case s.on("VerifyHeavyMonitors") && s.n(flag) != 0:
		return fault("VerifyHeavyMonitors", "-XX:+VerifyHeavyMonitors requires LockingMode == 0 (LM_MONITOR)", flag)
	}
	return nil
}

// setAggressiveHeap takes half of the memory, or all but 160 MiB where that is less, as if options had said so.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::set_aggressive_heap_flags (JDK 8 to 25)
func (s *startup) setAggressiveHeap() *jvmflag.Refusal {
	const why = "AggressiveHeap"
	const least, system = 256 * mega, 160 * mega // bytes; the latter are left to the system
	if !s.on(why) {
		return nil
	}
	command := func(flag string, n uint64) { s.commandLine(flag, n, why) }
	if s.memory < least {
		return s.ends(why, jvmflag.SizeConflict, "You need at least 256mb of memory to use -XX:+AggressiveHeap")
	}
	if s.isDefault("MaxHeapSize") {
		heap := min(s.memory/2, s.memory-system)
		for _, name := range []string{"MaxHeapSize", "InitialHeapSize", "MinHeapSize"} {
			command(name, heap)
		}
	}
	if s.isDefault("NewSize") {
		young := s.n("MaxHeapSize") / 8 * 3
		command("NewSize", young)
		command("MaxNewSize", young)
	}
	s.keepOrigin("UseLargePages", 1, why)
	for _, f := range [...]struct {
		flag string
		n    uint64
	}{{"BaseFootPrintEstimate", s.n("MaxHeapSize")}, {"ResizeTLAB", 0}, {"TLABSize", 256 * kilo}, {"YoungPLABSize", 256 * kilo},
		{"OldPLABSize", 8 * kilo}, {"UseParallelGC", 1}, {"ThresholdTolerance", 100}, {"ScavengeBeforeFullGC", 0}, {"BindGCTaskThreadsToCPUs", 1}} {
		command(f.flag, f.n)
	}
	return nil
}

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
		return s.noMemory(vm)
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
		return s.noMemory(parallel)
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
		return s.noMemory(flag)
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
