package hotspot

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// stepsOf8 are the steps of JDK 8: the checks that end the reading of options,
// ergonomics, the operating system, and the heap.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/thread.cpp, Threads::create_vm (JDK 8)
var stepsOf8 = []step{
	finishOptions, checkOptionsOf8, forceScavengeRoots, setLargePages,
	selectCollectorOf8, setCompressedOopsOf8, setCompressedClassPointersOf8, checkSharing, checkCollectors,
	setCompilationPolicy, setHeapSizeOf8, setCollectorFlags, setMetaspaceOf8, warnOfUnused,
	checkStackSize, checkTables, roundCodeCache, sizeHeapOf8, createHeap, leaveNUMA, checkMetaspace, checkStubs, checkInterpreter, setCompilersOf8, checkThreadsOf8, checkAggressiveBoxes, checkVerifySubSet, checkRecorder,
}

// finishOptions settles what options set together.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, Arguments::finalize_vm_init_args (JDK 8)
func finishOptions(s *startup) *jvmflag.Refusal {
	if flag := "CheckEndorsedAndExtDirs"; s.on(flag) { // builds with OpenJSSE fail the check, as others do whose lib/ext holds a jar more
		return s.faults(flag, "openjsse.jar installed in <JAVA_HOME>/lib/ext",
			"Endorsed standards override mechanism and extension mechanism will not be supported in a future release.",
			"Refer to JEP 220 for details (http://openjdk.java.net/jeps/220).")
	}
	if s.on("AggressiveHeap") {
		if refusal := s.takeMachine(func(name string, n uint64) { s.commandLine(name, n, "AggressiveHeap") }); refusal != nil {
			return refusal
		}
	}
	s.boundInitialTenuring()
	return nil
}

// forceScavengeRoots is what JDK 8 says last of its options.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, Arguments::parse (JDK 8)
func forceScavengeRoots(s *startup) *jvmflag.Refusal {
	const flag = "ScavengeRootsInCode"
	if s.on("EnableInvokeDynamic") && s.n(flag) == 0 {
		if !s.isDefault(flag) {
			s.warn(flag, "forcing ScavengeRootsInCode non-zero because EnableInvokeDynamic is true")
		}
		s.keepOrigin(flag, 1, "EnableInvokeDynamic")
	}
	return nil
}

// setCompressedOopsOf8 is setCompressedOops, which takes class pointers along.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, Arguments::set_use_compressed_oops (JDK 8)
func setCompressedOopsOf8(s *startup) *jvmflag.Refusal {
	wanted := s.on("UseCompressedOops")
	refusal := setCompressedOops(s)
	if wanted && !s.on("UseCompressedOops") {
		s.keepOrigin("UseCompressedClassPointers", 0, "the heap is too large for compressed pointers")
	}
	return refusal
}

// setCompressedClassPointersOf8 is setCompressedClassPointers, which warns whoever switched them on.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, Arguments::set_use_compressed_klass_ptrs (JDK 8)
func setCompressedClassPointersOf8(s *startup) *jvmflag.Refusal {
	const flag, oops = "UseCompressedClassPointers", "UseCompressedOops"
	if !s.on(oops) && s.on(flag) {
		s.warn(flag, "%s requires %s", flag, oops)
		s.keepOrigin(flag, 0, "class pointers are compressed where object pointers are")
	}
	return setCompressedClassPointers(s)
}

// setCompilationPolicy makes room for the code of two compilers.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, Arguments::set_tiered_flags (JDK 8)
func setCompilationPolicy(s *startup) *jvmflag.Refusal {
	const policy = "CompilationPolicyChoice"
	const simple, advanced = 2, 3 // policies for code that is compiled in tiers
	tiered := s.on("TieredCompilation")
	if tiered && s.isDefault(policy) {
		s.keepOrigin(policy, advanced, "tiered compilation")
	}
	if int64(s.n(policy)) < simple == tiered {
		return s.stops(policy, "Incompatible compilation policy selected")
	}
	if tiered && s.isDefault("ReservedCodeCacheSize") {
		s.keepOrigin("ReservedCodeCacheSize", 5*s.n("ReservedCodeCacheSize"), "tiered compilation")
	}
	s.setDefault("NmethodSweepFraction", 1+s.n("ReservedCodeCacheSize")/(16*mega), "grows with ReservedCodeCacheSize")
	return nil
}

// setHeapSizeOf8 is setHeapSize, with an older name of a flag.
func setHeapSizeOf8(s *startup) *jvmflag.Refusal {
	const older = "DefaultMaxRAMFraction"
	if !s.isDefault(older) {
		s.commandLine("MaxRAMFraction", s.n(older), older)
	}
	return setHeapSize(s)
}

// roundCodeCache makes whole pages of the code cache.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/code/codeCache.cpp, CodeCache::initialize (JDK 8)
func roundCodeCache(s *startup) *jvmflag.Refusal {
	for _, name := range []string{"InitialCodeCacheSize", "ReservedCodeCacheSize"} {
		s.rounded(name, align.Up(s.n(name), page), "rounded up to whole pages")
	}
	return nil
}

// warnOfUnused names flags that have no effect.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, Arguments::apply_ergo (JDK 8)
func warnOfUnused(s *startup) *jvmflag.Refusal {
	if s.on("UseHeavyMonitors") && !s.isDefault("UseBiasedLocking") && s.on("UseBiasedLocking") {
		s.warn("UseBiasedLocking", "Biased Locking is not supported with locking debug flags; ignoring UseBiasedLocking flag.")
	}
	if s.on("PrintAssembly") && s.isDefault("DebugNonSafepoints") {
		s.warn("PrintAssembly", "PrintAssembly is enabled; turning on DebugNonSafepoints to gain additional output")
	}
	if s.isCommandLine("CompressedClassSpaceSize") && !s.on("UseCompressedClassPointers") {
		s.warn("CompressedClassSpaceSize", "Setting CompressedClassSpaceSize has no effect when compressed class pointers are not used")
	}
	if s.on("UseOnStackReplacement") && !s.on("UseLoopCounter") {
		s.warn("UseLoopCounter", "On-stack-replacement requires loop counters; enabling loop counters")
	}
	return nil
}

// checkStackSize wants room for the guard zones and for the code that runs before a stack can overflow.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/os/linux/vm/os_linux.cpp, os::init_2 (JDK 8)
func checkStackSize(s *startup) *jvmflag.Refusal {
	const flag, pageOfSystem = "ThreadStackSize", 8 * kilo
	zones := s.n("StackYellowPages") + s.n("StackRedPages") + s.n("StackReservedPages") + s.n("StackShadowPages")
	least := max(64*kilo, zones*page+17*pageOfSystem)
	if size := s.n(flag) * kilo; size != 0 && size < least {
		at := flag
		if s.isDefault(flag) {
			for _, zone := range []string{"StackYellowPages", "StackRedPages", "StackReservedPages"} {
				if !s.isDefault(zone) {
					at = zone
				}
			}
		}
		refusal := s.faults(at, fmt.Sprintf("The stack size specified is too small, Specify at least %dk", int32(least/kilo)))
		if refusal.Cause = jvmflag.SizeConflict; at != flag {
			return refusal
		}
		return bounded(refusal, jvmflag.AtLeast, least)
	}
	return nil
}

// checkCPUOf8 knows what no CPU of this kind does, or hardly any.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/cpu/x86/vm/vm_version_x86.cpp, VM_Version::get_processor_features (JDK 8)
func checkCPUOf8(s *startup) *jvmflag.Refusal {
	if s.on("Use486InstrsOnly") {
		return s.stops("Use486InstrsOnly", "Unknown x64 processor: SSE2 not supported")
	}
	if s.on("UseSHA") {
		s.warn("UseSHA", "SHA instructions are not available on this CPU")
	}
	for _, name := range []string{"UseSHA1Intrinsics", "UseSHA256Intrinsics", "UseSHA512Intrinsics"} {
		if s.on(name) {
			s.warn(name, "SHA intrinsics are not available on this CPU")
			break
		}
	}
	if s.on("UseRTMLocking") {
		return refuseRTM(s)
	}
	if s.on("UseRTMForStackLocks") {
		s.warn("UseRTMForStackLocks", "UseRTMForStackLocks flag should be off when UseRTMLocking flag is off")
	}
	if n := s.n("MaxVectorSize"); int64(n) > 0 && !isPowerOfTwo(n) {
		s.warn("MaxVectorSize", "MaxVectorSize must be a power of 2")
	}
	return nil
}
