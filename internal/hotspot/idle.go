package hotspot

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Idle is why a flag does nothing: the end of a sentence that begins "X does
// nothing", and an option that has a part in it.
type Idle struct {
	Message string
	Text    source.Text
	Role    string
	Unless  string // where it is not quite so; empty where it is
	Light   bool   // nothing is lost by it
	Lacks   string // the switch that would make it count; empty where none would
}

// Setup is what has to be known of a JVM beside its options to call a flag of it idle.
type Setup struct {
	*JVM
	Options *jvmflag.Resolution
	Part    bool                      // there may be options that are not seen
	Memory  bool                      // the memory of the machine is known
	Without func(jvmflag.Option) *JVM // what the JVM is without the option in question
}

// Idle tells why a flag that is set does nothing in this JVM, if that is so.
func (s Setup) Idle(set jvmflag.Setting) (Idle, bool) {
	flag := set.Flag
	if flag.Type == jvmflag.Bool && !set.Bool() && flag.Default == "false" {
		return Idle{}, false // what is off is switched off
	}
	if why, idle := s.notRead(flag); idle {
		return why, true
	}
	return s.beside(set)
}

// notRead tells that the collector does not read the flag. Where the JVM is left the choice, and of its machine not
// enough is known, neither of the two that it chooses from may read it, and no other variable may choose a third.
func (s Setup) notRead(flag *jvmflag.Flag) (Idle, bool) {
	collector := s.Collector
	kind := collector.Kind.String()
	because := Idle{Message: "under " + kind, Text: collector.Text, Role: "chooses " + kind}
	why, idle := notReadBy(s.Options, flag, collector.Kind)
	if collector.Origin == source.Assumed && s.Part {
		return Idle{}, false
	}
	if collector.Origin == source.Assumed && idle {
		because.Message += " or Serial, whichever the JVM chooses"
		_, idle = notReadBy(s.Options, flag, Serial)
	}
	if owner := flag.Collector(); collector.Origin != source.Option && (owner == "Z" || owner == "Shenandoah") {
		because.Lacks = "Use" + owner + "GC" // who sets it wants that collector
	}
	because.Message += ": " + why
	return because, idle
}

// beside tells that another option, or none, leaves the flag nothing to do.
func (s Setup) beside(set jvmflag.Setting) (Idle, bool) {
	for _, c := range companionsOf()[set.Flag.Name] {
		other, given := s.Options.Set(c.beside)
		if c.on != (given && (other.Number > 0 || other.Double > 0)) ||
			c.predicted && !s.Same(s.Without(set.Option)) || !c.on && s.Part {
			continue
		}
		if !c.on {
			return Idle{Message: "without " + c.beside + ": " + c.why, Lacks: c.beside}, true
		}
		// Nobody misses how something is done that is switched off.
		why := Idle{Message: "beside " + jvmflag.WithoutValue(other.Option.String()) + ": " + c.why, Text: other.Value, Role: "counts", Light: !c.predicted}
		initial := s.Options.Sets("InitialHeapSize", "InitialRAMPercentage") // both do the same to its base
		if c.predicted && s.Options.JDK >= 17 && !initial && !s.Memory {
			why.Unless = "on a machine of more than 128 GiB the initial heap would be smaller without it: JDK 17 and later then take all memory for its base"
		}
		return why, true
	}
	switch set.Flag.Name {
	case "NewRatio":
		return s.besideYoungSize(set)
	case "UseCGroupMemoryLimitForHeap":
		if support, given := s.Options.Set("UseContainerSupport"); !given || support.Bool() {
			return Idle{Message: "beside UseContainerSupport, which is on by default: that reads the container limit", Light: true,
				Unless: "updates before 8u191 have no UseContainerSupport and read the limit only with this option"}, true
		}
	case "UseCompressedOops":
		if final, ok := s.Flag("UseCompressedOops").Value.(bool); ok && !final && set.Bool() && s.Heap.Known() {
			return Idle{Message: "with a heap of " + jvmflag.FormatSize(uint64(s.Heap.N)) + ": compressed pointers do not reach that far", Text: s.Heap.Text, Role: "heap"}, true
		}
	}
	return Idle{}, false
}

// besideYoungSize tells that the young generation is given by its size. For G1 one of its two bounds is enough.
func (s Setup) besideYoungSize(set jvmflag.Setting) (Idle, bool) {
	least, hasLeast := s.Options.Set("NewSize")
	most, hasMost := s.Options.Set("MaxNewSize")
	fixed := hasLeast && hasMost && least.Number == most.Number
	if !hasLeast && !hasMost || s.Collector.Kind != G1 && !fixed || !s.Same(s.Without(set.Option)) {
		return Idle{}, false
	}
	given := either.Of(hasMost, most, least)
	return Idle{Message: "beside " + given.Option.String() + ": that gives the size of the young generation", Text: given.Value, Role: "counts"}, true
}

// notCompared are flags that say how a size is found, and not what it is.
var notCompared = []string{"MaxRAM", "MaxRAMPercentage", "MinRAMPercentage", "InitialRAMPercentage", "NewRatio"}

// Same reports whether two JVMs come to the same heap and the same flags.
func (jvm *JVM) Same(other *JVM) bool {
	if other == nil || other.Heap.N != jvm.Heap.N || other.InitialHeap.N != jvm.InitialHeap.N {
		return false
	}
	return !lists.Any(jvm.Flags(), func(f Flag) bool {
		return other.Flag(f.Name).Value != f.Value && !slices.Contains(notCompared, f.Name)
	})
}

// companion is a flag that does nothing beside another one.
type companion struct {
	flags, beside string
	on            bool   // the other is switched on, or more than 0; else it is off
	predicted     bool   // the model must come to the same without it
	why           string // after "beside OTHER: "
}

// The JDK looks at a share of the memory only where no option gives the size; it turns a fraction into a percentage
// only where none is given; and a young generation that is given leaves a ratio nothing to do.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::set_heap_size (JDK 8u191 to 25)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1YoungGenSizer.cpp
var companions = []companion{
	{"MaxRAMPercentage MaxRAMFraction MinRAMPercentage MinRAMFraction", "MaxHeapSize", true, true, "that gives the maximum heap size"},
	{"InitialRAMPercentage InitialRAMFraction", "InitialHeapSize", true, true, "that gives the initial heap size"},
	{"MaxRAMFraction", "MaxRAMPercentage", true, true, "a percentage overrides a fraction"},
	{"MinRAMFraction", "MinRAMPercentage", true, true, "a percentage overrides a fraction"},
	{"InitialRAMFraction", "InitialRAMPercentage", true, true, "a percentage overrides a fraction"},
	{"ExplicitGCInvokesConcurrent", "DisableExplicitGC", true, false, "System.gc() does nothing then"},
	{"NumberOfGCLogFiles", "UseGCLogFileRotation", false, false, "the log is not rotated"},
	{"StringDeduplicationAgeThreshold", "UseStringDeduplication", false, false, "the JVM looks for no equal strings"},
}

// companionsOf are those of a flag.
var companionsOf = sync.OnceValue(func() map[string][]companion {
	all := map[string][]companion{}
	for _, c := range companions {
		for flag := range strings.FieldsSeq(c.flags) {
			all[flag] = append(all[flag], c)
		}
	}
	return all
})

// reader is a flag that only some collectors read.
type reader struct {
	flag         string
	since, until int
	collectors   string // that read it, or may
	why          string // what is so in those that do not
}

// generationalZ is ZGC with generations, which the rows tell from the one without.
const generationalZ = "generationalZ"

var readers = jvmflag.Table(readersTSV, func(c []string) reader {
	return reader{c[0], jvmflag.CellNumber(c[1]), jvmflag.CellNumber(c[2]), c[3], c[4]}
})

//go:embed collector_flags.tsv
var readersTSV string

// notReadBy reports whether a collector does not read a flag, and what is so instead.
func notReadBy(r *jvmflag.Resolution, flag *jvmflag.Flag, collector Kind) (why string, idle bool) {
	if owner := strings.Replace(flag.Collector(), "Z", "ZGC", 1); owner != "" {
		return "it is a flag of " + owner, owner != collector.String()
	}
	kinds := []string{collector.String()}
	if collector == Z && hasGenerations(r) {
		kinds = append(kinds, generationalZ)
	}
	for _, row := range readers() {
		if row.flag == flag.Name && jvmflag.Within(r.JDK, row.since, row.until) {
			return row.why, !slices.ContainsFunc(kinds, func(k string) bool { return slices.Contains(strings.Fields(row.collectors), k) })
		}
	}
	return "", false
}

func hasGenerations(r *jvmflag.Resolution) bool {
	set, given := r.Set("ZGenerational")
	return r.JDK >= 24 || r.JDK == 23 && !given || given && set.Bool()
}
