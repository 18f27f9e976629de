package hotspot

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Kind is one of HotSpot's collectors.
type Kind int

const (
	G1 Kind = iota
	Serial
	Parallel
	Z
	Shenandoah
	Epsilon
	CMS
)

var kindNames = [...]string{"G1", "Serial", "Parallel", "ZGC", "Shenandoah", "Epsilon", "CMS"}

// String is the collector's name as people know it.
func (k Kind) String() string { return kindNames[k] }

// KindNamed is the collector that people know by this name.
func KindNamed(name string) (Kind, bool) {
	i := slices.Index(kindNames[:], name)
	return Kind(i), i >= 0
}

// Collector is the collector that the JVM takes, and why.
type Collector struct {
	Kind   Kind
	Origin source.Origin // Option, Ergonomic or Assumed
	Text   source.Text   // the option that chooses it
	Why    string
}

func (c Collector) String() string { return c.Kind.String() }

// collectorFlags choose a collector, in the order of HotSpot's own table.
// UseParallelOldGC was a second name for the parallel collector.
var collectorFlags = []struct {
	flag string
	kind Kind
}{
	{"UseConcMarkSweepGC", CMS}, {"UseEpsilonGC", Epsilon}, {"UseG1GC", G1}, {"UseParallelGC", Parallel},
	{"UseParallelOldGC", Parallel}, {"UseSerialGC", Serial}, {"UseShenandoahGC", Shenandoah}, {"UseZGC", Z},
}

// The least that makes a machine of server class, for which G1 is chosen, and Parallel on JDK 8.
const (
	ServerMemory = 1792 << 20 // bytes
	ServerCPUs   = 2
)

// chosenCollector is the collector that the options switch on.
func chosenCollector(f *flags) (kind Kind, flag string, chosen int) {
	for _, c := range collectorFlags {
		if !f.on(c.flag) {
			continue
		}
		if chosen == 0 || c.kind != kind {
			chosen++
		}
		kind, flag = c.kind, c.flag
	}
	return kind, flag, chosen
}

// selectCollector takes the collector of the options, or else G1 on a machine of server class and Serial on a
// smaller one. From JDK 27 on, every machine is of that class.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/gcConfig.cpp, GCConfig::select_gc (JDK 10 to 25)
func selectCollector(s *startup) *jvmflag.Refusal {
	defer s.freeG1Ratios()
	kind, flag, chosen := chosenCollector(s.flags)
	switch {
	case chosen > 1:
		return s.stops(flag, "Multiple garbage collectors selected")
	case chosen == 1:
		set := s.settings[flag]
		s.collector = Collector{Kind: kind, Origin: source.Option, Text: set.Option.Text, Why: set.Option.Channel.String()}
		return nil
	}
	s.collector = Collector{Kind: Serial, Origin: source.Ergonomic, Why: "fewer than 2 CPUs or 1792m of memory"}
	flag = "UseSerialGC"
	if s.serverClass() {
		s.collector.Kind = G1
		s.collector.Why = release.Choose(s.jdk, release.Since(9, "at least 2 CPUs and 1792m of memory"), release.Since(27, "default from JDK 27 on"))
		flag = "UseG1GC"
	}
	if !s.isDefault(flag) {
		return s.stops(flag, "Garbage collector not selected (default collector explicitly disabled)")
	}
	s.ergo(flag, 1, s.collector.Why)
	return nil
}

// freeG1Ratios lets G1 of JDK 27 and later size its heap by other means than how much of it is free.
func (s *startup) freeG1Ratios() {
	if s.jdk < 27 || s.collector.Kind != G1 {
		return
	}
	s.freeRatios("G1 from JDK 27 on")
}

// serverClass reports whether the JVM takes its machine for a server.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/os.cpp, os::is_server_class_machine (JDK 11 to 25)
func (s *startup) serverClass() bool {
	switch {
	case s.on("NeverActAsServerClassMachine"):
		return false
	case s.on("AlwaysActAsServerClassMachine"):
		return true
	case s.server != nil && s.jdk < 27:
		return *s.server
	}
	return s.jdk >= 27 || s.cpus >= ServerCPUs && s.memory >= ServerMemory
}

// assumeServer reports whether the choice of the collector depends on facts that nobody said. The machine is then
// assumed to be of server class, as nearly every one is, and the assumption is named.
func assumeServer(r *jvmflag.Resolution, memory, cpus source.Value, seen *bool) (Collector, bool) {
	if memory.Known() && cpus.Known() || r.Table >= 27 || seen != nil {
		return Collector{}, false
	}
	f := newFlags(r)
	defer f.release()
	_, _, chosen := chosenCollector(f)
	kind := G1
	if f.jdk < 9 {
		kind = Parallel
		if _, _, ok := chosenCollectorOf8(f); ok {
			chosen = 1
		}
	}
	tooSmall := memory.Known() && memory.N < ServerMemory || cpus.Known() && cpus.N < ServerCPUs
	settled := f.on("NeverActAsServerClassMachine") || f.on("AlwaysActAsServerClassMachine")
	if chosen > 0 || tooSmall || settled {
		return Collector{}, false
	}
	var assumed string
	switch {
	case cpus.Known():
		assumed = "assumed: at least 1792m of memory"
	case memory.Known():
		assumed = "assumed: at least 2 CPUs"
	default:
		assumed = "assumed: at least 2 CPUs and 1792m of memory"
	}
	if heap, ok := r.Set("MaxHeapSize"); ok && !memory.Known() && heap.Number >= ServerMemory {
		assumed = "assumed: at least 2 CPUs, and memory for the requested heap"
		if cpus.Known() {
			assumed = "assumed: memory for the requested heap"
		}
	}
	return Collector{Kind: kind, Origin: source.Assumed, Why: assumed}, true
}

// choosing are the flags that choose a collector. AggressiveHeap chooses Parallel.
var choosing = []string{
	"UseSerialGC", "UseParallelGC", "UseParallelOldGC", "UseConcMarkSweepGC", "UseParNewGC", "UseG1GC", "UseZGC", "UseShenandoahGC", "UseEpsilonGC", "AggressiveHeap",
}

// ChosenCollectors are the options that switch a collector on, in the order of reading.
func ChosenCollectors(r *jvmflag.Resolution) []jvmflag.Setting {
	var chosen []jvmflag.Setting
	for _, set := range r.History {
		name := set.Flag.Name
		if !slices.Contains(choosing, name) || !r.Settings[name].Bool() {
			continue
		}
		chosen = slices.DeleteFunc(chosen, func(s jvmflag.Setting) bool { return s.Flag.Name == name })
		chosen = append(chosen, set)
	}
	return chosen
}
