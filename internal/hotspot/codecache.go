package hotspot

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

const (
	leastCodeCache = 400 * kilo // CodeCacheMinimumUseSpace
	mostCodeCache  = 2 * giga   // CODE_CACHE_SIZE_LIMIT: what a jump reaches
)

// checkCodeCacheBounds holds the code cache against its bounds, of which the first one that is broken is named.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/compiler/compilerDefinitions.cpp, CompilerConfig::check_args_consistency (JDK 11 to 25)
func checkCodeCacheBounds(s *startup) *jvmflag.Refusal {
	const reserved, initial, internal = "ReservedCodeCacheSize", "InitialCodeCacheSize", "NonNMethodCodeHeapSize"
	kib := func(flag string) int32 { return int32(s.n(flag) / kilo) } // printed as 32 bits
	least := uint64(leastCodeCache)
	switch size := s.n(reserved); {
	case size < s.n(initial):
		at := reserved
		if !s.isCommandLine(at) {
			at = initial
		}
		return bounded(with(s.faults(at, fmt.Sprintf("Invalid ReservedCodeCacheSize: %dK. Must be at least InitialCodeCacheSize=%dK.", kib(reserved), kib(initial))), reserved, initial), jvmflag.AtLeast, s.n(initial))
	case size < least:
		return bounded(s.faults(reserved, fmt.Sprintf("Invalid ReservedCodeCacheSize=%dK. Must be at least %dK.", kib(reserved), least/kilo)), jvmflag.AtLeast, least)
	case size > mostCodeCache:
		return bounded(s.faults(reserved, fmt.Sprintf("Invalid ReservedCodeCacheSize=%dM. Must be at most %dM.", int32(size/mega), mostCodeCache/mega)), jvmflag.AtMost, mostCodeCache)
	case s.n(internal) < least:
		return bounded(s.faults(internal, fmt.Sprintf("Invalid NonNMethodCodeHeapSize=%dK. Must be at least %dK.", kib(internal), least/kilo)), jvmflag.AtLeast, least)
	case s.n("InlineCacheBufferSize") > s.n(internal)/2:
		return s.faults("InlineCacheBufferSize", fmt.Sprintf("Invalid InlineCacheBufferSize=%dK. Must be less than or equal to %dK.",
			s.n("InlineCacheBufferSize")/kilo, s.n(internal)/2/kilo))
	}
	return nil
}

// compilerBuffers is the room that compilers need for code that they build.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/c1/c1_Compiler.hpp, Compiler::code_buffer_size (JDK 11 to 25)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/opto/c2compiler.cpp, C2Compiler::initial_code_buffer_size (JDK 11 to 25)
func (s *startup) compilerBuffers() uint64 {
	c, count := s.compiler(), s.n("CICompilerCount")
	switch {
	case c.tiered():
		first := max(count/3, 1)
		return first*c1Buffer + max(count-first, 1)*s.c2Buffer()
	case c.c1:
		return count * c1Buffer
	case c.c2:
		return count * s.c2Buffer()
	}
	return 0
}

const c1Buffer = 512*kilo + 512*kilo/10

// c2Buffer holds the instructions, stubs, constants and relocations of one
// scratch compilation, and room between them.
func (s *startup) c2Buffer() uint64 {
	const stubs, constants, relocations = 128, 4096, 2 * 128
	instructions := release.Choose(s.jdk, release.Since[uint64](11, 1024), release.Since[uint64](16, 2048))
	return instructions + stubs + constants + relocations + 2*s.n("CodeEntryAlignment")
}

// codeHeap is one of the parts of a segmented code cache.
type codeHeap struct {
	flag, name string
	size       uint64
	set        bool
}

// sizeCodeHeaps divides the code cache between the JVM's own code, code that profiles and code that does not.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/code/codeCache.cpp, CodeCache::initialize_heaps (JDK 11 to 25)
func sizeCodeHeaps(s *startup) *jvmflag.Refusal {
	if refusal := s.checkHotCodeHeap(); refusal != nil {
		return refusal
	}
	if !s.segmentsCodeCache() {
		return nil
	}
	heap := func(flag, name string) *codeHeap { return &codeHeap{flag, name, s.n(flag), s.isCommandLine(flag)} }
	internal, profiled := heap("NonNMethodCodeHeapSize", "non-nmethods"), heap("ProfiledCodeHeapSize", "profiled nmethods")
	other := heap("NonProfiledCodeHeapSize", "non-profiled nmethods")
	if s.jdk >= 23 {
		return s.sizeCodeHeapsTogether(internal, profiled, other)
	}
	return s.sizeCodeHeapsInTurn(internal, profiled, other)
}

// checkHotCodeHeap wants a heap for hot code of its own only in a code cache of several (measured,
// 27.0.1 and 28-ea). What it takes of the others, and adds to them, is not known here.
func (s *startup) checkHotCodeHeap() *jvmflag.Refusal {
	const hot, size, segmented = "HotCodeHeap", "HotCodeHeapSize", "SegmentedCodeCache"
	single := s.isCommandLine(segmented) && !s.on(segmented)
	switch {
	case !s.has(hot):
	case !s.on(hot) && s.isCommandLine(size) && s.n(size) > 0:
		return with(s.stops(size, release.Choose(s.jdk, release.Since(27, "HotCodeHeapSize requires HotCodeHeap enabled"), release.Since(28, "HotCodeHeapSize requires HotCodeHeap enabled."))), hot)
	case s.on(hot) && single && s.jdk < 28:
		return with(s.stops(hot, "HotCodeHeap requires SegmentedCodeCache enabled"), segmented)
	case s.on(hot) && single:
		s.warn(hot, "HotCodeHeap disabled and HotCodeHeapSize zeroed because SegmentedCodeCache is disabled.")
	}
	return nil
}

// segmentsCodeCache follows the flag, or else the size: 240 MiB and tiered compilation.
func (s *startup) segmentsCodeCache() bool {
	if s.isCommandLine("SegmentedCodeCache") {
		return s.on("SegmentedCodeCache") && (s.jdk < 16 || !s.interpreterOnly())
	}
	return s.compilesInTiers() && s.n("ReservedCodeCacheSize") >= 240*mega
}

func (s *startup) interpreterOnly() bool { c := s.compiler(); return !c.c1 && !c.c2 }

// sizeCodeHeapsInTurn changes what is not given until the sum fits.
func (s *startup) sizeCodeHeapsInTurn(internal, profiled, other *codeHeap) *jvmflag.Refusal {
	cache := s.n("ReservedCodeCacheSize")
	if refusal := s.checkCodeHeaps(internal, profiled, other, cache); refusal != nil {
		return refusal
	}
	if !internal.set {
		internal.size += s.compilerBuffers()
	}
	fit := func(h *codeHeap, difference int64) int64 {
		if difference < 0 && int64(h.size)+difference <= 0 {
			difference += int64(h.size - page)
			h.size = page
			return difference
		}
		h.size += uint64(difference)
		return 0
	}
	difference, left := int64(cache-(internal.size+profiled.size+other.size)), int64(0)
	switch {
	case internal.set && profiled.set && other.set:
	case !internal.set && !profiled.set && !other.set:
		if cache > internal.size {
			rest := cache - internal.size
			profiled.size, other.size = rest/2, rest-rest/2
		} else {
			internal.size, profiled.size, other.size = cache-2*page, page, page
		}
	case other.set && !profiled.set:
		left = fit(profiled, difference)
	case other.set:
		left = difference
	case profiled.set:
		left = fit(other, difference)
	default:
		rest := int64(cache - internal.size)
		profiled.size, other.size = uint64(rest/2), uint64(rest-rest/2)
	}
	internal.size += uint64(left)
	if !s.profiledHeap() {
		other.size, profiled.size = other.size+profiled.size, 0
	}
	if s.interpreterOnly() {
		internal.size, other.size = internal.size+other.size, 0
	}
	if internal.size < leastCodeCache {
		return s.stops(codeCacheFlag(internal, profiled, other), fmt.Sprintf("Not enough space in non-nmethod code heap to run VM: %dK < %dK", internal.size/kilo, leastCodeCache/kilo))
	}
	return s.commitCodeHeaps(internal, profiled, other)
}

// profiledHeap reports whether there is a heap for code that profiles: C1 writes it for C2.
func (s *startup) profiledHeap() bool {
	if s.jdk < 16 {
		return s.on("TieredCompilation") && s.n("TieredStopAtLevel") > 1
	}
	c := s.compiler()
	return c.c1 && !c.simpleOnly
}

// checkCodeHeaps holds the sum of the heaps that are given against the cache.
func (s *startup) checkCodeHeaps(internal, profiled, other *codeHeap, cache uint64) *jvmflag.Refusal {
	size := func(h *codeHeap) uint64 {
		if h.set {
			return h.size
		}
		return page
	}
	total, relation := size(internal)+size(profiled)+size(other), ""
	switch {
	case total > cache:
		relation = "greater than"
	case internal.set && profiled.set && other.set && total != cache:
		relation = "not equal to"
	default:
		return nil
	}
	return with(s.stops(codeCacheFlag(internal, profiled, other), fmt.Sprintf(
		"Invalid code heap sizes: NonNMethodCodeHeapSize (%dK) + ProfiledCodeHeapSize (%dK) + NonProfiledCodeHeapSize (%dK) = %dK is %s ReservedCodeCacheSize (%dK).",
		size(internal)/kilo, size(profiled)/kilo, size(other)/kilo, total/kilo, relation, cache/kilo)),
		"NonNMethodCodeHeapSize", "ProfiledCodeHeapSize", "NonProfiledCodeHeapSize", "ReservedCodeCacheSize")
}

// codeCacheFlag is the flag to point at: the first heap that is given.
func codeCacheFlag(heaps ...*codeHeap) string {
	for _, h := range heaps {
		if h.set {
			return h.flag
		}
	}
	return "ReservedCodeCacheSize"
}

// codeHeapPage is the page that heaps of code are rounded to, in bytes: a large one if the cache has room for eight.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/code/codeCache.cpp, CodeCache::page_size (JDK 11 to 28)
func (s *startup) codeHeapPage() uint64 {
	return either.Of(s.on("UseLargePages") && s.n("ReservedCodeCacheSize") >= 8*largePage, largePage, page)
}

// commitCodeHeaps is where a heap fails that has no size, or one that reaches
// over the end of the cache. The third heap takes what the others leave.
func (s *startup) commitCodeHeaps(internal, profiled, other *codeHeap) *jvmflag.Refusal {
	unit := s.codeHeapPage()
	cache := align.Up(s.n("ReservedCodeCacheSize"), unit)
	internal.size = (internal.size + unit - 1) &^ (unit - 1) // 0 where it overflows
	profiled.size = align.Down(profiled.size, unit)
	other.size = cache - internal.size - profiled.size
	for _, h := range []*codeHeap{internal, profiled, other} {
		if h == profiled && !s.profiledHeap() || h == other && s.interpreterOnly() {
			continue
		}
		if h.size == 0 || h.size > cache {
			return s.notReserved(codeCacheFlag(h, internal, profiled, other), h)
		}
	}
	return nil
}

// notReserved is a heap for which the cache has no room.
func (s *startup) notReserved(at string, h *codeHeap) *jvmflag.Refusal {
	first := align.Up(min(s.n("InitialCodeCacheSize"), h.size), page)
	return s.stops(at, fmt.Sprintf("Could not reserve enough space in CodeHeap '%s' (%dK)", h.name, first/kilo))
}

// alignCodeHeaps gives each heap whole pages, and takes what is too much then from those
// whose size is not given. The sum is returned.
//
// https://github.com/openjdk/jdk/blob/jdk-26-ga/src/hotspot/share/code/codeCache.cpp, CodeCache::initialize_heaps (JDK 26 to 28)
func (s *startup) alignCodeHeaps(unit, cache uint64, hasProfiled bool, internal, profiled, other *codeHeap) uint64 {
	for _, h := range []*codeHeap{internal, profiled, other} {
		h.size = align.Up(h.size, unit)
	}
	sum := func() uint64 { return internal.size + profiled.size + other.size }
	shrink := func(h *codeHeap) bool {
		if sum() <= cache || h.set || h.size <= unit || h == profiled && !hasProfiled {
			return false
		}
		h.size -= unit
		return true
	}
	for s.isCommandLine("ReservedCodeCacheSize") {
		if first, second := shrink(other), shrink(profiled); !first && !second {
			break
		}
	}
	return sum()
}

// sizeCodeHeapsTogether lets the cache grow with its heaps where its own size is not given.
func (s *startup) sizeCodeHeapsTogether(internal, profiled, other *codeHeap) *jvmflag.Refusal {
	const reserved = "ReservedCodeCacheSize"
	unit := s.codeHeapPage()
	cache, hasProfiled := align.Up(s.n(reserved), unit), s.profiledHeap()
	if !hasProfiled {
		other.size += profiled.size
		profiled.size, profiled.set = 0, true
	}
	buffers := s.compilerBuffers()
	if !internal.set {
		internal.size = max(internal.size+buffers, unit)
	}
	rest := func(used, least uint64) uint64 {
		if cache > used+least {
			return cache - used
		}
		return least
	}
	switch {
	case !profiled.set && !other.set:
		profiled.size = unit
		if cache > internal.size+2*unit {
			profiled.size = (cache - internal.size) / 2
		}
		other.size = profiled.size
	case !other.set:
		other.size = rest(internal.size+profiled.size, unit)
	case !profiled.set:
		profiled.size = rest(internal.size+other.size, unit)
	case !internal.set:
		internal.size = rest(profiled.size+other.size, leastCodeCache+buffers)
	}
	total := internal.size + profiled.size + other.size
	if s.jdk >= 26 {
		total = s.alignCodeHeaps(unit, cache, hasProfiled, internal, profiled, other)
	}
	if !s.isCommandLine(reserved) {
		cache = total
	}
	at := codeCacheFlag(internal, profiled, other)
	for _, h := range []struct {
		name        string
		size, least uint64
		checked     bool
	}{
		{"non-nmethod code heap", internal.size, leastCodeCache + buffers, true}, {"profiled code heap", profiled.size, unit, hasProfiled},
		{"non-profiled code heap", other.size, unit, true}, {"reserved code cache", cache, leastCodeCache, s.isCommandLine(reserved)},
	} {
		if h.checked && h.size < h.least {
			return s.stops(at, fmt.Sprintf("Not enough space in %s to run VM: %dK < %dK", h.name, h.size/kilo, h.least/kilo))
		}
	}
	if total != cache {
		sum, others := fmt.Sprintf("Invalid code heap sizes: NonNMethodCodeHeapSize (%dK)", internal.size/kilo), []string{"NonNMethodCodeHeapSize"}
		if hasProfiled {
			others = append(others, "ProfiledCodeHeapSize")
			sum += fmt.Sprintf(" + ProfiledCodeHeapSize (%dK)", profiled.size/kilo)
		}
		relation := either.Of(total > cache, "greater", "less")
		return with(s.stops(at, fmt.Sprintf("%s + NonProfiledCodeHeapSize (%dK) = %dK is %s than ReservedCodeCacheSize (%dK).",
			sum, other.size/kilo, total/kilo, relation, cache/kilo)), append(others, "NonProfiledCodeHeapSize", reserved)...)
	}
	if s.jdk >= 26 && cache > mostCodeCache { // measured on 26.0.2, 27.0.1 and 28-ea
		hot := release.Choose(s.jdk, release.Since(26, ""), release.Since(27, ", Hot (0K)"))
		return with(s.stops(at, fmt.Sprintf("Code cache size exceeds platform limit: ReservedCodeCacheSize (%dK), Max (%dK).Segments: NonNMethod (%dK), NonProfiled (%dK), Profiled (%dK)%s.",
			cache/kilo, mostCodeCache/kilo, internal.size/kilo, other.size/kilo, profiled.size/kilo, hot)), reserved)
	}
	if s.on("UseLargePages") && unit < largePage && s.n(reserved) >= largePage {
		s.logs(reserved, "codecache", "Code cache size too small for 2048K pages. Reverting to smaller page size (4096B).")
	}
	s.round(reserved, cache, "the sum of its heaps")
	if s.on("HotCodeHeap") && !s.isCommandLine(reserved) {
		s.change(reserved).unknown = true
	}
	for _, h := range []*codeHeap{profiled, internal} {
		if h.size = align.Down(h.size, unit); h.size > cache {
			return s.notReserved(at, h)
		}
	}
	return nil
}

// firstCode is what is committed at start: InitialCodeCacheSize, for each of
// three heaps where the cache is segmented, and the map of its segments.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/memory/heap.cpp, CodeHeap::reserve (JDK 8 to 25)
func (s *startup) firstCode() int64 {
	segment := release.Choose(s.jdk, release.Since[uint64](8, 64), release.Since[uint64](9, 128)) // CodeCacheSegmentSize
	initial := min(s.n("InitialCodeCacheSize"), s.n("ReservedCodeCacheSize"))
	first := align.Up(initial, page) + align.Up(initial/segment, page)
	if s.jdk >= 9 && s.segmentsCodeCache() {
		first *= 3
	}
	return saturate(first)
}
