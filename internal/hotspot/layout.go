package hotspot

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Parts of an object, in bytes.
const (
	markWord     = 8
	narrowClass  = 4 // a compressed class pointer
	arrayLength  = 4
	integerField = 4
)

// ObjectSize is what an object with so many fields that are references and so
// many of 4 bytes takes of the heap, in bytes. Up to JDK 14, without compressed pointers, it may
// be 8 more where classes inherit fields: each class of them is padded.
func (j *JVM) ObjectSize(references, integers int64) int64 {
	return j.aligned(j.objectHeader() + references*j.Reference() + integers*integerField)
}

// ArraySize is what an array of so many bytes takes of the heap, in bytes. Before JDK 23 the
// elements begin at a whole word.
//
// https://github.com/openjdk/jdk/blob/jdk-25-ga/src/hotspot/share/oops/arrayOop.hpp, base_offset_in_bytes (JDK 23 to 28)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/oops/arrayOop.hpp, header_size_in_bytes (JDK 8 to 22)
func (j *JVM) ArraySize(bytes int64) int64 {
	begins := release.Choose(j.JDK, release.Since[int64](8, word), release.Since[int64](23, arrayLength))
	return j.aligned(int64(align.Up(uint64(j.objectHeader()+arrayLength), uint64(begins))) + bytes)
}

// Reference is a field that refers to an object, in bytes.
func (j *JVM) Reference() int64 {
	if j.On("UseCompressedOops") {
		return word / 2
	}
	return word
}

// objectHeader is a mark word and a class pointer. A compact header, the default from JDK 27 on,
// holds the class pointer in its mark word. Class pointers are always compressed from JDK 27 on.
//
// https://github.com/openjdk/jdk/blob/jdk-25-ga/src/hotspot/share/oops/objLayout.cpp, ObjLayout::initialize (JDK 24 to 28)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/oops/instanceOop.hpp, instanceOopDesc::base_offset_in_bytes (JDK 8 to 23)
func (j *JVM) objectHeader() int64 {
	alwaysNarrow := release.Choose(j.JDK, release.Since(8, false), release.Since(27, true))
	switch {
	case j.On("UseCompactObjectHeaders"):
		return markWord
	case alwaysNarrow, j.On("UseCompressedClassPointers"):
		return markWord + narrowClass
	}
	return markWord + word
}

// aligned is a size with what pads it.
func (j *JVM) aligned(size int64) int64 {
	return int64(align.Up(uint64(size), uint64(j.ObjectAlignment())))
}

// ObjectAlignment is what each object begins at a multiple of, in bytes.
func (j *JVM) ObjectAlignment() int64 {
	n, _ := j.Flag("ObjectAlignmentInBytes").Value.(int64)
	return max(n, word)
}

// HeapForCycles is the heap in which threads need not wait for ZGC or Shenandoah, and what these keep of
// it for objects that they move. It holds what stays, what the program allocates during a cycle,
// and what is kept. Of ZGC what stays is in use when a cycle ends; of Shenandoah, which leaves
// as much garbage as it can afford, it is the live data, and what was allocated during the last cycle. All are bytes.
// It is false for other collectors, and where what is kept is not known.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/z/zDirector.cpp, rule_allocation_rate (JDK 11 to 25)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shenandoah/shenandoahFreeSet.cpp, ShenandoahFreeSet::rebuild (JDK 11 to 25)
func (j *JVM) HeapForCycles(stays, allocated int64) (heap, kept int64, ok bool) {
	filled := stays + allocated
	kept = j.RelocationHeadroom.N
	if j.Collector.Kind == Shenandoah { // which keeps a share of its heap
		rest := j.Heap.N - kept
		if rest <= 0 {
			return 0, 0, false
		}
		filled += allocated
		kept = int64(float64(filled) * float64(kept) / float64(rest))
	}
	return filled + kept, kept, j.RelocationHeadroom.Known()
}

// Humongous is an array of bytes that takes whole regions of its own.
type Humongous struct {
	Object  int64 // bytes, header and alignment included
	Regions int64
	Lost    int64 // bytes of the last region that nothing else can use
}

// Humongous tells what an array of so many bytes takes of the heap, if it is larger than half a region.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1CollectedHeap.hpp, G1CollectedHeap::is_humongous (JDK 11 to 25)
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/g1CollectedHeap.hpp, isHumongous (JDK 8)
func (j *JVM) Humongous(bytes int64) (Humongous, bool) {
	if j.G1 == nil || !j.G1.HumongousOver.Known() {
		return Humongous{}, false
	}
	h := Humongous{Object: j.ArraySize(bytes)}
	if h.Object <= j.G1.HumongousOver.N {
		return Humongous{}, false
	}
	region := j.G1.RegionSize.N
	h.Regions = (h.Object + region - 1) / region
	h.Lost = h.Regions*region - h.Object
	return h, true
}

// PerRegion tells how many arrays of so many bytes a region of G1 holds: none lies across two regions, and what is
// left behind the last is free for smaller objects only. It is 0 for one that is humongous, and without G1.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1AllocRegion.inline.hpp, G1AllocRegion::retire (JDK 11 to 25)
func (j *JVM) PerRegion(bytes int64) int64 {
	if _, humongous := j.Humongous(bytes); humongous || j.G1 == nil || !j.G1.HumongousOver.Known() {
		return 0
	}
	return j.G1.RegionSize.N / j.ArraySize(bytes)
}

// compressedHeap is the largest heap whose object pointers take 32 bits, in the units that every collector cuts the
// heap into. It is unknown for ZGC, whose pointers never do.
func (s *startup) compressedHeap() source.Value {
	const unit = 2 * mega
	if s.collector.Kind == Z {
		return source.Value{Why: "ZGC does not compress object pointers"}
	}
	return source.Value{N: int64(align.Down(s.compressedLimit, unit)), Origin: source.Ergonomic, Why: "the largest heap with compressed object pointers"}
}

// Widening is how many times more memory the same objects take when object pointers have 64 bits.
type Widening struct {
	Arrays float64 // arrays of 100 bytes; those of 10 KB take the same, 1.00
	Maps   float64 // a HashMap of short strings
	Links  float64 // a LinkedList of Integers; objects of nothing but pointers take more, up to 2
}

// WideningOf was measured by the heap in use after full GCs, with and without compressed pointers, Serial, objects of
// 20 to 60 MB in all. Up to JDK 14 class pointers follow the object pointers, and each object has a larger header.
func WideningOf(jdk int) Widening {
	return release.Choose(jdk,
		release.Since(8, Widening{Arrays: 1.10, Maps: 1.38, Links: 1.68}),
		release.Since(11, Widening{Arrays: 1.10, Maps: 1.42, Links: 1.68}),
		release.Since(15, Widening{Arrays: 1.03, Maps: 1.25, Links: 1.45}))
}

// addressSpace is what a process may address, in bytes.
const addressSpace = 1 << 47

// placeHeap finds room for the heap in the address space, or in the directory that is to hold it.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/memory/virtualspace.cpp, ReservedHeapSpace (JDK 11 to 25)
func placeHeap(s *startup) *jvmflag.Refusal {
	const at, heap, zPath = "AllocateHeapAt", "MaxHeapSize", "ZPath"
	if s.collector.Kind == Epsilon && s.jdk >= 16 && s.jdk < 21 {
		s.adviseEpsilon("gc,init")
	}
	switch s.collector.Kind {
	case Z:
		for _, flag := range []string{at, zPath} {
			if dir := s.text(flag); dir != "" && s.missing(dir) && (flag == at) == (s.jdk >= 16) {
				line := "Failed to create file " + dir + "/java_heap (No such file or directory)"
				refusal := s.faults(flag)
				if s.jdk >= 25 {
					refusal = s.stops(flag, "Failed to create heap backing file")
				}
				return because(jvmflag.MissingFile, s.precededBy("error", "gc", line, refusal))
			}
		}
		if s.jdk >= 17 && s.n(heap) > 16*1024*giga { // measured on 17, 21 and 25 to 28
			most := "16384G"
			if s.n(heap) >= 1<<60 { // sixteen times as much, which ZGC would address, is over 64 bits
				most = "4096G"
			}
			line := "Java heap too large (max supported heap size is " + most + ")"
			if s.generationalZ() {
				return s.stops(heap, line)
			}
			return s.precededBy("error", "gc", line, s.faults(heap))
		}
		s.setUncommit()
		s.warnOfMappings()
		if strategy := "ZIndexDistributorStrategy"; s.jdk >= 25 && s.n(strategy) > 1 {
			return s.crashes(strategy)
		}
		if s.wantsPages() {
			const flag = "UseLargePages" // of which there are none
			s.log(flag, jvmflag.Adjusted, "error", "gc", "Failed to map backing file (Cannot allocate memory)")
			s.log(flag, jvmflag.Adjusted, "error", "gc,init", "Not enough space available on the backing filesystem to hold the current max")
			s.log(flag, jvmflag.Adjusted, "error", "gc,init", fmt.Sprintf("Java heap size (%dM). Forcefully lowering max Java heap size to 0M (0%%).", s.n("MaxHeapSize")/mega))
		}
	case G1, Serial, Parallel, CMS, Epsilon, Shenandoah:
		if dir := s.text(at); dir != "" && s.missing(dir) {
			s.warns(at, jvmflag.MissingFile, "Could not create file for heap with template "+dir+"/jvmheap.XXXXXX")
			return because(jvmflag.MissingFile, s.stops(at, "Could not create file for Heap at location "+dir))
		}
		if old := "OldSize"; s.n(heap) > 4*giga*s.n("ObjectAlignmentInBytes") && s.on("UseCompressedOops") && s.isSet(old) {
			return s.crashes(old) // it makes the heap larger once pointers are compressed
		}
		if refusal := s.checkReservedHeap(s.n(heap)); refusal != nil {
			return refusal
		}
		s.warnOfSharedPages()
	}
	return nil
}

// setMetaspace bounds the class space by the metaspace that it is part of.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/memory/metaspace.cpp, Metaspace::ergo_initialize (JDK 17 to 25)
func setMetaspace(s *startup) *jvmflag.Refusal {
	if s.jdk < 16 {
		return s.setOldMetaspace()
	}
	const policy = "MetaspaceReclaimPolicy"
	switch word := s.text(policy); {
	case !s.isCommandLine(policy) || word == "balanced" || word == "aggressive" || word == "none":
	case word == "":
		r := s.crashes(policy)
		r.Lines, r.Why = append([]string{"#"}, r.Lines...), r.Lines
		return r
	default:
		return because(jvmflag.BadValue, s.stops(policy, `Invalid value for MetaspaceReclaimPolicy: "%s".: `+word))
	}
	largest := max(s.n("MaxMetaspaceSize"), 64*kilo)
	s.rounded("MaxMetaspaceSize", largest, "at least 64k")
	if !s.on("UseCompressedClassPointers") {
		return nil
	}
	share := uint64(float64(largest) * 0.8)
	if s.jdk >= 25 {
		share = 8 * (largest / 10)
	}
	const unit = 16 * mega
	space := max(align.Up(min(s.n("CompressedClassSpaceSize"), share), unit), unit)
	given := s.n("CompressedClassSpaceSize")
	s.rounded("CompressedClassSpaceSize", space, "at most 80 % of MaxMetaspaceSize, rounded up to 16m")
	s.warnOfClassSpace(given)
	if s.jdk >= 26 { // whose class pointers have no room for the last unit: measured on 26 to 28
		s.rounded("CompressedClassSpaceSize", min(space, 4*giga-unit), "one unit under 4g")
	}
	return nil
}

// setOldMetaspace leaves twice the first chunk, 8 MiB, of the metaspace to what is not a class.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/memory/metaspace.cpp, Metaspace::ergo_initialize
func (s *startup) setOldMetaspace() *jvmflag.Refusal {
	const flag, space, boot = "MaxMetaspaceSize", "CompressedClassSpaceSize", "InitialBootClassLoaderMetaspaceSize"
	s.wholePages(flag)
	s.setDefault(flag, s.n(flag), "") // without a limit
	s.wholePages(space)
	largest, rest, compressed := s.n(flag), 2*s.n(boot), s.on("UseCompressedClassPointers")
	switch {
	case compressed && rest+s.n(space) > largest:
		if rest >= largest {
			return s.stops(flag, "MaxMetaspaceSize is too small.")
		}
		if s.jdk < 9 || largest-rest >= mega { // what its range leaves out is not set
			s.ergo(space, largest-rest, fmt.Sprintf("MaxMetaspaceSize less %dm", rest/mega))
		}
	case s.jdk < 9 && !compressed && rest >= largest:
		s.ergo(boot, rest, "twice as large")
	}
	return nil
}

func (s *startup) wholePages(flag string) {
	s.rounded(flag, align.DownBounded(s.n(flag), page), "rounded down to whole pages")
}

// rounded changes a number in place, if it does change, without touching whether HotSpot takes it for a default.
func (f *flags) rounded(name string, n uint64, why string) {
	if f.n(name) != n {
		f.keepOrigin(name, n, why)
	}
}

const largePage = 2 * mega

// setLargePages finds only transparent large pages, as on nearly every machine. Up to
// JDK 11 UseLargePages stays on for shared memory, which is not tried.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/os/linux/os_linux.cpp, os::large_page_init (JDK 8 to 25)
func setLargePages(s *startup) {
	const large, transparent, file, shared, why = "UseLargePages", "UseTransparentHugePages", "UseHugeTLBFS", "UseSHM", "large pages"
	if s.jdk >= 9 {
		s.warnOfPages()
	}
	set := func(largeOn, transparentOn, sharedOn bool) {
		for flag, on := range map[string]bool{large: largeOn, transparent: transparentOn, file: false, shared: sharedOn} {
			if s.on(flag) != on {
				s.keepOrigin(flag, 1-s.n(flag), why)
			}
		}
	}
	tries := s.jdk < 16 && (s.on(shared) || s.on(large) && s.isDefault(transparent) && s.isDefault(file) && s.isDefault(shared))
	switch {
	case s.isCommandLine(large) && !s.on(large):
		set(false, false, false)
	case s.on(transparent):
		set(true, true, false)
	default:
		set(tries, false, tries)
	}
}

// leaveNUMA leaves open whether the machine has several nodes of memory: on one
// node, the JVM switches off what it asks for.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/os/linux/os_linux.cpp, os::Linux::numa_init (JDK 8 to 25)
func leaveNUMA(s *startup) {
	for _, flag := range []string{"UseNUMA", "UseNUMAInterleaving"} {
		if s.on(flag) && !s.on("ForceNUMA") && (flag == "UseNUMA" || s.jdk >= 25) {
			s.change(flag).unknown = true
		}
	}
}

// warnOfPages says that there are no large pages, as on nearly every machine.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/os/linux/os_linux.cpp, os::large_page_init (JDK 11 to 25)
func (s *startup) warnOfPages() {
	const pages, transparent, size = "UseLargePages", "UseTransparentHugePages", "LargePageSizeInBytes"
	switch {
	case s.jdk < 16 && !s.isDefault(size) && s.n(size) != largePage && (s.on(pages) || s.on(transparent) && s.isDefault(pages)):
		s.warn(size, "Setting LargePageSizeInBytes has no effect on this OS. Large page size is 2048K.")
	case s.jdk >= 24 && s.on("UseZGC") && s.on(transparent) && (s.on(pages) || s.isDefault(pages)): // Linux gives none to shared memory by default
		s.logs(transparent, "pagesize", "Shared memory transparent huge pages are not enabled in the OS. Set /sys/kernel/mm/transparent_hugepage/shmem_enabled to 'advise' to enable them.")
	case s.jdk >= 17 && s.on(pages) && s.isCommandLine(pages) && !s.on("UseHugeTLBFS") && !s.on("UseSHM") && !s.on(transparent):
		s.logs(pages, "pagesize", "UseLargePages disabled, no large pages configured and available on the system.")
	case s.jdk < 25 && s.on("UseHugeTLBFS"):
		s.warn("UseHugeTLBFS", "%s", release.Choose(s.jdk, release.Since(11, "HugeTLBFS is not supported by the operating system."),
			release.Since(16, "HugeTLBFS is not configured or not supported by the operating system.")))
	case s.jdk >= 16 && s.jdk < 25 && s.on("UseSHM"):
		s.warn("UseSHM", "Large pages using UseSHM are not configured on this system.")
	}
}

// warnOfSharedPages says that there are none for the heap, and for the tables that a collector maps likewise.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/os/linux/os_linux.cpp, shmat_large_pages (JDK 11)
func (s *startup) warnOfSharedPages() {
	if !s.on("UseSHM") || s.jdk >= 16 || s.isDefault("UseLargePages") && s.isDefault("UseSHM") && s.isDefault("LargePageSizeInBytes") {
		return
	}
	spaces := map[Kind]int{CMS: 2, Shenandoah: 4}
	for range max(spaces[s.collector.Kind], 1) {
		s.warn("UseLargePages", "Failed to reserve shared memory. (error = 12)")
	}
}
