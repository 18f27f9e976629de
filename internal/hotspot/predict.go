package hotspot

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// JVM is what a JVM will do once it has started. Sizes are in bytes. A number
// that depends on a fact which nobody said is of unknown origin.
type JVM struct {
	JDK       int
	Collector Collector
	CPUs      source.Value // as the JVM counts them

	Heap        source.Value // maximum
	InitialHeap source.Value
	MinHeap     source.Value
	SoftMaxHeap source.Value // what ZGC and Shenandoah try to keep to; unknown for other collectors
	Uncommit    *Uncommit    // of ZGC and Shenandoah; nil for other collectors

	RelocationHeadroom source.Value // that ZGC or Shenandoah keeps free; unknown for other collectors
	MaxNew             source.Value // the young generation's maximum; unknown for collectors without one

	CompressedHeap source.Value // the largest heap with compressed object pointers; unknown for ZGC

	ParallelGCThreads source.Value
	ConcGCThreads     source.Value
	RefinementThreads source.Value // of G1
	CompilerThreads   source.Value // CICompilerCount
	Interprets        bool         // nothing is compiled
	OnlyC1            bool         // nothing is compiled by C2
	Generational      bool         // ZGC or Shenandoah keeps young objects apart
	ShenandoahRegion  source.Value // bytes; unknown for other collectors

	MaxMetaspace         source.Value
	CompressedClassSpace source.Value // reserved; 0 where class pointers are not compressed
	ReservedCodeCache    source.Value
	ThreadStack          source.Value // of a thread that does not ask for a size of its own

	FirstCode int64 // bytes of the code cache that are committed at start
	Archive   bool  // whether the JDK's own archive of class data is mapped
	SerialOld bool  // Parallel collects its old generation as Serial does

	G1 *G1Heap // nil for other collectors

	Messages []jvmflag.Message // warnings of flags that are changed or ignored

	flags      finalFlags
	startsFrom uint64 // CPUs from which on it starts with each number; 0 where nobody has tried
	alike      *seen  // its start-up; nil where the machine is not known, or not the container's
}

// startup is the JVM while it starts: its machine, its flags, and what it has chosen so far.
type startup struct {
	*flags
	memory, cpus    uint64
	stripped        bool  // Machine.Stripped
	server          *bool // Machine.Server
	collector       Collector
	chosenBy        string // the flag whose option does
	compressedLimit uint64 // the largest end of a heap that compressed pointers reach
	spaceUnit       uint64 // bytes: what generations or regions are whole multiples of
	young           G1Young
	region          uint64 // bytes: of Shenandoah
	granted         uint64 // bytes: the most that the system grants at once
	preview         bool   // --enable-preview
	quickOnly       bool   // C1 alone compiles, as in the client JVM of old
	needsJVMCI      bool   // the module of the compiler interface is asked for
	messages        []jvmflag.Message
}

// step is a part of start-up.
type step = func(*startup) *jvmflag.Refusal

// steps are what the JVM does with its flags, in HotSpot's order.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::finalize_vm_init_args, check_vm_args_consistency and apply_ergo (JDK 11 to 25)
var steps = []step{
	(*startup).setAggressiveHeap, does((*startup).boundInitialTenuring), checkCompilationMode, checkAOT, checkCodeCacheBounds,
	does((*startup).warnOfCompilers, (*startup).warnOfStripMining, (*startup).warnOfInterpreter, (*startup).warnOfPreview),
	checkJVMCI, checkLocking, checkArchive, does(setLargePages),
	selectCollector, does(setCompressedOops, setCompressedClassPointers, setHeapSize), setThreads, setMetaspace, setCompilers,
	does(warnOfFlags, (*startup).warnOfIntrinsics), constrained(afterErgo),
	checkStacks, sizeCodeHeaps, checkCPU, sizeHeap, placeHeap, does(leaveNUMA, warnOfArchives), constrained(afterMemoryInit),
	does((*startup).warnOfDisassembler), checkCompileCommands, checkDirectives, checkModules, checkVerifySubSet, checkSegments,
	checkRefinement, checkThreads, checkSmallHeap, checkAggressiveBoxes, checkMetaspaceRoom, checkLocalReferences, checkBoxes,
	checkArchives, checkRecorder, does(interpretOnly),
}

// does is a step that refuses nothing.
func does(all ...func(*startup)) step {
	return func(s *startup) *jvmflag.Refusal {
		for _, do := range all {
			do(s)
		}
		return nil
	}
}

// sizeHeap lets the collector cut the heap. No object is larger than a card: measured on 25 to 28.
func sizeHeap(s *startup) *jvmflag.Refusal {
	if alignment, card := s.n("ObjectAlignmentInBytes"), s.n("GCCardSizeInBytes"); s.jdk >= 25 && alignment > card {
		return s.stops("GCCardSizeInBytes", fmt.Sprintf("Invalid combination of GCCardSizeInBytes and ObjectAlignmentInBytes: "+
			"ObjectAlignmentInBytes %d is larger than GCCardSizeInBytes %d", alignment, card))
	}
	switch s.collector.Kind {
	case G1:
		young, most := s.n("NewSize"), s.n("MaxNewSize")
		if refusal := s.sizeG1(); refusal != nil {
			return refusal
		}
		s.warnOfYoung(young, most)
		s.fitMarkStack()
		return s.checkOldMarkStack()
	case Serial, CMS:
		refusal := s.sizeGenerations(64 * kilo)
		if s.collector.Kind == CMS {
			s.setMarkersOfCMS()
		}
		return refusal
	case Parallel:
		return s.sizeGenerations(s.unitOfParallel())
	case Shenandoah:
		return s.sizeShenandoah()
	case Z:
		return s.sizeZ()
	}
	return s.sizeWhole()
}

// sizeWhole keeps the heap of a collector in one piece.
func (s *startup) sizeWhole() *jvmflag.Refusal {
	s.spaceUnit = granule
	if s.collector.Kind == Epsilon && !s.on("UseLargePages") {
		s.spaceUnit = page
		return s.alignHeap(page, "rounded up to whole pages")
	}
	return s.alignHeap(granule, "rounded up to 2m")
}

// sizeZ leaves a tenth of the heap, when it is ZGC that chooses its size, as a reserve over the soft maximum.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/z/zArguments.cpp, ZArguments::initialize (generational ZGC, JDK 21 to 25)
func (s *startup) sizeZ() *jvmflag.Refusal {
	if refusal := s.sizeWhole(); refusal != nil {
		return refusal
	}
	sized := slices.ContainsFunc([]string{"MaxHeapSize", "SoftMaxHeapSize", "MaxRAMPercentage", "MaxRAMFraction"}, s.isCommandLine)
	if s.generationalZ() && !sized {
		s.keepOrigin("SoftMaxHeapSize", s.n("MaxHeapSize")/100*90+s.n("MaxHeapSize")%100*90/100, "90 % of the maximum heap")
	}
	return nil
}

// Predict works out what a JVM does with its options on its machine, or why it does not start. The options must have
// been read without a refusal, by a JDK of jvmflag.Supported.
//
// Where memory or CPUs are not known, start-up is run for a small and a large machine: all that comes out of it
// grows or shrinks steadily with both, so what is the same at the ends holds between, and what differs is unknown.
// The JVM is taken not to start only where it starts at none of the ends; a refusal says what was assumed of the
// machine where others start. An end at which it does not start is moved to where it does: the other one alone says
// nothing of the machines between.
func Predict(r *jvmflag.Resolution, m Machine) (*JVM, *jvmflag.Refusal) {
	jvm, _, refusal := predictAll(r.Completed(m.Memory), m, true)
	return jvm, refusal
}

// predictAll gives what is said before a refusal, too. What the JVM does is worked out where somebody asks for it: it is
// nil otherwise.
func predictAll(r *jvmflag.Resolution, m Machine, asked bool) (*JVM, []jvmflag.Message, *jvmflag.Refusal) {
	m = m.seenBy(r)
	cpus := activeProcessors(r, m)
	if m.Memory.Known() && cpus.Known() && m.Memory.Origin != source.Measured { // it is computed
		m.Server = nil
	}
	assumed, assumes := assumeServer(r, m.Memory, cpus, m.Server)
	memoryEnds, cpuEnds := ends(m.Memory, leastMemory, mostMemory), ends(cpus, leastCPUs, mostCPUs)
	if assumes && !m.Memory.Known() {
		memoryEnds[0] = ServerMemory
	}
	if assumes && !cpus.Known() {
		cpuEnds[0] = ServerCPUs
	}
	grid := func() (result *JVM, starts bool, before []jvmflag.Message, refused *jvmflag.Refusal) {
		for i, memory := range memoryEnds {
			for k, count := range cpuEnds {
				jvm, said, refusal := start(r, memory, count, m, asked)
				switch {
				case refusal != nil:
					refused, before = refusal, said
				case !starts:
					result, starts = jvm, true
				case asked:
					result.forget(jvm, i > 0, k > 0, m.Blind)
				}
			}
		}
		return result, starts, before, refused
	}
	result, starts, before, refused := grid()
	switch {
	case !starts:
		if assumes && startsElsewhere(r, m, cpus) {
			hedged := *refused
			hedged.Assumed, refused = assumed.Why, &hedged
		}
		return nil, before, refused
	case !asked:
		return nil, nil, nil
	case refused != nil:
		starts := func(memory, cpus uint64) bool {
			_, _, refusal := start(r, memory, cpus, m, false)
			return refusal == nil
		}
		startingEnds(memoryEnds, cpuEnds, starts)
		startingEnds(cpuEnds, memoryEnds, func(cpus, memory uint64) bool { return starts(memory, cpus) })
		result, _, _, _ = grid()
	}
	result.CPUs = cpus
	if len(memoryEnds)+len(cpuEnds) > 2 || m.Blind {
		result.alike = nil
	}
	if refused == nil && !cpus.Known() {
		result.startsFrom = cpuEnds[0]
	}
	if assumes {
		result.Collector = assumed
	}
	return result, result.Messages, nil
}

// startsElsewhere reports whether the JVM starts on a machine that is not of
// server class, where it takes another collector.
func startsElsewhere(r *jvmflag.Resolution, m Machine, cpus source.Value) bool {
	for _, memory := range ends(m.Memory, leastMemory, mostMemory) {
		for _, count := range ends(cpus, leastCPUs, mostCPUs) {
			if _, _, refusal := start(r, memory, count, m, false); refusal == nil {
				return true
			}
		}
	}
	return false
}

// startingEnds moves an end at which the JVM starts on none of the others towards the other end, until it starts.
func startingEnds(ends, others []uint64, starts func(end, other uint64) bool) {
	refused := func(end uint64) bool {
		return !slices.ContainsFunc(others, func(other uint64) bool { return starts(end, other) })
	}
	least, most := &ends[0], &ends[len(ends)-1]
	for *least < *most && refused(*least) {
		*least = min(2**least, *most)
	}
	for *least < *most && refused(*most) {
		*most = max(*most/2, *least)
	}
}

// start runs the steps of start-up on one machine.
func start(r *jvmflag.Resolution, memory, cpus uint64, m Machine, asked bool) (jvm *JVM, said []jvmflag.Message, _ *jvmflag.Refusal) {
	s := &startup{memory: memory, cpus: cpus, preview: r.JDK >= 28 && r.Previews(), granted: freeAddresses, stripped: m.Stripped, server: m.Server}
	if m.Host.Known() {
		s.granted = uint64(m.Host.N)
	}
	was := s.seenAs(r)
	if kept := was.kept.Load(); kept != nil {
		if asked {
			jvm = kept.again(r).jvm()
			jvm.alike = was
		}
		return jvm, nil, nil
	}
	if refusal := s.run(r); refusal != nil {
		s.release()
		return nil, s.messages, refusal
	}
	if asked {
		jvm = s.jvm()
		jvm.alike = was
	}
	if len(s.messages) > 0 || !was.before.Swap(true) {
		s.release()
	} else {
		s.letGo() // of the options that were read, and of their files
		if s.collector.Text.Len() > 0 {
			s.collector.Text = source.Unlocated(s.collector.Text.String(), "an option")
		}
		was.kept.Store(s)
	}
	return jvm, s.messages, nil
}

// run takes the steps. The flags are to be released.
func (s *startup) run(r *jvmflag.Resolution) *jvmflag.Refusal {
	s.flags = newFlags(r)
	for _, step := range release.Choose(s.jdk, release.Since[[]step](8, stepsOf8), release.Since[[]step](9, steps)) {
		if refusal := step(s); refusal != nil {
			return refusal
		}
	}
	return nil
}

// jvm gathers what rules show.
func (s *startup) jvm() *JVM {
	j := &JVM{
		JDK: s.jdk, Collector: s.collector, flags: s.finalFlags(),
		Heap: s.value("MaxHeapSize"), InitialHeap: s.value("InitialHeapSize"), MinHeap: s.value("MinHeapSize"),
		ParallelGCThreads: s.value("ParallelGCThreads"), ConcGCThreads: s.value("ConcGCThreads"), CompilerThreads: s.value("CICompilerCount"),
		MaxMetaspace: s.value("MaxMetaspaceSize"), CompressedClassSpace: s.value("CompressedClassSpaceSize"),
		ReservedCodeCache: s.value("ReservedCodeCacheSize"), ThreadStack: s.value("ThreadStackSize"),
		CompressedHeap: s.compressedHeap(), Messages: s.messages,
		FirstCode: s.firstCode(), Archive: s.mapsArchive(),
		Interprets: s.interpreterOnly(), OnlyC1: s.onlyC1(), Generational: s.collector.Kind == Z && s.generationalZ() || s.generationalShenandoah(),
		SerialOld: s.isCommandLine("UseParallelOldGC") && !s.on("UseParallelOldGC"),
	}
	j.ThreadStack.N *= int64(kilo) // the flag counts KiB; 0 leaves it to the system
	if !s.on("UseCompressedClassPointers") {
		j.CompressedClassSpace = source.Value{Origin: source.Ergonomic, Why: "class pointers are not compressed"}
	}
	switch s.collector.Kind {
	case G1:
		j.G1, j.RefinementThreads = s.g1Heap(), s.value("G1ConcRefinementThreads")
		fallthrough
	case Serial, Parallel, CMS:
		j.MaxNew = s.value("MaxNewSize")
	case Z, Shenandoah:
		if s.has("SoftMaxHeapSize") {
			j.SoftMaxHeap = s.value("SoftMaxHeapSize")
		}
		j.Uncommit = s.uncommit()
	}
	if s.collector.Kind == Shenandoah {
		j.ShenandoahRegion = source.Value{N: saturate(s.region), Origin: source.Ergonomic, Why: "a share of the heap"}
		j.RelocationHeadroom = s.evacuationReserve()
	}
	if s.collector.Kind == Z {
		why := "pages for objects that are moved: one of 2m for each GC thread"
		if medium := s.mediumPage(); medium > 0 {
			why += ", and one of " + jvmflag.FormatSize(medium)
		}
		j.RelocationHeadroom = source.Value{N: saturate(s.relocationHeadroom()), Origin: source.Ergonomic, Why: why}
	}
	return j
}

// forget makes unknown what comes out otherwise on another machine, one that
// differs in memory, in CPUs or in both; of a blind JVM it is the node that does.
func (j *JVM) forget(other *JVM, memory, cpus, blind bool) {
	facts := "memory"
	switch {
	case memory && cpus:
		facts = "memory and the CPUs"
	case cpus:
		facts = "CPUs"
	}
	if blind {
		facts += " of the node"
	}
	others := other.values()
	for i, mine := range j.values() {
		if mine.Known() && mine.N != others[i].N {
			*mine = source.Value{Why: "depends on the " + facts + " (unknown)"}
		}
	}
	for k, row := range other.flags.rows {
		if j.flags.rows[k].bits != row.bits || row.origin == source.Unknown {
			j.flags.rows[k].origin = source.Unknown
		}
	}
}

// values are all numbers of a JVM.
func (j *JVM) values() []*source.Value {
	values := []*source.Value{
		&j.Heap, &j.InitialHeap, &j.MinHeap, &j.MaxNew, &j.CompressedHeap, &j.ParallelGCThreads, &j.ConcGCThreads, &j.RefinementThreads,
		&j.CompilerThreads, &j.MaxMetaspace, &j.CompressedClassSpace, &j.ReservedCodeCache, &j.ThreadStack, &j.SoftMaxHeap, &j.RelocationHeadroom, &j.ShenandoahRegion,
	}
	if j.Uncommit != nil {
		values = append(values, &j.Uncommit.Above)
	}
	if j.G1 != nil {
		values = append(values, &j.G1.RegionSize, &j.G1.Regions, &j.G1.HumongousOver, &j.G1.HeapWastePercent, &j.G1.Young.Least, &j.G1.Young.Most)
	}
	return values
}

// Verdict is whether a JVM starts, and what it says until it has, in its own words and order.
type Verdict struct {
	OK       bool
	Messages []jvmflag.Message
	Refusal  *jvmflag.Refusal // nil where it starts
	JVM      *JVM             // what it does then; nil where it does not start, prints something and ends, or nobody asks
}

// Start gives the verdict on options that have been read: the refusal of the
// reader, or else what comes of them on the machine, or of its modules.
func Start(r *jvmflag.Resolution, m Machine) Verdict { return verdict(r, m, true) }

// Starts is the same for those who ask only whether it starts: with neither the JVM nor what it says before it does.
func Starts(r *jvmflag.Resolution, m Machine) Verdict { return verdict(r, m, false) }

func verdict(r *jvmflag.Resolution, m Machine, asked bool) Verdict {
	r = r.Completed(m.Memory)
	v := Verdict{Messages: r.Messages, Refusal: r.Refusal}
	if v.Refusal == nil && r.Program.Kind != jvmflag.Ends {
		var said []jvmflag.Message
		v.JVM, said, v.Refusal = predictAll(r, m, asked)
		v.Messages = append(v.Messages[:len(v.Messages):len(v.Messages)], said...)
		if v.Refusal == nil {
			said, refusal := r.Boot()
			v.Messages = append(v.Messages, said...)
			if refusal != nil {
				v.JVM, v.Refusal = nil, refusal
			}
		}
	}
	v.OK = v.Refusal == nil
	return v
}

// Lines are all that is printed, the refusal last.
func (v Verdict) Lines() []string {
	lines := lists.Of(v.Messages, func(m jvmflag.Message) string { return m.Line })
	if v.Refusal != nil {
		lines = append(lines, v.Refusal.Lines...)
	}
	return lines
}
