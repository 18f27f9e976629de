package rules

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
)

// companion is a flag that does nothing beside another one.
type companion struct {
	flag, beside string
	on           bool   // the other is switched on, or more than 0; else it is off
	predicted    bool   // the model must come to the same without it
	why          string // after "beside OTHER: "
}

// The JDK looks at a share of the memory only where no option gives the size;
// it turns a fraction into a percentage only where none is given; and a young
// generation that is given leaves a ratio nothing to do.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::set_heap_size (JDK 8u191 to 25)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1YoungGenSizer.cpp
var companions = []companion{
	{"MaxRAMPercentage", "MaxHeapSize", true, true, "that gives the maximum heap size"},
	{"MaxRAMFraction", "MaxHeapSize", true, true, "that gives the maximum heap size"},
	{"MinRAMPercentage", "MaxHeapSize", true, true, "that gives the maximum heap size"},
	{"MinRAMFraction", "MaxHeapSize", true, true, "that gives the maximum heap size"},
	{"InitialRAMPercentage", "InitialHeapSize", true, true, "that gives the initial heap size"},
	{"InitialRAMFraction", "InitialHeapSize", true, true, "that gives the initial heap size"},
	{"MaxRAMFraction", "MaxRAMPercentage", true, true, "a percentage goes before a fraction"},
	{"MinRAMFraction", "MinRAMPercentage", true, true, "a percentage goes before a fraction"},
	{"InitialRAMFraction", "InitialRAMPercentage", true, true, "a percentage goes before a fraction"},
	{"ExplicitGCInvokesConcurrent", "DisableExplicitGC", true, false, "System.gc() does nothing then"},
	{"StringDeduplicationAgeThreshold", "UseStringDeduplication", false, false, "no equal strings are looked for"},
}

// beside tells that another option, or none, leaves the flag nothing to do.
func beside(p *lint.Pass, set jvmflag.Setting) (reason, bool) {
	for _, c := range companions {
		other, given := p.Options.Set(c.beside)
		if c.flag != set.Flag.Name || c.on != (given && (other.Number > 0 || other.Double > 0)) {
			continue
		}
		if c.predicted && !sameWithout(p, set) || !c.on && p.Workload.Part {
			continue
		}
		if !c.on {
			return reason{message: "without " + c.beside + ": " + c.why}, true
		}
		why := reason{message: "beside " + name(other.Option.String()) + ": " + c.why, text: other.Value, role: "counts"}
		if _, initial := p.Options.Set("InitialHeapSize"); c.predicted && p.JDK >= 17 && !initial && !p.Workload.Memory.Known() {
			why.unless = "on a machine of more than 128 GiB the initial heap would be smaller without it: JDK 17 and later then take all memory for its base"
		}
		return why, true
	}
	switch set.Flag.Name {
	case "NewRatio":
		return besideYoungSize(p, set)
	case "UseCompressedOops":
		if final, ok := p.JVM.Flag("UseCompressedOops").Value.(bool); ok && !final && set.Bool() && p.JVM.Heap.Known() {
			return reason{message: "with a heap of " + size(p.JVM.Heap) + ": compressed pointers do not reach so far", text: p.JVM.Heap.Text, role: "heap"}, true
		}
	}
	return reason{}, false
}

// besideYoungSize tells that the young generation is given by its size. For
// G1 one of its two bounds is enough.
func besideYoungSize(p *lint.Pass, set jvmflag.Setting) (reason, bool) {
	least, hasLeast := p.Options.Set("NewSize")
	most, hasMost := p.Options.Set("MaxNewSize")
	switch {
	case !hasLeast && !hasMost:
		return reason{}, false
	case p.JVM.Collector.Kind != hotspot.G1 && !(hasLeast && hasMost && least.Number == most.Number):
		return reason{}, false
	case !sameWithout(p, set):
		return reason{}, false
	}
	given := most
	if !hasMost {
		given = least
	}
	return reason{message: "beside " + given.Option.String() + ": that gives the size of the young generation", text: given.Value, role: "counts"}, true
}

// notCompared are flags that say how a size is found, and not what it is.
var notCompared = []string{"MaxRAM", "MaxRAMPercentage", "MinRAMPercentage", "InitialRAMPercentage", "NewRatio"}

// sameWithout tells whether the JVM is predicted to be the same without an
// option.
func sameWithout(p *lint.Pass, set jvmflag.Setting) bool {
	w := *p.Workload
	w.Options = slices.DeleteFunc(slices.Clone(w.Options), func(o jvmflag.Option) bool { return at(o.Text, set.Option.Text) })
	without := predict.Of(&w, p.JDK).JVM
	if without == nil || without.Heap.N != p.JVM.Heap.N || without.InitialHeap.N != p.JVM.InitialHeap.N {
		return false
	}
	for f := range p.JVM.Flags() {
		if without.Flag(f.Name).Value != f.Value && !slices.Contains(notCompared, f.Name) {
			return false
		}
	}
	return true
}
