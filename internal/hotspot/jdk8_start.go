package hotspot

import (
	"fmt"
	"math"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// stepsOf8 are the steps of JDK 8: the checks that end the reading of options,
// ergonomics, the operating system, and the heap.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/thread.cpp, Threads::create_vm (JDK 8)
var stepsOf8 = []step{
	finishOptions, checkOptionsOf8, does(forceScavengeRoots, setLargePages, selectCollectorOf8),
	does(setCompressedOops, setCompressedClassPointers), checkSharing, checkCollectors,
	setCompilationPolicy, does(setHeapSize), setCollectorFlags, setMetaspaceOf8, does(warnOfUnused),
	checkStackSize, checkTables, does(roundCodeCache), sizeHeapOf8, createHeap, does(leaveNUMA), checkMetaspace, checkStubs,
	checkInterpreter, setCompilersOf8, checkThreadsOf8, checkAggressiveBoxes, checkVerifySubSet, checkRecorder,
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
	if refusal := s.setAggressiveHeap(); refusal != nil {
		return refusal
	}
	s.boundInitialTenuring()
	return nil
}

// forceScavengeRoots is what JDK 8 says last of its options.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, Arguments::parse (JDK 8)
func forceScavengeRoots(s *startup) {
	const flag = "ScavengeRootsInCode"
	if s.on("EnableInvokeDynamic") && s.n(flag) == 0 {
		if !s.isDefault(flag) {
			s.warn(flag, "forcing ScavengeRootsInCode non-zero because EnableInvokeDynamic is true")
		}
		s.keepOrigin(flag, 1, "EnableInvokeDynamic")
	}
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

// roundCodeCache makes whole pages of the code cache.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/code/codeCache.cpp, CodeCache::initialize (JDK 8)
func roundCodeCache(s *startup) {
	for _, name := range []string{"InitialCodeCacheSize", "ReservedCodeCacheSize"} {
		s.rounded(name, align.Up(s.n(name), page), "rounded up to whole pages")
	}
}

// warnOfUnused names flags that have no effect.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, Arguments::apply_ergo (JDK 8)
func warnOfUnused(s *startup) {
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
}

// checkStackSize wants room for the guard zones and for the code that runs before a stack can overflow.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/os/linux/vm/os_linux.cpp, os::init_2 (JDK 8)
func checkStackSize(s *startup) *jvmflag.Refusal {
	const flag, pageOfSystem = "ThreadStackSize", 8 * kilo
	zones := s.n("StackYellowPages") + s.n("StackRedPages") + s.n("StackReservedPages") + s.n("StackShadowPages")
	least := max(64*kilo, zones*page+17*pageOfSystem)
	if size := s.n(flag) * kilo; size != 0 && size < least {
		at, given := flag, func(flag string) bool { return !s.isDefault(flag) }
		zone, is := lists.First([]string{"StackReservedPages", "StackRedPages", "StackYellowPages"}, given)
		if is && !given(flag) {
			at = zone
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
	if name, on := lists.First([]string{"UseSHA1Intrinsics", "UseSHA256Intrinsics", "UseSHA512Intrinsics"}, s.on); on {
		s.warn(name, "SHA intrinsics are not available on this CPU")
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

// checkThreadsOf8 starts the threads of the JVM, and the first classes.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/thread.cpp, Threads::create_vm (JDK 8)
func checkThreadsOf8(s *startup) *jvmflag.Refusal {
	if s.stackTooLarge("VMThreadStackSize") {
		return s.stops("VMThreadStackSize", "Cannot create VM thread. Out of system resources.")
	}
	if !s.on("EnableInvokeDynamic") {
		return s.stops("EnableInvokeDynamic", "java/lang/ClassFormatError: This JVM does not support constant tag 18 in class file java/lang/CharSequence")
	}
	if refusal := s.checkEden(); refusal != nil {
		return refusal
	}
	const noThread = "java.lang.OutOfMemoryError: unable to create new native thread"
	if size := wrappedUp(s.n("ThreadStackSize")*kilo, page); size > s.granted {
		return s.lacksMemory("ThreadStackSize", noThread)
	}
	if refusal := s.checkBoxes(); refusal != nil {
		return refusal
	}
	if n := s.n("MaxDirectMemorySize"); int64(n) < 0 {
		return s.stops("MaxDirectMemorySize", fmt.Sprintf("java.lang.NumberFormatException: For input string: \"%d\"", n))
	}
	if s.mode == "-Xint" {
		return nil
	}
	if s.stackTooLarge("CompilerThreadStackSize") {
		return s.lacksMemory("CompilerThreadStackSize", noThread)
	}
	const compilers, pointer = "CICompilerCount", 8 // bytes
	switch n := int64(int32(s.n(compilers))); {
	case n < 0 || n*pointer > int64(min(s.granted, math.MaxInt64)):
		return s.allocates(compilers, uint64(n*pointer))
	case n > threadsOfSystem:
		return s.lacksMemory(compilers, noThread)
	}
	const entry = 32 // CodeEntryAlignment, a constant
	switch n := int64(s.n("InteriorEntryAlignment")); {
	case n > entry:
		return s.diesOf8("InteriorEntryAlignment", "guarantee(CodeEntryAlignment >= InteriorEntryAlignment) failed: ")
	case n == math.MinInt32:
		return s.diesOf8("InteriorEntryAlignment")
	}
	if int64(s.n("SelfDestructTimer")) < 0 {
		return s.ends("SelfDestructTimer", jvmflag.BadValue, "VM self-destructed")
	}
	return nil
}

// checkEden wants room for the first classes in the young generation of Serial and CMS, which cannot collect yet.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/memory/defNewGeneration.hpp, compute_survivor_size (JDK 8)
func (s *startup) checkEden() *jvmflag.Refusal {
	const unit, enough = 64 * kilo, 192 * kilo // bytes; the latter measured
	if s.collector.Kind != Serial && s.collector.Kind != CMS {
		return nil
	}
	young := s.n("NewSize")
	survivor := max(align.Down(young/max(s.n("SurvivorRatio")+2, 1), unit), unit)
	if young < enough+2*survivor {
		return s.stops("NewSize", fmt.Sprintf("GC triggered before VM initialization completed. Try increasing NewSize, current value %dK.", young/kilo))
	}
	return nil
}

// checkBoxes makes the Integer objects that AutoBoxCacheMax keeps, one of 16
// bytes and an entry for each number; no more than the start has room for.
func (s *startup) checkBoxes() *jvmflag.Refusal {
	const flag, box = "AutoBoxCacheMax", 16      // bytes
	const longestArray = math.MaxInt32 - 1 - 128 // less the negative numbers
	switch n := int64(s.n(flag)); {
	case s.isDefault(flag) || n > math.MaxInt32:
		return nil
	case n >= longestArray:
		return s.lacksMemory(flag, "java.lang.OutOfMemoryError: Requested array size exceeds VM limit")
	case s.collector.Kind != G1 && n > 0 && uint64(n)*box > s.n("NewSize"):
		unit, size := "K", kilo
		if s.n("NewSize") >= 10*mega {
			unit, size = "M", mega
		}
		return with(s.stops(flag, fmt.Sprintf("GC triggered before VM initialization completed. Try increasing NewSize, current value %d%s.", s.n("NewSize")/size, unit)), "NewSize")
	}
	return nil
}

// setMetaspaceOf8 is that of JDK 11, with flags for the first collection and for what follows it.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/memory/metaspace.cpp, Metaspace::ergo_initialize (JDK 8)
func setMetaspaceOf8(s *startup) *jvmflag.Refusal {
	const flag, largest = "MetaspaceSize", "MaxMetaspaceSize"
	s.wholePages(largest)
	if s.n(flag) > s.n(largest) {
		s.keepOrigin(flag, s.n(largest), largest)
	}
	s.wholePages(flag)
	if s.n(flag) < 256*kilo {
		at := either.Of(s.isDefault(flag), largest, flag)
		return s.stops(at, "Too small initial Metaspace size")
	}
	s.wholePages("MinMetaspaceExpansion")
	s.wholePages("MaxMetaspaceExpansion")
	return s.setOldMetaspace()
}

// setCompilersOf8 chooses the number of compiler threads.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/advancedThresholdPolicy.cpp, AdvancedThresholdPolicy::initialize (JDK 8)
func setCompilersOf8(s *startup) *jvmflag.Refusal {
	const flag, perCPU = "CICompilerCount", "CICompilerCountPerCPU"
	const why = "grows with the logarithm of the CPUs"
	byCPUs := align.Log2(s.cpus)
	switch policy := "CompilationPolicyChoice"; s.n(policy) {
	case 0, 1:
		if s.on(perCPU) {
			s.ergo(flag, max(byCPUs, 2)-1, why)
		}
		return nil
	case 2:
		s.setDefault(flag, 3, "")
	case 3:
		if s.isDefault(perCPU) && s.isDefault(flag) {
			s.keepOrigin(perCPU, 1, "CICompilerCount is not given")
		}
		byCPUs *= align.Log2(byCPUs)
	default:
		return s.diesOf8(policy, "fatal error: CompilationPolicyChoice must be in the range: [0-3]")
	}
	if s.on(perCPU) {
		s.splitCompilers(max(byCPUs, 1)*3/2, why)
	} else {
		s.splitCompilers(s.n(flag), "")
	}
	return nil
}

// splitCompilers gives each of the two compilers a thread at least. The number has 32 bits.
func (s *startup) splitCompilers(threads uint64, why string) {
	n := int32(threads)
	first := max(n/3, 1)
	s.ergo("CICompilerCount", uint64(int64(first+max(n-first, 1))), why)
}

// createCMS chooses the threads that mark; a single one is no thread of its own.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/concurrentMarkSweep/concurrentMarkSweepGeneration.cpp, CMSCollector::CMSCollector (JDK 8)
func (s *startup) createCMS() *jvmflag.Refusal {
	const bitmap, entry = 64, 8 // share of the old generation; bytes
	if s.n("OldSize") == 0 {
		return s.diesOf8("OldSize")
	}
	if refusal := s.commits("MaxHeapSize", (s.n("MaxHeapSize")-s.n("MaxNewSize"))/bitmap); refusal != nil {
		return refusal
	}
	const stack = "MarkStackSize"
	switch size := wrappedUp(s.n(stack)*entry, page); {
	case size == 0 || size >= freeAddresses:
		s.warn(stack, "CMSMarkStack allocation failure")
		s.warn(stack, "Failed to allocate CMS Marking Stack")
		return s.shutsDown(stack, "Could not create CMS collector")
	default:
		if refusal := s.commits(stack, size); refusal != nil {
			return refusal
		}
	}
	s.setMarkersOfCMS()
	return nil
}
