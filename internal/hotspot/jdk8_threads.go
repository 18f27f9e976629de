package hotspot

import (
	"fmt"
	"math"

	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

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
