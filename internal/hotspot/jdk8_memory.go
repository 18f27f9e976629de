package hotspot

import (
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// setMetaspaceOf8 is that of JDK 11, with a flag for what is not a class, and one for the first collection.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/memory/metaspace.cpp, Metaspace::ergo_initialize (JDK 8)
func setMetaspaceOf8(s *startup) *jvmflag.Refusal {
	const flag, largest, space, boot = "MetaspaceSize", "MaxMetaspaceSize", "CompressedClassSpaceSize", "InitialBootClassLoaderMetaspaceSize"
	const pages = "rounded down to whole pages"
	down := func(name string) { s.rounded(name, align.DownBounded(s.n(name), page), pages) }
	s.rounded(largest, align.DownBounded(s.n(largest), page), pages)
	s.setDefault(largest, s.n(largest), "") // without a limit
	if s.n(flag) > s.n(largest) {
		s.keepOrigin(flag, s.n(largest), largest)
	}
	down(flag)
	if s.n(flag) < 256*kilo {
		at := flag
		if s.isDefault(flag) {
			at = largest
		}
		return s.stops(at, "Too small initial Metaspace size")
	}
	down("MinMetaspaceExpansion")
	down("MaxMetaspaceExpansion")
	down(space)
	rest := 2 * s.n(boot)
	switch {
	case s.on("UseCompressedClassPointers") && rest+s.n(space) > s.n(largest):
		if rest >= s.n(largest) {
			return s.stops(largest, "MaxMetaspaceSize is too small.")
		}
		s.ergo(space, s.n(largest)-rest, "MaxMetaspaceSize less 8m")
	case !s.on("UseCompressedClassPointers") && rest >= s.n(largest):
		s.ergo(boot, rest, "twice as large")
	}
	return nil
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
		if s.on(perCPU) {
			s.splitCompilers(max(byCPUs, 1)*3/2, why)
		} else {
			s.splitCompilers(s.n(flag), "")
		}
	case 3:
		if s.isDefault(perCPU) && s.isDefault(flag) {
			s.keepOrigin(perCPU, 1, "CICompilerCount is not given")
		}
		if s.on(perCPU) {
			s.splitCompilers(max(byCPUs*align.Log2(byCPUs), 1)*3/2, why)
		} else {
			s.splitCompilers(s.n(flag), "")
		}
	default:
		return s.diesOf8(policy, "fatal error: CompilationPolicyChoice must be in the range: [0-3]")
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
