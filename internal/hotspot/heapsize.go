package hotspot

import (
	"cmp"
	"fmt"
	"maps"

	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// conservativeAlignment is the largest alignment that the heap may end up
// with: it is kept free below the limit of compressed pointers.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, set_conservative_max_heap_alignment (JDK 11 to 25)
func (s *startup) conservativeAlignment() uint64 {
	var a uint64
	switch s.collector.Kind {
	case G1:
		a = release.Choose(s.jdk, release.Since[uint64](11, 32*mega), release.Since[uint64](18, 512*mega), release.Since[uint64](25, 32*mega))
		if s.jdk >= 25 && !s.isDefault("G1HeapRegionSize") {
			a = 512 * mega
		}
	case Shenandoah:
		a = 32 * mega
		if s.jdk < 24 {
			a = s.n("ShenandoahMaxRegionSize")
		}
	case Z, Epsilon:
	default:
		a = 64 * kilo
	}
	if s.on("UseLargePages") {
		a = max(a, largePage)
	}
	if kind := s.collector.Kind; s.jdk >= 26 && (kind == Epsilon || kind == Z) { // have no cards: measured on 26.0.2
		return max(a, page)
	}
	return max(a, page*s.n("GCCardSizeInBytes"))
}

// setCompressedOops decides whether object pointers take 32 bits: the heap
// must end below 4 GiB times the object alignment.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::set_use_compressed_oops (JDK 11 to 25)
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, Arguments::set_use_compressed_oops (JDK 8)
func setCompressedOops(s *startup) {
	s.compressedLimit = 4*giga*s.n("ObjectAlignmentInBytes") - align.Up(page, s.conservativeAlignment())
	heap := max(s.n("MaxHeapSize"), s.n("InitialHeapSize"))
	if s.jdk >= 17 {
		heap = max(heap, s.n("MinHeapSize"))
	}
	switch {
	case heap <= s.compressedLimit:
		s.ergoDefault("UseCompressedOops", 1, "the heap ends below the limit of compressed pointers")
	case s.on("UseCompressedOops"):
		given := !s.isDefault("UseCompressedOops")
		if given {
			s.warn("UseCompressedOops", "Max heap size too large for Compressed Oops")
		}
		if s.jdk < 9 || s.jdk < 15 && given { // class pointers go along
			s.keepOrigin("UseCompressedClassPointers", 0, "the heap is too large for compressed pointers")
		}
		s.keepOrigin("UseCompressedOops", 0, "the heap is too large for compressed pointers")
	}
}

// setCompressedClassPointers follows the object pointers up to JDK 14. Later
// ones compress class pointers in any case.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, Arguments::set_use_compressed_klass_ptrs (JDK 8)
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::set_use_compressed_klass_ptrs
func setCompressedClassPointers(s *startup) {
	const why, compact = "class pointers are compressed where object pointers are", "UseCompactObjectHeaders"
	if heap := s.n("MaxHeapSize"); s.jdk >= 27 && s.on(compact) && heap >= 8191*giga {
		s.warn(compact, "Compact object headers require a java heap size smaller than 8191G (given: %dG). Disabling compact object headers.", heap/giga)
		s.keepOrigin(compact, 0, "the heap is too large for compact headers")
	}
	switch {
	case s.jdk >= 15:
		s.setDefault("UseCompressedClassPointers", 1, "class pointers are compressed unless switched off")
		s.checkCompactHeaders()
	case !s.on("UseCompressedOops"):
		if s.on("UseCompressedClassPointers") {
			s.warn("UseCompressedClassPointers", "UseCompressedClassPointers requires UseCompressedOops")
		}
		s.keepOrigin("UseCompressedClassPointers", 0, why)
	case s.isDefault("UseCompressedClassPointers"):
		s.ergo("UseCompressedClassPointers", 1, why)
	}
}

// checkCompactHeaders keeps compact headers to compressed class pointers, which are a part of them.
//
// https://github.com/openjdk/jdk/blob/jdk-25-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::set_use_compressed_oops (JDK 24 to 25)
func (s *startup) checkCompactHeaders() {
	const compact = "UseCompactObjectHeaders"
	switch {
	case !s.on(compact) || s.on("UseCompressedClassPointers"):
	case !s.isCommandLine("UseCompressedClassPointers"):
		s.keepOrigin("UseCompressedClassPointers", 1, compact)
	default:
		s.warn(compact, "Compact object headers require compressed class pointers. Disabling compact object headers.")
		s.keepOrigin(compact, 0, "class pointers are not compressed")
	}
}

// share is one of the three percentages of memory that size the heap, with
// the older flag that says the same as a fraction.
type share struct{ percentage, fraction string }

var shares = []share{
	{"MaxRAMPercentage", "MaxRAMFraction"},
	{"MinRAMPercentage", "MinRAMFraction"},
	{"InitialRAMPercentage", "InitialRAMFraction"},
}

// setHeapSize chooses the heap sizes that no option gives.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::set_heap_size (JDK 11 to 25)
func setHeapSize(s *startup) {
	if older := "DefaultMaxRAMFraction"; !s.isDefault(older) { // of JDK 8
		s.commandLine("MaxRAMFraction", s.n(older), older)
	}
	memory, asked := s.memoryForHeap()
	s.takeFractions()
	if s.isDefault("MaxHeapSize") {
		s.chooseMaxHeap(memory, asked)
	}
	s.chooseInitialHeap(memory)
}

// memoryForHeap is the memory that the percentages are taken of: MaxRAM, or the machine's up to 128 GiB, all of it
// from JDK 26 on. From JDK 17 on, a share that is asked for is one of all memory; asked tells so.
func (s *startup) memoryForHeap() (memory uint64, asked bool) {
	if s.jdk >= 17 {
		asked = s.isSet("MaxRAM")
		for _, share := range shares {
			asked = asked || !s.isDefault(share.percentage) || !s.isDefault(share.fraction)
		}
	}
	switch {
	case s.jdk >= 27: // which knows no MaxRAM
		return s.memory, asked
	case !s.isDefault("MaxRAM"):
		return s.n("MaxRAM"), asked
	case s.jdk >= 26 && s.emulatesClient():
		s.ergo("MaxRAM", giga, "NeverActAsServerClassMachine")
		return giga, asked
	case s.jdk >= 26:
		s.ergo("MaxRAM", s.memory, "all memory")
		return s.memory, asked
	case asked:
		s.ergo("MaxRAM", s.memory, "all memory, because a share of it is requested")
		return s.memory, true
	}
	return min(s.memory, s.n("MaxRAM")), false
}

// takeFractions turns the fractions that are given into percentages.
func (s *startup) takeFractions() {
	for _, share := range shares {
		if s.isDefault(share.percentage) && !s.isDefault(share.fraction) {
			r := s.change(share.percentage)
			r.double, r.why = 100/float64(s.n(share.fraction)), share.fraction
		}
	}
}

func percentOf(memory uint64, percent float64) uint64 {
	return truncated(float64(memory) * percent / 100)
}

// share says which part of the memory a percentage comes to, and where the percentage comes from.
func (s *startup) share(percentage string) string {
	from, percent := "default", s.double(percentage)
	set, ok := s.settings[percentage]
	for _, share := range shares {
		if share.percentage == percentage && !ok && !s.isDefault(share.fraction) {
			percentage = share.fraction
			set, ok = s.settings[percentage]
		}
	}
	if ok {
		from = cmp.Or(set.Value.Origin(), "command line")
	}
	return fmt.Sprintf("%g %% of the memory (%s, %s)", percent, percentage, from)
}

// chooseMaxHeap takes MaxRAMPercentage of the memory, or MinRAMPercentage of
// one so small that even that is less than the default of 124.8 MiB.
func (s *startup) chooseMaxHeap(memory uint64, asked bool) {
	standard := s.n("MaxHeapSize")
	heap, why := percentOf(memory, s.double("MaxRAMPercentage")), s.share("MaxRAMPercentage")
	if small := percentOf(memory, s.double("MinRAMPercentage")); small < standard {
		heap, why = small, "MinRAMPercentage of a small memory"
	} else if heap < standard {
		heap, why = standard, "default, more than "+s.share("MaxRAMPercentage")
	}
	if limit := s.n("ErgoHeapSizeLimit"); limit != 0 && limit < heap {
		heap, why = limit, "ErgoHeapSizeLimit"
	}
	s.raiseHeapBase()
	capped := func() {
		if limit := s.compressedHeapLimit(standard); s.on("UseCompressedOops") && heap > limit {
			if asked && s.isErgonomic("UseCompressedOops") {
				s.ergo("UseCompressedOops", 0, "the requested share of memory is too large for compressed pointers")
				return
			}
			heap, why = limit, "the largest that compressed pointers reach"
		}
	}
	raised := func() {
		least, name := uint64(0), ""
		switch {
		case !s.isDefault("InitialHeapSize"):
			least, name = s.n("InitialHeapSize"), "initial heap size"
		case s.jdk >= 17 && !s.isDefault("MinHeapSize"):
			least, name = s.n("MinHeapSize"), "minimum heap size"
		}
		if least > heap {
			heap, why = least, name
		}
	}
	if s.jdk < 21 {
		capped()
		raised()
	} else {
		raised()
		capped()
	}
	s.ergo("MaxHeapSize", heap, why)
}

// raiseHeapBase keeps the heap, where its size is not given, from lying lower
// than by default, if there are compressed pointers to think of.
func (s *startup) raiseHeapBase() {
	const lowest = 2 * giga
	if s.jdk >= 9 && (s.on("UseCompressedOops") || s.jdk < 27 && s.on("UseCompressedClassPointers")) && s.n("HeapBaseMinAddress") < lowest {
		s.ergo("HeapBaseMinAddress", lowest, "the minimum")
	}
}

// compressedHeapLimit leaves HeapBaseMinAddress of room below the heap.
func (s *startup) compressedHeapLimit(standard uint64) uint64 {
	inReach := func(base uint64) bool { return base < s.compressedLimit || s.jdk < 9 } // JDK 8 lets the sum overflow
	if base := s.n("HeapBaseMinAddress"); inReach(base) && base+standard < s.compressedLimit {
		return s.compressedLimit - base
	}
	return s.compressedLimit
}

// chooseInitialHeap takes InitialRAMPercentage of the memory. A size of 0 on the command line asks for it, too.
func (s *startup) chooseInitialHeap(memory uint64) {
	initial, least := s.n("InitialHeapSize"), s.n("MinHeapSize")
	if initial != 0 && least != 0 {
		return
	}
	smallest := min(s.n("OldSize")+s.n("NewSize"), s.n("MaxHeapSize"))
	if initial == 0 {
		initial = percentOf(memory, s.double("InitialRAMPercentage"))
		initial = min(max(initial, smallest, least), s.n("MaxHeapSize"))
		s.ergo("InitialHeapSize", initial, s.share("InitialRAMPercentage"))
	}
	if least == 0 {
		s.ergo("MinHeapSize", min(smallest, initial), "the smallest young and old generation")
	}
}

// alignHeap checks the three heap sizes against each other and rounds them up to whole units of the heap.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/gcArguments.cpp, GCArguments::initialize_heap_flags_and_sizes (JDK 17 to 25)
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/shared/collectorPolicy.cpp (JDK 11)
func (s *startup) alignHeap(unit uint64, rounding string) *jvmflag.Refusal {
	if refusal := s.checkHeapSizes(); refusal != nil {
		return refusal
	}
	for _, name := range []string{"MinHeapSize", "InitialHeapSize", "MaxHeapSize"} {
		s.round(name, s.roundedUp(s.n(name), unit), rounding)
	}
	if s.jdk < 21 && s.minOverInitial() {
		return s.minOver("InitialHeapSize", "InitialHeapSize")
	}
	s.fitInitialHeap()
	s.ergoDefault("SoftMaxHeapSize", s.n("MaxHeapSize"), "maximum heap size")
	return nil
}

// fitInitialHeap lets the initial heap be at most the maximum: the one of the two that is given counts.
func (s *startup) fitInitialHeap() {
	initial, largest := s.n("InitialHeapSize"), s.n("MaxHeapSize")
	switch {
	case initial <= largest:
	case !s.isDefault("InitialHeapSize"):
		s.ergo("MaxHeapSize", initial, "initial heap size")
	case !s.isDefault("MaxHeapSize"):
		s.ergo("InitialHeapSize", largest, "maximum heap size")
		if s.n("MinHeapSize") > largest {
			s.ergo("MinHeapSize", largest, "maximum heap size")
		}
	}
}

func (s *startup) checkHeapSizes() *jvmflag.Refusal {
	least, initial, largest := s.n("MinHeapSize"), s.n("InitialHeapSize"), s.n("MaxHeapSize")
	switch {
	case s.isCommandLine("MaxHeapSize") && s.isCommandLine("InitialHeapSize") && initial > largest:
		refusal := with(s.stops("InitialHeapSize", "Initial heap size set to a larger value than the maximum heap size"), "MaxHeapSize")
		refusal.Relation = notOver("InitialHeapSize", "MaxHeapSize")
		return refusal
	case s.isCommandLine("MaxHeapSize") && s.minGiven() && largest < least:
		return s.minOver("MinHeapSize", "MaxHeapSize")
	case s.jdk >= 21 && s.minOverInitial():
		return s.minOver("MinHeapSize", "InitialHeapSize")
	case s.jdk >= 9 && largest < 2*mega:
		return s.stops("MaxHeapSize", "Too small maximum heap")
	case initial < mega:
		return s.stops("InitialHeapSize", "Too small initial heap")
	case least < mega && s.jdk < 9:
		return with(s.stops("InitialHeapSize", "Too small minimum heap"), "MinHeapSize")
	case least < mega:
		return s.stops("MinHeapSize", "Too small minimum heap")
	}
	return nil
}

// minGiven reports whether the least heap is held against the others: up to JDK 16, which has no flag for it, always.
func (s *startup) minGiven() bool { return s.isCommandLine("MinHeapSize") || s.jdk < 17 }

func (s *startup) minOverInitial() bool {
	return s.isCommandLine("InitialHeapSize") && s.minGiven() && s.n("InitialHeapSize") < s.n("MinHeapSize")
}

// Sizes of the heap that are over each other, of which HotSpot names no number.

// minOver is a least heap over another size, initial or maximum.
func (s *startup) minOver(at, over string) *jvmflag.Refusal {
	const least = "MinHeapSize"
	which := map[string]string{"InitialHeapSize": "initial", "MaxHeapSize": "maximum"}[over]
	refusal := with(s.stops(at, "Incompatible minimum and "+which+" heap sizes specified"), over, least)
	refusal.Relation = notOver(least, over)
	return refusal
}

func notOver(flag, most string) *jvmflag.Relation {
	return &jvmflag.Relation{Left: jvmflag.Bound{Flag: flag}, Must: jvmflag.AtMost, Right: jvmflag.Bound{Flag: most}}
}

// heapBounds are the flags that may not be over the maximum heap size.
var heapBounds = []string{"InitialHeapSize", "MinHeapSize", "SoftMaxHeapSize"}

// OverHeap are the settings that would keep a JVM of that heap, in bytes, from
// starting: the maximum and what may not be over it. -Xms sets two of them.
func OverHeap(r *jvmflag.Resolution, heap int64) []jvmflag.Setting {
	return lists.Found(append([]string{"MaxHeapSize"}, heapBounds...), func(name string) (jvmflag.Setting, bool) {
		s, ok := r.Set(name)
		return s, ok && s.Number > uint64(heap)
	})
}

// WithHeap are the options with another maximum heap, in bytes: what may not be over it is lowered to it.
func WithHeap(r *jvmflag.Resolution, heap int64) *jvmflag.Resolution {
	r = r.Given()
	changed := *r
	changed.Settings = maps.Clone(r.Settings)
	flag, _ := jvmflag.Lookup(r.JDK, "MaxHeapSize")
	changed.Settings["MaxHeapSize"] = jvmflag.Setting{Flag: &flag, Number: uint64(heap)}
	for _, name := range heapBounds {
		if s, ok := changed.Settings[name]; ok && s.Number > uint64(heap) {
			s.Number = uint64(heap)
			changed.Settings[name] = s
		}
	}
	return &changed
}

// FixedHeap are the options with a heap of that many bytes from the start on, as -Xms and -Xmx set it.
func FixedHeap(r *jvmflag.Resolution, heap int64) *jvmflag.Resolution {
	changed := WithHeap(r, heap)
	for _, name := range []string{"InitialHeapSize", "MinHeapSize"} {
		flag, _ := jvmflag.Lookup(r.JDK, name) // JDK 11 keeps MinHeapSize outside its flags
		changed.Settings[name] = jvmflag.Setting{Flag: &flag, Number: uint64(heap)}
	}
	return changed
}

// heapFlags size the heap or the share of the memory that it gets, those that say most first.
var heapFlags = []string{
	"MaxHeapSize", "MaxRAMPercentage", "MaxRAMFraction", "MaxRAM", "InitialHeapSize", "MinHeapSize",
	"InitialRAMPercentage", "InitialRAMFraction", "MinRAMPercentage", "MinRAMFraction", "ErgoHeapSizeLimit", "AggressiveHeap",
}

// HeapOption is the option that says most of the size of the heap.
func HeapOption(r *jvmflag.Resolution) (jvmflag.Setting, bool) {
	flag, is := lists.First(heapFlags, func(flag string) bool { return r.Sets(flag) })
	return r.Settings[flag], is
}
